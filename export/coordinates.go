package export

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/export/rolling"
	"gmnc/export/systems"
	"gmnc/ir"
	"gmnc/system"
)

// Coordinates describes the system of a file in joint coordinates. Its module is one that
// joints.InCoordinates made. The file has the module's inputs and outputs of particles for each
// joint:
//
//	q          float [batch, columns]    how far each joint has turned or slid from rest
//	rate       float [batch, columns]
//	memory     float [batch, columns]    the direction of friction, if the model remembers it
//	torque     float [batch, columns]    about the axes, or the force along axes that slide
//	gravity    float [batch, 3]          if the model takes it; Gravity unless it is given
//	next_q     float [batch, columns]    after the step, counting whole turns
//	next_rate  float [batch, columns]
//	next_memory float [batch, columns]
//	next_points float [batch, points, 3] the positions of Points after the step
//
// With gradients it takes cotangent_q, cotangent_rate and, if there are points, cotangent_points.
// A torque or a gravity with a batch of 1 holds for all systems.
type Coordinates struct {
	Particles int
	// Joint is the joint of each particle. First is the particle of each joint whose row
	// counts.
	Joint, First []int
	// Columns holds the columns of q, of rate and of torque, by these names.
	Columns map[string][]Column
	// Inputs holds all other inputs of the module, in the rows of one system, with their names.
	// Indices are of particles.
	Inputs []systems.Baked
	// Gravity is the gravity that acts if a caller gives none.
	Gravity [3]float32
	// Points defines the positions that the file returns. Each is a weighted sum of the
	// particles' positions, with a weight for each particle. Without Points, the file returns
	// none.
	Points [][]float64
}

// Column is a column of a file in joint coordinates: a joint, and the column of the module's
// input in the joint's row.
type Column struct{ Joint, Part int }

// countsOfPoints is the module's input with the cotangents of positions. The file has an input
// with those of points in its place.
const countsOfPoints = ir.CotangentPrefix + "position"

// coordinateDocs describes the inputs and outputs of a file in joint coordinates.
var coordinateDocs = map[string]string{
	system.CoordinateInput:                      "angle or displacement of each joint from the rest pose",
	system.RateInput:                            "velocity of each joint",
	system.MemoryInput:                          "direction that the friction of each joint is in, from -1 to 1: the sign of the last motion, and 0 where none is known",
	rolling.NextPrefix + system.MemoryInput:     "memory one prediction interval later",
	system.LoadInput:                            "torque about the axis of each revolute joint, or force along the axis of a prismatic one",
	rolling.NextPrefix + system.CoordinateInput: "q one prediction interval later; angles count whole turns",
	rolling.NextPrefix + system.RateInput:       "rate one prediction interval later",
	rolling.PointsOutput:                        "positions of points one prediction interval later, in the order of the metadata \"joints\"",
}

// write returns the file of a module in joint coordinates.
func (c Coordinates) write(m *ir.Module, weights map[string][]float32, info Info) ([]byte, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	optimized, err := ir.OptimizeForFile(m, weights)
	if err != nil {
		return nil, err
	}
	e := newModelEmitterOf(optimized, info.opset())
	e.Within, e.Depth, e.metadata, e.Joints = true, info.Depth, info.Metadata, optimized.Main.JointAxes()
	e.State, e.ParticleCount = system.CoordinateInput, c.Particles
	for _, baked := range c.Inputs {
		e.Baked[baked.Input] = baked
	}
	live := ir.Live(m)
	if err := e.WriteWeights(e.Module, weights, live); err != nil {
		return nil, err
	}
	c.declare(e)
	e.WriteSizes()
	args := make([]string, len(optimized.Main.Inputs))
	for i, input := range optimized.Main.Inputs {
		args[i] = c.rows(e, input)
	}
	c.outputs(e, e.Function(optimized.Main, args, ""))
	if e.Err != nil {
		return nil, e.Err
	}
	emit.Prune(e.Graph)
	info.folded = emit.Folded(e.Graph, live, weights)
	return info.marshal(e.Graph)
}

// Of returns the columns of a value of the module, which may be a gradient or a cotangent. It
// returns none if the value has no columns of joints.
func (c Coordinates) Of(name string) []Column {
	return c.Columns[strings.TrimPrefix(strings.TrimPrefix(name, ir.CotangentPrefix), ir.GradientPrefix)]
}

// outputName returns the name that an output of the module has in a file of one step.
func (c Coordinates) outputName(output string) string { return c.OutputName(output, false) }

// OutputName returns the name that an output of the module has in a file of one step or, if
// rolls is true, of many.
func (c Coordinates) OutputName(output string, rolls bool) string {
	name := rolling.NextPrefix + output
	switch {
	case output == system.Position.Name:
		name = rolling.PointsOutput
	case strings.HasPrefix(output, ir.GradientPrefix):
		return output
	}
	for _, s := range rolling.AllStates {
		if rolls && s.Output == name {
			return s.All
		}
	}
	return name
}

