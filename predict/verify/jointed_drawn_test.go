package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/vector"
	"gmnc/system"
)

// TestLengthsOfDrawnBars: a bar is as long as those of the training data, at least a quarter of the longest,
// and from 0.5 to 1.5 if no data has bars.
func TestLengthsOfDrawnBars(t *testing.T) {
	extremes := func(ranges *system.Ranges) (least, most float64) {
		d := drawing{ranges: ranges, source: rand.New(rand.NewPCG(1, 2))}
		least = math.Inf(1)
		for range 400 {
			length := d.barLength()
			least, most = min(least, length), max(most, length)
		}
		return least, most
	}
	least, most := extremes(&system.Ranges{Bar: &system.Range{Least: 0, Most: 8}})
	require.Equal(t, 2.0, least)
	require.InDelta(t, 8, most, 0.2)
	least, most = extremes(&system.Ranges{Bar: &system.Range{Least: 4, Most: 8}})
	require.InDelta(t, 4, least, 0.1)
	require.InDelta(t, 8, most, 0.1)
	for _, unknown := range []*system.Ranges{nil, {}, {Bar: &system.Range{}}} {
		least, most = extremes(unknown)
		require.InDelta(t, 0.5, least, 0.02)
		require.InDelta(t, 1.5, most, 0.02)
	}
}

// TestTurnsOfDrawnJoints: a hinge turns its body about its axis, a slider moves it along, a ball turns it about
// any axis, and a floating body moves away, too. Velocities are of the same kind.
func TestTurnsOfDrawnJoints(t *testing.T) {
	for seed := range uint64(3) {
		d := drawing{source: rand.New(rand.NewPCG(seed, 2))}
		drawn := func(j system.Joint) (point, velocity [3]float64) {
			j.Parent, j.Members = -1, []int{0}
			points := [][3]float64{{1, 0, 0}, {}}
			velocity = d.turn(points, []system.Joint{j})[0]
			require.Equal(t, [3]float64{}, points[1], "the anchor")
			return points[0], velocity
		}
		axis := [3]float64{0, 0, 1}
		x, v := drawn(system.Joint{Type: system.OnAxis, Axis: axis})
		require.InDelta(t, 1, vector.Norm(x), 1e-12)
		require.Zero(t, x[2])
		require.Less(t, x[0], 1.0)
		require.InDelta(t, 0, vector.Dot(v, x), 1e-12)
		require.Zero(t, v[2])
		require.NotZero(t, v[0])

		x, v = drawn(system.Joint{Type: system.OnAxis, Slides: true, Axis: axis})
		require.Equal(t, [2]float64{1, 0}, [2]float64{x[0], x[1]})
		require.NotZero(t, x[2])
		require.Equal(t, [2]float64{}, [2]float64{v[0], v[1]})
		require.NotZero(t, v[2])

		x, v = drawn(system.Joint{Type: system.OnBall})
		require.InDelta(t, 1, vector.Norm(x), 1e-12)
		require.NotZero(t, x[2])
		require.InDelta(t, 0, vector.Dot(v, x), 1e-12)
		require.NotZero(t, v[2])

		x, v = drawn(system.Joint{Type: system.Floating})
		require.Greater(t, math.Abs(vector.Norm(x)-1), 0.01)
		require.Greater(t, math.Abs(vector.Dot(v, x)), 1e-3)
	}
}

// TestBodiesBelow: a joint turns the bodies that hang on its own, with their anchors, and no others.
func TestBodiesBelow(t *testing.T) {
	axis := [3]float64{0, 0, 1}
	joints := []system.Joint{
		{Parent: -1, Members: []int{0}, Type: system.OnAxis, Axis: axis},
		{Parent: 0, Members: []int{1}, Type: system.OnAxis, Slides: true, Axis: [3]float64{1, 0, 0}, Anchor: [3]float64{1, 0, 0}},
		{Parent: -1, Members: []int{2}, Type: system.OnAxis, Axis: axis, Anchor: [3]float64{0, 5, 0}},
	}
	points := [][3]float64{{1, 0, 0}, {2, 0, 0}, {0, 6, 0}, {}, {1, 0, 0}, {0, 5, 0}}
	velocities := drawing{source: rand.New(rand.NewPCG(3, 4))}.turn(points, joints)
	require.Len(t, velocities, 3)
	require.InDelta(t, 1, vector.Norm(points[4]), 1e-12, "the anchor of the slider turns")
	require.NotEqual(t, 1.0, points[4][0])
	require.InDelta(t, 0, vector.Norm(vector.Cross(points[1], points[4])), 1e-12, "it slides along the axis that has turned")
	require.Equal(t, [3]float64{0, 5, 0}, points[5])
	require.InDelta(t, 1, vector.Norm(vector.Plus(points[2], -1, points[5])), 1e-12)
	require.True(t, isBelow(joints, 1, 0))
	require.True(t, isBelow(joints, 1, 1))
	require.False(t, isBelow(joints, 0, 1))
	require.False(t, isBelow(joints, 2, 0))
}
