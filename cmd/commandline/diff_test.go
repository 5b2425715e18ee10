package commandline

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDiff(t *testing.T) {
	s, other := getSession(t), filepath.Join(t.TempDir(), "run")
	require.Equal(t, s.run+" and "+s.run+" do not differ\n", gmnc(t, "diff", s.run, s.run).out)
	gmnc(t, s.training(other, "--seed", "2", "--form", "paper")...)
	output := gmnc(t, "diff", s.run, other).out
	require.Regexp(t, `\nmodel\.form +published +paper\n`, output)
	require.Regexp(t, `\ntraining\.seed +1 +2\n`, output)
	require.Regexp(t, `\nerrors\.valid_mse +0\.\d+ +0\.\d+\n`, output)
	require.Regexp(t, `\nweights\.embedding/weight +\d+ numbers +off by at most \d`, output)
	require.Regexp(t, `\ngraph\.\w+ +\d+ +\d+\n`, output)
	require.NotContains(t, output, "data.sha256")

	ofFile := gmnc(t, "diff", s.run, s.model).out
	require.Regexp(t, `\nfile\.opset +- +17\n`, ofFile)
	require.NotContains(t, ofFile, "off by", "the weights are the same")
	require.Contains(t, gmnc(t, "diff", s.run, other, "--json").out, `"what":"training.seed","a":"1","b":"2"`)
	requireFailure(t, "cannot open the model", "diff", s.run, "nothing")
}

func TestRounded(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "published": "published", "12345678": "12345678", "0.2028110403941049": "0.202811", "-1.5": "-1.5", "1e-09": "1e-09", "2.00000049": "2",
	} {
		require.Equal(t, want, rounded(text), text)
	}
}
