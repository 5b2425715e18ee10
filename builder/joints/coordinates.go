package joints

import (
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/system"
)

// CoordinateState lists the inputs of a model in joint coordinates that are its outputs of the
// same names one step before. system.MemoryInput is one of them if friction has memory.
var CoordinateState = []string{system.CoordinateInput, system.RateInput, system.MemoryInput}

// DriveInput is the input of InCoordinates with system.Drive of each joint: [particles,2].
var DriveInput = system.Drive.Name

// InCoordinates returns the model of a configuration of bodies on joints in joint coordinates.
// Its state is the angle or displacement of each joint and its rate, in place of positions and
// velocities. It takes the weights of New, and makes the same steps. Its inputs are
// system.CoordinateInput, system.RateInput and system.LoadInput, [particles,1] each, of which
// the row of a body's first particle counts. If joints are of any type, the inputs are as wide
// as CoordinateColumns says. Its outputs are the first two after the last step, which count
// whole turns, and the positions of the particles there, [particles,3]. Friction with memory
// adds system.MemoryInput to both, [particles,1]. A driven model has DriveInput, and its load
// is that of the joints' drives. No forces act on single particles. A configuration without
// joints is an error.
func InCoordinates(c config.Config, driven bool) (*graph.Model, error) {
	switch {
	case !c.Jointed():
		return nil, fields.Errorf("{joints} is for bodies on joints, and the model moves particles without: train it on the data of a robot, or leave {joints} out")
	case c.Runs > 0 || c.Radius != nil || !c.Scale.None():
		return nil, fields.Errorf("{joints} is for one run, in the units of its data and without a radius: export another run, or leave {joints} out")
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	own := c
	own.Fields = slices.DeleteFunc(slices.Clone(c.Fields), func(name string) bool {
		return name == system.Torque.Name || name == system.Thrust.Name || name == system.Force.Name
	})
	model, err := graph.WritePlain(c, own, func(w *graph.Writer) {
		if types := w.Inputs.Given[system.JointType]; types != nil {
			writeAnyCoordinates(w, types, driven)
		} else {
			writeJointCoordinates(w, driven)
		}
	})
	if err != nil {
		return nil, err
	}
	dropUnread(model.Module.Main)
	return model, nil
}

// dropUnread removes the inputs that nothing reads, except for weights.
func dropUnread(main *ir.Func) {
	read := map[*ir.Value]bool{}
	for _, node := range main.Nodes {
		for _, arg := range node.Args {
			read[arg] = true
		}
	}
	main.Inputs = slices.DeleteFunc(main.Inputs, func(input *ir.Value) bool { return !input.Param && !read[input] })
}

// writeJointCoordinates writes the steps of writeOneAxis from joint coordinates to joint
// coordinates.
func writeJointCoordinates(w *graph.Writer, driven bool) {
	column := ir.Floats(ir.Rows(graph.Particles), 1)
	q, rate := w.Input(system.CoordinateInput, column), w.Input(system.RateInput, column)
	giveLoad(w, driven)
	j := newJoints(w)
	remembers := j.law != nil && j.law.length != nil
	if j.law != nil {
		j.law.turned = q
	}
	if remembers {
		j.law.memory = w.Mul(j.isBody, w.Input(system.MemoryInput, column))
	}
	bodies, loads := j.oneAxis()
	turned, none := w.Mul(q, w.Inner(j.turn, j.turn)), w.Mul(q, w.Scalar(0))
	slid := none
	if w.IsGiven(system.SlideAxis) {
		slid = w.Mul(q, w.Inner(j.slide, j.slide))
	}
	bodies.First = w.Name("first", w.Concat(w.Cos(turned), w.Sin(turned), slid, none))
	start := w.Name("start", w.Concat(w.Mul(j.isBody, w.Scalar(0)), w.Mul(j.isBody, rate)))
	state := start
	j.eachStep(bodies, loads, state, func(after *ir.Value) { state = after })
	w.Output(system.CoordinateInput, w.Name("next_q", w.Add(q, w.Columns(state, 0, 1))))
	w.Output(system.RateInput, w.Name("next_rate", w.Columns(state, 1, 2)))
	if remembers {
		w.Output(system.MemoryInput, w.Name("next_memory", j.law.memory))
	}
	placed := w.JointPlace(bodies, state)
	w.Output(system.Position.Name, w.Name("next_position", w.Add(w.Columns(placed, 0, 3), j.origin)))
}

// giveLoad declares the load on joints. It applies to sliding joints, too, since the sum of
// torque and thrust acts.
func giveLoad(w *graph.Writer, driven bool) {
	load := w.Input(system.LoadInput, ir.Floats(ir.Rows(graph.Particles), 1))
	if driven {
		drive := w.Input(DriveInput, ir.Floats(ir.Rows(graph.Particles), system.Drive.Columns))
		load = w.Sub(w.Mul(w.Columns(drive, 0, 1), load), w.Columns(drive, 1, 2))
	}
	w.Inputs.Given[system.Torque] = load
}

// Pullback returns a model of InCoordinates with the gradients of all its outputs with respect
// to the named inputs, in the form of ir.Pullback.
func Pullback(m *graph.Model, inputs []string) (*ir.Module, error) {
	known := slices.DeleteFunc([]string{system.CoordinateInput, system.RateInput, system.MemoryInput, system.LoadInput, system.Gravity.Name},
		func(name string) bool { return m.Module.Main.Input(name) == nil })
	for _, name := range inputs {
		if !slices.Contains(known, name) {
			return nil, fields.Errorf("{gradients} %s: a file in joint coordinates has no such input; choose of %s", name, strings.Join(known, ", "))
		}
	}
	module, err := ir.OptimizeForKernels(m.Module)
	if err != nil {
		return nil, err
	}
	var outputs []string
	for _, output := range m.Module.Main.Outputs {
		outputs = append(outputs, output.Name)
	}
	module, unreached, err := ir.Pullback(module, outputs, inputs)
	if err != nil {
		return nil, err
	}
	if len(unreached) > 0 {
		return nil, fields.Errorf("{gradients} %s: no prediction depends on it; leave it out", unreached[0])
	}
	return module, nil
}
