package conformance

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

const (
	// LayerTolerance bounds the float32 error of a layer and its gradients, relative to the
	// largest entry: some ten operations one after another.
	LayerTolerance = 1e-5

	learningRate = 1e-2
	weightDecay  = 1e-4
)

// Trainer opens a trainer of a module.
type Trainer func(m *ir.Module, params map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error)

// Train tests what every trainer must do.
func Train(t *testing.T, open Trainer) {
	for name, test := range map[string]func(*testing.T, Trainer){
		"gradients": Gradients, "steps": steps, "learning rate": rates, "state": resumes, "parameters": parameters, "session": sessionOfTrainer, "changed gradients": changed,
		"not finite": nonFinite, "gradient not finite": nonFiniteGradient, "loss is a parameter": lossIsParameter,
		"nothing to train": nothingToTrain, "wrong calls": wrongCalls, "concurrent use": concurrentUse,
	} {
		t.Run(name, func(t *testing.T) { test(t, open) })
	}
}

func newTrainer(t *testing.T, open Trainer, m *ir.Module, params map[string]runtime.Tensor) runtime.Trainer {
	t.Helper()
	trainer, err := open(m, params, runtime.Solver{LearningRate: learningRate, WeightDecay: weightDecay})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, trainer.Close()) })
	return trainer
}

// Step makes a step on a batch and returns the loss before it.
func Step(t testing.TB, trainer runtime.Trainer, batch runtime.Batch) float64 {
	t.Helper()
	loss, err := runtime.Step(trainer, batch)
	require.NoError(t, err)
	return loss
}

// Shapes are more shapes than those whose tape Gorgonia keeps, in an order that comes back to
// earlier ones. A single particle and an empty batch are among them.
var Shapes = [][2]int{{6, 2}, {1, 0}, {6, 2}, {4, 3}, {1, 0}, {5, 1}, {3, 2}, {2, 1}, {0, 0}, {6, 2}}

// Gradients trains on changing shapes and compares the gradients with those of the IR at every
// step, three times each.
func Gradients(t *testing.T, open Trainer) {
	m := MessagePassing(t)
	names := []string{"bias", "inner", "outer", "scale"}
	differentiated, unreached, err := ir.Gradient(m, runtime.LossName, names)
	require.NoError(t, err)
	require.Empty(t, unreached)
	trainer := newTrainer(t, open, m, MessagePassingParams())
	for _, shape := range Shapes {
		batch := MessagePassingBatch(shape[0], shape[1])
		want := Everything(t, differentiated, trainer.Params(), batch)
		for range 3 {
			got, err := trainer.Gradients(batch)
			require.NoError(t, err)
			loss := runtime.Floats([]float32{float32(got.Loss)}, 1, 1)
			Compare(t, runtime.LossName, want[runtime.LossName], loss, LayerTolerance)
			require.Len(t, got.ByParam, len(names))
			for _, name := range names {
				Compare(t, name, want["grad/"+name], got.ByParam[name], LayerTolerance)
			}
		}
		Step(t, trainer, batch)
	}
}

// steps requires that the loss falls, that the same start gives the same bits, and that what
// the loss does not depend on is unchanged.
func steps(t *testing.T, open Trainer) {
	batch := MessagePassingBatch(6, 2)
	train := func() (losses []float64, values map[string]runtime.Tensor) {
		trainer := newTrainer(t, open, MessagePassing(t), MessagePassingParams())
		for range 40 {
			losses = append(losses, Step(t, trainer, batch))
		}
		return losses, trainer.Params()
	}
	losses, values := train()
	require.Less(t, losses[39], losses[0]/2)
	require.Equal(t, MessagePassingParams()["unused"], values["unused"])
	require.NotEqual(t, MessagePassingParams()["scale"], values["scale"])
	again, sameValues := train()
	require.Equal(t, losses, again)
	require.Equal(t, values, sameValues)
}

// rates requires that a new learning rate applies to the steps that follow. A rate of 0 changes
// nothing. With the same rate, trainers in the same state make the same step, whatever their
// rates were before.
func rates(t *testing.T, open Trainer) {
	batch := MessagePassingBatch(6, 2)
	trainer := newTrainer(t, open, MessagePassing(t), MessagePassingParams())
	trainer.SetLearningRate(0)
	Step(t, trainer, batch)
	require.Equal(t, MessagePassingParams(), trainer.Params())

	state, err := trainer.State()
	require.NoError(t, err)
	other, err := open(MessagePassing(t), MessagePassingParams(), runtime.Solver{LearningRate: 10 * learningRate, WeightDecay: weightDecay})
	require.NoError(t, err)
	defer other.Close()
	require.NoError(t, other.Restore(state))
	trainer.SetLearningRate(learningRate)
	other.SetLearningRate(learningRate)
	Step(t, trainer, batch)
	Step(t, other, batch)
	require.Equal(t, trainer.Params(), other.Params())
	require.NotEqual(t, MessagePassingParams(), trainer.Params())
}

