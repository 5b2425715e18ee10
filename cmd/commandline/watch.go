package commandline

import (
	"fmt"
	"math"
	"path/filepath"
	"time"

	"github.com/schollz/progressbar/v3"

	"gmnc/plot"
	"gmnc/run"
	"gmnc/train"
)

// watch shows how a training goes on: as a bar where somebody watches, as
// a line a validation elsewhere, and as the picture in the run folder.
type watch struct {
	terminal *terminal
	job      train.Job
	started  time.Time
	bar      *progressbar.ProgressBar // nil before the first step
	done     int                      // steps since the start
	total    int                      // steps from the start to the end
	undrawn  bool                     // the user was told that there is no picture
}

func newWatch(t *terminal, job train.Job) *watch {
	return &watch{terminal: t, job: job, started: time.Now()}
}

func (w *watch) observer() train.Observer {
	return train.Observer{Step: w.step, Epoch: w.epoch, Notice: w.notice}
}

func (w *watch) notice(text string) { fmt.Fprintln(w.terminal.err, text) }

func (w *watch) step(epoch, step, steps int, loss float64) {
	if w.bar == nil {
		w.total = (w.job.Config.Training.Epochs - epoch + 1) * steps
		w.bar = w.terminal.bar(w.total, "training")
	}
	w.done++
	w.bar.Describe(fmt.Sprintf("%s, loss %.3g, %.2f steps/s", w.where(epoch), loss, w.rate()))
	w.bar.Add(1)
}

func (w *watch) epoch(rows []run.Epoch) error {
	last := rows[len(rows)-1]
	if math.IsNaN(last.Valid) {
		return nil
	}
	if !w.terminal.interactive {
		left := time.Duration(float64(w.total-w.done) / w.rate() * float64(time.Second))
		fmt.Fprintf(w.terminal.err, "%s: training loss %.5g, validation error %.5g, %.2f steps/s, %v left\n",
			w.where(last.Epoch), last.Train, last.Valid, w.rate(), left.Round(time.Second))
	}
	w.draw(rows)
	return nil
}

// draw replaces the picture in the run folder. Training goes on without one.
func (w *watch) draw(rows []run.Epoch) {
	err := plot.LearningCurve(filepath.Join(w.job.Store.String(), run.CurveName), plot.FromEpochs(rows))
	if err != nil && !w.undrawn {
		w.notice(fmt.Sprintf("training goes on without the learning curve: %v", err))
		w.undrawn = true
	}
}

// close takes the bar away.
func (w *watch) close() {
	if w.bar != nil {
		w.bar.Clear()
	}
}

func (w *watch) where(epoch int) string {
	return fmt.Sprintf("epoch %d/%d", epoch, w.job.Config.Training.Epochs)
}

// rate is in steps per second.
func (w *watch) rate() float64 { return float64(w.done) / time.Since(w.started).Seconds() }
