package deploy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/deploy/measure"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestSet is a data set whose test split is measured.
type TestSet struct {
	Info    *run.DataInfo
	Samples []system.Sample
	Valid   []system.Sample // the validation samples of the data set that a file was trained on; nil for others
	Overlap string          // says how many samples begin within a span of a training sample; empty if few do
}

// counted returns the samples and the file name of a test set, or nothing if it is nil.
func (t *TestSet) counted() (samples []system.Sample, file string) {
	if t == nil {
		return nil, ""
	}
	return t.Samples, t.Info.File
}

// check returns an error if the model does not take one of the samples.
func (t *TestSet) check(config config.Config, inside *artifact.Topology) error {
	if err := artifact.Check(config, inside, t.Samples); err != nil {
		return fmt.Errorf("%s: the test split: %w", t.Info.File, err)
	}
	return nil
}

// errors returns the errors of a file, whose predictor is given.
func (t *TestSet) errors(p predict.Predictor, config config.Config) (*artifact.TestErrors, error) {
	found, err := predict.Evaluate(context.Background(), p, t.Samples)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Info.File, err)
	}
	line, err := predict.StraightLine(t.Samples)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Info.File, err)
	}
	var radius *conformal.Measured
	if config.Radius != nil {
		outputs, err := p.Outputs(t.Samples)
		if err == nil {
			radius, err = artifact.MeasureRadius(config, t.Samples, outputs)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Info.File, err)
		}
	}
	return &artifact.TestErrors{
		Data: t.Info.File, SHA256: t.Info.SHA256, Samples: len(t.Samples), Unit: t.Info.LengthUnit,
		Position: found.Position.Mean, Line: line.Errors.Position.Mean, Constraint: found.Constraint, Overlap: t.Overlap, Radius: radius,
	}, nil
}

// lengthRounding returns by how much the constraint errors of float32 runtimes may differ if
// lengths are kept. Each bar may change by verify.LengthTolerance.
func (t *TestSet) lengthRounding() float64 {
	sum := 0.0
	for _, s := range t.Samples {
		largest := 0.0
		for _, x := range slices.Concat(s.Position, s.TargetPosition) {
			largest = max(largest, math.Abs(float64(x)))
		}
		for _, object := range s.Objects {
			sum += largest * float64(len(object.Bars()))
		}
	}
	return verify.LengthTolerance * sum / float64(len(t.Samples))
}

// testErrors returns the errors of a file in the first engine that runs files.
func testErrors(file []byte, config config.Config, test *TestSet) (*artifact.TestErrors, error) {
	predictor, err := artifact.OpenFile(engines.ForFiles(), file)
	if err != nil {
		return nil, err
	}
	defer predictor.Close()
	found, err := test.errors(predictor, config)
	if err != nil {
		return nil, err
	}
	model, err := artifact.FromFile(file)
	if err != nil {
		return nil, err
	}
	found.Rolled, err = model.MeasureSteps(engines.ForFiles(), test.Samples)
	return found, err
}

// sameError is the relative difference by which mean errors of float32 runtimes may differ,
// besides the rounding of lengths in constraint errors.
const sameError = 1e-3

// mostTested is roughly the number of samples of a test set that are transformed to test
// symmetries, evenly taken from all.
const mostTested = 200

// measureOn measures what a file promises on samples of a test set: the numbers of its weights,
// symmetries, and lengths.
func (v *Verification) measureOn(data []byte, test *TestSet) error {
	fixed := v.Model.Inside() != nil
	heldOut := &measure.Sampled{Random: rand.New(rand.NewPCG(v.Seed, 1)), Groups: test.groups(len(test.Samples), fixed), Moved: test.groups(mostTested, fixed)}
	if trained, err := v.Model.Run(); err == nil && !v.Model.Changed() {
		heldOut.Trusted = measure.OpenNative(trained)
		if heldOut.Limited, err = measure.LimitedBy(trained); err != nil {
			return err
		}
	}
	engine := engines.ForFiles()
	if v.Model.Changed() {
		engine = engines.Bounded()
	}
	v.OnTest.Runtime = measure.EngineName(engine)
	candidate, err := artifact.OpenFile(engine, data)
	if err != nil {
		return err
	}
	defer candidate.Close()
	reports, err := heldOut.Measure(v.Model.Config().Model.Describe(), candidate)
	for _, report := range reports {
		v.OnTest.Findings = append(v.OnTest.Findings, report.Findings...)
		err = errors.Join(err, report.Err())
	}
	return err
}

// groups returns roughly the given number of samples, grouped by composition. In fixed groups,
// particles keep their numbers.
func (t *TestSet) groups(most int, fixed bool) (groups []verify.Group) {
	every := max(1, len(t.Samples)/most)
	var taken []system.Sample
	for i := 0; i < len(t.Samples); i += every {
		taken = append(taken, t.Samples[i])
	}
	for _, samples := range predict.Batches(taken) {
		groups = append(groups, verify.Group{Name: "of the test split of " + t.Info.File, Kind: "systems of the test split of " + t.Info.File, Samples: samples, Fixed: fixed})
	}
	return groups
}

// checkTest measures the errors on a test set, and compares them with those that the file
// states.
func (v *Verification) checkTest(data []byte, test *TestSet) {
	var err error
	if v.Test, err = testErrors(data, v.Model.Config().Model, test); err != nil {
		v.breaks(err)
		return
	}
	if steps := v.Model.RadiusSteps(); len(v.Test.Rolled) < len(conformal.ShownSteps(steps)) {
		v.Missing = append(v.Missing, fmt.Sprintf("the radii of %d steps were not all measured: the trajectories of %s are shorter", steps, test.Info.File))
	}
	v.breaks(v.Test.RadiusErr())
	v.breaks(v.measureOn(data, test))
	v.breaks(v.checkStated(data, test))
	certificate := v.Model.Certificate()
	if certificate == nil || certificate.Test == nil {
		return
	}
	stated := certificate.Test
	if stated.SHA256 != v.Test.SHA256 {
		v.breaks(fmt.Errorf("its test errors are of %s (SHA-256 %.12s), and not of this data set (%.12s)", stated.Data, stated.SHA256, v.Test.SHA256))
		return
	}
	for _, text := range differing(stated, v.Test, test.lengthRounding()) {
		v.breaks(fmt.Errorf("its %s in %s", text, engines.ForFiles().Name))
	}
}

// differing returns a text for each error that a file states and that differs from what was
// measured now. rounding is that of lengths in constraint errors.
func differing(stated, measured *artifact.TestErrors, rounding float64) (texts []string) {
	for _, e := range []struct {
		what                      string
		stated, measured, allowed float64
	}{
		// A root differs by half as much as its square.
		{"root mean squared error", math.Sqrt(stated.Position), math.Sqrt(measured.Position), sameError / 2 * math.Sqrt(measured.Position)},
		{"constraint error", stated.Constraint, measured.Constraint, sameError*measured.Constraint + rounding},
	} {
		if !(math.Abs(e.stated-e.measured) <= e.allowed) {
			texts = append(texts, fmt.Sprintf("%s on %s is stated as %.6g and is %.6g", e.what, stated.Data, e.stated, e.measured))
		}
	}
	return texts
}
