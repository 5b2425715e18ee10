package mechanism

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"
)

// TestExcess: of turns it is a sine, and counts without whole turns; limits a whole turn apart are none.
func TestExcess(t *testing.T) {
	for _, c := range []struct {
		lower, upper float64
		turns        bool
		at, want     float64
	}{
		{-1, 2, false, 2.5, 0.5},
		{-1, 2, false, -1.5, -0.5},
		{-1, 2, false, 2, 0},
		{-1, 2, false, -1, 0},
		{0, 0, false, 3, 0},
		{2, 1, false, 3, 0},
		{-1, 2, true, 3, math.Sin(1)},
		{-1, 2, true, -1.5, -math.Sin(0.5)},
		{-1, 2, true, 2*math.Pi + 1.5, 0},
		{-1, 2, true, 2.5 - 2*math.Pi, math.Sin(0.5)},
		{-3.1, 3.1, true, 3.12, math.Sin(0.02)},
		{-math.Pi, math.Pi, true, math.Nextafter(math.Pi, 4), 0},
		{-4, 4, true, 3.5, 0},
	} {
		require.InDelta(t, c.want, Stop{Lower: c.lower, Upper: c.upper}.excess(c.turns, c.at), 1e-15, c)
	}
}

// TestShortestStop: the parts of a step have the same stops, whose time is the whole step's at least.
func TestShortestStop(t *testing.T) {
	body := Body{Joint: Prismatic(r3.Vec{Z: 1}), Parent: -1, Members: []int{0}}
	body.Stop = Stop{Lower: -1, Upper: 1, Inertia: 2, Time: 0.25}
	m, err := New(Mechanism{Bodies: []Body{body}, Rest: []r3.Vec{{}}, Mass: []float64{1}})
	require.NoError(t, err)
	in := m.NewIntegrator(m.AtRest())
	m.SetAngle(in.State, 0, 1.5)
	for whole, time := range map[float64]float64{0.125: 0.25, 0.5: 0.5, -0.5: 0.5} {
		require.True(t, in.meet(in.State, whole/2, whole))
		require.Equal(t, Stop{-1, 1, 2, time}.push(false, 1.5, 0, whole/2), in.pushes[0])
	}
	m.SetAngle(in.State, 0, 1)
	require.False(t, in.meet(in.State, 0.5, 0.5))
}

// TestStopThatDoesNotAct: a load that brings a joint back faster than its stop would is the only one that acts.
func TestStopThatDoesNotAct(t *testing.T) {
	after := func(stop Stop, load float64) float64 {
		body := Body{Joint: Prismatic(r3.Vec{Z: 1}), Parent: -1, Members: []int{0}}
		body.Stop = stop
		m, err := New(Mechanism{Bodies: []Body{body}, Rest: []r3.Vec{{}}, Mass: []float64{1}})
		require.NoError(t, err)
		in := m.NewIntegrator(m.AtRest())
		m.SetAngle(in.State, 0, 1.5)
		in.Step(0.01, []float64{load})
		return in.State.Rates[0]
	}
	stop := Stop{Lower: -1, Upper: 1, Inertia: 2, Time: 0.25} // it brings the joint back at 0.5 / 0.25^2 = 8
	require.InDelta(t, -0.5, after(stop, -50), 1e-12)
	require.InDelta(t, 0, after(Stop{}, 0), 1e-12)
	require.Less(t, after(stop, 0), -0.01)
	require.Less(t, after(stop, 1), 0.0, "the stop acts against a small load")
}

// TestMet: a joint beyond its limits is met beside joints within theirs, in any order.
func TestMet(t *testing.T) {
	stop := Stop{Lower: -1, Upper: 1, Inertia: 2, Time: 0.25}
	m := Mechanism{Rest: []r3.Vec{{}, {}}, Mass: []float64{1, 1}}
	for b := range 2 {
		body := Body{Joint: Prismatic(r3.Vec{Z: 1}), Parent: -1, Members: []int{b}}
		body.Stop = stop
		m.Bodies = append(m.Bodies, body)
	}
	made, err := New(m)
	require.NoError(t, err)
	for _, at := range [][2]float64{{1.5, 0}, {0, 1.5}, {-1.5, 1.5}, {0, 0}} {
		in := made.NewIntegrator(made.AtRest())
		for b, x := range at {
			made.SetAngle(in.State, b, x)
		}
		require.Equal(t, at != [2]float64{}, in.meet(in.State, 0.1, 0.1), "%v", at)
		for b, x := range at {
			require.Equal(t, stop.push(false, x, 0, 0.1), in.pushes[b], "%v", at)
		}
	}
}

// TestRubbing: at rest no friction acts, at the slow rate the root of a half of it, and at a fast one all of it, with the sign of the rate.
func TestRubbing(t *testing.T) {
	require.Zero(t, rubbing(0))
	require.InDelta(t, -math.Sqrt2/2, rubbing(-slow), 1e-12)
	require.InDelta(t, 0.5/math.Sqrt(1.25), rubbing(slow/2), 1e-12)
	require.InDelta(t, 1, rubbing(1), 1e-9)
}
