package sysid

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// TestTold: data tell a direction from ten times the prior's information on, in units of each
// constant's own standard deviation.
func TestTold(t *testing.T) {
	for _, c := range []struct {
		over []float64 // information of the data over the prior's, of each constant
		told int
	}{{[]float64{11, 11}, 2}, {[]float64{9, 11}, 1}, {[]float64{9, 9}, 0}} {
		u := &uncertainty{before: []float64{2, 0.1}}
		information := mat.NewSymDense(2, nil)
		for i, over := range c.over {
			information.SetSym(i, i, over/(u.before[i]*u.before[i]))
		}
		u.tell(information)
		require.Equal(t, c.told, u.told, c)
		require.Len(t, u.untold, 2-c.told)
		if c.told == 1 {
			require.InDelta(t, 1, u.part(0), 1e-12)
			require.InDelta(t, 0, u.part(1), 1e-12)
		}
	}
}
