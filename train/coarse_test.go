package train_test

import (
	"errors"
	goruntime "runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
)

// coarseJob trains a law of motion with one step, with two, and with its three: 4 epochs
// have 1, 1, 2 and 3.
func coarseJob(t *testing.T) train.Job {
	job := with(newJob(t), func(o *run.Options) { o.Coarse, o.EMA, o.ValidEvery = []int{1, 2}, 0.9, 1 })
	job.Config.Model = config.Config{Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 4}
	return job
}

// TestCoarseToFine: layers grow as they should, the run is one of the finest model, and
// any interruption and number of threads leaves the bits as they are.
func TestCoarseToFine(t *testing.T) {
	whole := coarseJob(t)
	var said []string
	whole.Observer.Notice = func(text string) { said = append(said, text) }
	wholeRun := mustTrain(t, whole)
	require.Equal(t, 3, wholeRun.Config.Model.Layers)
	require.Contains(t, said, "epoch 3: 2 layers from here on, after 1")
	require.Contains(t, said, "epoch 4: 3 layers from here on, after 2")
	var grown []int
	for epoch := range 4 {
		grown = append(grown, whole.Config.Training.LayersIn(epoch+1, 3))
	}
	require.Equal(t, []int{1, 1, 2, 3}, grown)

	want := load(t, whole.Store)
	for name, stops := range map[string][]stop{
		"coarse":         {{2, 1}},
		"before finer":   {{2, steps}},
		"in the finer":   {{3, 2}},
		"at each change": {{2, steps}, {3, 1}, {3, steps}, {4, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			defer goruntime.GOMAXPROCS(goruntime.GOMAXPROCS(3))
			job := coarseJob(t)
			require.Equal(t, wholeRun, interrupted(t, job, stops))
			requireSame(t, want, load(t, job.Store))
		})
	}

	fine := with(coarseJob(t), func(o *run.Options) { o.Coarse = nil })
	mustTrain(t, fine)
	require.NotEqual(t, want.State, load(t, fine.Store).State)
	patient := with(coarseJob(t), func(o *run.Options) { o.Patience, o.LearningRate = 1, 1e-12 })
	mustTrain(t, patient)
	require.Len(t, metricsOf(t, patient.Store), 4, "patience waits for the finest")
}

// TestCoarseKeepsItsEpochs: with more of them a run of full layers would go back to fewer.
func TestCoarseKeepsItsEpochs(t *testing.T) {
	job := coarseJob(t)
	stopped(t, train.Train, job, stop{4, 1})
	before := load(t, job.Store)
	_, err := train.Resume(t.Context(), with(job, func(o *run.Options) { o.Epochs = 8 }))
	require.ErrorContains(t, err, "coarse and curriculum divide the epochs, and it was started with epochs 4 and not 8: resume with as many")
	requireSame(t, before, load(t, job.Store))
}

func TestCoarseRefused(t *testing.T) {
	for want, model := range map[string]config.Config{
		"coarse does not go with this model gmn, whose layers have weights of their own": {Model: "gmn", Form: config.Published, Layers: 3, Hidden: 4},
		"coarse does not go with model linear, which has no layers":                      {Model: "linear", Form: config.Published, Layers: 3, Hidden: 4},
		"coarse goes to 2 layers, and the model has 1: give at most layers":              {Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4},
		"steps of gmn-ode share theirs unless it has weights own":                        {Model: "gmn-ode", Form: config.Published, Layers: 3, Hidden: 4, Weights: config.OwnWeights},
	} {
		job := coarseJob(t)
		job.Config.Model = model
		require.ErrorContains(t, train.Check(job), want)
	}
}

// counting counts how often trainers are closed.
type counting struct {
	runtime.Trainer
	closed *int
}

func (c counting) Close() error { *c.closed++; return c.Trainer.Close() }

// TestRefinementThatFails: training ends with its error, closes each trainer once, and has
// saved the epoch before.
func TestRefinementThatFails(t *testing.T) {
	job := coarseJob(t)
	job.Engine.Modes = slices.Clone(job.Engine.Modes)
	made, closed := 0, 0
	for i := range job.Engine.Modes {
		prepare := job.Engine.Modes[i].Train
		job.Engine.Modes[i].Train = func(m *ir.Module, params map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error) {
			if made++; made > 1 {
				return nil, errors.New("no memory is left")
			}
			trainer, err := prepare(m, params, solver)
			return counting{trainer, &closed}, err
		}
	}
	_, err := train.Train(t.Context(), job)
	require.ErrorContains(t, err, "no memory is left")
	require.Equal(t, 2, made)
	require.Equal(t, 1, closed)
	require.Len(t, load(t, job.Store).Metrics, 2)
}
