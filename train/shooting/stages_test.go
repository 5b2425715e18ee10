package shooting

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestStagesOfFits: a fit of more than 40 long stretches takes 40 of them before all. If a roll fails, the result is that of its stage.
func TestStagesOfFits(t *testing.T) {
	broken := errors.New("the engine is broken")
	speed := rolling(func(p []float64, x0 float64) float64 { return p[0] * (1 + x0) })
	for count, few := range map[int]bool{fewStretches: false, fewStretches + 1: true} {
		p := fitOfMany(t, count, speed, 1e-2, Parameter{Name: "speed", Start: 1}).Problem
		p.Parameters = []Parameter{{Name: "speed", Start: 1.5}}
		for i := range p.Samples {
			x := p.Samples[i].Trajectory.Positions
			for k := range x {
				x[k] += 1e-3 * float64((7*i+5*k)%11-5)
			}
		}
		var starts []int
		fails := 0
		p.Roll = func(ctx context.Context, at []float64, s []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			if starts = append(starts, len(s)); len(starts) == fails {
				return nil, nil, broken
			}
			return speed(ctx, at, s, steps)
		}
		found, err := p.Run(t.Context())
		require.NoError(t, err)
		require.InDelta(t, 1, found.Found[0].At, 1e-2)
		require.True(t, found.Ended)
		require.Len(t, found.of.stretches, count)
		if !few {
			continue
		}
		first, last := -1, -1
		for i, s := range starts {
			if s == fewStretches {
				last = i
				if first < 0 {
					first = i
				}
			}
		}
		require.Positive(t, first)
		for call, stretches := range map[int]int{first: fewStretches, last: fewStretches, last + 1: count} {
			starts, fails = nil, call+1
			found, err := p.Run(t.Context())
			require.ErrorIs(t, err, broken)
			require.Len(t, found.of.stretches, stretches, "roll %d", call)
			require.False(t, found.Ended && call == first)
		}
	}
}

// TestCoarseDerivatives: derivatives are those of the coarse roll between predictions of its own, and the fit goes on with the exact one.
func TestCoarseDerivatives(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1e-2, Parameter{Start: 1})
	exact := f.columns
	f.Coarse = rolling(func(p []float64, _ float64) float64 { return 5 + float64(2*p[0]) })
	require.NoError(t, f.derive())
	for i := range exact {
		twice := make([]float64, len(exact[i][0]))
		for row, x := range exact[i][0] {
			twice[row] = 2 * x
		}
		allclose.Within(t, twice, []float64(f.columns[i][0]), 1e-4)
	}
	again, err := f.roll(f.at, f.offset)
	require.NoError(t, err)
	require.Equal(t, f.now, again)
	f.Coarse = func(context.Context, []float64, []system.Sample, int) (positions, velocities [][]float32, err error) {
		return nil, nil, context.DeadlineExceeded
	}
	require.ErrorIs(t, f.derive(), context.DeadlineExceeded)

	p := Problem{Samples: particles(), Time: 1, Roll: pushed, Coarse: pushed, Parameters: []Parameter{{}}}
	require.NotNil(t, p.begin(3, 9, true).Coarse)
	free := p.begin(3, 9, true)
	free.ctx = t.Context()
	free.now, err = free.roll(free.at, free.offset)
	require.NoError(t, err)
	require.NoError(t, free.derive())
	of := free.columns
	free.Coarse = nil
	require.NoError(t, free.derive())
	require.Equal(t, of, free.columns, "also by first states")
	jointed := cartProblem(carts(t, cartTruth, 1, 4, 0, false))
	jointed.Coarse = pushed
	require.Nil(t, jointed.begin(3, 9, true).Coarse, "the equations of joints have exact derivatives")
}

// TestPassOfALinearFit: a fit that is linear takes one pass, which reports the root mean square of the residuals before it.
func TestPassOfALinearFit(t *testing.T) {
	f := fitOf(t, rolling(func(p []float64, _ float64) float64 { return p[0] }), 1e-2, Parameter{Start: 1})
	for i := range f.stretches {
		f.stretches[i].Recorded[1] += 0.1 // across the motion
	}
	f.at, f.columns = []float64{1.5}, nil
	var err error
	f.now, err = f.roll(f.at, f.offset)
	require.NoError(t, err)
	// Of the three coordinates of four frames, positions are off by 0, 0.5, 1 and 1.5 along the motion, in units of the noise of 0.01.
	var told []float64
	f.Progress = func(pass int, left float64) {
		require.Equal(t, len(told)+1, pass)
		told = append(told, left)
	}
	require.NoError(t, f.minimize(t.Context(), 9, settledMove))
	require.True(t, f.ended)
	require.Len(t, told, 1)
	require.InDelta(t, math.Sqrt((100*100+50*50+150*150+10*10)/12.), told[0], 0.1)
	require.InDelta(t, 1, f.at[0], 1e-3)
}

// TestScoresOfBrokenRolls: an error of any roll of a score is that of the score, and a fit in measured states has no scores.
func TestScoresOfBrokenRolls(t *testing.T) {
	fit := pushedFit(t, 0.3, 1e-3)
	for fails := 1; fails <= 3; fails++ {
		calls := 0
		scores, err := fit.Score(t.Context(), func(ctx context.Context, p []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
			if calls++; calls == fails {
				return nil, nil, context.DeadlineExceeded
			}
			return pushed(ctx, p, starts, steps)
		}, []Candidate{constantForce(2)})
		require.Equal(t, calls == fails, err != nil, "%d", fails)
		if fails <= 2 {
			require.ErrorIs(t, err, context.DeadlineExceeded)
			continue
		}
		if err == nil {
			require.Len(t, scores, 1)
			require.Less(t, scores[0].Deviations[0], 0.05)
			require.Positive(t, scores[0].Deviations[0])
		}
	}
	fit.Free = false
	scores, err := fit.Score(t.Context(), pushed, []Candidate{constantForce(2)})
	require.NoError(t, err)
	require.Nil(t, scores)
}
