package native

import (
	"gmnc/ir"
	"gmnc/runtime/native/kernels"
	"gmnc/runtime/native/lower"
)

var elementwiseBindings = map[ir.OpName]binding{
	ir.Const: bindConst, ir.Size: bindSize, ir.Neg: unary(kernels.Neg), ir.Exp: unary(kernels.Exp),
	ir.Log: unary(kernels.Log), ir.Sqrt: unary(kernels.Sqrt), ir.Square: unary(kernels.Square),
	ir.Sigmoid: unary(kernels.Sigmoid), ir.SiLU: unary(kernels.SiLU), ir.ReLU: unary(kernels.ReLU),
	ir.Abs: unary(kernels.Abs), ir.Sign: unary(kernels.Sign), ir.Clamp: limited(kernels.Clamp),
	ir.Inside: limited(kernels.Inside), ir.Add: binary(kernels.Sum), ir.Sub: binary(kernels.Difference),
	ir.Mul: binary(kernels.Product), ir.Div: binary(kernels.Quotient), ir.Maximum: binary(kernels.MaximumOf),
	ir.Minimum: binary(kernels.MinimumOf), ir.Greater: binary(kernels.GreaterThan), ir.Select: bindSelect,
	lower.SiLUSlope.Name: bindSiLUSlope,
}

func unary(f func(dst, x []float32)) func(*plan, call) kernel {
	return func(_ *plan, c call) kernel {
		to, x := c.result, c.args[0]
		return func(v *frame) { f(v.floats[to], v.floats[x]) }
	}
}

func limited(f func(dst, x []float32, low, high float32)) func(*plan, call) kernel {
	return func(_ *plan, c call) kernel {
		to, x := c.result, c.args[0]
		low, high := float32(c.node.Float("low")), float32(c.node.Float("high"))
		return func(v *frame) { f(v.floats[to], v.floats[x], low, high) }
	}
}

func binary(op kernels.Binary) func(*plan, call) kernel {
	return func(p *plan, c call) kernel {
		to, columns := c.result, p.values[c.result].columns
		x, y := p.operand(c, 0), p.operand(c, 1)
		return func(v *frame) {
			kernels.Broadcast(op, v.floats[to], len(v.floats[to])/columns, columns, x.of(v), y.of(v))
		}
	}
}

func bindSelect(p *plan, c call) kernel {
	to, columns := c.result, p.values[c.result].columns
	condition, x, y := p.operand(c, 0), p.operand(c, 1), p.operand(c, 2)
	if condition.row == 1 && condition.column == 0 {
		return selectRows(c, columns, x, y)
	}
	return func(v *frame) {
		kernels.Select(v.floats[to], len(v.floats[to])/columns, columns, condition.of(v), x.of(v), y.of(v))
	}
}

// selectRows copies whole rows if the condition has one element for each row.
func selectRows(c call, columns int, x, y operand) kernel {
	to, condition := c.result, c.args[0]
	return func(v *frame) {
		dst, sources := v.floats[to], [2]kernels.Operand{y.of(v), x.of(v)}
		for i, chosen := range v.floats[condition] {
			source := &sources[0]
			if chosen != 0 {
				source = &sources[1]
			}
			row, from := dst[i*columns:(i+1)*columns], source.Values[i*source.Row:]
			switch {
			case source.Column == 1:
				copy(row, from)
			case from[0] == 0:
				clear(row)
			default:
				for j := range row {
					row[j] = from[0]
				}
			}
		}
	}
}

func bindSiLUSlope(_ *plan, c call) kernel {
	to, slope, x := c.result, c.also[0], c.args[0]
	return func(v *frame) { kernels.SiLUSlope(v.floats[to], v.floats[slope], v.floats[x]) }
}

func bindConst(_ *plan, c call) kernel {
	to := c.result
	var values []float32
	for _, x := range c.node.Values("values") {
		values = append(values, float32(x))
	}
	return func(v *frame) { copy(v.floats[to], values) }
}

func bindSize(p *plan, c call) kernel {
	to, of := c.result, c.node.Text("of")
	if of == p.symbols.Neighbors {
		return func(v *frame) { v.floats[to][0] = float32(v.neighbors) }
	}
	counted := extentOf(p.symbols, of)
	return func(v *frame) { v.floats[to][0] = float32(v.size.rows(counted, 0)) }
}

// copyUnlessSame copies a value, unless it is already in the memory of the result.
func copyUnlessSame(dst, src []float32) {
	if len(dst) > 0 && &dst[0] != &src[0] {
		copy(dst, src)
	}
}
