// Package deploy exports trained models as files for use elsewhere. It checks a file against its
// promises before it is written, and again on request.
package deploy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/deploy/measure"
	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/internal/atomicfile"
	"gmnc/internal/fields"
	"gmnc/onnx"
	"gmnc/run"
)

// Exported is a file that keeps its promises.
type Exported struct {
	File []byte
	artifact.Certificate
	// Missing says for each engine in which the file was not measured why it was not.
	Missing []string
	// Caveats holds the caveats of the run.
	Caveats []string

	config run.Config
	joints *artifact.Joints // of a file in joint coordinates; nil for others
}

// Export makes an ONNX file from a run. It checks the structure of the file, and runs it in
// onnx-go and, if it is available, in onnxruntime. At several compositions of a system, the
// file returns the interpreter's numbers and is equivariant. Rigid bars keep their lengths, and
// the number of threads changes nothing. For unrolled steps, numbers, symmetries and lengths
// are those of the first step, as the lines of the certificate say. All steps repeat it. If
// anything does not hold, Export returns an error that says what, and no file.
func Export(trained *run.Run, opset int) (*Exported, error) {
	return ExportWith(context.Background(), trained, Options{Opset: opset})
}

// ExportWith is like Export but takes more options. Once ctx has ended, no further measurement
// begins, and ExportWith returns the cause of that as the error. In an engine, the prediction in
// progress is the last; a measurement by the reference or on a data set is completed first.
func ExportWith(ctx context.Context, trained *run.Run, options Options) (*Exported, error) {
	e, err := prepare(trained, options)
	if err != nil {
		return nil, err
	}
	if options.Radius != nil {
		if _, err := e.encode(); err != nil { // a model that makes no such file needs no radius
			return nil, err
		}
		if err := inTurn(ctx, func() error { return e.calibrate(ctx, options.Radius) }); err != nil {
			return nil, err
		}
	}
	return e.export(ctx, options.Test)
}

// prepare returns the run that is exported as options say, before a radius is calibrated.
func prepare(trained *run.Run, options Options) (e exporting, err error) {
	if err := options.check(trained); err != nil {
		return e, err
	}
	if trained, err = withDepth(trained, options.Depth); err != nil {
		return e, err
	}
	e = exporting{run: trained, opset: options.Opset, rollout: options.Rollout, functions: options.Functions, loop: options.Loop, noExamples: options.NoExamples}
	if options.Float16 {
		if e.run, err = halved(trained); err != nil {
			return e, err
		}
		e.unrounded = trained
	}
	if options.Step {
		if e.step, err = measure.NewTrainingStep(trained); err != nil {
			return e, err
		}
	}
	if options.Joints != nil {
		if e.joints, err = measure.JointModelOf(e.run, options.Joints, options.Gradients, options.Rollout); err != nil {
			return e, err
		}
		e.topology = &e.joints.Inside
	}
	if options.Gradients != nil && e.joints == nil {
		if e.pullback, err = measure.NewPullback(e.run, run.GradientInputs(e.run.Model, options.Gradients), options.Rollout); err != nil {
			return e, err
		}
	}
	if options.Topology != nil {
		if err := run.CheckData(trained.Config.Model, options.Topology); err != nil {
			return e, err
		}
		t, err := measure.CommonTopology(trained.Config.Model, options.Topology)
		if err != nil {
			return e, err
		}
		e.topology = &t
	}
	return e, nil
}

// exporting is a run that is being exported.
type exporting struct {
	run      *run.Run
	opset    int
	topology *artifact.Topology // the topology inside the file; nil if the file takes it as inputs
	rollout  *rolling.Rollout
	step     *measure.TrainingStep // nil for a file that predicts
	pullback *measure.Pullback     // nil for a file without gradients
	joints   *measure.JointModel   // nil for a file of particles
	// unrounded is the run before its weights were rounded to float16, or nil if none were.
	unrounded *run.Run
	functions bool
	loop      bool
	// noExamples leaves true training inputs out of the file.
	noExamples bool
	radius     *artifact.RadiusCoverage // nil for a file without a radius
}

