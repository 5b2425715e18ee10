package native

import (
	"gmnc/internal/articulated"
	"gmnc/internal/tensions"
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
)

var vectorBindings = map[ir.OpName]binding{
	ir.Tensions: bindTensions, ir.JointRates: bindJointRates, ir.SumPaths: bindSumPaths,
	ir.JointMeasure: bindJointMeasure, ir.JointPlace: bindJointPlace, ir.JointStart: bindJointStart,
	ir.JointStep: bindJointStep, ir.JointStopStep: bindJointStep, ir.Cross: bindCross, ir.Inner: bindInner,
	ir.Mix: bindMix,
}

func bindCross(_ *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	return func(v *frame) { kernels.Cross(v.floats[to], v.floats[x], v.floats[y]) }
}

func bindInner(p *plan, c call) kernel {
	to, x, y := c.result, c.args[0], c.args[1]
	k, m := p.values[x].columns/3, p.values[y].columns/3
	return func(v *frame) { kernels.Inner(v.floats[to], v.floats[x], v.floats[y], k, m) }
}

func bindMix(p *plan, c call) kernel {
	to, weights, z, transpose := c.result, c.args[0], c.args[1], c.node.Bool("transpose")
	k, m := p.values[to].columns/3, p.values[z].columns/3
	return func(v *frame) { kernels.Mix(v.floats[to], v.floats[weights], v.floats[z], k, m, transpose) }
}

func bindTensions(_ *plan, c call) kernel {
	to, bars, change, parents := c.result, c.args[0], c.args[1], c.args[2]
	return func(v *frame) {
		var mobility []float32
		if len(c.args) == 4 {
			mobility = v.floats[c.args[3]]
		}
		tensions.Solve(v.floats[to], v.floats[bars], v.floats[change], mobility, v.indices[parents])
	}
}

func bindJointRates(_ *plan, c call) kernel {
	to, axes, position, mass, force := c.result, c.args[0], c.args[1], c.args[2], c.args[3]
	resistance, load, parents := c.args[4], c.args[5], c.args[6]
	return func(v *frame) {
		rows := articulated.Rows[float32, int64]{
			Axes: v.floats[axes], Position: v.floats[position], Mass: v.floats[mass],
			Resistance: v.floats[resistance], Parents: v.indices[parents],
		}
		rows.Rates(v.floats[to], v.floats[force], v.floats[load])
	}
}

func bindSumPaths(_ *plan, c call) kernel {
	to, x, parents, transpose := c.result, c.args[0], c.args[1], c.node.Bool("transpose")
	return func(v *frame) { articulated.SumPaths(v.floats[to], v.floats[x], v.indices[parents], transpose) }
}

// bodies returns the bodies that the arguments describe.
func (c call) bodies(v *frame) articulated.Bodies[float32, int64] {
	return articulated.Bodies[float32, int64]{
		Turn: v.floats[c.args[0]], Slide: v.floats[c.args[1]], Anchor: v.floats[c.args[2]], Rest: v.floats[c.args[3]],
		First: v.floats[c.args[4]], Parents: v.indices[c.args[5]],
	}
}

func bindJointMeasure(_ *plan, c call) kernel {
	to, of := c.result, c.args
	return func(v *frame) {
		bodies := articulated.Bodies[float32, int64]{
			Turn: v.floats[of[0]], Slide: v.floats[of[1]], Rest: v.floats[of[2]], Parents: v.indices[of[4]],
		}
		bodies.Measure(v.floats[to], v.floats[of[3]])
	}
}

func bindJointPlace(_ *plan, c call) kernel {
	to, state := c.result, c.args[6]
	return func(v *frame) { c.bodies(v).Positions(v.floats[to], v.floats[state]) }
}

func bindJointStart(_ *plan, c call) kernel {
	to, mass, velocity := c.result, c.args[6], c.args[7]
	return func(v *frame) { c.bodies(v).Start(v.floats[to], v.floats[mass], v.floats[velocity]) }
}

func bindJointStep(_ *plan, c call) kernel {
	to, of, state, time := c.result, c.args[6:10], c.args[len(c.args)-1], c.node.Float("time")
	return func(v *frame) {
		loads := articulated.Loads[float32]{
			Mass: v.floats[of[0]], Force: v.floats[of[1]], Damping: v.floats[of[2]], Load: v.floats[of[3]],
		}
		if c.node.Is(ir.JointStopStep) {
			loads.Stops = v.floats[c.args[10]]
		}
		c.bodies(v).Step(v.floats[to], v.floats[state], loads, time)
	}
}
