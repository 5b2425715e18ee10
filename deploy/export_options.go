package deploy

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/deploy/measure"
	"gmnc/export/rolling"
	"gmnc/internal/fields"
	"gmnc/run"
	"gmnc/system"
)

// Joints are the options of a file in joint coordinates.
type Joints = measure.Joints

// Options says what file to make from a run.
type Options struct {
	// Opset is the version of the operator set, 15 to 21. 0 stands for export.DefaultOpset.
	Opset int
	// Topology makes a file for one kind of system only, the system of the data set. Its
	// sticks, hinges, neighbors and features are constants in the file instead of inputs.
	Topology *datasets.Data
	// Joints makes a file in joint coordinates, or one of particles if it is nil.
	Joints *Joints
	// Float16 rounds the weights to float16 and stores them so. The file computes in float32.
	Float16 bool
	// Depth is the maximal number of bars of a tree between its root and a leaf. 0 stands for
	// the depth of the run, which is 32 or what its data needed.
	Depth int
	// Rollout makes a file that applies the model repeatedly, or one of one step if it is nil.
	Rollout *rolling.Rollout
	// Functions keeps layers and their parts as functions of the file.
	Functions bool
	// Loop combines equal steps of the model into one Loop.
	Loop bool
	// NoExamples leaves out the true training inputs that a file contains otherwise.
	NoExamples bool
	// Step makes a file of one step of training instead of one that predicts.
	Step bool
	// Radius adds outputs that say how large the errors of predictions may be. nil adds none.
	Radius *Radius
	// Gradients names the inputs, or the constants that replace them, with respect to which the
	// file also returns gradients. The file then takes cotangents of its outputs. nil adds
	// none. With Rollout, gradients are propagated through its steps.
	Gradients []string
	// Test is a data set on which the file's errors are measured, or nil.
	Test *TestSet
}

// Validate returns an error if options exclude each other.
func (o Options) Validate() error {
	switch {
	case o.Joints != nil && (o.Topology != nil || o.Step || o.Radius != nil || o.Test != nil || o.Functions || o.Float16):
		return fields.Errorf("{joints} goes with neither {topology}, {train_step}, {radius}, {test}, {functions} nor {float16}: the file is one for programs that call it, with the robot inside")
	case o.Functions && (o.Rollout != nil || o.Step):
		return fields.Errorf("{functions} goes neither with {rollout} nor with {train_step}: only a file of one prediction has functions")
	case o.Loop && (o.Functions || o.Step || o.Gradients != nil):
		return fields.Errorf("{loop} goes with neither {functions}, {train_step} nor {gradients}: a function holds no Loop, and gradients need every step by itself")
	case o.Step && o.Float16:
		return fields.Errorf("a file of training steps changes its weights, in float32: {train_step} does not go with {float16}")
	case o.Step && (o.Rollout != nil || o.Test != nil):
		return fields.Errorf("a file of training steps predicts nothing: {train_step} goes neither with {rollout} nor with {test}")
	case o.Gradients != nil && (o.Step || o.Functions || o.Radius != nil || o.Test != nil):
		return fields.Errorf("{gradients} go with neither {train_step}, {functions}, {radius} nor {test}: the file is one for programs that call it")
	case o.Radius != nil:
		return o.Radius.check(o)
	}
	return measure.CheckGradients(o.Gradients)
}

// check returns an error if options exclude each other, or if they do not fit the run.
func (o Options) check(trained *run.Run) error {
	if err := o.Validate(); err != nil {
		return err
	}
	if err := checkPaths(trained.Config.Model); err != nil {
		return err
	}
	if info := trained.Config.Data; info != nil {
		if err := checkSizes(trained.Config.Model, info.Ranges); err != nil {
			return err
		}
	}
	if trained.Config.Model.Runs > 0 && (o.Rollout != nil || o.Step) {
		return fields.Errorf("{rollout} and {train_step} go with one run: of several the mean alone is known, in which bars change their lengths, and from which no run would go on; leave them out, or give one run")
	}
	switch {
	case o.Loop && trained.Config.Model.Runs > 0:
		return fields.Errorf("{loop} goes with one run: the steps of several stand side by side; leave it out, or give one run")
	case o.Rollout != nil && !trained.Config.Model.TrueVelocity:
		return fields.Errorf("the model returns no true velocity (%s), so a second step would start from a wrong one: train one with {velocity}, or leave {rollout} out", artifact.ReturnedVelocity(trained))
	}
	return nil
}

// mostOnPath is the largest number of joints on a path from the ground for which a file is written. A
// file solves the equations of joints in float32. Relative to the largest rate, a step was off by 1.2e-4 for
// a chain of 32 bodies, 1.5e-3 for 64, 0.016 for 129 and 1.3 for 258, and an export allows 1e-4.
const mostOnPath = 128

// checkPaths returns an error for longer paths of joints. The comparison with the interpreter would
// refuse them, too, but after an hour.
func checkPaths(config config.Config) error {
	on := min(config.Depth-1, config.Joints)
	if !config.Jointed() || on <= mostOnPath {
		return nil
	}
	return fmt.Errorf("the robot has up to %d joints on a path from the ground, and a file takes at most %d, as it solves the equations of joints in float32. Replace joints that hardly move by fixed ones, or predict with the run", on, mostOnPath)
}

// checkSizes returns an error if the training data have numbers that the model takes and that
// are too large for a file.
func checkSizes(config config.Config, ranges *system.Ranges) error {
	if ranges == nil {
		return nil
	}
	if name, value, squares := ranges.Largest(config.Takes); squares >= system.MostSquares {
		return fmt.Errorf("the training data have the %s %.3g, and a file takes systems whose numbers have squares of less than %g together, not %.3g, as float32 ends at %.2g: give the data in another unit",
			name, value, float64(system.MostSquares), squares, float64(math.MaxFloat32))
	}
	return nil
}

// withDepth returns a run whose model takes trees of the given depth. No weight depends on it.
// 0 stands for the depth of the run.
func withDepth(trained *run.Run, depth int) (*run.Run, error) {
	if depth == 0 {
		return trained, nil
	}
	if trained.Config.Model.Depth == 0 {
		return nil, fields.Errorf("{depth} %d: the model takes no trees, as there are none in its training data; leave {depth} out", depth)
	}
	needed, err := deepest(trained.Config.Data)
	if err != nil {
		return nil, err
	}
	if depth > 1 && depth < needed { // the model itself rejects a depth of 1
		return nil, fields.Errorf("{depth} %d: the training data have trees of %d bars from the root to a leaf, the particles of a body that a tree holds being a bar further: expected %d or more", depth, needed, needed)
	}
	deeper := *trained
	deeper.Config.Model.Depth = depth
	deeper.Model, err = builder.New(deeper.Config.Model, false)
	return &deeper, err
}

// deepest returns the maximal number of bars between root and leaf in trees of the training
// data, as far as their structures are known.
func deepest(data *run.DataInfo) (bars int, err error) {
	if data == nil || data.Ranges == nil {
		return 0, nil
	}
	for _, structure := range data.Ranges.Structures {
		objects, err := structure.Draw(rand.New(rand.NewPCG(1, 2))) // trees are not drawn at random
		if err != nil {
			return 0, err
		}
		bars = max(bars, objects.Depth())
	}
	return bars, nil
}
