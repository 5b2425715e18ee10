package regression_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
	"gmnc/internal/test/allclose"
	"gmnc/predict"
	"gmnc/system"
	"gmnc/train/regression"
)

// bent are samples of a tree of five particles that move by a linear map: each
// by its velocity, and a part of the first bar.
func bent(count int, seed uint64) []system.Sample {
	random := rand.New(rand.NewPCG(seed, 0))
	samples := make([]system.Sample, count)
	for k := range samples {
		s := &samples[k]
		s.Objects = system.Objects{system.TreeOf([]int{0, 1, 2, 3, 4}, []int{-1, 0, 1, 1, 3})}
		for range 15 {
			s.Position = append(s.Position, float32(random.NormFloat64()))
			s.Velocity = append(s.Velocity, float32(random.NormFloat64()))
		}
		for i := range s.Position {
			s.TargetPosition = append(s.TargetPosition, s.Position[i]+0.5*s.Velocity[i]+0.2*(s.Position[3+i%3]-s.Position[i%3]))
		}
	}
	return samples
}

func TestLinearMapIsFound(t *testing.T) {
	training, validation := bent(40, 1), bent(10, 2)
	model, err := regression.Fit(t.Context(), regression.Linear, training, validation)
	require.NoError(t, err)
	errs, err := predict.Evaluate(t.Context(), model, bent(20, 3))
	require.NoError(t, err)
	require.Less(t, errs.Position.Mean, 1e-8)
}

// TestRegressionsTurn: a turned sample has the turned prediction.
func TestRegressionsTurn(t *testing.T) {
	training, validation, tested := bent(40, 1), bent(10, 2), bent(5, 3)
	turn := rotation.By([3]float64{0.4, -1.1, 2})
	for _, form := range []string{regression.Linear, regression.Kernel, regression.KernelBars} {
		model, err := regression.Fit(t.Context(), form, training, validation)
		require.NoError(t, err)
		want, _, err := model.Predict(tested)
		require.NoError(t, err)
		moved := bent(5, 3)
		for i := range moved {
			moved[i].Position, moved[i].Velocity = turned(turn, moved[i].Position), turned(turn, moved[i].Velocity)
		}
		got, _, err := model.Predict(moved)
		require.NoError(t, err)
		allclose.Within(t, turned(turn, want), got, 1e-4, form)
	}
}

// TestNearest: a training sample that is turned and moved is at no distance, and
// one of which a particle is elsewhere at its share.
func TestNearest(t *testing.T) {
	training := bent(6, 1)
	turn := rotation.By([3]float64{0.4, -1.1, 2})
	near, off := training[3], training[4]
	near.Position = turned(turn, near.Position)
	for i := range near.Position {
		near.Position[i] += 7
	}
	off.Position = slices.Clone(off.Position)
	off.Position[0] += 0.01
	distances := regression.Nearest(training, []system.Sample{near, off})
	require.InDelta(t, 0, distances[0], 1e-5)
	require.LessOrEqual(t, distances[1], 0.01*math.Sqrt(4.0/25), "about the mean of five particles")
	require.Greater(t, distances[1], 0.5*0.01*math.Sqrt(4.0/25), "of which a turn takes some")

	still := training[5]
	still.TargetPosition = still.Position
	require.Zero(t, regression.Moved([]system.Sample{still}))
	moved := system.Sample{Position: []float32{0, 0, 0, 1, 1, 1}, Velocity: make([]float32, 6), TargetPosition: []float32{3, 4, 0, 1, 1, 1}}
	require.InDelta(t, math.Sqrt(25./2), regression.Moved([]system.Sample{moved}), 1e-12)
	require.InDelta(t, math.Sqrt(50./4), regression.Moved([]system.Sample{moved, moved}), 1e-12)
}

func TestBarsKeepTheirLengths(t *testing.T) {
	training, tested := bent(40, 1), bent(5, 3)
	for form, most := range map[string]float64{regression.KernelBars: 1e-5, regression.Kernel: 1e9} {
		model, err := regression.Fit(t.Context(), form, training, bent(10, 2))
		require.NoError(t, err)
		errs, err := predict.Evaluate(t.Context(), model, tested)
		require.NoError(t, err)
		require.Less(t, errs.Constraint, most)
		if form == regression.Kernel {
			require.Greater(t, errs.Constraint, 1e-2)
		}
	}
}

// TestStopped: a fit ends with its context, not only the validation after it.
func TestStopped(t *testing.T) {
	samples := bent(4, 1)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := regression.Fit(stopped, regression.Kernel, samples, samples)
	require.ErrorIs(t, err, context.Canceled)
}

func TestWrongSamples(t *testing.T) {
	samples := bent(4, 1)
	_, err := regression.Fit(t.Context(), "spline", samples, samples)
	require.ErrorContains(t, err, `there is no regression "spline": choose linear map, kernel regression or `)
	larger := samples[1]
	larger.Position = make([]float32, 18)
	_, err = regression.Fit(t.Context(), regression.Linear, samples, []system.Sample{samples[0], larger})
	require.ErrorContains(t, err, "validation sample 1 has 6 particles, another one 5")
	_, err = regression.Fit(t.Context(), regression.Linear, nil, samples)
	require.ErrorContains(t, err, "0 training and 4 validation samples")
}

// turned are all vectors, turned.
func turned(by rotation.Matrix, vectors []float32) []float32 {
	all := make([]float32, 0, len(vectors))
	for at := 0; at < len(vectors); at += 3 {
		for _, x := range by.Turn([3]float64{float64(vectors[at]), float64(vectors[at+1]), float64(vectors[at+2])}) {
			all = append(all, float32(x))
		}
	}
	return all
}
