package deploy

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStepsToRun: all steps of a file of 10,000 nodes are run, of a larger one as many as have
// 10,000 nodes, and three at least; all again where later steps differ.
func TestStepsToRun(t *testing.T) {
	for _, c := range []struct{ steps, nodes, want int }{
		{50, 10000, 50}, {50, 10001, 49}, {50, 20000, 25}, {50, 100000, 5}, {50, 125000, 4}, {50, 400000, 3}, {4, 40000, 3}, {3, 40000, 3}, {2, 40000, 2}, {2, 0, 2},
	} {
		require.Equal(t, c.want, stepsToRun(c.steps, c.nodes, func(pattern int) error {
			require.Equal(t, c.want, pattern)
			return nil
		}), "%d steps of %d nodes", c.steps, c.nodes)
		require.Equal(t, c.steps, stepsToRun(c.steps, c.nodes, func(int) error { return errors.New("they differ") }))
	}
}
