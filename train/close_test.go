package train_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
)

var errClosing = errors.New("memory was not given back")

// failing has trainers that close with an error.
type failing struct{ runtime.Trainer }

func (f failing) Close() error { return errors.Join(f.Trainer.Close(), errClosing) }

// TestClosingThatFails: its error is the training's, whose epochs are saved.
func TestClosingThatFails(t *testing.T) {
	job := newJob(t)
	job.Engine.Modes = slices.Clone(job.Engine.Modes)
	for i := range job.Engine.Modes {
		prepare := job.Engine.Modes[i].Train
		job.Engine.Modes[i].Train = func(m *ir.Module, params map[string]runtime.Tensor, solver runtime.Solver) (runtime.Trainer, error) {
			trainer, err := prepare(m, params, solver)
			return failing{trainer}, err
		}
	}
	require.ErrorIs(t, train.Check(job), errClosing)
	for _, start := range []func(context.Context, train.Job) (*run.Run, error){train.Train, train.Resume} {
		_, err := start(t.Context(), job)
		require.ErrorIs(t, err, errClosing)
		require.Len(t, load(t, job.Store).Metrics, job.Config.Training.Epochs)
	}
}
