package commandline

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/run"
	"gmnc/train"
	"gmnc/train/shooting"
)

// watched is a watch over a training of two epochs, of which the first is
// not validated.
func watched(t *testing.T, interactive bool) (w *watch, stderr *bytes.Buffer) {
	t.Helper()
	stderr = &bytes.Buffer{}
	terminal := &terminal{err: stderr}
	if interactive {
		terminal.columns = func() int { return 100 }
	}
	job := jobOf(2)
	job.Store = run.Folder(t.TempDir())
	w = newWatch(terminal, job)
	clock := time.Now()
	w.progress.now = func() time.Time { clock = clock.Add(time.Second); return clock }
	rows := []run.Epoch{{Epoch: 1, Train: 0.75, Valid: math.NaN()}, {Epoch: 2, Train: 0.5, Valid: 0.25}}
	for epoch := 1; epoch <= 2; epoch++ {
		w.step(epoch, 1, 2, 0.125)
		w.step(epoch, 2, 2, 0.0625)
		require.NoError(t, w.epoch(rows[:epoch]))
	}
	w.close()
	return w, stderr
}

// jobOf is a job of the given number of epochs, without data.
func jobOf(epochs int) train.Job {
	return train.Job{
		Store: run.NewMemory("run"), Data: new(datasets.Data),
		Config: run.Config{Training: &run.Options{Epochs: epochs}},
	}
}

func TestBarForAPerson(t *testing.T) {
	_, stderr := watched(t, true)
	require.Regexp(t, `\repoch 1/2  loss 0.125  [\d.]+ steps/s  25%  [\d.ms]+ left  \[#+\.+\]`, stderr.String())
	require.NotContains(t, stderr.String(), "\n", "the bar stays on its line")
	require.Regexp(t, `\r +\r$`, stderr.String(), "the bar is taken away")
}

func TestLinesForALog(t *testing.T) {
	w, stderr := watched(t, false)
	require.Regexp(t, `^epoch 1/2: training loss 0.75, [\d.]+ steps/s, [\d.ms]+ left\n`+
		`epoch 2/2: training loss 0.5, root mean squared error on the validation samples 0.5, lowest 0.5 in epoch 2, [\d.]+ steps/s\n$`, stderr.String())
	require.FileExists(t, w.job.Store.String()+"/"+run.CurveName)
}

// A resumed training shows the time for what is left, not for all.
func TestBarCountsFromWhereItStarts(t *testing.T) {
	w := newWatch(&terminal{err: &bytes.Buffer{}}, jobOf(100))
	w.step(91, 1, 5, 1)
	require.Equal(t, 10*5, w.total)
	require.Equal(t, 1, w.done)
}

// TestProgressFitsEveryWidth: the line ends before the last column, says what
// matters most, and no redraw begins a line of its own.
func TestProgressFitsEveryWidth(t *testing.T) {
	rows := []run.Epoch{{Epoch: 100, Train: 0.5, Valid: 0.0301}, {Epoch: 115, Train: 0.5, Valid: 0.0345}}
	for columns := 1; columns <= 130; columns++ {
		var stderr bytes.Buffer
		w := newWatch(&terminal{err: &stderr, columns: func() int { return columns }}, jobOf(600))
		w.progress.started = time.Now().Add(-time.Minute)
		w.rows = rows
		w.step(320, 1, 2, 0.00588)
		line := stderr.String()
		require.Len(t, line, columns, "a carriage return and one column less")
		require.Equal(t, 0, strings.LastIndexByte(line, '\r'))
		if columns >= 40 {
			require.Regexp(t, `320/600 +loss 0.0059 best 0.17 220 ago|320/600 +loss 0.00588 +best RMSE 0.173, 220 `, line)
		}
		if columns >= 60 {
			require.Regexp(t, `RMSE 0.1(9|86) `, line)
		}
	}
}

