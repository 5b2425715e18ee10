package tensors

import (
	"math"

	"gmnc/builder/graph"
	"gmnc/ir"
)

// radialHidden is the width of the radial networks.
const radialHidden = 32

// products are, for each path, the angular part of the kernel times the
// sender's features, T[m', J, c] = sum over m of A[m', J, m] f[m, c].
func products(n *graph.Networks, f tensorFeatures, e tensorEdges, all []path) map[path]*ir.Value {
	found := map[path]*ir.Value{}
	for _, p := range all {
		found[p] = n.RowMatMul(e.angular[p], n.Gather(f[p.from], e.senders), components(p.from), false, false)
	}
	return found
}

// radialNetworks are a network for each path, as far as its last hidden
// layer, of what the edges' radial features are:
//
//	32 LayerNorm ReLU -> 32 LayerNorm ReLU
//
// They stand side by side.
func radialNetworks(n *graph.Networks, x *ir.Value, all []path) map[path]*ir.Value {
	part := func(x *ir.Value, i int) *ir.Value { return n.Columns(x, i*radialHidden, (i+1)*radialHidden) }
	first := centeredLinear(n, "linear1", x, radialHidden*len(all))
	first = n.ReLU(unitVariance(n, "norm1", first, radialHidden))
	var second []*ir.Value
	for i, p := range all {
		second = append(second, centeredLinear(n, p.String()+"/linear2", part(first, i), radialHidden))
	}
	hidden := n.ReLU(unitVariance(n, "norm2", n.Concat(second...), radialHidden))
	found := map[path]*ir.Value{}
	for i, p := range all {
		found[p] = part(hidden, i)
	}
	return found
}

// centeredLinear is a linear layer minus the mean of each network's columns, which a LayerNorm
// would subtract anyway. Subtracting it from the weights costs nothing per edge. The weights
// are initialized by Kaiming's uniform distribution.
func centeredLinear(n *graph.Networks, name string, x *ir.Value, out int) *ir.Value {
	in := x.Type.Columns()
	weight := centered(n, n.Weight(name+"/weight", in, out, kaimingBound(in)), radialHidden)
	bias := centered(n, n.Weight(name+"/bias", 1, out, 1/math.Sqrt(float64(in))), radialHidden)
	return n.Add(n.MatMul(x, weight, false, false), bias)
}

func kaimingBound(in int) float64 { return math.Sqrt(6 / float64(in)) }

// kernel is the last layer of the radial network of a path: a number for
// each product J, channel c of the features and channel c' of the result,
//
//	R[J, c, c'] = sum over r of radial[r] weight[c', J c r] + bias[c', J c].
type kernel struct{ weight, bias *ir.Value }

func newKernel(n *graph.Networks, p path, from, to int) kernel {
	columns := p.products() * from
	return kernel{
		n.Weight(p.String()+"/linear3/weight", to, columns*radialHidden, kaimingBound(radialHidden)),
		n.Weight(p.String()+"/linear3/bias", to, columns, 1/math.Sqrt(radialHidden)),
	}
}

// convolve adds up, over the neighbors j of each particle, the kernel of a
// path times the neighbor's features, each with the weight of its edge:
//
//	out[m', c'] = sum over j, J, c of weight_j R_j[J, c, c'] T_j[m', J, c]
//
// R is linear in the last hidden layer of the radial network, so neighbors
// are added up before it, as outer products T_j radial_j, and no edge's
// kernel is ever computed.
func convolve(n *graph.Networks, p path, k kernel, products, radial, weight *ir.Value) *ir.Value {
	summed := n.OuterGroups(products, n.Mul(radial, weight), graph.Neighbors)
	constant := n.OuterGroups(products, weight, graph.Neighbors)
	return n.Add(n.MatMulBlocks(summed, k.weight, components(p.to), false, true),
		n.MatMulBlocks(constant, k.bias, components(p.to), false, true))
}

// convolutions convolves features to degree l by all paths to that degree.
func convolutions(n *graph.Networks, l int, from, to channels, products, radial map[path]*ir.Value, weight *ir.Value) []*ir.Value {
	var terms []*ir.Value
	for _, k := range from.present() {
		p := path{k, l}
		terms = append(terms, convolve(n, p, newKernel(n, p, from[k], to[l]), products[p], radial[p], weight))
	}
	return terms
}

// sum sums values of the same shape.
func sum(n *graph.Networks, terms []*ir.Value) *ir.Value {
	total := terms[0]
	for _, term := range terms[1:] {
		total = n.Add(total, term)
	}
	return total
}
