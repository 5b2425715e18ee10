package train_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
	"gmnc/train"
)

var errFault = errors.New("the machine failed")

// faults counts the calls of an engine and of a store by their names, of which one fails. A training writes its state
// while it goes on, so only the calls of one name have an order.
type faults struct {
	fails string // the name of the call that fails
	at    int    // which of the calls of that name fails, from 1, or 0 if none does
	mutex sync.Mutex
	calls map[string]int
	open  int // the trainers that are not closed
}

func (f *faults) call(name string) error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.calls == nil {
		f.calls = map[string]int{}
	}
	f.calls[name]++
	if name == f.fails && f.calls[name] == f.at {
		return errFault
	}
	return nil
}

// opened counts trainers that were opened or closed.
func (f *faults) opened(count int) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.open += count
}

type faultySession struct {
	runtime.Session
	*faults
}

func (s faultySession) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) {
	if err := s.call("Session.Run"); err != nil {
		return nil, err
	}
	return s.Session.Run(batch)
}

type faultyTrainer struct {
	runtime.Trainer
	*faults
}

func (t faultyTrainer) Close() error {
	t.opened(-1)
	return t.Trainer.Close()
}

func (t faultyTrainer) Gradients(batch runtime.Batch) (*runtime.Gradients, error) {
	if err := t.call("Trainer.Gradients"); err != nil {
		return nil, err
	}
	return t.Trainer.Gradients(batch)
}

func (t faultyTrainer) Step(gradients *runtime.Gradients) error {
	return errors.Join(t.call("Trainer.Step"), t.Trainer.Step(gradients))
}

func (t faultyTrainer) SetParams(params map[string]runtime.Tensor) error {
	return errors.Join(t.call("Trainer.SetParams"), t.Trainer.SetParams(params))
}

func (t faultyTrainer) Session(m *ir.Module) (runtime.Session, error) {
	if err := t.call("Trainer.Session"); err != nil {
		return nil, err
	}
	session, err := t.Trainer.Session(m)
	return faultySession{session, t.faults}, err
}

func (t faultyTrainer) State() (runtime.SolverState, error) {
	state, err := t.Trainer.State()
	return state, errors.Join(t.call("Trainer.State"), err)
}

func (t faultyTrainer) Restore(state runtime.SolverState) error {
	return errors.Join(t.call("Trainer.Restore"), t.Trainer.Restore(state))
}

type faultyStore struct {
	run.Store
	*faults
}

func (s faultyStore) Read(name string) ([]byte, error) {
	if err := s.call("Store.Read " + name); err != nil {
		return nil, err
	}
	return s.Store.Read(name)
}

func (s faultyStore) Write(name string, content []byte) error {
	if err := s.call("Store.Write " + name); err != nil {
		return err
	}
	return s.Store.Write(name, content)
}

func (s faultyStore) Lock() (func(), error) {
	if err := s.call("Store.Lock"); err != nil {
		return nil, err
	}
	return s.Store.Lock()
}

// with returns the job with the engine and the store of which a call fails.
func (f *faults) with(job train.Job) train.Job {
	job.Store = faultyStore{job.Store, f}
	job.Engine.Modes = slices.Clone(job.Engine.Modes)
	for i := range job.Engine.Modes {
		mode := job.Engine.Modes[i]
		job.Engine.Modes[i].Open = func(m *ir.Module, params map[string]runtime.Tensor) (runtime.Session, error) {
			if err := f.call("Mode.Open"); err != nil {
				return nil, err
			}
			session, err := mode.Open(m, params)
			return faultySession{session, f}, err
		}
		job.Engine.Modes[i].Train = func(m *ir.Module, params map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error) {
			if err := f.call("Mode.Train"); err != nil {
				return nil, err
			}
			trainer, err := mode.Train(m, params, solver)
			f.opened(1)
			return faultyTrainer{trainer, f}, err
		}
	}
	return job
}

// smallJob trains a model of one layer on two samples in memory for two epochs.
func smallJob(t *testing.T) train.Job {
	job := newJob(t)
	job.Data.Train, job.Data.Valid = job.Data.Train[:2], job.Data.Valid[:1]
	job.Store = run.NewMemory("run")
	job.Config.Model = config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 2}
	job.Config.Training = &run.Options{Epochs: 2, Batch: 2, LearningRate: 5e-3, Seed: 3, ValidEvery: 1, Level: 2, KeepLast: true}
	return job
}

// requireFaults makes the first and the last call of each name fail, or the last calls of some names, one in each
// training, and requires that the training ends with its error and closes its trainers.
func requireFaults(t *testing.T, start func(context.Context, train.Job) (*run.Run, error), job func() train.Job, lastOf ...string) {
	t.Helper()
	all := &faults{}
	_, err := start(t.Context(), all.with(job()))
	require.NoError(t, err)
	require.Greater(t, len(all.calls), 10)
	require.Zero(t, all.open, "trainers stay open")
	for _, name := range lastOf {
		require.Contains(t, all.calls, name)
	}
	for _, name := range slices.Sorted(maps.Keys(all.calls)) {
		which := []int{1, all.calls[name]}
		if lastOf != nil {
			if !slices.Contains(lastOf, name) {
				continue
			}
			which = which[1:]
		}
		for _, at := range slices.Compact(which) {
			one := &faults{fails: name, at: at}
			_, err := start(t.Context(), one.with(job()))
			require.ErrorIs(t, err, errFault, "call %d of %d, %s", at, all.calls[name], name)
			require.Zero(t, one.open, "trainers stay open after call %d of %d, %s", at, all.calls[name], name)
		}
	}
}

// TestFaultsEndATraining: an error of a call of the engine or of the store ends a training, and is its error.
func TestFaultsEndATraining(t *testing.T) {
	requireFaults(t, train.Train, func() train.Job {
		return with(smallJob(t), func(o *run.Options) { o.EMA, o.Loss, o.Velocity = 0.5, run.Cauchy, 0 })
	})
}

// TestFaultsEndAResumedTraining: such an error ends a training that was resumed, too.
func TestFaultsEndAResumedTraining(t *testing.T) {
	stopped := smallJob(t)
	mustTrain(t, stopped)
	requireFaults(t, train.Resume, func() train.Job {
		job := with(smallJob(t), func(o *run.Options) { o.Epochs = 3 })
		for _, name := range []string{"config.json", "metrics.csv", "state.safetensors", "weights.safetensors"} {
			write(t, job.Store, name, read(t, stopped.Store, name))
		}
		return job
	})
}

// TestFaultsEndAFit: the fit of constants and its judgement end with the error of a call, too.
func TestFaultsEndAFit(t *testing.T) {
	requireFaults(t, train.Train, func() train.Job {
		job := smallJob(t)
		job.Data.About = datasets.About{LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s"}
		give(job.Data, system.Mass, []float32{1, 2, 0.5})
		job.Config.Model = config.Config{Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 1, Forces: config.NoForces, Integrator: config.RungeKutta4, Learn: []config.Constant{{Name: config.LearnedGravity}}}
		job.Config.Training.Epochs, job.Config.Training.Velocity = 1, 1
		return job
	}, "Session.Run", "Trainer.SetParams", "Trainer.Session", "Store.Write weights.safetensors", "Store.Write state.safetensors")
}
