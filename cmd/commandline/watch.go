package commandline

import (
	"fmt"
	"math"
	"time"

	"gmnc/run"
	"gmnc/train"
	"gmnc/train/shooting"
)

// watch shows the progress of a training: as a changing line at a terminal, as lines of text
// elsewhere, or as JSON objects. It also writes the files that belong into the run folder.
type watch struct {
	terminal *terminal
	job      train.Job
	progress *progress
	rows     []run.Epoch // of the run so far
	done     int         // steps since the start
	work     int         // layers in these steps
	total    int         // layers in the steps from the start to the end; 0 before the first
	logged   time.Time   // when the last line of the log was written
	kept     *recorder
}

// logEvery is the least time between the lines of two epochs in the log.
const logEvery = 5 * time.Second

func newWatch(t *terminal, job train.Job, logs ...string) *watch {
	w := &watch{terminal: t, job: job, progress: t.progress()}
	w.kept = &recorder{job: job, formats: logs, notice: w.notice}
	return w
}

func (w *watch) observer() train.Observer {
	return train.Observer{Step: w.step, Epoch: w.epoch, Fit: w.fit, Notice: w.notice}
}

func (w *watch) notice(text string) {
	w.progress.clear()
	w.terminal.notice("%s", text)
}

func (w *watch) step(epoch, step, steps int, loss float64) {
	if w.total == 0 {
		for at := epoch; at <= w.epochs(); at++ {
			w.total += steps * w.layersIn(at)
		}
	}
	w.done++
	w.work += w.layersIn(epoch)
	w.progress.show(w.fractionDone(), w.items(epoch, loss)...)
}

// fit shows the progress of a pass of the fit of constants.
func (w *watch) fit(pass int, left float64) {
	w.progress.show(float64(pass)/shooting.MostPasses,
		item{fmt.Sprintf("fit of constants, pass %d of at most %d", pass, shooting.MostPasses), fmt.Sprintf("fit %d/%d", pass, shooting.MostPasses)},
		item{fmt.Sprintf("error %.3g of the noise", left), fmt.Sprintf("error %.2g", left)})
	if now := w.progress.now(); !w.terminal.interactive() && now.Sub(w.logged) >= logEvery {
		w.logged = now
		w.terminal.notice("fit of constants, pass %d of at most %d: error %.3g of the noise", pass, shooting.MostPasses, left)
	}
}

// items returns the parts of the line, the most important first.
func (w *watch) items(epoch int, loss float64) []item {
	items := []item{
		{fmt.Sprintf("epoch %d/%d", epoch, w.epochs()), fmt.Sprintf("%d/%d", epoch, w.epochs())},
		{fmt.Sprintf("loss %.3g", loss), fmt.Sprintf("loss %.2g", loss)},
	}
	if best, last := lowest(w.rows); best.Epoch > 0 {
		ago := epoch - best.Epoch
		items = append(items,
			item{fmt.Sprintf("best RMSE %.3g, %d epochs ago", math.Sqrt(best.Valid), ago), fmt.Sprintf("best %.2g %d ago", math.Sqrt(best.Valid), ago)},
			item{fmt.Sprintf("validation RMSE %.3g", math.Sqrt(last.Valid)), fmt.Sprintf("RMSE %.2g", math.Sqrt(last.Valid))})
	}
	rate := fmt.Sprintf("%.3g steps/s", w.rate())
	return append(items, item{rate, rate})
}

// lowest returns the rows with the lowest and with the last validation error. If there is none,
// their Epoch is 0.
func lowest(rows []run.Epoch) (best, last run.Epoch) {
	for _, row := range rows {
		if math.IsNaN(row.Valid) {
			continue
		}
		if best.Epoch == 0 || row.Valid < best.Valid {
			best = row
		}
		last = row
	}
	return best, last
}

func (w *watch) epoch(rows []run.Epoch) error {
	w.rows = rows
	last := rows[len(rows)-1]
	if w.terminal.json != nil {
		w.terminal.json.write("epoch", epochReport{w.job.Store.String(), last.Epoch, number(last.Train), number(last.Valid), last.Time})
	} else if !w.terminal.interactive() {
		w.log(last)
	}
	return w.kept.epoch(rows)
}

// epochReport is the JSON object of an epoch.
type epochReport struct {
	Run     string  `json:"run"`
	Epoch   int     `json:"epoch"`
	Train   number  `json:"train_loss"` // position units squared
	Valid   number  `json:"valid_mse"`  // position units squared; null if not taken
	Seconds float64 `json:"seconds"`    // of training up to here
}

// log prints a line about an epoch. If epochs are short it skips some, but never the last one.
func (w *watch) log(last run.Epoch) {
	now := w.progress.now()
	if now.Sub(w.logged) < logEvery && last.Epoch < w.epochs() {
		return
	}
	w.logged = now
	text := fmt.Sprintf("epoch %d/%d: training loss %.5g", last.Epoch, w.epochs(), last.Train)
	if best, validated := lowest(w.rows); best.Epoch > 0 {
		text += fmt.Sprintf(", root mean squared error on the validation samples %.4g, lowest %.4g in epoch %d", math.Sqrt(validated.Valid), math.Sqrt(best.Valid), best.Epoch)
	}
	text += fmt.Sprintf(", %.3g steps/s", w.rate())
	if left := w.progress.left(w.fractionDone()); left != "" {
		text += fmt.Sprintf(", %s left", left)
	}
	w.terminal.notice("%s", text)
}

// close erases the line and closes the logs.
func (w *watch) close() error {
	w.progress.clear()
	return w.kept.close()
}

func (w *watch) epochs() int { return w.job.Config.Training.Epochs }

// layersIn returns the number of layers in an epoch, to which the time of its steps is
// proportional.
func (w *watch) layersIn(epoch int) int {
	return w.job.Config.Training.LayersIn(epoch, max(1, w.job.Config.Model.Layers))
}

// fractionDone returns the fraction of the training since its start that is done. It is 1 if no step was
// left to make.
func (w *watch) fractionDone() float64 {
	if w.total == 0 {
		return 1
	}
	return float64(w.work) / float64(w.total)
}

// rate returns the number of steps per second.
func (w *watch) rate() float64 {
	return float64(w.done) / w.progress.now().Sub(w.progress.started).Seconds()
}
