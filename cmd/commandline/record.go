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
	job      train.Job
	formats  []string // of logs
	notice   func(text string)
	logs     []logs.Log     // open, after the first epoch
	learning *plot.Learning // after the first picture
	undrawn  bool           // the user was told that there is no picture
}

// epoch follows every epoch of the run.
func (r *recorder) epoch(rows []run.Epoch) error {
	for _, format := range r.formats[len(r.logs):] {
		log, err := logs.Open(format, run.Folder(r.job.Store.String()))
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
	if r.learning == nil {
		r.learning = &plot.Learning{Unit: r.job.Data.About.LengthUnit, Straight: plot.StraightError(r.job.Data.Valid)}
	}
	folder := r.job.Store.String()
	best, _ := lowest(rows)
	r.learning.Epochs = rows
	r.learning.Title = plot.Title("Learning curve", fmt.Sprintf("%s: %s", filepath.Base(folder), r.job.Config.Model.Model),
		r.dataName(), fmt.Sprintf("best epoch %d", best.Epoch))
	err := plot.LearningCurve(*r.learning).Save(filepath.Join(folder, run.CurveName))
	if err != nil && !r.undrawn {
		r.notice(fmt.Sprintf("training goes on without the learning curve: %v", err))
		r.undrawn = true
	}
}

// dataName is the file of the data; empty if it is not known.
func (r *recorder) dataName() string {
	if r.job.Config.Data == nil {
		return ""
	}
	return r.job.Config.Data.File
}

func (r *recorder) close() error {
	var err error
	for _, log := range r.logs {
		err = errors.Join(err, log.Close())
	}
	return err
}
