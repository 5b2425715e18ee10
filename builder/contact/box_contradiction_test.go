package contact_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/moving"
	"gmnc/system"
)

// TestContradictoryBoxes: a system has no motion with a box whose edges are not at right
// angles, or whose corners are not where its particles are; a little of either it may have.
func TestContradictoryBoxes(t *testing.T) {
	moves := func(edges [3]moving.Vector, sizes [3]float64) bool {
		var s system.Sample
		var weights, faces []float32
		for corner := range 8 {
			at := moving.Vector{0, 0, 5}
			for k, edge := range edges {
				sign := float64(2*(corner>>k&1) - 1)
				at = at.Plus(edge.Times(sign))
				weights, faces = append(weights, float32(sign/(8*math.Sqrt(3)))), append(faces, float32(sign*sizes[k]/8))
			}
			s.Position, s.Velocity = append(s.Position, float32(at[0]), float32(at[1]), float32(at[2])), append(s.Velocity, 0, 0, 0)
		}
		for _, coordinate := range []float32{9, 9, 9} { // and a particle far from it
			s.Position, s.Velocity = append(s.Position, coordinate), append(s.Velocity, 0)
			weights, faces = append(weights, 0), append(faces, 0)
		}
		s.Objects = system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7)}
		system.Gyration.Set(&s, weights)
		system.Box.Set(&s, faces)
		system.Mass.Set(&s, []float32{1, 1, 1, 1, 1, 1, 1, 1, 1})
		system.Gravity.Set(&s, make([]float32, 3))
		system.Planes.Set(&s, make([]float32, system.Planes.Columns))
		m := newThrower(t, meeting, s)
		m.frame(t)
		x := m.inputs["position"].Float
		require.Equal(t, math.IsNaN(x[0]), math.IsNaN(x[26]), "all of the system or none")
		return !math.IsNaN(x[0])
	}
	axes := [3]moving.Vector{{1}, {0, 2}, {0, 0, 0.5}}
	right := [3]float64{1, 1, 1}
	require.True(t, moves(axes, right))
	for k := range 3 {
		next := (k + 1) % 3
		for share, may := range map[float64]bool{0.99: true, 1.01: false} {
			skewed := axes
			sin, cos := math.Sincos(math.Asin(share * 1.1 * system.MostSkew))
			skewed[next] = axes[next].Times(cos).Plus(axes[k].Times(sin * axes[next].Norm() / axes[k].Norm()))
			require.Equal(t, may, moves(skewed, right), "skew of %g about pair %d", share, k)
			sizes := right
			sizes[k] = 1 / math.Sqrt(1+share*system.OffCorners)
			require.Equal(t, may, moves(axes, sizes), "corners %g off along %d", share, k)
		}
	}
}
