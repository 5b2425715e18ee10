package commandline

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDiff(t *testing.T) {
	s, other := getSession(t), filepath.Join(t.TempDir(), "run")
	require.Equal(t, s.run+" and "+s.run+" do not differ\n", gmnc(t, "diff", s.run, s.run).out)
	gmnc(t, s.training(other, "--seed", "2", "--form", "paper")...)
	output := gmnc(t, "diff", s.run, other).out
	require.Regexp(t, `\n  model\.form +published +paper\n`, output)
	require.Regexp(t, `\n  training\.seed +1 +2\n`, output)
	require.Regexp(t, `\n  errors\.valid_mse +0\.\d+ +0\.\d+\n`, output)
	require.Regexp(t, `\n  weights\.embedding/weight +\d+ values +within \d`, output)
	require.Regexp(t, `\n  graph\.\w+ +\d+ +\d+\n`, output)
	require.NotContains(t, output, "data.sha256")

	ofFile := gmnc(t, "diff", s.run, s.model).out
	require.Regexp(t, `\n  file\.opset +- +17\n`, ofFile)
	require.NotContains(t, ofFile, "within", "the weights are the same")
	require.Contains(t, gmnc(t, "diff", s.run, other, "--json").out, `"what":"training.seed","a":"1","b":"2"`)
	requireFailure(t, "nothing does not exist: expected a model, which is a run folder or an .onnx file", "diff", s.run, "nothing")
}

func TestRounded(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "published": "published", "12345678": "12345678", "0.2028110403941049": "0.202811", "-1.5": "-1.5", "1e-09": "1e-09", "2.00000049": "2",
	} {
		require.Equal(t, want, rounded(text), text)
	}
}

// TestLongDifferences are written below the table.
func TestLongDifferences(t *testing.T) {
	name, value := strings.Repeat("n", 46), strings.Repeat("v", 14)
	for _, c := range []struct {
		row  []string
		want bool
	}{
		{[]string{name, value, value}, true},
		{[]string{name + "n", value, value}, false},
		{[]string{name, value + "v", value}, false},
		{[]string{name, value, value + "v"}, false},
	} {
		require.Equal(t, c.want, inTable(c.row, 80), c.row)
		require.Equal(t, c.want, sized([]string{"difference", "a", "b"}, [][]string{c.row}).fits(80), c.row)
	}
}
