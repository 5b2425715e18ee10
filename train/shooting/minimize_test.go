package shooting

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// TestLeastLower: a rough fit ends by a hundredth of the loss, one from measured states by a thousandth, and another by its
// moves alone.
func TestLeastLower(t *testing.T) {
	p := Problem{Samples: particles(), Time: 1, Roll: pushed, Parameters: []Parameter{{}}}
	measured, free := p.begin(3, 9, false), p.begin(3, 9, true)
	require.Equal(t, measuredLower, measured.leastLower())
	require.Zero(t, free.leastLower())
	measured.rough, free.rough = true, true
	require.Equal(t, roughlyLower, measured.leastLower())
	require.Equal(t, roughlyLower, free.leastLower())
}

// TestMeasuredFitEnds: a fit from measured states ends once a pass lowers the loss by less than a thousandth, though the
// equations promise more than a standard deviation.
func TestMeasuredFitEnds(t *testing.T) {
	// Over the steps of derivatives the speed changes as much as its parameter, but near 1 it changes by a tenth of that,
	// so that a pass removes only a tenth of the residual along the motion. No pass removes that across it.
	wavy := rolling(func(p []float64, _ float64) float64 { return p[0] - 9e-4*math.Sin(1e3*(p[0]-1)) })
	passes := func(across float64) int {
		f := fitOfMany(t, 64, wavy, 1e-5, Parameter{Start: 1})
		for i := range f.stretches {
			f.stretches[i].Recorded[1] += across
		}
		f.at, f.columns = []float64{1 + 1e-4}, nil
		var err error
		f.now, err = f.roll(f.at, f.offset)
		require.NoError(t, err)
		require.NoError(t, f.minimize(t.Context(), 9, 0))
		require.True(t, f.ended)
		return f.pass
	}
	require.Equal(t, 1, passes(6e-4))
	require.Greater(t, passes(3e-4), 2)
}

// TestNothingToFit: if no prediction of a first state is finite, there is nothing to fit, and the error says what may be wrong.
func TestNothingToFit(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1, Parameter{Start: 1})
	f.Roll = rolling(func([]float64, float64) float64 { return math.NaN() })
	f.now = nil
	require.ErrorContains(t, f.minimize(t.Context(), 3, lastMove), "no stretch of the recordings can be computed: ")
	require.Zero(t, f.pass)
	f.now = make([]stretches.Rows, len(f.stretches))
	require.ErrorIs(t, f.minimize(t.Context(), 3, lastMove), errNothing)
}

// TestMovesAtTheLeast: a parameter at its least value does not move below it, and the others move as if it were known.
func TestMovesAtTheLeast(t *testing.T) {
	for first := range 2 { // the place of the one at its least value
		parameters := []Parameter{{Start: 1}, {Start: 1}}
		parameters[first] = Parameter{Factor: true, Start: smallest}
		f := fitOf(t, rolling(func(p []float64, x0 float64) float64 { return p[1-first] + float64(p[first]*x0) }), 1, parameters...)
		for i := range f.stretches {
			// The speed is off by 0.1, and less farther along, which a lower value would give.
			for frame := range f.stretches[i].Frames() {
				f.stretches[i].Recorded[frame*f.stretches[i].PerFrame()] += float64(frame) * (0.1 - float64(0.5*f.stretches[i].Start.Position[0]))
			}
		}
		f.equate()
		move := f.move(0)
		require.Equal(t, 0., move.AtVec(first), "%d", first)
		f.fixed[first] = true
		alone := f.move(0)
		allclose.Within(t, alone.RawVector().Data, move.RawVector().Data, 1e-9)
		require.NotZero(t, alone.AtVec(1-first))
	}
}

// TestOneTryAtTheMinimum: where the equations promise nothing, only one step is tried.
func TestOneTryAtTheMinimum(t *testing.T) {
	speed := rolling(func(p []float64, _ float64) float64 { return p[0] })
	f := fitOf(t, speed, 1e-2, Parameter{Start: 1})
	for i := range f.stretches {
		f.stretches[i].Recorded[1] += 0.1 // across the motion
	}
	rolls := 0
	f.Roll = func(ctx context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		rolls++
		return speed(ctx, p, starts, steps)
	}
	require.NoError(t, f.minimize(t.Context(), 9, lastMove))
	require.True(t, f.ended)
	require.Equal(t, 1, rolls)
	require.Equal(t, 1, f.pass)
}

// TestPassesOfRounds: the passes of a fit that does not settle are divided among four rounds, and one that begins near its
// minimum takes one in each.
func TestPassesOfRounds(t *testing.T) {
	for near, want := range map[bool]int{false: 8, true: 4} {
		f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1e-2, Parameter{Start: 40})
		f.at, f.now, f.columns, f.near = []float64{0}, nil, nil, near // a pass moves it by 3 at most
		require.NoError(t, f.settle(t.Context(), 8))
		require.Equal(t, want, f.pass)
		require.InDelta(t, mostMove*want, f.at[0], 1e-6)
		require.False(t, f.rough)
	}
}

// TestRollsThatFailInAssessments: an error of any roll of an assessment, in which one parameter vanishes and another does
// nothing, is that of the assessment.
func TestRollsThatFailInAssessments(t *testing.T) {
	broken := errors.New("the engine is broken")
	exact := rolling(func(p []float64, x0 float64) float64 { return math.Exp(p[0]-p[1]) + float64(math.Exp(p[2])*x0) })
	run := func(fails int) (calls int, err error) {
		f := fitOf(t, exact, 1e-2, Parameter{Name: "stiffness", Factor: true, Rank: 1}, Parameter{Name: "mass", Factor: true},
			Parameter{Name: "damping", Factor: true, Vanishes: true, Rank: 2, Start: config.Vanished})
		for i := range f.stretches {
			for row := range f.stretches[i].Recorded {
				f.stretches[i].Recorded[row] += 1e-2 * float64((7*i+5*row)%11-5)
			}
		}
		f.at[2], f.now, f.columns = smallest, nil, nil
		f.Roll = func(ctx context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			if calls++; calls == fails {
				return nil, nil, broken
			}
			return exact(ctx, p, starts, steps)
		}
		f.Finer = f.Roll
		found := f.result()
		err = f.assess(found)
		if err == nil {
			require.True(t, found.Found[2].Vanished)
			require.Equal(t, "the data hold only ratios, and it sets the scale of stiffness", found.Found[1].Fixed)
		}
		return calls, err
	}
	all, err := run(-1)
	require.NoError(t, err)
	require.Greater(t, all, 20)
	for at := 1; at <= all; at++ {
		_, err := run(at)
		require.ErrorIs(t, err, broken, "roll %d of %d", at, all)
	}
}
