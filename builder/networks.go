package builder

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gmnc/ir"
)

// Param is a weight: its name, its extents and how it is drawn: uniform in
// Mean +- Bound, or normal around Mean where there is a Deviation.
type Param struct {
	Name          string
	Rows, Columns int

	Mean, Bound, Deviation float64
}

func (p Param) draw(source *rand.Rand) float64 {
	if p.Deviation > 0 {
		return p.Mean + p.Deviation*source.NormFloat64()
	}
	return p.Mean + (2*source.Float64()-1)*p.Bound
}

// networks writes the body of a function and records its weights.
type networks struct {
	*ir.Builder
	weights map[string]Param
}

// drawn declares a weight.
func (n *networks) drawn(p Param) *ir.Value {
	value := n.Param(p.Name, ir.Floats(ir.Fixed(p.Rows), p.Columns))
	p.Name = value.Name
	n.weights[value.Name] = p
	return value
}

// weight declares a weight that is drawn uniform in +-bound.
func (n *networks) weight(name string, rows, columns int, bound float64) *ir.Value {
	return n.drawn(Param{Name: name, Rows: rows, Columns: columns, Bound: bound})
}

// linear is x W + b with W [in,out], drawn uniform in +-1/sqrt(in) as
// PyTorch's default is.
func (n *networks) linear(name string, x *ir.Value, out int) *ir.Value {
	in := x.Type.Columns()
	bound := 1 / math.Sqrt(float64(in))
	product := n.MatMul(x, n.weight(name+"/weight", in, out, bound), false, false)
	return n.Name(name, n.Add(product, n.weight(name+"/bias", 1, out, bound)))
}

// mlp is a perceptron: linear layers of these widths with SiLU between them,
// named linear1, linear2 and so on.
func (n *networks) mlp(name string, x *ir.Value, widths ...int) *ir.Value {
	n.Scope(name, func() {
		for i, width := range widths {
			if i > 0 {
				x = n.SiLU(x)
			}
			x = n.linear(fmt.Sprintf("linear%d", i+1), x, width)
		}
	})
	return x
}

// gateGain is the gain of the Xavier distribution from which the last layer
// of a coordinate network is drawn: forces start small.
const gateGain = 0.001

// gate is a perceptron to one number without a bias.
func (n *networks) gate(name string, x *ir.Value, hidden int) (y *ir.Value) {
	n.Scope(name, func() {
		inner := n.SiLU(n.linear("linear1", x, hidden))
		bound := gateGain * math.Sqrt(6/float64(hidden+1))
		y = n.Name("linear2", n.MatMul(inner, n.weight("linear2/weight", hidden, 1, bound), false, false))
	})
	return y
}

// Draw draws all weights from a seed: row-major float32 by name.
func (m *Model) Draw(seed uint64) map[string][]float32 {
	source := rand.New(rand.NewPCG(seed, 0x67_6d_6e_63))
	weights := map[string][]float32{}
	for _, param := range m.Params {
		values := make([]float32, param.Rows*param.Columns)
		for i := range values {
			values[i] = float32(param.draw(source))
		}
		weights[param.Name] = values
	}
	return weights
}

// Count is the number of weights.
func (m *Model) Count() int {
	count := 0
	for _, param := range m.Params {
		count += param.Rows * param.Columns
	}
	return count
}
