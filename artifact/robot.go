package artifact

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Robot is a robot in motion, whose steps a file in joint coordinates computes. It begins in
// the pose of rest, with rates 0.
type Robot struct {
	// Joints holds the names of the joints. Columns holds the names of the columns of Q, Rate
	// and torques: one of each for a joint with an axis.
	Joints  []string
	Columns Columns
	// Ranges holds the ranges of each joint in the training data, or nil if they are not known. A
	// state or a torque outside of them is outside of what was learned.
	Ranges []system.JointRange
	// Q and Rate hold the displacements of the joints from the pose of rest, and their rates.
	Q, Rate []float32
	// Memory holds the direction of the friction of each joint with an axis, from -1 to 1 and
	// initially 0. It is nil if friction has no memory.
	Memory []float32

	session runtime.Session
}

// OpenRobot opens a file of gmnc export --joints in the first available engine that runs files.
// It returns an error for a file of particles, or one that makes many steps. The caller must
// close the robot.
func OpenRobot(path string) (*Robot, error) {
	model, err := loadFile(path)
	if err != nil {
		return nil, err
	}
	signature, err := ReadSignature(model.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if model.Joints() == nil || signature.Rolls() {
		return nil, fmt.Errorf("%s does not make one step in joint coordinates: export it with --joints and without --rollout", path)
	}
	session, err := engines.ForFiles().OpenFile(model.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	robot := &Robot{Joints: model.Joints().Names, Columns: *model.Joints().Columns, Ranges: model.Joints().Ranges, session: session}
	for _, x := range model.Joints().Rest {
		robot.Q = append(robot.Q, float32(x))
	}
	robot.Rate = make([]float32, len(robot.Columns.Rate))
	if slices.Contains(signature.Inputs, system.MemoryInput) {
		robot.Memory = make([]float32, len(robot.Columns.Torque))
	}
	return robot, nil
}

// Step moves the robot by one interval under torques, which are forces for prismatic joints. If
// the state is not finite, the next state is NaN. It is an error if the number of values
// differs from the number of columns.
func (r *Robot) Step(torque []float32) error {
	inputs := map[string]runtime.Tensor{}
	for _, input := range []struct {
		name    string
		values  []float32
		columns []string
	}{{system.CoordinateInput, r.Q, r.Columns.Q}, {system.RateInput, r.Rate, r.Columns.Rate}, {system.LoadInput, torque, r.Columns.Torque}} {
		if len(input.values) != len(input.columns) {
			return fmt.Errorf("%s has %d numbers: expected %d, of %s", input.name, len(input.values), len(input.columns), strings.Join(input.columns, ", "))
		}
		if len(input.columns) > 0 {
			inputs[input.name] = runtime.Floats(slices.Clone(input.values), 1, len(input.values))
		}
	}
	if r.Memory != nil {
		if len(r.Memory) != len(r.Columns.Torque) {
			return fmt.Errorf("%s has %d numbers: expected %d, of %s", system.MemoryInput, len(r.Memory), len(r.Columns.Torque), strings.Join(r.Columns.Torque, ", "))
		}
		inputs[system.MemoryInput] = runtime.Floats(slices.Clone(r.Memory), 1, len(r.Memory))
	}
	after, err := r.session.Run(runtime.Batch{Inputs: inputs})
	if err != nil {
		return err
	}
	r.Q, r.Rate = after["next_q"].Float, after["next_rate"].Float
	if r.Memory != nil {
		r.Memory = after["next_memory"].Float
	}
	return nil
}

// Close releases the resources of the engine.
func (r *Robot) Close() error { return r.session.Close() }
