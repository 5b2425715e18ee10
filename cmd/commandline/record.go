package commandline

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"time"

	"gmnc/plot"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/run/logs"
	"gmnc/train"
)

// recorder writes the files that a training leaves in its folder besides the run: the logs that
// were asked for, and the picture of the learning curve.
type recorder struct {
	job      train.Job
	formats  []string // of logs
	notice   func(text string)
	logs     []logs.Log         // open, after the first epoch
	learning *pictures.Learning // after the first picture
	drawn    time.Time          // the time of the last picture
	undrawn  []run.Epoch        // the rows for the next picture; nil if the last one shows them
	reported bool               // the user knows that there is no picture
}

// drawEvery is the least time between two pictures. Drawing one takes about as long as an epoch
// of a small training.
const drawEvery = 10 * time.Second

// epoch adds an epoch to the logs and to the picture. rows holds all epochs so far.
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
		r.undrawn = rows
	}
	if time.Since(r.drawn) >= drawEvery {
		r.draw()
	}
	return nil
}

// draw replaces the picture in the run folder if there is something new to show. Training goes
// on if that fails.
func (r *recorder) draw() {
	rows := r.undrawn
	if rows == nil {
		return
	}
	if r.learning == nil {
		r.learning = &pictures.Learning{Unit: r.job.Data.About.LengthUnit, Straight: pictures.StraightError(r.job.Data.Valid, r.job.Config.Training)}
	}
	folder := r.job.Store.String()
	best, _ := lowest(rows)
	r.learning.Epochs = rows
	r.learning.Title = plot.Title("Learning curve", fmt.Sprintf("%s: %s", filepath.Base(folder), r.job.Config.Model.Model),
		r.dataName(), fmt.Sprintf("best epoch %d", best.Epoch))
	err := pictures.LearningCurve(*r.learning).Save(filepath.Join(folder, run.CurveName))
	if err != nil && !r.reported {
		r.notice(fmt.Sprintf("training continues without the learning curve: %v", err))
		r.reported = true
	}
	r.drawn, r.undrawn = time.Now(), nil
}

// dataName returns the name of the data file, or "" if it is not known.
func (r *recorder) dataName() string {
	if r.job.Config.Data == nil {
		return ""
	}
	return r.job.Config.Data.File
}

// close draws what was not drawn yet, and closes the logs.
func (r *recorder) close() error {
	r.draw()
	var err error
	for _, log := range r.logs {
		err = errors.Join(err, log.Close())
	}
	return err
}