// calibrate gives the model a radius, and gives the same radius to the run before rounding.
func (e *exporting) calibrate(ctx context.Context, radius *Radius) (err error) {
	if e.run, e.radius, err = radius.Calibrate(e.run); err != nil {
		return err
	}
	if e.rollout != nil {
		if e.run, e.radius.Steps, err = radius.CalibrateSteps(ctx, e.run, e.rollout.Steps); err != nil {
			return err
		}
	}
	if e.unrounded == nil {
		return nil
	}
	e.unrounded, err = rebuilt(e.unrounded, e.run.Config.Model.Radius)
	return err
}

func (e exporting) export(ctx context.Context, test *TestSet) (*Exported, error) {
	if test != nil {
		if err := test.check(e.run.Config.Model, e.topology); err != nil {
			return nil, err
		}
	}
	file, err := e.encode()
	if err != nil {
		return nil, err
	}
	exported := e.unmeasured()
	var against measure.Measurer
	err = inTurn(ctx, func() (err error) {
		against, err = e.holder()
		return err
	}, func() error {
		return e.inEngines(ctx, against, file, exported)
	}, func() (err error) {
		exported.Limited, err = against.CountLimited(test.counted())
		return err
	}, func() (err error) {
		if e.unrounded != nil {
			exported.Rounding, err = e.rounding()
		}
		return err
	}, func() (err error) {
		if test == nil {
			return nil
		}
		if exported.Test, err = testErrors(file, e.run.Config.Model, test); err != nil {
			return err
		}
		return exported.Test.RadiusErr()
	})
	if err != nil {
		return nil, err
	}
	if exported.File, err = withCertificate(file, &exported.Certificate); err != nil {
		return nil, err
	}
	return exported, sameModel(file, exported.File)
}

// unmeasured returns what is known of the file before it is measured.
func (e exporting) unmeasured() *Exported {
	exported := &Exported{Certificate: artifact.Certificate{Kernels: e.run.Config.Kernels, Radius: e.radius}, Caveats: e.run.Caveats(), config: e.run.Config}
	if e.joints != nil {
		exported.joints = &e.joints.Joints
	}
	return exported
}

// inEngines measures a file in all engines, and returns an error that says why a file is not written.
func (e exporting) inEngines(ctx context.Context, against measure.Measurer, file []byte, exported *Exported) (err error) {
	if exported.Runtimes, exported.Missing, err = check(ctx, against, file); err == nil {
		return nil
	}
	if strings.Contains(err.Error(), systems.TooDeep) {
		return fields.Errorf("%w; no file is written that breaks a promise: give a larger {depth}, as a tree may begin at any of its particles", err)
	}
	if short := measure.Shortage(err); short != nil {
		return fmt.Errorf("the file was not measured to the end: %w", short)
	}
	return e.refused(err, against, exported.Runtimes)
}

// holder returns the measurer with which the file is compared before it is written.
func (e exporting) holder() (measure.Measurer, error) {
	if e.joints != nil {
		return e.joints.Measurement(measure.AtExport)
	}
	return measure.New(e.run, e.topology, e.step, e.pullback, measure.AtExport)
}

// sameModel returns an error if a file with a certificate differs from the one that was
// measured, except for its metadata.
func sameModel(measured, certified []byte) error {
	before, err := onnx.Read(measured)
	if err != nil {
		return err
	}
	after, err := onnx.Read(certified)
	if err != nil {
		return err
	}
	if !bytes.Equal(before.Graph, after.Graph) || !slices.EqualFunc(before.Functions, after.Functions, bytes.Equal) {
		return errors.New("the graph changed after it was measured: two encodings of it differ")
	}
	model, err := artifact.FromFile(certified)
	if err == nil && model.Changed() {
		err = errors.New("the file does not have its own digest")
	}
	return err
}

// check measures everything about a file whose structure is valid.
func check(ctx context.Context, m measure.Measurer, file []byte) (measured []artifact.Measured, missing []string, broken error) {
	if err := onnx.Check(file); err != nil {
		return nil, nil, fmt.Errorf("the file's structure is wrong: %w", err)
	}
	return m.All(ctx, file)
}

// Lines describes what was measured and what was not, followed by the caveats of the
// certificate and of the run.
func (e *Exported) Lines() []string {
	return slices.Concat(e.Certificate.Lines(e.config), e.Missing, e.Certificate.Caveats(e.config, e.joints), e.Caveats)
}

// Write writes the file as a whole. After an error, an existing file at path is unchanged.
func (e *Exported) Write(path string) error { return atomicfile.WriteBytes(path, e.File) }