// TestLogDoesNotFlood: however short epochs are, a log has a line every few
// seconds, and one of the end.
func TestLogDoesNotFlood(t *testing.T) {
	var stderr bytes.Buffer
	w := newWatch(&terminal{err: &stderr}, jobOf(1000))
	clock := time.Now()
	w.progress.now = func() time.Time { return clock }
	for epoch := 1; epoch <= 1000; epoch++ {
		clock = clock.Add(logEvery / 100)
		w.step(epoch, 1, 1, 1)
		require.NoError(t, w.epoch([]run.Epoch{{Epoch: epoch, Train: 1, Valid: math.NaN()}}))
	}
	require.Equal(t, 11, strings.Count(stderr.String(), "\n"))
	require.Contains(t, stderr.String(), "epoch 1000/1000:")
}

// TestRate: the rate is of the steps since the start, and the fraction done is of their layers.
func TestRate(t *testing.T) {
	w := newWatch(&terminal{err: &bytes.Buffer{}}, jobOf(3))
	require.Equal(t, 1.0, w.fractionDone(), "no step was left")
	start := time.Now()
	w.progress.started, w.progress.now = start, func() time.Time { return start.Add(4 * time.Second) }
	w.step(2, 1, 5, 1)
	w.step(2, 2, 5, 1)
	require.Equal(t, 0.5, w.rate())
	require.Equal(t, 0.2, w.fractionDone())
}

// TestFitIsShown: passes of a fit of constants are shown as a fraction of the most at a terminal, and
// elsewhere in a line every few seconds.
func TestFitIsShown(t *testing.T) {
	var stderr bytes.Buffer
	w := newWatch(&terminal{err: &stderr, columns: func() int { return 100 }}, jobOf(1))
	w.fit(shooting.MostPasses/2, 0.125)
	require.Contains(t, stderr.String(), "error 0.125 of the noise  50%")
	require.NotContains(t, stderr.String(), "\n")

	stderr.Reset()
	w = newWatch(&terminal{err: &stderr}, jobOf(1))
	clock := time.Now()
	w.progress.now = func() time.Time { return clock }
	for _, passed := range []time.Duration{0, logEvery - 1, 1, logEvery - 1} {
		clock = clock.Add(passed)
		w.fit(3, 0.125)
	}
	require.Equal(t, 2, strings.Count(stderr.String(), "fit of constants, pass 3 of at most "))
}

// TestLinesOfEpochs are as far apart as those of passes, but for the last epoch.
func TestLinesOfEpochs(t *testing.T) {
	var stderr bytes.Buffer
	w := newWatch(&terminal{err: &stderr}, jobOf(5))
	clock := time.Now()
	w.progress.now = func() time.Time { return clock }
	for epoch, passed := range []time.Duration{0, logEvery - 1, 1, 1, 1} {
		clock = clock.Add(passed)
		w.log(run.Epoch{Epoch: epoch + 1})
	}
	for epoch, logged := range []bool{true, false, true, false, true} {
		require.Equal(t, logged, strings.Contains(stderr.String(), fmt.Sprintf("epoch %d/5: ", epoch+1)), epoch+1)
	}
}

// TestPicturesOfTrainings: the first epoch that was validated is drawn, and the next ones not before some
// time has passed, or the training has ended.
func TestPicturesOfTrainings(t *testing.T) {
	job := jobOf(3)
	job.Store = run.Folder(t.TempDir())
	picture := filepath.Join(job.Store.String(), run.CurveName)
	r := &recorder{job: job}
	rows := []run.Epoch{{Epoch: 1, Valid: math.NaN()}, {Epoch: 2, Valid: 0.25}, {Epoch: 3, Valid: 0.125}}
	require.NoError(t, r.epoch(rows[:1]))
	require.NoFileExists(t, picture)
	require.NoError(t, r.epoch(rows[:2]))
	first := readFile(t, picture)
	require.NoError(t, r.epoch(rows))
	require.Equal(t, first, readFile(t, picture))
	require.NoError(t, r.close())
	require.NotEqual(t, first, readFile(t, picture))
}
