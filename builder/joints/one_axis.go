package joints

import (
	"gmnc/builder/graph"
	"gmnc/internal/articulated"
	"gmnc/ir"
)

// writeOneAxis writes the model for joints that each turn or slide along one axis. One operator
// computes a step (ir.Builder.JointStep). The state is the rotation or displacement of each
// joint since the start, and its rate.
func (j *joints) writeOneAxis() {
	bodies, loads := j.oneAxis()
	var state, mark *ir.Value
	j.Scope("start", func() {
		bodies.First = j.Name("first", j.JointMeasure(bodies, j.Sub(j.Inputs.Position, j.origin)))
		state = j.Name("state", j.JointStart(bodies, j.mass, j.Inputs.Velocity))
		placed := j.JointPlace(bodies, state)
		if j.law != nil {
			j.law.begin(j.Columns(state, 1, 2))
			j.law.turned = j.law.angle(bodies.First)
		}
		mark = j.contradiction(j.Columns(placed, 0, 3), j.Columns(placed, 3, 6))
	})
	j.eachStep(bodies, loads, state, func(state *ir.Value) {
		placed := j.JointPlace(bodies, state)
		x := j.Add(j.Columns(placed, 0, 3), j.Add(j.origin, mark))
		j.AddLayer(graph.Layer{Position: j.Name("position", x), Velocity: j.Name("velocity", j.Add(j.Columns(placed, 3, 6), mark))})
	})
}

// oneAxis returns the bodies without First, and the loads on them.
func (j *joints) oneAxis() (ir.JointBodies, ir.JointLoads) {
	bodies := ir.JointBodies{
		Turn: j.turn, Slide: j.slide, Anchor: j.anchor, Rest: j.rest, Parents: j.Inputs.Partner,
		Count: j.Config.Joints, Depth: j.Config.Depth + 1,
	}
	return bodies, ir.JointLoads{Mass: j.mass, Force: j.force, Damping: j.damping, Load: j.load, Stops: j.stops}
}

// eachStep writes the steps of a prediction from a state, and calls pass with the state after
// each.
func (j *joints) eachStep(bodies ir.JointBodies, loads ir.JointLoads, state *ir.Value, pass func(state *ir.Value)) {
	j.inSteps(func(h float64) {
		if loads.HaveStops() {
			j.NoteLimit(graph.StopLimit, func() *ir.Value { return j.Mul(j.hasty(h), j.Square(j.JointBeyond(bodies, loads, state))) })
		}
		state = j.Name("state", j.advanced(bodies, loads, state, h))
		pass(state)
	})
}

// hasty marks bodies whose joints have stops with a time shorter than a step: [particles,1].
func (j *joints) hasty(h float64) *ir.Value {
	column := func(i int) *ir.Value { return j.Columns(j.stops, i, i+1) }
	inertia, time := column(3), column(articulated.StopColumns-1)
	isThere := j.Greater(inertia, j.Scalar(0))
	isShort := j.Mul(j.Greater(time, j.Scalar(0)), j.Greater(j.Scalar(h), time))
	return j.Mul(j.isBody, j.Mul(isThere, isShort))
}
