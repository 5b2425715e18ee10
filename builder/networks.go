package builder

import (
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

// mlp is a perceptron of two linear layers with SiLU between them.
func (n *networks) mlp(name string, x *ir.Value, hidden, out int) (y *ir.Value) {
	n.Scope(name, func() { y = n.linear("linear2", n.SiLU(n.linear("linear1", x, hidden)), out) })
	return y
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

// equivariant is the general equivariant layer of Eq. 10 of the paper,
//
//	phi(Z) = Z sigma(Z^T Z / |Z^T Z|_F),
//
// for the m 3-vectors of z (3m columns): out vectors, [rows, 3*out]. The
// norm is floored at 1e-12. Of a single vector the normalised Gram matrix
// is the number 1, so sigma is one learned factor a vector.
func (n *networks) equivariant(name string, z *ir.Value, hidden, out int) *ir.Value {
	m := z.Type.Columns() / 3
	if m == 1 && out == 1 {
		return n.Mul(z, n.mlp(name, n.Scalar(1), hidden, 1))
	}
	gram := n.Inner(z, z)
	norm := n.Sqrt(n.Maximum(n.SumColumns(n.Square(gram)), n.Scalar(smallSquare)))
	return n.Mix(n.mlp(name, n.Div(gram, norm), hidden, out*m), z, false)
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
