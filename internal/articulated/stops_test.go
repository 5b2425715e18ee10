package articulated_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
)

// TestActs: a stop acts where it pushes a joint back that would change its rate by so much.
func TestActs(t *testing.T) {
	stop := articulated.Stop{Lower: -1, Upper: 1, Inertia: 2, Time: 0.5}
	for _, side := range []float64{-1, 1} {
		push := stop.Push(false, [3]float64{1, 0, side * 1.5}, 0, 0.25)
		require.InDelta(t, side*0.5, push.Beyond, 1e-15)
		require.InDelta(t, 2*1.25*1.25, push.Resists, 1e-15)
		require.InDelta(t, side*2*0.5*1, push.Load, 1e-15)
		turn := -push.Load / push.Resists // the change of the rate at which it exerts nothing
		require.True(t, push.Acts(turn+side*1e-9))
		require.False(t, push.Acts(turn-side*1e-9))
	}
	require.False(t, articulated.Push{}.Acts(1))
}

// TestPushOfAMovingJoint: a stop resists less where a joint comes in fast, and takes both its
// rate and its way beyond the limit back.
func TestPushOfAMovingJoint(t *testing.T) {
	stop := articulated.Stop{Lower: -1, Upper: 1, Inertia: 2, Time: 0.5}
	push := stop.Push(false, [3]float64{1, 0, 1.5}, 3, 0.25)
	inertia := 2 * 0.5 / (0.5 + articulated.Soft*0.5*3)
	require.InDelta(t, inertia*1.25*1.25, push.Resists, 1e-15)
	require.InDelta(t, inertia*0.5*(2*3+1), push.Load, 1e-15)
	require.Zero(t, stop.Push(false, [3]float64{1, 0, 1}, 3, 0.25), "at its limit")
}

// TestShortestStop: stops answer within a step at the fastest, and its parts have the same stops.
func TestShortestStop(t *testing.T) {
	bodies := articulated.Bodies[float64, int]{
		Turn: []float64{0, 0, 0}, Slide: []float64{1, 0, 0}, Anchor: []float64{0, 0, 0}, Rest: []float64{0, 0, 0},
		First: []float64{1, 0, 0.5, 0}, Parents: []int{0},
	}
	after := func(time float64) []float64 {
		loads := articulated.Loads[float64]{
			Mass: []float64{1}, Force: []float64{0, 0, 0}, Damping: []float64{0}, Load: []float64{0}, Stops: []float64{0, -1, 0.25, 2, time},
		}
		state := make([]float64, 2)
		bodies.Step(state, []float64{0, 1}, loads, 0.25)
		return state
	}
	require.Equal(t, after(0.25), after(0.01))
	require.NotEqual(t, after(0.25), after(0.26))
}
