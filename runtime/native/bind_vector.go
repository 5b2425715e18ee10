package native

import (
	"gmnc/internal/articulated"
	"gmnc/internal/tensions"
	"gmnc/runtime/native/kernels"
)

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
		var inverseMass []float32
		if len(c.args) == 4 {
			inverseMass = v.floats[c.args[3]]
		}
		tensions.Solve(v.floats[to], v.floats[bars], v.floats[change], inverseMass, v.indices[parents])
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
