package gorgonia

import (
	"os"
	"os/exec"
	goruntime "runtime"
	"slices"
	"testing"
	"time"
	"weak"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
)

// TestTrainer holds the trainers of all levels to what all trainers do.
func TestTrainer(t *testing.T) {
	eachLevel(t, allLevels, func(t *testing.T, level Level) {
		conformance.Train(t, func(m *ir.Module, params map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error) {
			return NewTrainer(m, params, level, solver)
		})
	})
}

// TestSolverOfLibrary trains with Gorgonia's own solver, whose state cannot be
// had.
func TestSolverOfLibrary(t *testing.T) { eachLevel(t, allLevels, solverOfLibrary) }

func solverOfLibrary(t *testing.T, level Level) {
	solver := runtime.Solver{LearningRate: 1e-2, WeightDecay: 1e-4, OfLibrary: true}
	open := func(m *ir.Module, params map[string]runtime.Tensor, _ runtime.Solver) (runtime.Trainer, error) {
		return NewTrainer(m, params, level, solver)
	}
	conformance.Gradients(t, open)
	trainer, err := open(conformance.MessagePassing(t), conformance.MessagePassingParams(), solver)
	require.NoError(t, err)
	_, err = trainer.State()
	require.ErrorContains(t, err, "keeps its state to itself")
	require.ErrorContains(t, trainer.Restore(runtime.SolverState{}), "keeps its state to itself")
	trainer.SetLearningRate(0)
	conformance.Step(t, trainer, conformance.MessagePassingBatch(6, 2))
	require.Equal(t, conformance.MessagePassingParams(), trainer.Params())
	require.NoError(t, trainer.Close())
}

// TestParamsAreTheCallers: what a caller does to the weights that it gets changes no weight of the trainer.
func TestParamsAreTheCallers(t *testing.T) {
	eachLevel(t, allLevels, func(t *testing.T, level Level) {
		trainer, err := NewTrainer(conformance.MessagePassing(t), conformance.MessagePassingParams(), level, runtime.Solver{LearningRate: 1e-2})
		require.NoError(t, err)
		for _, value := range trainer.Params() {
			clear(value.Float)
		}
		require.Equal(t, conformance.MessagePassingParams(), trainer.Params())
		require.NoError(t, trainer.Close())
	})
}

// TestGradientsThatStay: a weight keeps the matrix of a gradient that lies where it lay, and has a new one of another.
func TestGradientsThatStay(t *testing.T) {
	w := &weight{name: "w", value: dense(make([]float32, 2), 1, 2)}
	one, other := []float32{1, 2}, []float32{1, 2}
	w.take(one)
	first := w.gradient
	require.Equal(t, []int{1, 2}, []int(first.Shape()))
	w.take(one)
	require.Same(t, first, w.gradient)
	w.take(other)
	require.NotSame(t, first, w.gradient)
	require.Same(t, &other[0], &w.gradient.Float32s()[0])
}

// TestClosedTrainersAreForgotten: their memory is free for the next one.
func TestClosedTrainersAreForgotten(t *testing.T) { eachLevel(t, allLevels, forgotten) }

func forgotten(t *testing.T, level Level) {
	closed := func() (gone func() bool) {
		opened, err := NewTrainer(conformance.MessagePassing(t), conformance.MessagePassingParams(), level, runtime.Solver{LearningRate: 1e-2})
		require.NoError(t, err)
		conformance.Step(t, opened, conformance.MessagePassingBatch(6, 2))
		switch engine := opened.(*trainer).engine.(type) {
		case *region:
			pointer := weak.Make(engine)
			gone = func() bool { return pointer.Value() == nil }
		case *tapes:
			pointer := weak.Make(engine.programs[0])
			gone = func() bool { return pointer.Value() == nil }
		}
		require.NoError(t, opened.Close())
		return gone
	}()
	require.Eventually(t, func() bool { goruntime.GC(); return closed() }, 10*time.Second, time.Millisecond)
}

// TestTrainersTogether builds graphs beside each other. Gorgonia's constants are
// new in a process that has built none, so the test has one of its own.
func TestTrainersTogether(t *testing.T) {
	const alone = "GMNC_TEST_ALONE"
	if os.Getenv(alone) == "" {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTrainersTogether$")
		command.Env = append(os.Environ(), alone+"=1")
		output, err := command.CombinedOutput()
		require.NoError(t, err, "%s", output)
		return
	}
	for _, level := range slices.Repeat([]Level{O0, O1, O2}, 2) {
		t.Run(level.String(), func(t *testing.T) {
			t.Parallel()
			trainer, err := NewTrainer(conformance.MessagePassing(t), conformance.MessagePassingParams(), level, runtime.Solver{LearningRate: 1e-2})
			require.NoError(t, err)
			conformance.Step(t, trainer, conformance.MessagePassingBatch(6, 2))
			require.NoError(t, trainer.Close())
		})
	}
}
