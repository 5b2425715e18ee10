package tensors

import (
	"fmt"
	"math"

	"gmnc/builder/graph"
	"gmnc/ir"
)

// firstScale is the initial factor of the displacement.
const firstScale = 0.01

// WriteSE3Transformer writes the SE(3)-Transformer (Fuchs et al. 2020): features as in TFN,
// attention layers with one head, and a convolution to one vector. The displacement is this
// vector times a learned number.
func WriteSE3Transformer(w *graph.Writer) {
	e, share := newTensorEdges(w), neighborFraction(w)
	f := tensorLayers(w, w.Config.Layers, "attention", tensorAttention, e, w.Inputs.EdgeMask)
	w.Scope(fmt.Sprintf("layer%d", w.Config.Layers), func() {
		scale := w.Param(graph.Param{Name: "scale", Rows: 1, Columns: 1, Mean: firstScale})
		displace(w, w.Mul(convolveToVector(w, f, e, share), scale))
	})
}

// tensorAttention defines a layer between features:
//
//	f'_i = linear(sum over j of attention_ij value_ij, f_i)
//	attention_ij = softmax over j of query_i . key_ij / sqrt(n)
//
// Values and keys are kernels times the neighbor's features, a query a linear map of
// the particle's own. All have a quarter of the channels, as in the published code of
// Fuchs et al., and keys, of n numbers, the degrees that the features have. The
// linear map is one of channels of the same degree.
func tensorAttention(w *graph.Writer, name string, from, to channels) graph.Function {
	all := paths(from, to)
	return w.Define(name, func(b *graph.Networks) {
		f, e := tensors(b, from), declareTensorEdges(b, all, w.EdgeFeatureCount())
		mask := w.EdgeMaskInput(b)
		products := products(b, f, e, all)

		inner := to.quarter()
		var attention *ir.Value
		var values tensorFeatures
		b.Scope("keys", func() {
			keys := inner
			for l := range keys {
				if from[l] == 0 {
					keys[l] = 0
				}
			}
			attention = attentionWeights(b, scores(b, f, keys, products, e.radial), mask)
		})
		b.Scope("values", func() {
			radial := radialNetworks(b, e.radial, all)
			for _, l := range to.present() {
				values[l] = sum(b, convolutions(b, l, from, inner, products, radial, attention))
			}
		})
		for _, l := range to.present() {
			channels := inner[l] + from[l]
			terms := []*ir.Value{mixPart(b, "found/"+degreeName(l), l, values[l], to[l], channels)}
			if from[l] > 0 {
				terms = append(terms, mixPart(b, "own/"+degreeName(l), l, f[l], to[l], channels))
			}
			b.Output(degreeName(l), sum(b, terms))
		}
	})
}

// scores returns query . key / sqrt(n) for each edge.
func scores(n *graph.Networks, f tensorFeatures, keys channels, products map[path]*ir.Value, radial *ir.Value) *ir.Value {
	all := paths(f.channels(), keys)
	networks := radialNetworks(n, radial, all)
	var terms []*ir.Value
	size := 0
	for _, l := range keys.present() {
		query := mixChannels(n, "query/"+degreeName(l), l, f[l], keys[l])
		size += components(l) * keys[l]
		for _, k := range f.channels().present() {
			p := path{k, l}
			terms = append(terms, score(n, p, newKernel(n, p, f.channels()[k], keys[l]), query, products[p], networks[p]))
		}
	}
	return n.Mul(sum(n, terms), n.Scalar(1/math.Sqrt(float64(size))))
}

// score is what a path adds to the product of query and key,
//
//	sum over m', c', J, c of query[m', c'] R[J, c, c'] T[m', J, c]
//
// The query meets the weights of R first, once a particle, so that no edge's
// kernel is ever computed.
func score(n *graph.Networks, p path, k kernel, query, products, radial *ir.Value) *ir.Value {
	weight := n.MatMulBlocks(query, k.weight, components(p.to), false, false)
	bias := n.MatMulBlocks(query, k.bias, components(p.to), false, false)
	varying := n.SumColumns(n.Mul(n.MatMulGroups(products, weight, graph.Neighbors, false), radial))
	return n.Add(varying, n.MatMulGroups(products, bias, graph.Neighbors, false))
}

// farBelow is the score of padding, which is negligible compared with any other.
const farBelow = -1e9

// attentionWeights is the softmax of the scores over a particle's neighbors, 0 for
// padding.
func attentionWeights(n *graph.Networks, scores, mask *ir.Value) *ir.Value {
	if mask == nil {
		return n.SoftmaxGroups(scores, graph.Neighbors)
	}
	return n.Mul(n.SoftmaxGroups(n.Select(mask, scores, n.Scalar(farBelow)), graph.Neighbors), mask)
}
