package arrays

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"gmnc/datasets/graph"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestSpringsTwice: two springs between the same particles are refused, and none takes part in the checks of loads.
func TestSpringsTwice(t *testing.T) {
	springs := npz.Array{Key: "springs", Shape: []int{2, 2}, Ints: []int64{0, 1, 1, 0}}
	force := npz.Array{Key: "force", Shape: []int{3, 3, 2, 3}, Floats: make([]float32, 54)}
	_, _, err := prepared(t, usual, append(swinging("", 3, 3), number("dt", 0.1), force, springs)...)
	require.ErrorContains(t, err, "in.npz: springs: two springs tie particles 1 and 0: expected one, of their sum")
}

// TestDrivenBySprings: the energies of a driven recording have those of springs by the constants of the file.
func TestDrivenBySprings(t *testing.T) {
	force := npz.Array{Key: "force", Shape: []int{2, 3, 2, 3}, Floats: make([]float32, 36)}
	force.Floats[18+3] = 7
	for _, stiff := range []bool{false, true} {
		s := sourceOf(t, append(swinging("", 2, 3), force, list("stiffness", 8), list("rest_length", 0))...)
		require.NoError(t, s.readGroup(""))
		g := s.groups[0]
		if stiff {
			s.Springs = &graph.Springs{Ends: []int{0, 1}, Constants: map[string][]float64{system.StiffnessFeature: {8}, system.RestLengthFeature: {0}}}
		}
		r := s.recording(g)
		s.drive(g, r)
		require.Nil(t, r.Loads, "there is no force yet")
		require.Empty(t, s.loadOf(g))
		require.NoError(t, s.readField(system.Mass))
		require.NoError(t, s.readField(system.Force))
		require.Equal(t, "force", s.loadOf(g))
		s.drive(g, r)
		require.Len(t, r.Loads, 36)
		require.Equal(t, 7., r.Loads[21])
		r.Rates = make([]float64, 36)
		r.AddEnergies(r)
		parts := len(r.Energies) / 6
		if !stiff {
			require.Zero(t, floats.Sum(r.Energies))
			continue
		}
		for frame := range 6 {
			require.InDelta(t, 4, r.Energies[(frame+1)*parts-1], 1e-6, "of a spring of length 1")
		}
	}
}
