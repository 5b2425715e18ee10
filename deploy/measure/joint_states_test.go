package measure

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/export"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/system"
)

// TestDrawnStates: each state has the coordinates and rates of a floating body, a ball joint and
// a joint with an axis, in this order: unit quaternions, and angles of one and a half turns at most.
// A seed always draws the same states and cotangents.
func TestDrawnStates(t *testing.T) {
	j := &JointModel{
		run: &run.Run{}, Inside: artifact.Topology{Particles: 3}, Module: &ir.Module{Main: &ir.Func{}},
		Joints:      artifact.Joints{Types: []int{system.Floating, system.OnBall, system.OnAxis}, Slides: make([]bool, 3)},
		coordinates: &export.Coordinates{First: []int{0, 1, 2}},
	}
	const states, q, rates = 50, 7 + 4 + 1, 6 + 3 + 1
	s := j.draw(states, 2, rand.New(rand.NewPCG(1, 1)))
	require.Len(t, s.q, states*q)
	require.Len(t, s.rate, states*rates)
	require.Len(t, s.torque, 2)
	farthest := 0.0
	for i := range states {
		of := s.q[i*q:][:q]
		for _, turn := range [][]float64{of[3:7], of[7:11]} {
			square := 0.0
			for _, x := range turn {
				square += x * x
			}
			require.InDelta(t, 1, square, 1e-6)
		}
		for _, place := range of[:3] {
			require.LessOrEqual(t, place*place, 1.)
		}
		farthest = max(farthest, of[11])
		require.LessOrEqual(t, of[11]*of[11], 3*3*3.15*3.15)
	}
	require.Greater(t, farthest, 2.5*3.14)
	for range 10 {
		require.Equal(t, s, j.draw(states, 2, rand.New(rand.NewPCG(1, 1))), "the same seed")
	}
}
