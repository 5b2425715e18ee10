package graph

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/ir"
)

// Param is a weight: its name, its shape, and its initial distribution. That is uniform in Mean
// +- Bound, or normal around Mean if there is a Deviation.
type Param struct {
	Name          string
	Rows, Columns int

	Mean, Bound, Deviation float64
}

func (p Param) draw(source *rand.Rand) float64 {
	if p.Deviation > 0 {
		return p.Mean + float64(p.Deviation*source.NormFloat64())
	}
	return p.Mean + float64((float64(2*source.Float64())-1)*p.Bound)
}

// Networks writes networks into a graph, which is the main graph or the body of a function, and
// records how their weights are initialized. Networks map a value x [rows,in] to a value with
// the same rows. Names are within the current scope.
type Networks struct {
	*ir.Builder
	record  func(p Param)
	actions actions // of limits; nil unless the model is written to know them
}

// Param declares a weight [p.Rows,p.Columns].
func (n *Networks) Param(p Param) *ir.Value {
	value := n.Builder.Param(p.Name, ir.Floats(ir.Fixed(p.Rows), p.Columns))
	p.Name = value.Name
	n.record(p)
	return value
}

// Weight declares a weight with a uniform initial distribution in +-bound.
func (n *Networks) Weight(name string, rows, columns int, bound float64) *ir.Value {
	return n.Param(Param{Name: name, Rows: rows, Columns: columns, Bound: bound})
}

// Linear is x W + b [rows,out] with W [in,out] and b [1,out]. Both are initialized uniformly in
// +-1/sqrt(in), which is PyTorch's default.
func (n *Networks) Linear(name string, x *ir.Value, out int) *ir.Value {
	in := x.Type.Columns()
	bound := 1 / math.Sqrt(float64(in))
	product := n.MatMul(x, n.Weight(name+"/weight", in, out, bound), false, false)
	return n.Name(name, n.Add(product, n.Weight(name+"/bias", 1, out, bound)))
}

// MLP is a perceptron: linear layers of these widths with SiLU between them, named linear1,
// linear2 and so on.
func (n *Networks) MLP(name string, x *ir.Value, widths ...int) *ir.Value {
	n.Scope(name, func() {
		for i, width := range widths {
			if i > 0 {
				x = n.SiLU(x)
			}
			x = n.Linear(fmt.Sprintf("linear%d", i+1), x, width)
		}
	})
	return x
}

// gateGain is the gain of the Xavier distribution of the last layer of a coordinate network.
// Forces are small at the start.
const gateGain = 0.001

// Gate is a perceptron with one hidden layer and one output [rows,1] without a bias. The
// weights of the output start small, so that the initial factor is near 0.
func (n *Networks) Gate(name string, x *ir.Value, hidden int) (y *ir.Value) {
	n.Scope(name, func() {
		inner := n.SiLU(n.Linear("linear1", x, hidden))
		bound := gateGain * math.Sqrt(6/float64(hidden+1))
		y = n.Name("linear2", n.MatMul(inner, n.Weight("linear2/weight", hidden, 1, bound), false, false))
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

// HasNetworks reports whether some weight belongs to a network and not to an equation.
func (m *Model) HasNetworks() bool {
	return slices.ContainsFunc(m.Params, func(p Param) bool { return strings.HasSuffix(p.Name, "/weight") })
}
