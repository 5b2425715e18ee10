// Package pictures draws what a run or its predictions look like.
package pictures

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/internal/fields"
	"gmnc/plot"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// Job says what to draw.
type Job struct {
	Model  string    // a run folder, an exported file, or predictions of gmnc predict
	Data   string    // data set that is predicted; may be empty for a run
	Split  string    // of the data set
	Sample int       // index in the split, of the one drawn in space
	Up     plot.Axis // that stands upright there
	Folder string    // for the pictures
	// Replace allows pictures to take the place of files that are there.
	Replace bool
}

// Draw draws a run's learning curve and, with a data set, the errors of the
// predictions over particles, samples and time and one sample in space, each
// as .png and .svg. It returns the names of the files.
func Draw(job Job) ([]string, error) {
	d := &drawing{Job: job}
	epochs, err := d.epochs()
	if err != nil {
		return nil, err
	}
	if len(epochs) == 0 && job.Data == "" {
		if _, err := os.Stat(job.Model); err != nil {
			return nil, fmt.Errorf("cannot open the model: %w", err)
		}
		return nil, fmt.Errorf("%s alone shows nothing: name the data set that it predicts, too", job.Model)
	}
	if job.Data != "" {
		if err := d.predict(); err != nil {
			return nil, err
		}
	}
	if err := d.vacant(len(epochs) > 0); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(job.Folder, 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the folder of the pictures: %w (choose one that you may write to)", err)
	}
	if len(epochs) > 0 {
		d.draw(learningCurve, func(path string) error { return plot.LearningCurve(path, plot.FromEpochs(epochs)) })
	}
	if job.Data != "" {
		d.errors()
		d.space()
	}
	return d.files, errors.Join(d.failed...)
}

// drawing is a job under way.
type drawing struct {
	Job
	data     *datasets.Data
	samples  []system.Sample
	position []float32 // predicted
	squared  []float64 // errors of samples
	straight []float64 // those of the straight line x + vT
	files    []string
	failed   []error // of pictures that could not be drawn
}

// epochs are those of a run that was trained; other models have none.
func (d *drawing) epochs() ([]run.Epoch, error) {
	if info, err := os.Stat(d.Model); err != nil || !info.IsDir() {
		return nil, nil
	}
	epochs, err := run.ReadMetrics(run.Folder(d.Model))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return epochs, err
}

// predict reads the data set and the predictions, or makes them.
func (d *drawing) predict() error {
	var err error
	if d.data, err = datasets.Read(d.Data); err != nil {
		return err
	}
	if d.samples, err = d.data.Split(d.Split); err != nil {
		return fmt.Errorf("%s: %w", d.Data, err)
	}
	if d.Sample < 0 || d.Sample >= len(d.samples) {
		return fields.Errorf("%s has no %s sample %d: {sample} is 0 to %d", d.Data, d.Split, d.Sample, len(d.samples)-1)
	}
	if strings.EqualFold(filepath.Ext(d.Model), ".npz") {
		d.position, err = datasets.ReadPrediction(d.Model, d.samples)
	} else {
		d.position, err = d.predictions()
	}
	if err != nil {
		return err
	}
	if d.squared, err = predict.PositionErrors(d.samples, d.position); err != nil {
		return err
	}
	line, err := predict.StraightLine(d.samples)
	if err != nil {
		return err
	}
	d.straight, err = predict.PositionErrors(d.samples, line.Position)
	return err
}

func (d *drawing) predictions() ([]float32, error) {
	model, err := deploy.Load(d.Model)
	if err != nil {
		return nil, err
	}
	predictor, _, err := model.OpenFor(d.data, "auto")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Model, err)
	}
	defer predictor.Close()
	position, _, err := predictor.Predict(d.samples)
	return position, err
}

// paths are the files of a picture.
func (d *drawing) paths(name string) []string {
	path := filepath.Join(d.Folder, name)
	return []string{path + ".png", path + ".svg"}
}

// vacant reports the first file that would be replaced without leave; curve
// says whether there is a learning curve to draw.
func (d *drawing) vacant(curve bool) error {
	var names []string
	if curve {
		names = append(names, learningCurve)
	}
	if d.Data != "" {
		names = append(names, overParticles, overSamples, overTime, d.sampleName())
	}
	if d.Replace {
		names = nil
	}
	for _, name := range names {
		for _, path := range d.paths(name) {
			if _, err := os.Stat(path); err == nil {
				return fields.Errorf("%s is there already: name another folder with {output}, or replace it with {force}", path)
			}
		}
	}
	return nil
}

// draw makes a picture in both formats; one that fails leaves the others.
func (d *drawing) draw(name string, picture func(path string) error) {
	for _, path := range d.paths(name) {
		if err := picture(path); err != nil {
			d.failed = append(d.failed, err)
			return
		}
		d.files = append(d.files, path)
	}
}

// The names of pictures.
const (
	learningCurve = "learning_curve"
	overParticles = "error_over_particles"
	overSamples   = "error_over_samples"
	overTime      = "error_over_time"
)

func (d *drawing) sampleName() string { return fmt.Sprintf("%s_sample_%d", d.Split, d.Sample) }

const squaredError = "mean squared error x100"

// errors draws the errors over particles, over samples and, where it is
// known when samples begin, over time.
func (d *drawing) errors() {
	d.draw(overParticles, func(path string) error {
		return plot.Bars(path, "particle", squaredError, plot.ParticleKinds(), plot.FromParticles(d.samples, d.position))
	})
	d.draw(overSamples, func(path string) error {
		axes := plot.Axes{X: squaredError, Y: "samples of at most this error, %", LogX: true}
		model, line := plot.FromErrors(d.squared), plot.FromErrors(d.straight)
		model.Name, line.Name = "model", "straight line x + vT"
		return plot.Curves(path, axes, []plot.Series{model, line})
	})
	if origin := d.data.Origins[d.Split]; len(origin.Starts) == len(d.samples) {
		d.draw(overTime, func(path string) error {
			axes := plot.Axes{X: "frame at which a sample begins", Y: squaredError, WholeX: true, LogY: true}
			return plot.Curves(path, axes, plot.FromStarts(origin, d.squared))
		})
	}
}

// space draws one sample.
func (d *drawing) space() {
	start := 0
	for _, sample := range d.samples[:d.Sample] {
		start += len(sample.Position)
	}
	sample := d.samples[d.Sample]
	picture := plot.FromSample(sample, d.position[start:][:len(sample.Position)])
	picture.Up, picture.Unit = d.Up, d.data.About.LengthUnit
	d.draw(d.sampleName(), func(path string) error { return plot.Trajectory(path, picture) })
}
