// Package joints implements the law of motion of rigid bodies with joints, in the positions of
// their particles or in joint coordinates.
package joints

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// Write writes GMN-ODE for rigid bodies with joints. The state is the angle or displacement of
// each joint and its rate; ir.Builder.JointStep has the law. If every joint has one axis, a
// step is one operator. Joints of any type use several operators.
//
// Positions follow from the pose of rest and the state alone. Lengths, anchors and axes
// therefore hold to rounding after any number of predictions.
func Write(w *graph.Writer) {
	j := newJoints(w)
	if types := w.Inputs.Given[system.JointType]; types != nil {
		j.ofAnyType(types).write()
	} else {
		j.writeOneAxis()
	}
}

// joints holds the rigid bodies of systems. A body is in the row of its first particle, to
// which the rows of its other particles refer.
type joints struct {
	*graph.Writer
	// isBody marks the rows of bodies, and isRoot those of bodies that are attached to the
	// ground.
	isBody, isRoot *ir.Value
	origin         *ir.Value // anchor of the root, to which all positions are relative
	rest, anchor   *ir.Value
	turn, slide    *ir.Value // axes at rest: [particles,3], 0 in rows without a body
	mass, force    *ir.Value // masses [particles,1], and the known forces [particles,3]
	// damping, load and friction, which may be nil, apply to the axes of bodies. They are 0 in
	// rows without a body: [particles,1], or [particles,6] in anyJoints.
	damping, load, friction *ir.Value
	isSlide                 *ir.Value    // 1 for sliding joints: [particles,1]
	stops                   *ir.Value    // in the form of ir.JointLoads, or nil
	law                     *frictionLaw // nil if there is none
}

func newJoints(w *graph.Writer) *joints {
	in := w.Inputs
	isRoot := w.Mul(in.Is[system.Tree], w.Same(in.Partner, w.RowNumbers(graph.Particles)))
	j := &joints{Writer: w, isBody: in.Is[system.Tree], isRoot: w.Name("is_root", isRoot)}
	anchor := w.Field(system.JointAnchor)
	j.origin = w.Name("origin", w.Gather(anchor, in.Root))
	j.rest, j.anchor = w.Sub(w.Field(system.Rest), j.origin), w.Sub(anchor, j.origin)
	ofBody := func(value *ir.Value) *ir.Value { return w.Mul(j.isBody, value) }
	j.turn, j.slide = ofBody(w.Field(system.TurnAxis)), ofBody(w.Field(system.SlideAxis))
	if learned := w.Config.Learns(config.LearnedMass); learned != nil {
		j.mass = w.LearnedOfParticles(learned)
	} else if j.mass = in.Given[system.Mass]; j.mass == nil {
		j.mass = w.Broadcast(w.Field(system.Mass), graph.Particles)
	}
	gravity := w.Field(system.Gravity)
	if learned := w.Config.Learns(config.LearnedGravity); learned != nil {
		gravity = w.LearnedConstant(learned)
	}
	j.force = w.Add(w.Mul(j.mass, gravity), w.Field(system.Force))
	j.load = ofBody(w.Add(w.Field(system.Torque), w.Field(system.Thrust)))
	j.damping = ofBody(ofJoints(w, w.Config.Learns(config.LearnedDamping), system.TurnDamping, system.SlideDamping))
	if learned := w.Config.Learns(config.LearnedFriction); learned != nil || w.IsGiven(system.TurnFriction, system.SlideFriction) {
		j.friction = ofBody(ofJoints(w, learned, system.TurnFriction, system.SlideFriction))
	}
	j.stops, j.law = stops(w), j.newFrictionLaw()
	if j.friction != nil || j.law != nil {
		j.isSlide = w.Inner(j.slide, j.slide)
	}
	return j
}

// inSteps writes the steps of a prediction, of the time h each, under their names.
func (j *joints) inSteps(write func(h float64)) {
	for step := range j.Config.Layers {
		j.Scope(fmt.Sprintf("step%d", step), func() { write(j.Config.Interval() / float64(j.Config.Layers)) })
	}
}

// ofJoints returns a constant of joints if it is learned, or else the sum of the fields of
// revolute and of sliding joints.
func ofJoints(w *graph.Writer, learned *config.Constant, turns, slides *system.Field) *ir.Value {
	if learned != nil {
		return w.LearnedOfParticles(learned)
	}
	return w.Add(w.Field(turns), w.Field(slides))
}

// stops returns the rotors and stops of joints, in rows of particles, in the form of
// ir.JointLoads. It returns nil if there are none, and only rotors if no joint has a stop.
func stops(w *graph.Writer) *ir.Value {
	rotor, stop := w.Config.Learns(config.LearnedRotor), w.Config.Learns(config.LearnedStop)
	if rotor == nil && !w.IsGiven(system.RotorInertia, system.RotorMass, system.TurnLimits, system.SlideLimits) {
		return nil
	}
	columns := []*ir.Value{ofJoints(w, rotor, system.RotorInertia, system.RotorMass)}
	if stop != nil || w.IsGiven(system.TurnLimits, system.SlideLimits, system.StopInertia, system.StopMass, system.StopTime) {
		columns = append(columns, ofJoints(w, nil, system.TurnLimits, system.SlideLimits),
			ofJoints(w, stop, system.StopInertia, system.StopMass), w.Field(system.StopTime))
	}
	for i, column := range columns {
		if column.Type.Rows().Symbol == "" {
			columns[i] = w.Broadcast(column, graph.Particles)
		}
	}
	return w.Name("stops", w.Concat(columns...))
}

// bodyRows returns the rows of bodies.
func (j *joints) bodyRows() ir.BodyRows {
	return ir.BodyRows{Builder: j.Builder, IsBody: j.isBody, HangsOn: j.Inputs.Partner}
}
