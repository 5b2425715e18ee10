package deploy

import (
	"context"
	"fmt"
	"io"
	"math"

	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime/engines"
)

// StatedError is the validation error that a file states, held against its own data.
type StatedError struct {
	Data             string
	Samples          int
	Stated, Measured float64 // in squares of the position's unit
}

// write says in a line that the two agree, unless the error is not held.
func (s *StatedError) write(w io.Writer) {
	if s != nil && s.holds() {
		artifact.Line(w, "measured", "The mean squared error on the %d validation samples of %s is %.6g, as the file states.", s.Samples, s.Data, s.Measured)
	}
}

func (s *StatedError) holds() bool {
	return math.Abs(s.Stated-s.Measured) <= sameError*s.Measured
}

// statesError reports whether a file states the error of its own predictions on validation
// samples, from inputs to targets. Others state an error over the steps of a trajectory, of each
// of several runs, of the weights before they were rounded, or of an energy.
func statesError(trained *run.Run, certificate *artifact.Certificate) bool {
	options := trained.Config.Training
	rounded := certificate != nil && certificate.Rounding != nil
	ofEnergy := trained.Model.Module.Main.Output(graph.EnergyOutput) != nil
	return options != nil && options.Unroll == 0 && trained.Config.Model.Runs == 0 && !rounded && !ofEnergy && !math.IsInf(trained.Valid(), 1)
}

// checkStated measures the validation error of a file on the validation samples of the data set
// that it was trained on, and holds the stated one against it.
func (v *Verification) checkStated(data []byte, test *TestSet) error {
	trained, err := v.Model.Run()
	if err != nil || len(test.Valid) == 0 || trained.Config.Data == nil || trained.Config.Data.SHA256 != test.Info.SHA256 || !statesError(trained, v.Model.Certificate()) {
		return nil // of a file that cannot be built more is said elsewhere
	}
	if artifact.Check(trained.Config.Model, v.Model.Inside(), test.Valid) != nil {
		return nil // a file for the topology of others than these
	}
	predictor, err := artifact.OpenFile(engines.ForFiles(), data)
	if err != nil {
		return err
	}
	defer predictor.Close()
	found, err := predict.Evaluate(context.Background(), predictor, test.Valid)
	if err != nil {
		return fmt.Errorf("%s: the validation split: %w", test.Info.File, err)
	}
	v.Stated = &StatedError{Data: test.Info.File, Samples: len(test.Valid), Stated: trained.Valid(), Measured: found.Position.Mean}
	if !v.Stated.holds() {
		return fmt.Errorf("its mean squared error on the validation samples of %s is stated as %.6g and is %.6g in %s", test.Info.File, v.Stated.Stated, v.Stated.Measured, engines.ForFiles().Name)
	}
	return nil
}