// declare declares the file's inputs and outputs.
func (c Coordinates) declare(e *modelEmitter) {
	batch := ir.Rows("batch")
	describe := func(name string, shape ...ir.Dim) {
		what := coordinateDocs[name]
		if what == "" {
			what = doc(name)
		}
		info := e.described(name, what, ir.Float, append([]ir.Dim{batch}, shape...)...)
		if e.Module.Main.Input(name) != nil || name == ir.CotangentPrefix+rolling.Points {
			e.Input(info)
		} else {
			e.Output(info)
		}
	}
	for _, input := range e.Module.Main.Inputs {
		switch {
		case c.Of(input.Name) != nil:
			describe(input.Name, ir.Fixed(len(c.Of(input.Name))))
		case input.Name == countsOfPoints:
			describe(ir.CotangentPrefix+rolling.Points, ir.Fixed(len(c.Points)), ir.Fixed(3))
		case input.Name == system.Gravity.Name:
			describe(input.Name, ir.Fixed(3))
			gravity := emit.FloatTensor(c.Gravity[:], []int64{1, 3})
			gravity.Name = proto.String(input.Name)
			e.Graph.Initializer = append(e.Graph.Initializer, gravity)
		}
	}
	for _, output := range e.Module.Main.Outputs {
		name := c.outputName(output.Name)
		switch {
		case c.Of(output.Name) != nil:
			describe(name, ir.Fixed(len(c.Of(output.Name))))
		case name == rolling.PointsOutput:
			describe(name, ir.Fixed(len(c.Points)), ir.Fixed(3))
		default:
			describe(name, ir.Fixed(output.Value.Type.Columns()))
		}
	}
}

// outputs computes the file's outputs from the module's. The outputs of a system are NaN if its
// inputs are not finite, or so large that float32 cannot hold their squares.
func (c Coordinates) outputs(e *modelEmitter, values []string) {
	valid := c.valid(e)
	for i, output := range e.Module.Main.Outputs {
		name, width := c.outputName(output.Name), output.Value.Type.Columns()
		shaped := func(shape ...int64) string {
			return e.Op("Reshape", nil, values[i], e.Concat(e.Batch(), e.Ints(shape, int64(len(shape)))))
		}
		particles, across, axes, of := int64(c.Particles), int64(c.Particles*width), 2, ""
		switch {
		case name == rolling.PointsOutput:
			of, axes = e.Op("MatMul", nil, c.weights(e), shaped(particles, int64(width))), 3
		case c.Of(output.Name) == nil: // a gradient by a field of systems; the result of a ReduceSum would depend on threads
			ones := slices.Repeat([]float64{1}, c.Particles)
			of = e.Op("Squeeze", nil, e.Op("MatMul", nil, e.Floats(ones, 1, particles), shaped(particles, int64(width))), e.Ints([]int64{1}, 1))
		case strings.HasPrefix(output.Name, ir.GradientPrefix):
			sums := e.Op("MatMul", nil, c.matrix(e, output.Name, width, c.IsOf), shaped(across, 1))
			of = e.Op("Squeeze", nil, sums, e.Ints([]int64{2}, 1))
		default:
			var first []int64
			for _, column := range c.Of(output.Name) {
				first = append(first, int64(c.First[column.Joint]*width+column.Part))
			}
			of = e.Op("Gather", map[string]any{"axis": int64(1)}, shaped(across), e.Ints(first, int64(len(first))))
		}
		e.Masked(name, of, valid, axes)
	}
}

// valid reports for each system whether its inputs are finite and not too large:
// bool[batch,1,1].
func (c Coordinates) valid(e *modelEmitter) string {
	defer e.InScope("valid")()
	squares := ""
	for _, input := range e.Module.Main.Inputs {
		if strings.HasPrefix(input.Name, ir.CotangentPrefix) || c.Of(input.Name) == nil && input.Name != system.Gravity.Name {
			continue
		}
		own := e.Along("ReduceSumSquare", input.Name, 1, 1)
		if squares != "" {
			own = e.Op("Add", nil, squares, own)
		}
		squares = own
	}
	return e.Unsqueeze(e.Op("Less", nil, squares, e.Floats([]float64{system.MostSquares})), 2)
}

// check returns an error if the numbers of joints, particles and points do not fit together.
func (c Coordinates) check() error {
	if len(c.First) == 0 || len(c.Joint) != c.Particles {
		return fmt.Errorf("%d joints of %d particles: each particle has a joint, and each joint a first particle", len(c.First), c.Particles)
	}
	for i, point := range c.Points {
		if len(point) != c.Particles || slices.ContainsFunc(point, math.IsNaN) {
			return fmt.Errorf("point %d is not a sum over %d particles", i, c.Particles)
		}
	}
	return nil
}
