package examples

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/export/rolling"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// rich are files that take all that systems may have, but for what excludes the other,
// and no charge: trees under gravity that rolls from step to step, with masses, pins
// and known forces, and trees with rigid bodies. Both have features and lists of
// neighbors.
var rich = map[string]struct {
	config  config.Config
	rollout *rolling.Rollout
	samples func(config.Config) []system.Sample
}{
	"mechanics": {
		config.Config{
			Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.Midpoint, TrueVelocity: true, Time: 0.25, Length: 2, Mass: 1,
			Depth: 4, Sparse: true, NoCharge: true, NodeFeatures: []string{"z"}, EdgeFeatures: []string{"hop", "order"},
			Fields: []string{"mass", "pinned", "gravity", "force"}, PerFrame: []string{"gravity"},
		},
		&rolling.Rollout{PerFrame: []string{"gravity"}},
		func(config config.Config) []system.Sample {
			return machines(drawn(config, system.Objects{system.TreeOf([]int{4, 2, 6, 1}, []int{-1, 4, 2, 2}), system.Stick.Of(0, 5), system.Hinge.Of(3, 7, 8)}))
		},
	},
	"bodies": {
		config.Config{
			Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4,
			Depth: 4, Sparse: true, NoCharge: true, NodeFeatures: []string{"z"}, EdgeFeatures: []string{"hop", "order"},
		},
		nil,
		func(config config.Config) []system.Sample {
			return drawn(config, system.Objects{system.TreeOf([]int{4, 2}, []int{-1, 4}), system.Body.Of(1, 2, 6), system.Stick.Of(0, 5)})
		},
	},
}

// steps is how many steps the files that roll take, and particles how many particles
// there are in each of the systems.
const steps, particles = 2, 9

// drawn are two systems of the objects with what the model takes.
func drawn(config config.Config, objects system.Objects) []system.Sample {
	samples := fixtures.Sparse(config, fixtures.Samples(system.Composition{particles}, 2, 7), 8)
	for i := range samples {
		samples[i].Objects = objects
	}
	return samples
}

// machines gives systems masses, a pinned root, forces, and gravity in every frame.
func machines(samples []system.Sample) []system.Sample {
	random := rand.New(rand.NewPCG(9, 0))
	numbers := func(count int) (all []float32) {
		for range count {
			all = append(all, random.Float32()+0.5)
		}
		return all
	}
	for i := range samples {
		s := &samples[i]
		pins := make([]float32, particles)
		pins[4] = 1
		copy(s.Velocity[3*4:], make([]float32, 3)) // what is pinned stands
		s.TargetPosition = nil
		system.Mass.Set(s, numbers(particles))
		system.Pinned.Set(s, pins)
		system.Force.Set(s, numbers(3*particles))
		gravity := numbers(3 * (steps + 1))
		system.Gravity.Set(s, gravity[:3])
		s.Trajectory = &system.Trajectory{Particles: particles, Positions: make([]float64, 3*particles*(steps+1)), Given: system.Given{{Field: system.Gravity, Values: gravity}}}
	}
	return samples
}

// TestRich: NAME.txt has the inputs of testdata/golden/NAME.onnx, and what the float64
// interpreter makes of them, in the form of golden.txt.
func TestRich(t *testing.T) {
	for name, file := range rich {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("..", "testdata", "golden", name+".onnx")
			if *update {
				require.NoError(t, os.WriteFile(path, exported(t, file.config, file.rollout), 0o666))
			}
			made, err := os.ReadFile(path)
			require.NoError(t, err)
			model, err := artifact.FromFile(made)
			require.NoError(t, err)
			text := golden(t, model, file.samples(file.config))
			requireSame(t, name+".txt", text, func(have string) { requireSameNumbers(t, text, have) })
		})
	}
}

// exported is the file of a model with drawn weights.
func exported(t *testing.T, config config.Config, rollout *rolling.Rollout) []byte {
	t.Helper()
	model, err := builder.New(config, false)
	require.NoError(t, err)
	weights := map[string]runtime.Tensor{}
	drawn := fixtures.Weights(model, 1, 1)
	for _, p := range model.Params {
		weights[p.Name] = runtime.Floats(drawn[p.Name], p.Rows, p.Columns)
	}
	trained, err := run.New(run.Config{Version: "golden", Model: config}, weights)
	require.NoError(t, err)
	info, err := artifact.Info(trained)
	require.NoError(t, err)
	info.Version, info.Rollout = "golden", rollout
	made, err := export.Model(trained.Model.Module, trained.Floats(), info)
	require.NoError(t, err)
	return made
}

// requireSame holds a file to its content, or renews it.
func requireSame(t *testing.T, path, content string, same func(have string)) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	same(string(have))
}

// golden are the inputs of a file and what the interpreter makes of them.
func golden(t *testing.T, model *artifact.Model, samples []system.Sample) string {
	t.Helper()
	signature, err := artifact.ReadSignature(model.Bytes())
	require.NoError(t, err)
	perFrame := model.Config().Model.PerFrame
	inputs := predict.RollingInputs(samples, signature.Inputs, perFrame, steps)
	predictor, _, err := model.Open("interpreter")
	require.NoError(t, err)
	defer predictor.Close()
	rollout := predict.Rollout{Predictor: predictor, Samples: samples, PerFrame: perFrame, Steps: 1}
	shape, position, velocity := inputs["position"].Shape, "predicted_position", "predicted_velocity"
	if signature.RollsInLoop() {
		inputs[rolling.StepsInput] = runtime.Indices([]int64{steps})
		rollout.Steps, shape, position, velocity = steps, append([]int{steps}, shape...), "predicted_positions", "predicted_velocities"
	}
	var positions, velocities []float32
	for frame, err := range rollout.Frames(t.Context()) {
		require.NoError(t, err)
		if frame.Step > 0 {
			positions, velocities = append(positions, frame.Position...), append(velocities, frame.Velocity...)
		}
	}
	var text strings.Builder
	require.Len(t, inputs, len(signature.Inputs))
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		writeTensor(&text, name, inputs[name])
	}
	writeTensor(&text, position, runtime.Floats(positions, shape...))
	writeTensor(&text, velocity, runtime.Floats(velocities, shape...))
	return text.String()
}
