package deploy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/deploy/measure"
	"gmnc/export"
	"gmnc/onnx"
	"gmnc/system"
)

// Verification is the result of measuring a file's promises again.
type Verification struct {
	Name  string // the name of the file
	Model *artifact.Model
	// Runtimes holds what was measured now. Missing says in which engines nothing was measured,
	// and why.
	Runtimes []artifact.Measured
	Missing  []string
	// Test holds the errors on the given test set, or is nil if none was given.
	Test *artifact.TestErrors
	// Stated is the validation error that the file states, or nil unless its own data were
	// given.
	Stated *StatedError
	// Limited says in how many systems components of forces are limited. It is "" for a model
	// that limits none.
	Limited string
	// Seed is the seed of the random systems.
	Seed uint64
	// OnTest holds what was measured on the samples of the test set. It names no runtime if
	// none was given.
	OnTest artifact.Measured
	// Broken holds a line for each broken promise.
	Broken []string
	// Unknown says that another program registered the model, so that nothing could be measured
	// here. It is nil if this program has the model.
	Unknown error

	test    *TestSet // nil if none was given
	damaged bool     // the structure is wrong, so that nothing can be measured
}

// Verify measures again what an exported file promises. The file is unchanged, its structure is
// valid, and it returns the numbers of its model in the float64 interpreter. Predictions are
// equivariant, lengths stay constant, and the number of threads changes nothing. For unrolled
// steps, numbers, symmetries and lengths are those of the first step. Verify needs only the
// file. With a test set, it also measures the errors again, and with the data set of the
// training the validation error that the file states. It returns an error if the file can't be
// read, or does not take the systems of the test set.
//
// Systems are drawn anew for every call, so that whoever changes a file can't know them. Once ctx
// has ended, no further measurement begins, and Verify returns the cause of that as the error, with
// what it found before. In an engine, the prediction in progress is the last; a measurement by the
// reference or on the test set is completed first.
func Verify(ctx context.Context, name string, data []byte, test *TestSet) (*Verification, error) {
	return VerifyFrom(ctx, name, data, test, rand.Uint64())
}

// VerifyFrom is like Verify but draws the systems from a seed.
func VerifyFrom(ctx context.Context, name string, data []byte, test *TestSet, seed uint64) (*Verification, error) {
	v, err := Read(name, data, test, seed)
	if err != nil {
		return nil, err
	}
	return v, v.Measure(ctx)
}

