package sysid

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/datasets/urdf"
	"gmnc/sysid/rigid"
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

// TestWiden: a rotor that the data took below its start is as unknown before any data as where it
// starts, and one above is as the prior has it there.
func TestWiden(t *testing.T) {
	l, err := newLaw(&rigid.Tree{Links: make([]urdf.Link, 2)}, []string{"rotor"})
	require.NoError(t, err)
	p := &prior{trust: 3, start: make([]float64, len(l.index))}
	constants := make([]float64, len(l.index))
	p.start[l.of(0, rotor)], constants[l.of(0, rotor)] = 2, 0.5
	p.start[l.of(1, rotor)], constants[l.of(1, rotor)] = 2, 2.5
	curvature := mat.NewSymDense(2, []float64{3 / 0.25, 0, 0, 3 / 6.25})
	p.widen(l, constants, curvature)
	require.InDelta(t, 3./4, curvature.At(0, 0), 1e-12)
	require.InDelta(t, 3/6.25, curvature.At(1, 1), 1e-12)
}
