package train_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/internal/test/testenv"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// inUnits are data whose numbers of length are times as large, as in a smaller unit,
// and whose numbers of time are, too.
func inUnits(data *datasets.Data, length, time float64) *datasets.Data {
	by := func(values []float32, factor float64) []float32 {
		scaled := make([]float32, len(values))
		for i, x := range values {
			scaled[i] = float32(float64(x) * factor)
		}
		return scaled
	}
	scaled := *data
	scaled.About.Interval = fmt.Sprint(time)
	for _, samples := range scaled.Splits() {
		*samples = cloned(*samples)
		for i := range *samples {
			s := &(*samples)[i]
			s.Position, s.TargetPosition = by(s.Position, length), by(s.TargetPosition, length)
			s.Velocity, s.TargetVelocity = by(s.Velocity, length/time), by(s.TargetVelocity, length/time)
		}
	}
	return &scaled
}

// TestNoUnitMatters: in four pairs of decimal units of length and time, eight where
// GMNC_REQUIRE asks for draws, a model learns as much at the same seed, its validation error
// being compared with the error of a straight line.
func TestNoUnitMatters(t *testing.T) {
	units := [][2]float64{{1e-4, 1}, {1e2, 1}, {1, 1e-4}, {1e4, 1e4}}
	if testenv.Required("draws") {
		units = append(units, [][2]float64{{1e-2, 1}, {1e4, 1}, {1, 1e4}, {1e-4, 1e-4}}...)
	}
	for _, model := range config.Models() {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			objects := system.Composition{3, 2, 1}
			if model == "gmn-lh" {
				objects = system.Composition{4, 0, 2}
			}
			data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: objects, Train: 20, Valid: 10, Seed: 9}, nil)
			require.NoError(t, err)
			want := learned(t, model, run.AutoScale, data)
			for _, unit := range units {
				require.InEpsilon(t, want, learned(t, model, run.AutoScale, inUnits(data, unit[0], unit[1])), 1e-3, "length x %g, time x %g", unit[0], unit[1])
			}
			want = learned(t, model, run.DataScale, data)
			require.InEpsilon(t, want, learned(t, model, run.DataScale, inUnits(data, 0.0254, 0.3)), 1e-3, "units that are no powers of ten")
		})
	}
}

// learned is the validation error of a short training over the error of a straight line.
// Its learning rate is small enough that the rounding of a unit stays rounding: at 5e-3
// the weights of tfn leave for where the last bits decide.
func learned(t *testing.T, model, scale string, data *datasets.Data) float64 {
	c := config.Config{Model: model, Form: config.Published, Layers: 2, Hidden: 8}
	options := &run.Options{Epochs: 6, Batch: 10, LearningRate: 1e-3, WeightDecay: 1e-10, Seed: 3, ValidEvery: 6, Level: 2, Scale: scale, Clip: 1}
	options.Velocity = train.DefaultVelocity(model, data)
	if config.Describe(model).ConstraintTerm {
		options.Lambda = run.DefaultLambda
	}
	job := newJob(t)
	job.Store = run.NewMemory("run")
	job.Data, job.Config.Model, job.Config.Training = data, c, options
	trained := mustTrain(t, job)
	line, err := predict.StraightLine(data.Valid)
	require.NoError(t, err)
	return trained.Valid() / line.Errors.Position.Mean
}
