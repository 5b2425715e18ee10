package gorgonia

import (
	"math"
	goruntime "runtime"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/require"
	G "gorgonia.org/gorgonia"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/conformance"
)

// TestGradients trains on changing shapes with either solver and compares
// Gorgonia's gradients with the IR's at every step, three times each.
func TestGradients(t *testing.T) { eachLevel(t, allLevels, gradients) }

func gradients(t *testing.T, level Level) {
	m := pull(t)
	names := []string{"bias", "inner", "outer", "scale"}
	differentiated, unreached, err := ir.Gradient(m, lossName, names)
	require.NoError(t, err)
	require.Empty(t, unreached)
	for name, solver := range map[string]G.Solver{"ours": NewAdam(1e-2, 1e-4), "stock": stockAdam(1e-2, 1e-4)} {
		t.Run(name, func(t *testing.T) {
			params := pullParams(t)
			trainer, err := NewTrainer(m, params, level, solver)
			require.NoError(t, err)
			for _, shape := range shapes {
				inputs := pullBatch(shape[0], shape[1])
				want := everything(t, differentiated, params, inputs)
				for range 3 {
					loss, gradients, err := trainer.Gradients(inputs)
					require.NoError(t, err)
					requireLoss(t, want, loss)
					require.Len(t, gradients, len(names))
					for _, name := range names {
						conformance.Compare(t, name, want["grad/"+name], gradients[name], layerTolerance)
					}
				}
				loss, err := trainer.Step(inputs)
				require.NoError(t, err)
				requireLoss(t, want, loss)
			}
			require.NoError(t, trainer.Close())
		})
	}
}

func requireLoss(t *testing.T, want map[string]ir.Tensor, loss float64) {
	t.Helper()
	conformance.Compare(t, lossName, want[lossName], runtime.Floats([]float32{float32(loss)}, 1, 1), layerTolerance)
}

// TestStep requires the loss to fall, the same bits from the same start,
// and what the loss does not depend on to stay.
func TestStep(t *testing.T) { eachLevel(t, allLevels, steps) }

func steps(t *testing.T, level Level) {
	inputs := pullBatch(6, 2)
	train := func() (losses []float64, values map[string]runtime.Tensor) {
		params := pullParams(t)
		trainer, err := NewTrainer(pull(t), params, level, NewAdam(1e-2, 1e-4))
		require.NoError(t, err)
		for range 40 {
			loss, err := trainer.Step(inputs)
			require.NoError(t, err)
			losses = append(losses, loss)
		}
		return losses, params.Values()
	}
	losses, values := train()
	require.Less(t, losses[39], losses[0]/2)
	start := pullParams(t).Values()
	require.Equal(t, start["unused"], values["unused"])
	require.NotEqual(t, start["scale"], values["scale"])
	again, sameValues := train()
	require.Equal(t, losses, again)
	require.Equal(t, values, sameValues)
}

func TestNonFinite(t *testing.T) { eachLevel(t, allLevels, nonFinite) }

func nonFinite(t *testing.T, level Level) {
	params, adam := pullParams(t), NewAdam(1e-2, 0)
	trainer, err := NewTrainer(pull(t), params, level, adam)
	require.NoError(t, err)
	_, err = trainer.Step(pullBatch(6, 2))
	require.NoError(t, err)
	before, state := params.Values(), adam.State()
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1e30} {
		inputs := pullBatch(6, 2)
		inputs["target"].Float[4] = float32(bad)
		loss, err := trainer.Step(inputs)
		var refused *NonFiniteError
		require.ErrorAs(t, err, &refused)
		require.Empty(t, refused.Param)
		require.Equal(t, math.Float64bits(loss), math.Float64bits(refused.Loss))
	}
	require.Equal(t, before, params.Values())
	require.Equal(t, state, adam.State())
	_, err = trainer.Step(pullBatch(6, 2))
	require.NoError(t, err)
}

// TestNonFiniteGradient takes a root at 0, whose loss is finite.
func TestNonFiniteGradient(t *testing.T) { eachLevel(t, allLevels, nonFiniteGradient) }

func nonFiniteGradient(t *testing.T, level Level) {
	m := &ir.Module{Name: "root"}
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		one := ir.Floats(ir.Fixed(1), 1)
		b.Output(lossName, b.Add(b.Sqrt(b.Param("b", one)), b.Param("a", one)))
	}))
	params, err := NewParams(m, map[string]runtime.Tensor{
		"a": runtime.Floats([]float32{1}, 1, 1), "b": runtime.Floats([]float32{0}, 1, 1),
	})
	require.NoError(t, err)
	trainer, err := NewTrainer(m, params, level, NewAdam(1, 0))
	require.NoError(t, err)
	_, err = trainer.Step(nil)
	require.EqualError(t, err, "the gradient of b is not finite (the loss is 1)")
	require.Equal(t, []float32{1}, params.Values()["a"].Float)
}

// TestLossIsParameter is the smallest training there is.
func TestLossIsParameter(t *testing.T) { eachLevel(t, allLevels, lossIsParameter) }

func lossIsParameter(t *testing.T, level Level) {
	m := &ir.Module{Name: "smallest"}
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Output(lossName, b.Param("a", ir.Floats(ir.Fixed(1), 1)))
	}))
	params, err := NewParams(m, map[string]runtime.Tensor{"a": runtime.Floats([]float32{3}, 1, 1)})
	require.NoError(t, err)
	trainer, err := NewTrainer(m, params, level, NewAdam(1, 0))
	require.NoError(t, err)
	for range 3 {
		loss, gradients, err := trainer.Gradients(nil)
		require.NoError(t, err)
		require.Equal(t, 3.0, loss)
		require.Equal(t, []float32{1}, gradients["a"].Float)
	}
}

func TestNothingToTrain(t *testing.T) {
	m := pull(t)
	m.Main.Outputs = m.Main.Outputs[:1]
	_, err := NewTrainer(m, pullParams(t), O0, NewAdam(1, 0))
	require.ErrorContains(t, err, `the loss "loss" is not an output`)
	m = pull(t)
	require.NoError(t, ir.Build(m, func(b *ir.Builder) { b.Output(lossName, b.Size("particles")) }))
	_, err = NewTrainer(m, &Params{}, O0, NewAdam(1, 0))
	require.ErrorContains(t, err, "depends on no parameter")
}

// TestClosedTrainersAreForgotten: their memory is free for the next one.
func TestClosedTrainersAreForgotten(t *testing.T) { eachLevel(t, allLevels, forgotten) }

func forgotten(t *testing.T, level Level) {
	closed := func() (gone func() bool) {
		trainer, err := NewTrainer(pull(t), pullParams(t), level, NewAdam(1e-2, 1e-4))
		require.NoError(t, err)
		_, err = trainer.Step(pullBatch(6, 2))
		require.NoError(t, err)
		switch engine := trainer.engine.(type) {
		case *region:
			pointer := weak.Make(engine)
			gone = func() bool { return pointer.Value() == nil }
		case *tapes:
			pointer := weak.Make(engine.programs[0])
			gone = func() bool { return pointer.Value() == nil }
		}
		require.NoError(t, trainer.Close())
		return gone
	}()
	require.Eventually(t, func() bool { goruntime.GC(); return closed() }, 10*time.Second, time.Millisecond)
}
