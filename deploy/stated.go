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

// StatedError compares the validation error that a file states with the error measured on its
// own data.
type StatedError struct {
	Data             string
	Samples          int
	Stated, Measured float64 // in position units squared
}

// write writes a line that says that the two errors agree. It writes nothing if they do not, or
// if nothing was measured.
func (s *StatedError) write(w io.Writer) {
	if s != nil && s.holds() {
		artifact.Line(w, "measured", "The root mean squared error on the %d validation samples of %s is %.6g, as the file states.", s.Samples, s.Data, math.Sqrt(s.Measured))
	}
}

func (s *StatedError) holds() bool {
	return math.Abs(s.Stated-s.Measured) <= sameError*s.Measured
}

// statesError reports whether a file states the error of its own predictions on validation
// samples, from inputs to targets. Other files state an error over the steps of a trajectory,
// of each of several runs, of the weights before they were rounded, or of an energy.
func statesError(trained *run.Run, certificate *artifact.Certificate) bool {
	options := trained.Config.Training
	rounded := certificate != nil && certificate.Rounding != nil
	ofEnergy := trained.Model.Module.Main.Output(graph.EnergyOutput) != nil
	return options != nil && options.Unroll == 0 && trained.Config.Model.Runs == 0 && !rounded && !ofEnergy && !math.IsInf(trained.Valid(), 1)
}

// checkStated measures the validation error of a file on the validation samples of the data set
// that it was trained on, and compares it with the stated error.
func (v *Verification) checkStated(data []byte, test *TestSet) error {
	trained, err := v.Model.Run()
	if err != nil || len(test.Valid) == 0 || trained.Config.Data == nil || trained.Config.Data.SHA256 != test.Info.SHA256 || !statesError(trained, v.Model.Certificate()) {
		return nil // other checks report a file that cannot be built
	}
	if artifact.Check(trained.Config.Model, v.Model.Inside(), test.Valid) != nil {
		return nil // the file is for another topology
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
		return fmt.Errorf("its root mean squared error on the validation samples of %s is stated as %.6g and is %.6g in %s", test.Info.File, math.Sqrt(v.Stated.Stated), math.Sqrt(v.Stated.Measured), engines.ForFiles().Name)
	}
	return nil
}
