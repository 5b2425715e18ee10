package commandline

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"gmnc/plot"
	"gmnc/run"
	"gmnc/run/logs"
	"gmnc/train"
)

// recorder keeps what a training leaves in its folder beside the run: the
// logs that were asked for, and the picture of the learning curve.
type recorder struct {
	folder   run.Store
	formats  []string // of logs
	notice   func(text string)
	of       string        // model and data, for the title
	learning plot.Learning // without what changes from epoch to epoch
	logs     []logs.Log    // open, after the first epoch
	undrawn  bool          // the user was told that there is no picture
}

// newRecorder keeps what a job leaves; notice tells the user something.
func newRecorder(job train.Job, formats []string, notice func(text string)) *recorder {
	learning := plot.Learning{Unit: job.Data.About.LengthUnit, Straight: plot.StraightError(job.Data.Valid)}
	of := fmt.Sprintf("%s: %s", filepath.Base(job.Store.String()), job.Config.Model.Model)
	if job.Config.Data != nil {
		of += " on " + job.Config.Data.File
	}
	return &recorder{folder: job.Store, formats: formats, notice: notice, of: of, learning: learning}
}

// epoch follows every epoch of the run.
func (r *recorder) epoch(rows []run.Epoch) error {
	for _, format := range r.formats[len(r.logs):] {
		log, err := logs.Open(format, run.Folder(r.folder.String()))
		if err != nil {
			return err
		}
		r.logs = append(r.logs, log)
	}
	for _, log := range r.logs {
		if err := log.Add(rows); err != nil {
			return fmt.Errorf("cannot write the log: %w", err)
		}
	}
	if !math.IsNaN(rows[len(rows)-1].Valid) {
		r.draw(rows)
	}
	return nil
}

// draw replaces the picture in the run folder. Training goes on without one.
func (r *recorder) draw(rows []run.Epoch) {
	best, _ := lowest(rows)
	r.learning.Epochs = rows
	r.learning.Title = plot.Title("Learning curve", r.of, fmt.Sprintf("best epoch %d", best.Epoch))
	err := plot.LearningCurve(r.learning).Save(filepath.Join(r.folder.String(), run.CurveName))
	if err != nil && !r.undrawn {
		r.notice(fmt.Sprintf("training goes on without the learning curve: %v", err))
		r.undrawn = true
	}
}

func (r *recorder) close() error {
	var err error
	for _, log := range r.logs {
		err = errors.Join(err, log.Close())
	}
	return err
}
