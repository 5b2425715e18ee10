package reproduce

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestOutcomes: a training that follows another took the time of both, and ended as it did itself. An overflow is the note of
// the last epoch.
func TestOutcomes(t *testing.T) {
	network, formulas := outcome{folder: "a", best: "1", seconds: 5}, outcome{folder: "b", best: "2", overflow: "nodes", seconds: 2}
	require.Equal(t, outcome{folder: "b", best: "2", overflow: "nodes", seconds: 7}, formulas.after(network))
	require.Equal(t, 5., network.seconds)
	for _, c := range []struct {
		notes []string
		want  bool
	}{{nil, false}, {[]string{""}, false}, {[]string{"nodes", ""}, false}, {[]string{"", "nodes"}, true}} {
		var rows []run.Epoch
		for i, note := range c.notes {
			rows = append(rows, run.Epoch{Note: note, Time: float64(i + 3)})
		}
		require.Equal(t, c.want, overflew(rows), "%v", c.notes)
		if c.want {
			require.Equal(t, outcome{folder: "a", overflow: "nodes", seconds: 4}, overflow("a", rows))
		}
	}
}
