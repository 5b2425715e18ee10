package pictures

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/internal/units"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/run"
	"gmnc/system"
)

// Subject is what pictures are about: a model, its training as far as it is known, and its
// predictions for a split of a data set, if there is one.
type Subject struct {
	Path  string          // of the model
	Title string          // of the model and its weights
	Model *artifact.Model // nil for predictions that were read
	// Epochs are the epochs of a run that was trained. Other models have none.
	Epochs []run.Epoch
	// ValidStraight is the error of constant velocity on the validation samples of the run. It
	// is NaN if they are not known.
	ValidStraight float64

	Data               *datasets.Data // nil without
	File, Split        string         // of the data
	Samples            []system.Sample
	Conversion         artifact.Conversion // of the data to the model's units
	Position, Velocity []float32           // predicted; without velocities where they were read
	Line               predict.Baseline
	Squared, Straight  []float64 // errors of samples: of the model, and of the straight line
	Runtime            string    // that predicted
	Limits             string    // a note on limits that acted
	// Radius is the radius of each particle, and Coverage is the share of truths within. Both
	// are nil for a model without radii.
	Radius   []float32
	Coverage *conformal.Measured
}

// NewSubject opens a subject and predicts its samples.
func NewSubject(ctx context.Context, model, data, split string) (*Subject, error) {
	s, err := OpenSubject(model, data, split)
	if err != nil {
		return nil, err
	}
	return s, s.Predict(ctx)
}

// OpenSubject reads a run folder, an exported file or predictions of gmnc predict, and a data
// set, whose path may be empty for a run or a file. It does not predict or measure anything.
func OpenSubject(model, data, split string) (*Subject, error) {
	s := &Subject{Path: model, Title: filepath.Base(model), Split: split, ValidStraight: math.NaN()}
	if _, err := artifact.Stat(model); err != nil {
		return nil, err
	}
	var err error
	if s.Epochs, err = epochs(model); err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(model), ".npz") {
		if data == "" {
			return nil, fmt.Errorf("%s alone shows nothing: name the data set that it predicts, too", model)
		}
		if err := s.read(data); err != nil {
			return nil, err
		}
		s.Position, err = datasets.ReadPrediction(model, s.Samples)
		return s, err
	}
	if s.Model, err = artifact.Load(model); err != nil {
		return nil, err
	}
	if err := s.Model.CheckEpochs(s.Epochs); err != nil {
		return nil, fmt.Errorf("the run %s was changed: %w", model, err)
	}
	s.Title = fmt.Sprintf("%s: %s", filepath.Base(model), s.Model.Title())
	if data == "" {
		return s, nil
	}
	return s, s.read(data)
}

// epochs returns the epochs of a run that was trained. Other models have none.
func epochs(model string) ([]run.Epoch, error) {
	if info, err := os.Stat(model); err != nil || !info.IsDir() {
		return nil, nil
	}
	epochs, err := run.ReadMetrics(run.Folder(model))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return epochs, err
}

// read reads the data set.
func (s *Subject) read(path string) (err error) {
	s.File = filepath.Base(path)
	if s.Data, err = datasets.Read(path); err != nil {
		return err
	}
	if s.Samples, err = s.Data.Split(s.Split); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if s.Model == nil || len(s.Epochs) == 0 || s.Model.Config().Data == nil {
		return nil
	}
	if info, err := run.DescribeData(path, s.Data); err == nil && info.SHA256 == s.Model.Config().Data.SHA256 {
		s.ValidStraight = StraightError(s.Data.Valid, s.Model.Config().Training)
	}
	return nil
}

// Predict predicts the samples, unless predictions were read, and measures their errors. It
// does nothing without a data set. If ctx ends, Predict returns its error.
func (s *Subject) Predict(ctx context.Context) error {
	if s.Data == nil {
		return nil
	}
	if s.Model != nil {
		if err := s.run(ctx); err != nil {
			return err
		}
	}
	return s.measure()
}

// run runs the model on the samples.
func (s *Subject) run(ctx context.Context) error {
	predictor, limits, runtime, err := s.Model.OpenWatched(s.Data, "auto")
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	defer predictor.Close()
	s.Runtime = runtime
	s.Position, s.Velocity, err = predict.All(ctx, s.Conversion.Predictor(predictor), s.Samples)
	s.Limits = limits.String()
	if err != nil || s.Model.Config().Model.Radius == nil {
		return err
	}
	outputs, err := s.Conversion.Predictor(predictor).Outputs(s.Samples)
	if err != nil {
		return err
	}
	s.Radius = conformal.RadiiOf(outputs).Position
	s.Coverage, err = artifact.MeasureRadius(s.Model.Config().Model, s.Samples, outputs)
	return err
}

// measure compares the predictions with the targets.
func (s *Subject) measure() (err error) {
	if s.Squared, err = predict.PositionErrors(s.Samples, s.Position); err != nil {
		return err
	}
	if s.Line, err = predict.StraightLine(s.Samples); err != nil {
		return err
	}
	s.Straight, err = predict.PositionErrors(s.Samples, s.Line.Position)
	return err
}

// Start returns the index of a sample's first coordinate among the coordinates of all samples.
func (s *Subject) Start(sample int) (start int) {
	for _, earlier := range s.Samples[:sample] {
		start += len(earlier.Position)
	}
	return start
}

// Unit returns the unit of lengths, without a remark in brackets. It is empty if it is not
// known.
func (s *Subject) Unit() string {
	unit := ""
	switch {
	case s.Data != nil:
		unit = s.Data.About.LengthUnit
	case s.Model != nil && s.Model.Config().Data != nil:
		unit = s.Model.Config().Data.LengthUnit
	}
	return units.Short(unit)
}
