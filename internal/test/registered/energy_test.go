package registered

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
	"gmnc/train"
	"gmnc/train/sweep"
)

// spring is the stiffness of the springs that springs has samples of.
const spring = 0.5

// springs are systems of n particles with a spring between every two: the energy is
// the sum over pairs of spring |x_i - x_j|^2 / 2.
func springs(n, count int, seed uint64) []system.Sample {
	samples := fixtures.Samples(system.Composition{n}, count, seed)
	for k := range samples {
		s := &samples[k]
		forces := make([]float32, 3*n)
		energy := 0.0
		for i := range n {
			for j := range n {
				for axis := range 3 {
					offset := float64(s.Position[3*i+axis]) - float64(s.Position[3*j+axis])
					energy += spring * offset * offset / 4
					forces[3*i+axis] -= float32(spring * offset)
				}
			}
		}
		s.Potential = &system.Potential{Energy: float32(energy), Forces: forces}
	}
	return samples
}

// listed gives particles lists of neighbours: the next one, and the last but one
// of the even ones.
func listed(samples []system.Sample) []system.Sample {
	for k := range samples {
		n := samples[k].Particles()
		for i := range n {
			before := int64(-1)
			if i%2 == 0 {
				before = int64((i + n - 2) % n)
			}
			samples[k].Neighbors = append(samples[k].Neighbors, int64((i+1)%n), before)
		}
	}
	return samples
}

// writeEnergy writes an energy of the distances between particles, and one output
// for each edge.
func writeEnergy(w *graph.Writer) {
	hidden := w.Config.Hidden
	offset := w.EdgeOffset(w.Inputs.Position)
	squared := w.Inner(offset, offset)
	bond := w.Add(w.Linear("stiffness", squared, 1), w.MLP("bond", w.RadialFeatures(w.Length(offset), 4, 3), hidden, 1))
	w.Result("bond", bond)
	w.Energy(w.OverNeighbors(bond))
}

// TestEnergyAndForces: a model of energies is trained on them and on forces, and
// all engines and the file agree on both; forces are the slope of the energy.
func TestEnergyAndForces(t *testing.T) {
	require.NoError(t, builder.Register("energy", config.Description{Symmetry: "rotations, reflections, translations"}, writeEnergy))
	for name, data := range map[string]*datasets.Data{
		"one size": {Train: springs(4, 24, 1), Valid: springs(4, 4, 2), Test: springs(4, 3, 3)},
		"mixed":    {Train: append(springs(3, 12, 1), springs(5, 12, 4)...), Valid: springs(4, 4, 2), Test: append(springs(2, 2, 3), springs(5, 2, 5)...)},
		"listed":   {Train: listed(springs(4, 24, 1)), Valid: listed(springs(4, 4, 2)), Test: listed(springs(4, 3, 3))},
	} {
		t.Run(name, func(t *testing.T) { testEnergy(t, data) })
	}
}

func testEnergy(t *testing.T, data *datasets.Data) {
	options := run.DefaultOptions()
	options.Epochs, options.Batch, options.LearningRate, options.ValidEvery = 60, 8, 2e-2, 10
	store := run.NewMemory("memory")
	job := train.Job{
		Store: store, Data: data, Engine: engines.Trainer(), Schedule: train.Cosine,
		Config: run.Config{Version: "test", Training: &options, Model: config.Config{Model: "energy", Form: config.Published, Layers: 1, Hidden: 4}},
	}
	requireRefusals(t, job)
	outcomes, err := sweep.Train(t.Context(), []sweep.Run{{Setting: "all", Job: brief(job)}}, runtime.Alone{}, train.Train, nil, func(sweep.Outcome) {})
	require.NoError(t, err)
	require.True(t, math.IsNaN(outcomes[0].Test), "there is no error of positions")
	trained, err := train.Train(t.Context(), job)
	require.NoError(t, err)

	exported, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
	require.NoError(t, err)
	file, err := artifact.FromFile(exported.File)
	require.NoError(t, err)
	reference := outputs(t, artifact.FromRun(trained), "interpreter", data.Test)
	require.Len(t, reference["energy"], len(data.Test))
	for _, name := range engines.Names(engines.All()) {
		if engine, _ := engines.Named(name); engine.Available() != nil {
			continue
		}
		got := outputs(t, file, name, data.Test)
		for _, output := range []string{"energy", "forces", "bond"} {
			require.Len(t, got[output], len(reference[output]))
			allclose.Within(t, reference[output], got[output], 1e-4*largest(reference[output]), "%s in %s", output, name)
		}
	}
	epochs, err := run.ReadMetrics(store)
	require.NoError(t, err)
	require.Less(t, epochs[len(epochs)-1].Train, epochs[0].Train/10, "it learns")
	require.Less(t, epochs[len(epochs)-1].Valid, epochs[9].Valid)
	requireSlope(t, trained, data.Test[0])
}

