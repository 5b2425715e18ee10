// Package pictures draws runs and their predictions.
package pictures

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gmnc/internal/fields"
	"gmnc/plot"
)

// Job says what to draw.
type Job struct {
	Model  string   // a run folder, an exported file, or predictions of gmnc predict
	Data   string   // data set that is predicted; may be empty for a run
	Split  string   // of the data set
	Sample int      // index in the split, of the one drawn in space
	Beside []string // other models, beside which it is drawn in space, too
	Up     string   // what stands upright there, a name of Upright
	Folder string   // for the pictures
	// Domain, if not nil, checks each model and its data before a prediction. It refuses them
	// or sets their conversion.
	Domain func(*Subject) error
	// Replace allows pictures to replace existing files.
	Replace bool
}

// Draw draws a run's learning curve. With a data set it also draws the errors of the
// predictions over particles, samples and time, and one sample in space. Each picture is
// written as .png and .svg. Draw returns the names of the files.
func Draw(job Job) ([]string, error) {
	s, err := OpenSubject(job.Model, job.Data, job.Split)
	if err != nil {
		return nil, err
	}
	if job.Data != "" && (job.Sample < 0 || job.Sample >= len(s.Samples)) {
		return nil, fields.Errorf("%s has no %s sample %d: {sample} is 0 to %d", job.Data, job.Split, job.Sample, len(s.Samples)-1)
	}
	if err := job.predict(s); err != nil {
		return nil, err
	}
	figures := s.Figures()
	if job.Data != "" {
		name := fmt.Sprintf("%s_sample_%d", job.Split, job.Sample)
		figures = append(figures, Figure{name, s.Sample(job.Sample, job.Up)})
		if len(job.Beside) > 0 {
			beside, err := job.beside(s)
			if err != nil {
				return nil, err
			}
			figures = append(figures, Figure{name + "_beside", beside})
		}
	}
	if len(figures) == 0 {
		return nil, fmt.Errorf("%s alone shows nothing: name the data set that it predicts, too", job.Model)
	}
	d := &drawing{folder: job.Folder}
	if !job.Replace {
		if err := d.vacant(figures); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(job.Folder, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the folder of the pictures: %w (choose one that you may write to)", err)
	}
	for _, figure := range figures {
		d.draw(figure)
	}
	return d.files, errors.Join(d.failed...)
}

// predict predicts the samples of a subject, unless its predictions were read.
func (job Job) predict(s *Subject) error {
	if job.Domain != nil && s.Model != nil && s.Data != nil {
		if err := job.Domain(s); err != nil {
			return err
		}
	}
	return s.Predict(context.Background())
}

// beside draws the sample as the subject's model and the others predict it.
func (job Job) beside(s *Subject) (*plot.Drawing, error) {
	subjects := []*Subject{s}
	for _, model := range job.Beside {
		other, err := OpenSubject(model, job.Data, job.Split)
		if err == nil {
			err = job.predict(other)
		}
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, other)
	}
	var pictures []plot.Picture
	for _, subject := range subjects {
		picture := subject.picture(job.Sample, job.Up)
		var err error
		if picture.Title, err = subject.heading(job.Sample); err != nil {
			return nil, err
		}
		pictures = append(pictures, picture)
	}
	lengths := ""
	if s.Unit() != "" {
		lengths = "lengths: " + s.Unit()
	}
	title := plot.Title(fmt.Sprintf("%s sample %d of %s", s.Split, job.Sample, s.File), lengths,
		fmt.Sprintf("root mean squared error of %s: %.3g", plot.StraightLine, s.rootError(s.Straight, job.Sample)))
	return plot.SideBySide(title, pictures), nil
}

// drawing holds the progress of drawing the pictures of a folder.
type drawing struct {
	folder string
	files  []string
	failed []error // of pictures that could not be drawn
}

// paths returns the files of a picture.
func (d *drawing) paths(name string) []string {
	path := filepath.Join(d.folder, name)
	return []string{path + ".png", path + ".svg"}
}

// vacant reports the first file that would be replaced.
func (d *drawing) vacant(figures []Figure) error {
	for _, figure := range figures {
		for _, path := range d.paths(figure.Name) {
			if _, err := os.Stat(path); err == nil {
				return fields.Errorf("%s already exists: name another folder with {output}, or replace it with {force}", path)
			}
		}
	}
	return nil
}

// draw saves a picture in both formats. After a failure it goes on with the others.
func (d *drawing) draw(figure Figure) {
	for _, path := range d.paths(figure.Name) {
		if err := figure.Drawing.Save(path); err != nil {
			d.failed = append(d.failed, err)
			return
		}
		d.files = append(d.files, path)
	}
}
