package system

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
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

// TestGapsOfChains: the joint of a body is where the body before puts it, and the widest gap is named with its body.
func TestGapsOfChains(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 3, 0, 0, 2, 1, 0, 2, 0, 1}
	s := Sample{Position: rest, Velocity: make([]float32, 24)}
	require.NoError(t, s.Join(rest, []Joint{
		{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}},
		{Parent: 0, Members: []int{4, 5, 6, 7}, Anchor: [3]float64{2, 0, 0}, Axis: [3]float64{0, 0, 1}},
	}))
	gap := s.JointGap(rest)
	require.InDelta(t, 0, gap.Apart+gap.Lean+gap.Bent, 1e-6)
	require.False(t, gap.TooWide())
	extent := 2 * (&Sample{Position: rest}).Extent()
	moved := slices.Clone(rest)
	for i := 12; i < 24; i += 3 {
		moved[i+1] += 0.25
	}
	gap = s.JointGap(moved)
	require.Equal(t, 1, gap.Body)
	require.InDelta(t, 0.25/extent, gap.Apart, 1e-6)
	both := slices.Clone(rest)
	for i := 0; i < 24; i += 3 {
		both[i+1] += 0.25
	}
	gap = s.JointGap(both)
	require.Equal(t, 0, gap.Body, "the second goes with the first")
	require.InDelta(t, 0.25/extent, gap.Apart, 1e-6)
	require.Equal(t, JointGap{}, (&Sample{Position: rest}).JointGap(rest))
}

// TestWidthOfGaps: a gap is too wide above a twentieth of the extent or of an angle, or a fifth of the size of a body.
func TestWidthOfGaps(t *testing.T) {
	for _, c := range []struct {
		gap  JointGap
		wide bool
	}{
		{JointGap{Apart: 0.05}, false}, {JointGap{Apart: 0.051}, true}, {JointGap{Lean: 0.05}, false}, {JointGap{Lean: 0.051}, true},
		{JointGap{Bent: 0.2}, false}, {JointGap{Bent: 0.201}, true},
	} {
		require.Equal(t, c.wide, c.gap.TooWide(), "%v", c.gap)
	}
	require.True(t, JointGap{Lean: 0.02}.Worse(JointGap{Bent: 0.07}))
	require.False(t, JointGap{Lean: 0.01}.Worse(JointGap{Lean: 0.01}))
	require.Equal(t, "body 0 is off its shape at rest by 0.2 of its size", JointGap{Apart: 0.05, Bent: 0.2}.String())
	require.Contains(t, JointGap{Apart: 0.05, Bent: 0.19}.String(), "is off its joint")
	require.Contains(t, JointGap{}.String(), "is off its joint")
}

// TestShapesOfSmallBodies: the shape of a body that is small beside its distance from the joint is not known, since
// float32 rounds it.
func TestShapesOfSmallBodies(t *testing.T) {
	rest, members := []float32{100, 0, 0, 100.125, 0, 0, 100, 0.125, 0, 100, 0, 0.125}, []int{0, 1, 2, 3}
	bent := slices.Clone(rest)
	bent[3] += 0.0625
	pose := rotation.FitDisplacement(rest, bent, members)
	_, near := misfit(pose, rest, bent, members, [3]float64{100, 0, 0})
	_, far := misfit(pose, rest, bent, members, [3]float64{})
	const size, arms = 36. / 16 * 0.125 * 0.125, 100*100 + 100.125*100.125 + 2*(100*100+0.125*0.125) // squared
	require.InEpsilon(t, math.Sqrt(size/(1e-5*arms)), far/near, 1e-4)
}