// requireRefusals of options for which energies are not known, or which are of motion
// alone, on data that allow them to other models.
func requireRefusals(t *testing.T, job train.Job) {
	t.Helper()
	samples := springs(4, 24, 1)
	for i := range samples {
		s := &samples[i]
		s.Objects, s.TargetVelocity = system.Objects{system.Stick.Of(0, 1)}, slices.Clone(s.Velocity)
	}
	base := *job.Config.Training
	job.Data = &datasets.Data{Train: samples, Valid: springs(4, 4, 2)}
	for field, change := range map[string]func(o *run.Options){
		"perturb": func(o *run.Options) { o.Perturb = system.Length }, "noise": func(o *run.Options) { o.Noise = 0.1 },
		"reverse": func(o *run.Options) { o.Reverse = true }, "loss": func(o *run.Options) { o.Loss = run.Huber },
	} {
		options := base
		change(&options)
		job.Config.Training = &options
		err := train.Check(job)
		require.ErrorContains(t, err, field)
		require.ErrorContains(t, err, "trained on energies and forces")
	}
	base.Unroll, job.Config.Training = 2, &base
	require.ErrorContains(t, train.Check(job), "unroll")
}

// brief is a job of one epoch, in a store of its own.
func brief(job train.Job) train.Job {
	options := *job.Config.Training
	options.Epochs, options.ValidEvery = 1, 1
	job.Store, job.Config.Training = run.NewMemory("brief"), &options
	return job
}

// requireSlope holds forces to central differences of the energy.
func requireSlope(t *testing.T, trained *run.Run, sample system.Sample) {
	const step = 1e-3
	model := artifact.FromRun(trained)
	forces := outputs(t, model, "interpreter", []system.Sample{sample})["forces"]
	for k := range sample.Position {
		var energies [2]float64
		for side, sign := range []float32{1, -1} {
			moved := sample
			moved.Position = append([]float32{}, sample.Position...)
			moved.Position[k] += sign * step
			energies[side] = float64(outputs(t, model, "interpreter", []system.Sample{moved})["energy"][0])
		}
		require.InDelta(t, -(energies[0]-energies[1])/(2*step), float64(forces[k]), 2e-2*largest(forces))
	}
}

func outputs(t *testing.T, model *artifact.Model, engine string, samples []system.Sample) map[string][]float32 {
	t.Helper()
	predictor, _, err := model.Open(engine)
	require.NoError(t, err)
	defer predictor.Close()
	got, err := predictor.Outputs(samples)
	require.NoError(t, err)
	_, _, err = predictor.Predict(samples)
	require.EqualError(t, err, "the model predicts bond, energy, forces, and no position")
	return got
}

func largest(values []float32) (most float64) {
	for _, value := range values {
		most = max(most, math.Abs(float64(value)))
	}
	return most
}

func TestWhatIsNoEnergy(t *testing.T) {
	still := func(w *graph.Writer) { w.Energy(w.Linear("energy", w.Inputs.Velocity, 1)) }
	_, err := graph.Own(config.Config{Model: "own"}, false, still)
	require.ErrorContains(t, err, "the energy does not depend on the positions: it has no forces")
	model, err := graph.Own(config.Config{Model: "own"}, false, func(w *graph.Writer) {
		w.SystemResult("momentum", w.Inputs.Velocity)
	})
	require.NoError(t, err)
	require.True(t, model.Module.OfSystem("momentum"))
	_, err = train.Objective(model)
	require.ErrorContains(t, err, "the model own has neither positions nor an energy to train on")
	require.NoError(t, ir.Verify(model.Module))
}
