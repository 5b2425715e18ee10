package corpus

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/artifact"
	"gmnc/datasets/npz"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/system"
	"gmnc/train/regression"
)

// TestLimitOfRunning measures, for docs/results/measured.md, what it costs the best model of
// running that a velocity is the difference of two frames: its error with these, and with the
// slopes of recordings over 13 frames, which the protocol's inputs do not have.
func TestLimitOfRunning(t *testing.T) {
	testenv.Asked(t, "limits")
	published := errorOfRunning(t, func(trial system.Trajectory, start int, s *system.Sample) {})
	smooth := errorOfRunning(t, func(trial system.Trajectory, start int, s *system.Sample) {
		s.Velocity = slopeAt(trial, start, 6)
	})
	t.Logf("error x100 with the difference of two frames %.4g, with slopes over 13 frames %.4g", 100*published, 100*smooth)
	require.Less(t, smooth, published)
	require.Greater(t, smooth, 0.129, "the goal of 12.9 can be reached with better velocities")
}

// errorOfRunning is the test error of the RBF network on running, mirrored too, after each
// sample's velocity was changed.
func errorOfRunning(t *testing.T, change func(trial system.Trajectory, start int, s *system.Sample)) float64 {
	file := filepath.Join(testenv.Data(t), Running+".npz")
	data, err := prepareRunning(t.Context(), DataSet{Kind: Running, File: file, Prepared: Prepared{Joints: true}})
	require.NoError(t, err)
	var arrays runningArrays
	require.NoError(t, npz.Open(file, arrays.read))
	for split, samples := range data.Splits() {
		origin := data.Origins[split]
		each := len(origin.Starts) / len(origin.Cases)
		for i := range *samples {
			change(arrays.trials[origin.Cases[i/each]], int(origin.Starts[i]), &(*samples)[i])
		}
	}
	require.NoError(t, addMirrored(data))
	fitted, err := regression.FitNetwork(t.Context(), data)
	require.NoError(t, err)
	model, _, err := artifact.FromRun(fitted).OpenFor(data, "native")
	require.NoError(t, err)
	defer model.Close()
	errs, err := predict.Evaluate(t.Context(), model, data.Test)
	require.NoError(t, err)
	return errs.Position.Mean
}

// slopeAt are the velocities at a frame, of the cubic of least squares through it and the
// frames within reach.
func slopeAt(trial system.Trajectory, at, reach int) []float32 {
	first, last := max(0, at-reach), min(trial.Frames()-1, at+reach)
	powers, positions := mat.NewDense(last-first+1, 4, nil), mat.NewDense(last-first+1, 3*trial.Particles, nil)
	for row := range last - first + 1 {
		for power := range 4 {
			powers.Set(row, power, math.Pow(float64(first+row-at), float64(power)))
		}
		positions.SetRow(row, trial.Positions[3*trial.Particles*(first+row):][:3*trial.Particles])
	}
	var cubic mat.Dense
	if err := cubic.Solve(powers, positions); err != nil {
		panic(err) // six frames or more tell a cubic
	}
	slope := make([]float32, 3*trial.Particles)
	for i, v := range cubic.RawRowView(1) {
		slope[i] = float32(v)
	}
	return slope
}
