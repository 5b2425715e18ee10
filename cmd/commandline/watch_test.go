package commandline

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
	"gmnc/train"
)

// watched is a watch over a training of two epochs, of which the first is
// not validated.
func watched(t *testing.T, interactive bool) (w *watch, stderr *bytes.Buffer) {
	t.Helper()
	stderr = &bytes.Buffer{}
	job := train.Job{Store: run.Folder(t.TempDir()), Config: run.Config{Training: &run.Options{Epochs: 2}}}
	w = newWatch(&terminal{err: stderr, interactive: interactive}, job)
	rows := []run.Epoch{{Epoch: 1, Train: 0.75, Valid: math.NaN()}, {Epoch: 2, Train: 0.5, Valid: 0.25}}
	for epoch := 1; epoch <= 2; epoch++ {
		w.step(epoch, 1, 2, 0.125)
		w.step(epoch, 2, 2, 0.0625)
		require.NoError(t, w.epoch(rows[:epoch]))
	}
	w.close()
	return w, stderr
}

func TestBarForAPerson(t *testing.T) {
	_, stderr := watched(t, true)
	require.Regexp(t, `epoch 1/2, loss 0.125, \d+\.\d\d steps/s +\d+% \|`, stderr.String())
	require.NotContains(t, stderr.String(), "\n", "the bar stays on its line")
	require.Regexp(t, `\r +\r$`, stderr.String(), "the bar is taken away")
}

func TestLinesForALog(t *testing.T) {
	w, stderr := watched(t, false)
	require.Regexp(t, `^epoch 2/2: training loss 0.5, validation error 0.25, \d+\.\d\d steps/s, 0s left\n$`, stderr.String())
	require.FileExists(t, w.job.Store.String()+"/"+run.CurveName)
}

// A resumed training shows the time for what is left, not for all.
func TestBarCountsFromWhereItStarts(t *testing.T) {
	w := newWatch(&terminal{err: &bytes.Buffer{}}, train.Job{Config: run.Config{Training: &run.Options{Epochs: 100}}})
	w.step(91, 1, 5, 1)
	require.Equal(t, 10*5, w.total)
	require.Equal(t, 1, w.done)
}