// parameters requires that a trainer that has been given parameters continues like one that
// began with them. It must refuse parameters of another module.
func parameters(t *testing.T, open Trainer) {
	batch := MessagePassingBatch(6, 2)
	trainer, other := newTrainer(t, open, MessagePassing(t), MessagePassingParams()), newTrainer(t, open, MessagePassing(t), MessagePassingParams())
	Step(t, trainer, batch)
	given := trainer.Params()
	require.NoError(t, other.SetParams(given))
	want, err := newTrainer(t, open, MessagePassing(t), given).Gradients(batch)
	require.NoError(t, err)
	got, err := other.Gradients(batch)
	require.NoError(t, err)
	require.Equal(t, want, got)
	Step(t, other, batch)
	require.NotEqual(t, given, other.Params())
	require.Equal(t, given, trainer.Params(), "values are copied")

	delete(given, "bias")
	require.ErrorContains(t, other.SetParams(given), "bias")
}

// resumes requires that a restored trainer continues with the same bits.
func resumes(t *testing.T, open Trainer) {
	batch := MessagePassingBatch(6, 2)
	trainer := newTrainer(t, open, MessagePassing(t), MessagePassingParams())
	Step(t, trainer, batch)
	Step(t, trainer, batch)
	state, err := trainer.State()
	require.NoError(t, err)
	require.Equal(t, 2, state.Step)

	resumed := newTrainer(t, open, MessagePassing(t), trainer.Params())
	require.NoError(t, resumed.Restore(state))
	Step(t, trainer, batch)
	require.NotEqual(t, trainer.Params(), resumed.Params())
	Step(t, resumed, batch)
	require.Equal(t, trainer.Params(), resumed.Params())

	delete(state.Second, "bias")
	require.ErrorContains(t, resumed.Restore(state), "no state of Adam")
}

// sessionOfTrainer requires that a session uses the parameters as they are at each run, also
// after the trainer is closed.
func sessionOfTrainer(t *testing.T, open Trainer) {
	m := MessagePassing(t)
	trainer := newTrainer(t, open, m, MessagePassingParams())
	session, err := trainer.Session(m)
	require.NoError(t, err)
	compare := func() {
		for _, shape := range Shapes {
			batch := MessagePassingBatch(shape[0], shape[1])
			got, err := session.Run(batch)
			require.NoError(t, err)
			for name, want := range Everything(t, m, trainer.Params(), batch) {
				Compare(t, name, want, got[name], LayerTolerance)
				// The results belong to the caller.
				clear(got[name].Float)
				clear(got[name].Index)
			}
		}
	}
	compare()
	Step(t, trainer, MessagePassingBatch(6, 2))
	compare()
	require.NoError(t, trainer.Close())
	compare()
	require.NoError(t, session.Close())
	_, err = trainer.Gradients(MessagePassingBatch(6, 2))
	require.EqualError(t, err, "the trainer is closed")

	other := ir.SampleModule()
	require.NoError(t, ir.Build(other, func(b *ir.Builder) { b.Output("y", b.Param("other", ir.Floats(ir.Fixed(1), 1))) }))
	_, err = trainer.Session(other)
	require.ErrorContains(t, err, "the parameters do not fit module sample")
}

// changed requires that a step uses gradients that the caller has changed in place or replaced.
func changed(t *testing.T, open Trainer) {
	batch := MessagePassingBatch(6, 2)
	params := func(change func(*runtime.Gradients)) map[string]runtime.Tensor {
		trainer := newTrainer(t, open, MessagePassing(t), MessagePassingParams())
		gradients, err := trainer.Gradients(batch)
		require.NoError(t, err)
		change(gradients)
		require.NoError(t, trainer.Step(gradients))
		return trainer.Params()
	}
	as := params(func(*runtime.Gradients) {})
	negative := params(func(g *runtime.Gradients) {
		for _, gradient := range g.ByParam {
			for i := range gradient.Float {
				gradient.Float[i] *= -1
			}
		}
	})
	require.NotEqual(t, as, negative)
	require.Equal(t, negative, params(func(g *runtime.Gradients) {
		for name, gradient := range g.ByParam {
			g.ByParam[name] = gradient.Clone()
			for i, x := range gradient.Float {
				g.ByParam[name].Float[i] = -x
			}
		}
	}))
}

// concurrentUse runs sessions and a trainer on the same parameters, for the race detector.
func concurrentUse(t *testing.T, open Trainer) {
	trainer := newTrainer(t, open, MessagePassing(t), MessagePassingParams())
	session, err := trainer.Session(MessagePassing(t))
	require.NoError(t, err)
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for k := range 8 {
				batch := MessagePassingBatch(2+(i+k)%3, 2)
				var err error
				if i == 0 {
					_, err = runtime.Step(trainer, batch)
				} else {
					_, err = session.Run(batch)
				}
				if err != nil {
					t.Error(err)
				}
				trainer.Params()
				if _, err := trainer.State(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	require.NoError(t, session.Close())
}

// SameTraining requires that two trainers have the same bits: losses, gradients and parameters,
// over several steps on each of the batches.
func SameTraining(t *testing.T, m *ir.Module, params map[string]runtime.Tensor, batches []runtime.Batch, one, other Trainer) {
	t.Helper()
	first, second := newTrainer(t, one, m, params), newTrainer(t, other, m, params)
	for _, batch := range slices.Repeat(batches, 3) {
		want, err := first.Gradients(batch)
		require.NoError(t, err)
		got, err := second.Gradients(batch)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.NoError(t, first.Step(want))
		require.NoError(t, second.Step(got))
	}
	require.Equal(t, first.Params(), second.Params())
	wantState, err := first.State()
	require.NoError(t, err)
	gotState, err := second.State()
	require.NoError(t, err)
	require.Equal(t, wantState, gotState)
}
