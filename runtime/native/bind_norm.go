package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

var normBindings = map[ir.OpName]binding{
	lower.NormReLU.Name: bindNormReLU, lower.NormBackward.Name: bindNormBackward,
	lower.NormGrads.Name: bindNormGrads,
}

// norm returns the kernel's norm of a call, for the columns of the value x.
func (p *plan) norm(c call, x int) kernels.Norm {
	blocks := c.node.Int(lower.BlocksAttr)
	return kernels.Norm{Blocks: blocks, Width: p.values[x].columns / blocks}
}

func bindNormReLU(p *plan, c call) kernel {
	x, scale, shift := c.args[0], c.args[1], c.args[2]
	y, f, n := c.result, c.also[0], p.norm(c, x)
	n.Epsilon = float32(c.node.Float(lower.EpsilonAttr))
	return func(v *frame) {
		n.ReLU(v.floats[y], v.floats[f], v.floats[x], v.floats[scale], v.floats[shift])
	}
}

func bindNormBackward(p *plan, c call) kernel {
	dy, y, x, f, scale := c.args[0], c.args[1], c.args[2], c.args[3], c.args[4]
	to, n := c.result, p.norm(c, x)
	return func(v *frame) {
		n.Back(v.floats[to], v.floats[dy], v.floats[y], v.floats[x], v.floats[f], v.floats[scale])
	}
}

// bindNormGrads adds up both sums over the shards of a lane.
func bindNormGrads(p *plan, c call) kernel {
	dy, y, x, f := c.args[0], c.args[1], c.args[2], c.args[3]
	scale, shift, n := c.result, c.also[0], p.norm(c, x)
	return func(v *frame) {
		for _, sum := range c.results() {
			if c.begins(v, sum) {
				clear(v.floats[sum])
			}
		}
		n.Grads(v.floats[scale], v.floats[shift], v.floats[dy], v.floats[y], v.floats[x], v.floats[f])
	}
}
