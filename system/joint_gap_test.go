package system

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGapsOfSlides: bodies on a slide may not turn against each other. A floating body has no gap.
func TestGapsOfSlides(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	s := Sample{Position: rest, Velocity: make([]float32, 12)}
	require.NoError(t, s.Join(rest, []Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}, Slides: true}}))
	sine, cosine := float32(math.Sin(0.1)), float32(math.Cos(0.1))
	turned := []float32{0, 0, 2, cosine, sine, 2, -sine, cosine, 2, 0, 0, 3} // about the slide, and along it
	gap := s.JointGap(turned)
	require.InDelta(t, math.Sin(0.1), gap.Lean, 1e-6)
	require.InDelta(t, 0, gap.Apart, 1e-6)
	require.True(t, gap.TooWide())
	aside := slices.Clone(rest)
	for i := 0; i < 12; i += 3 {
		aside[i] += 0.5
	}
	gap = s.JointGap(aside)
	extent := 2 * (&Sample{Position: rest}).Extent()
	require.InDelta(t, 0.5/extent, gap.Apart, 1e-6)
	require.InDelta(t, 0, gap.Lean, 1e-6)
	JointType.Set(&s, slices.Repeat([]float32{Floating}, 4))
	require.False(t, s.JointGap(aside).TooWide())
}

// TestMisfit: the mean distance of particles from where the shape puts them, and the root of the squares as
// a share of the body's size.
func TestMisfit(t *testing.T) {
	rest := []float32{-1, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0}
	s := Sample{Position: rest, Velocity: make([]float32, 12)}
	require.NoError(t, s.Join(rest, []Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}}}))
	longer := []float32{-1.1, 0, 0, 1.1, 0, 0, 0, 0.9, 0, 0, -0.9, 0}
	gap := s.JointGap(longer)
	require.InDelta(t, 0.1, gap.Bent, 1e-5) // sqrt(4 0.01 / 4)
	require.InDelta(t, 0.05, gap.Apart, 1e-5)
	require.Equal(t, "body 0 is off its joint by 0.05 of the robot's extent, and by an angle of sine 0", JointGap{Apart: 0.05}.String())
	require.Equal(t, "body 2 is off its shape at rest by 0.3 of its size", JointGap{Body: 2, Bent: 0.3, Apart: 0.01}.String())
}

// TestGapsOfTurns: the axis of a joint that turns is the same in both of its bodies.
func TestGapsOfTurns(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}
	s := Sample{Position: rest, Velocity: make([]float32, 12)}
	require.NoError(t, s.Join(rest, []Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}}}))
	sine, cosine := float32(math.Sin(0.1)), float32(math.Cos(0.1))
	about := []float32{0, 0, 0, cosine, sine, 0, -sine, cosine, 0, 0, 0, 1}
	require.InDelta(t, 0, s.JointGap(about).Lean, 1e-6)
	leaning := []float32{0, 0, 0, 1, 0, 0, 0, cosine, sine, 0, -sine, cosine} // about x
	require.InDelta(t, math.Sin(0.1), s.JointGap(leaning).Lean, 1e-6)
}