// Read is the part of VerifyFrom that takes no time: it finds whether the bytes are unchanged and
// the structure of the file is valid. Measure does the rest.
func Read(name string, data []byte, test *TestSet, seed uint64) (*Verification, error) {
	model, err := artifact.FromFile(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if test != nil {
		if model.Trains() || model.Gradients() != nil || model.Joints() != nil {
			return nil, fmt.Errorf("%s predicts nothing that a data set measures: leave the data set out", name)
		}
		if err := test.check(model.Config().Model, model.Inside()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	v := &Verification{Name: name, Model: model, Seed: seed, test: test}
	if model.Changed() {
		v.breaks(errors.New("the bytes are not those that gmnc exported and certified: the digest differs"))
	}
	if err := onnx.Check(data); err != nil {
		v.breaks(fmt.Errorf("the file's structure is wrong: %w", err))
		v.damaged = true
	}
	return v, nil
}

// Found says in a line what is known of the file so far.
func (v *Verification) Found() string {
	if len(v.Broken) == 0 {
		return "the bytes are those that gmnc exported, and the structure is valid"
	}
	return "broken: " + strings.Join(v.Broken, "; ")
}

// Measure measures what the file promises. It measures nothing of a file whose structure is wrong,
// and a changed file, which is broken already, on as few systems as an export. It returns an error
// if memory does not suffice or ctx has ended.
func (v *Verification) Measure(ctx context.Context) error {
	if v.damaged {
		return nil
	}
	if !config.Known(v.Model.Config().Model.Model) {
		v.checkCertificate()
		_, v.Unknown = v.Model.Run()
		return nil
	}
	if err := context.Cause(ctx); err != nil {
		return err
	}
	against, err := v.measurement()
	if err != nil {
		v.breaks(err)
		return nil
	}
	data := v.Model.Bytes()
	return inTurn(ctx, func() error {
		return v.inEngines(ctx, against, data)
	}, func() error {
		if v.test != nil {
			v.checkTest(data, v.test)
		}
		return nil
	})
}

// inEngines measures the file in all engines. It returns an error if memory does not suffice or ctx
// has ended.
func (v *Verification) inEngines(ctx context.Context, against measure.Measurer, data []byte) (err error) {
	var broken error
	v.Runtimes, v.Missing, broken = against.All(ctx, data)
	if cause := context.Cause(ctx); cause != nil {
		return cause // it is no broken promise
	}
	if short := measure.Shortage(broken); short != nil {
		return fmt.Errorf("%s was not measured to the end: %w", v.Name, short)
	}
	v.breaks(broken)
	if v.Limited, err = against.CountLimited(v.test.counted()); err != nil {
		return err
	}
	v.checkCertificate()
	return nil
}

// breaks adds a line for each error that err joins. It adds nothing if err is nil.
func (v *Verification) breaks(err error) {
	for _, one := range measure.Joined(err) {
		v.Broken = append(v.Broken, one.Error())
	}
}

// measurement returns the measurer of the file: the model of its configuration and weights. The
// weights of a changed file are not trusted, so that it is measured without them.
func (v *Verification) measurement() (measure.Measurer, error) {
	c := v.Model.Config().Model
	if v.Model.Changed() && (v.Model.Trains() || v.Model.Gradients() != nil || v.Model.Joints() != nil) {
		return nil, errors.New("without the weights that were in it, steps of training, gradients and joint coordinates can't be measured")
	}
	if v.Model.Changed() {
		return v.untrusted(c)
	}
	trained, err := v.Model.Run()
	if err != nil {
		return nil, err
	}
	stated := v.Model.File().Metadata
	wanted := artifact.Units(trained)
	if joints := v.Model.Joints(); joints != nil && joints.Driven() {
		delete(wanted, export.UnitsPrefix+system.LoadInput)
	}
	v.breaks(errors.Join(unlike(stated, wanted)...))
	if v.Model.Joints() != nil {
		joints, err := measure.JointModelOfFile(v.Model, trained)
		if err != nil {
			return nil, err
		}
		return joints.Measurement(measure.AtVerification(v.Seed))
	}
	var steps *measure.TrainingStep
	if v.Model.Trains() {
		if steps, err = measure.NewTrainingStep(trained); err != nil {
			return nil, err
		}
	}
	gradients, err := measure.PullbackOf(v.Model, trained)
	if err != nil {
		return nil, err
	}
	return measure.New(trained, v.Model.Inside(), steps, gradients, measure.AtVerification(v.Seed))
}

// unlike returns an error for each wanted unit that a file lacks or states otherwise. Earlier builds
// stated the units of both velocities in one text, which is accepted.
func unlike(stated, wanted map[string]string) (broken []error) {
	const ofVelocity = export.UnitsPrefix + "velocity"
	earlier := strings.HasPrefix(stated[ofVelocity], "input: "+wanted[ofVelocity]+"; ")
	for _, key := range slices.Sorted(maps.Keys(wanted)) {
		if _, said := stated[key]; earlier && (!said || key == ofVelocity) {
			continue
		}
		if stated[key] != wanted[key] {
			broken = append(broken, fmt.Errorf("%s is stated as %q; the model's is %q", key, stated[key], wanted[key]))
		}
	}
	return broken
}

// untrusted returns the measurer of a changed file, which is compared only with itself.
func (v *Verification) untrusted(config config.Config) (*measure.Measurement, error) {
	m, err := measure.WithoutReference(v.Model.Config(), v.Model.Inside(), artifact.FileEdgeMemory(config))
	if err != nil {
		return nil, err
	}
	m.Untrusted = true
	m.AddExamples(v.Model.Config(), v.Model.Inside())
	if v.Model.Inside() != nil {
		return m, nil
	}
	m.Amount = measure.Few(v.Seed)
	m.Sampled, err = measure.SampleLike(v.Model.Config(), m.Amount, m.Examples)
	return m, err
}

// checkCertificate checks what was measured before the file was written.
func (v *Verification) checkCertificate() { v.breaks(errors.Join(brokenIn(v.Model.Certificate())...)) }

// brokenIn returns an error for each finding of a certificate that does not hold, or one error if
// nothing was certified.
func brokenIn(certificate *artifact.Certificate) (broken []error) {
	if certificate == nil || len(certificate.Runtimes) == 0 {
		return []error{errors.New("the file has no certificate: export the model again")}
	}
	for _, measured := range certificate.Runtimes {
		for _, f := range measured.Findings {
			if !f.Holds() {
				broken = append(broken, fmt.Errorf("its own certificate says that %s was off by %.2g in %s, where %.2g is allowed", f.Promise, f.Largest, measured.Runtime, f.Allowed))
			}
		}
	}
	return broken
}

// Err returns an error if anything does not hold: the first broken promise, and the number of
// the others. It also returns an error if nothing could be measured.
func (v *Verification) Err() error {
	switch more := len(v.Broken) - 1; {
	case more < 0 && v.Unknown != nil:
		return fmt.Errorf("nothing that %s promises was measured: %w", v.Name, v.Unknown)
	case more < 0:
		return nil
	case more > 0:
		return fmt.Errorf("%s does not keep its promises: %s (and %d more)", v.Name, v.Broken[0], more)
	}
	return fmt.Errorf("%s does not keep its promises: %s", v.Name, v.Broken[0])
}
