package shooting

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/vector"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// TestShift: finer steps in which particles are faster by 0.01 lower the speed by that, also away
// from the minimum. Without finer steps nothing moves.
func TestShift(t *testing.T) {
	speed := func(p []float64, _ float64) float64 { return p[0] }
	for _, off := range []float64{0, 0.02} {
		f := fitOf(t, rolling(speed), 1e-2, Parameter{Name: "speed", Start: 1})
		moves, err := f.shift()
		require.NoError(t, err)
		require.Equal(t, []float64{0}, moves)
		f.Finer = rolling(func(p []float64, _ float64) float64 { return p[0] + 0.01 })
		f.at[0] += off
		f.now, err = f.roll(f.at, f.offset)
		require.NoError(t, err)
		f.equate()
		moves, err = f.shift()
		require.NoError(t, err)
		require.InDelta(t, -0.01, moves[0], 1e-5)
		allclose.Within(t, []float64{0, 0}, f.steps, 1e-5, "the speed takes up all that finer steps change")
		again, err := f.roll(f.at, f.offset)
		require.NoError(t, err)
		require.Equal(t, f.now, again, "the fit goes on with the model's own steps")
	}
}

// TestStepsAfterStates: what first states take up of a change by finer steps does not count, and
// what velocities would have to differ from those of the positions counts in full. The first steps
// of the symplectic Euler method are such a case: its velocities are those of half a step before.
func TestStepsAfterStates(t *testing.T) {
	f := pushedFit(t, 0, 1e-3).of // velocities have ten times the noise of positions
	for _, of := range []struct{ starts, read, left float64 }{{0.1, 0, 0}, {0, 0.1, 0.1}, {-0.1, 0.1, 0.1}} {
		f.Finer = func(ctx context.Context, _ []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			starts = slices.Clone(starts)
			for i := range starts {
				starts[i].Velocity = vector.Narrowed(added(vector.Widened(starts[i].Velocity), of.starts))
			}
			positions, velocities, err = pushed(ctx, nil, starts, steps)
			for frame := range velocities {
				velocities[frame] = vector.Narrowed(added(vector.Widened(velocities[frame]), of.read))
			}
			return positions, velocities, err
		}
		_, err := f.shift()
		require.NoError(t, err)
		require.InDelta(t, of.left, f.steps[1], 0.01)
	}
}

// added returns values that are larger by a number.
func added(to []float64, by float64) (all []float64) {
	for _, value := range to {
		all = append(all, value+by)
	}
	return all
}

// TestSteps: what finer time steps change is told of each channel by itself, without stretches that have no predictions.
func TestSteps(t *testing.T) {
	f := Problem{Samples: moving.Polynomials(2, 4, 2, 0.5, 0.01, 0.01), Time: 0.5, Parameters: []Parameter{{}}, Roll: pushed}.begin(mostSteps, mostFrames, true)
	f.freedom = []float64{1, 1}
	s := &f.stretches[0]
	finer := slices.Clone(s.Recorded)
	for row := range finer {
		finer[row] += 0.1 * float64(1+s.Channel(row))
	}
	f.steps = f.apartByChannel([]stretches.Rows{finer, nil}, []stretches.Rows{s.Recorded, s.Recorded})
	left := (&Fit{of: f}).Left()
	require.InDelta(t, 0.1, left[0].Steps, 1e-12)
	require.InDelta(t, 0.2, left[1].Steps, 1e-12)

	far := slices.Clone(f.stretches[1].Recorded)
	for row := range far {
		far[row] += 1e3
	}
	f.weights[1] = []float64{1e-6, 1e-6}
	f.steps = f.apartByChannel([]stretches.Rows{finer, far}, []stretches.Rows{s.Recorded, f.stretches[1].Recorded})
	require.InDelta(t, 0.1, (&Fit{of: f}).Left()[0].Steps, 1e-5, "an outlier counts as little as for the noise")
}

// TestShiftWithoutSolution: where equations have no solution or stretches have no finer predictions, nothing moves.
func TestShiftWithoutSolution(t *testing.T) {
	speed := func(p []float64, _ float64) float64 { return p[0] }
	f := fitOf(t, rolling(speed), 1e-2, Parameter{Name: "speed", Start: 1})
	f.Finer = rolling(func(p []float64, _ float64) float64 { return math.NaN() })
	moves, err := f.shift()
	require.NoError(t, err)
	require.Equal(t, []float64{0}, moves)
	require.Equal(t, []float64{0, 0}, f.steps)

	f.Finer = rolling(func(p []float64, _ float64) float64 { return p[0] + 0.01 })
	for i := range f.columns {
		f.columns[i][0][3] = 1e200 // its square is infinite
	}
	f.equate()
	moves, err = f.shift()
	require.NoError(t, err)
	require.Equal(t, []float64{0}, moves)
	require.Greater(t, f.steps[0], 1e-3, "nothing takes up the change")
}

// TestFinerStepsOfBodies: finer predictions of joints take twice as many steps, and the fit keeps its own.
func TestFinerStepsOfBodies(t *testing.T) {
	f := cartProblem(carts(t, cartTruth, 1, 7, 0, false)).begin(6, 9, true)
	f.ctx, f.at = t.Context(), cartTruth
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	finer, now, err := f.finer()
	require.NoError(t, err)
	require.Equal(t, f.now, now)
	want, err := f.rollBodies(f.at, f.offset, 2*cartSteps, nil)
	require.NoError(t, err)
	require.Equal(t, want, finer)
	require.NotEqual(t, now, finer)
}
