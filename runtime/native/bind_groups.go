package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

var groupsBindings = map[ir.OpName]binding{
	lower.OuterMatMul.Name: bindOuterMatMul, lower.OuterGrads.Name: bindOuterGrads,
	lower.BlocksGroups.Name: bindBlocksGroups, lower.BlocksGroupsTransposed.Name: bindBlocksGroupsTransposed,
	lower.AddBlocksTransposed.Name: bindAddBlocksTransposed, lower.AddBoth.Name: bindAddBoth,
	lower.TransposeBlocks.Name: bindTransposeBlocks,
}

func bindBlocksGroups(p *plan, c call) kernel {
	to, x, y, w := c.result, c.args[0], c.args[1], c.args[2]
	blocks, right, last := p.blocks(c, w), p.values[to].columns, lastColumn(c.also, c.args[3:])
	return func(v *frame) {
		blocks(v).MatMul(v.floats[to], v.floats[x], v.floats[w], v.floats[y], right, last(v))
	}
}

// blocks returns a function for the kernel's blocks of a call with the weights w.
func (p *plan) blocks(c call, w int) func(v *frame) kernels.Blocks {
	rows, width := c.node.Int(lower.BlocksAttr), p.values[w].columns
	return func(v *frame) kernels.Blocks { return kernels.Blocks{Count: v.neighbors, Rows: rows, Width: width} }
}

// outer returns a function for the kernel's outer products of x and y, in rows as wide as w.
func (p *plan) outer(x, y, w int) func(v *frame) kernels.Outer {
	left, right, width := p.values[x].columns, p.values[y].columns, p.values[w].columns
	return func(v *frame) kernels.Outer {
		return kernels.Outer{Count: v.neighbors, Left: left, Right: right, Width: width}
	}
}

// lastColumn returns a function for one more column and the weights that belong to it, if there
// are any.
func lastColumn(y, w []int) func(v *frame) kernels.LastColumn {
	return func(v *frame) (last kernels.LastColumn) {
		if len(y) > 0 {
			last = kernels.LastColumn{Y: v.floats[y[0]], W: v.floats[w[0]]}
		}
		return last
	}
}

func bindBlocksGroupsTransposed(p *plan, c call) kernel { return p.transposedProduct(c, c.args, false) }

func bindAddBlocksTransposed(p *plan, c call) kernel {
	to, z, product := c.result, c.args[0], p.transposedProduct(c, c.args[1:], true)
	return func(v *frame) {
		copyUnlessSame(v.floats[to], v.floats[z])
		product(v)
	}
}

// bindAddBoth computes two results from the same products.
func bindAddBoth(p *plan, c call) kernel {
	to, sums, z, x, w, y, t := c.result, c.also[0], c.args[0], c.args[1], c.args[2], c.args[3], c.args[4]
	blocks, left := p.blocks(c, w), p.values[y].columns
	return func(v *frame) {
		copyUnlessSame(v.floats[to], v.floats[z])
		blocks(v).MatMulBoth(v.floats[to], v.floats[sums], v.floats[x], v.floats[w], v.floats[y], v.floats[t], left)
	}
}

// transposedProduct multiplies the rows of y with the product of x and w for their group.
func (p *plan) transposedProduct(c call, args []int, accumulate bool) kernel {
	to, x, w, y := c.result, args[0], args[1], args[2]
	blocks, left := p.blocks(c, w), p.values[y].columns
	return func(v *frame) {
		blocks(v).MatMulBeside(v.floats[to], v.floats[x], v.floats[w], v.floats[y], left, accumulate)
	}
}

func bindOuterMatMul(p *plan, c call) kernel {
	to, x, y, w := c.result, c.args[0], c.args[1], c.args[2]
	more := c.args[3:] // nothing, or the column and its weights
	outer, columns, last := p.outer(x, y, w), p.values[w].rows, lastColumn(more[:len(more)/2], more[len(more)/2:])
	return func(v *frame) {
		outer(v).MatMul(v.floats[to], v.floats[x], v.floats[y], v.floats[w], columns, last(v))
	}
}

// bindOuterGrads adds up over the shards of a lane.
func bindOuterGrads(p *plan, c call) kernel {
	to, d, x, y := c.result, c.args[0], c.args[1], c.args[2]
	outer, last := p.outer(x, y, to), lastColumn(c.args[3:], c.also)
	columns, sums := p.values[to].rows, p.values[d].extent != fixed
	return func(v *frame) {
		for _, sum := range c.also {
			if c.begins(v, sum) {
				clear(v.floats[sum])
			}
		}
		outer(v).MatMulFrom(v.floats[to], v.floats[d], v.floats[x], v.floats[y], columns, last(v), sums && !c.begins(v, to))
	}
}

func bindTransposeBlocks(p *plan, c call) kernel {
	to, columns, width := c.result, c.node.Int(lower.ColumnsAttr), p.values[c.result].columns
	return func(v *frame) {
		at := 0
		for i, arg := range c.args {
			own, x := p.values[arg].columns, v.floats[arg]
			for row := 0; row < len(x)/own; row++ {
				dst := v.floats[to][row*width+at:][:own]
				if i > 0 {
					copy(dst, x[row*own:])
				} else {
					kernels.Transpose(dst, x[row*own:][:own], own/columns, columns)
				}
			}
			at += own
		}
	}
}
