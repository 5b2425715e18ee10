package tensors

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// WriteTFN writes the Tensor Field Network (Thomas et al. 2018). Features have degrees 0 to 2,
// which share the hidden width. Initially the charge has degree 0 and the velocity degree 1.
// The last layer returns one vector, the displacement.
//
// Products that are odd under reflection are included, so the model is not equivariant to
// reflections.
func WriteTFN(w *graph.Writer) {
	e, share := newTensorEdges(w), neighborFraction(w)
	f := tensorLayers(w, w.Config.Layers-1, "convolution", tensorConvolution, e, share)
	w.Scope(fmt.Sprintf("layer%d", w.Config.Layers-1), func() {
		displace(w, convolveToVector(w, f, e, share))
	})
}

// tensorLayers writes the layers between features, each followed by the norm nonlinearity, and
// returns the last features. Layers with the same channels are calls of one function. last is
// its argument after those for features and edges, or nil.
func tensorLayers(w *graph.Writer, count int, name string, define func(w *graph.Writer, name string, from, to channels) graph.Function,
	e tensorEdges, last *ir.Value) tensorFeatures {
	width := w.Config.Hidden / config.TensorDegrees
	hidden := channels{width, width, width}
	norm := normNonlinearity(w, hidden)
	layers := map[channels]graph.Function{}

	f := firstTensors(w)
	for layer := range count {
		from := f.channels()
		if _, defined := layers[from]; !defined {
			layers[from] = define(w, fmt.Sprintf("%s%d", name, len(layers)), from, hidden)
		}
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			args := slices.Concat(f.list(), e.list(paths(from, hidden)))
			if last != nil {
				args = append(args, last)
			}
			f = callTensors(w, layers[from], hidden, args...)
			f = callTensors(w, norm, hidden, f.list()...)
		})
		w.AddLayer(graph.Layer{Features: w.Concat(f.list()...)})
	}
	return f
}

// convolveToVector is the layer from features to one vector.
func convolveToVector(w *graph.Writer, f tensorFeatures, e tensorEdges, share *ir.Value) *ir.Value {
	out := tensorConvolution(w, "convolution_to_vector", f.channels(), oneVector)
	args := slices.Concat(f.list(), e.list(paths(f.channels(), oneVector)), []*ir.Value{share})
	return callTensors(w, out, oneVector, args...)[1]
}

// displace writes the end of a model whose last layer returns displacements.
func displace(w *graph.Writer, displacement *ir.Value) {
	position := w.Name("position", w.Add(w.Inputs.Position, displacement))
	w.AddLayer(graph.Layer{Position: position, Velocity: displacement})
}

// oneVector holds the channels of the last layer.
var oneVector = channels{1: 1}

// neighborFraction is the weight of each edge in a mean: 1 over the number of neighbors, and 0
// for padding.
func neighborFraction(w *graph.Writer) *ir.Value {
	mask := w.Inputs.EdgeMask
	count := graph.NeighborCount(w.Builder, mask)
	if mask == nil {
		return w.Broadcast(w.Div(w.Scalar(1), count), graph.Edges)
	}
	return w.Div(mask, w.Repeat(count, graph.Neighbors))
}

// tensorConvolution defines a layer between features:
//
//	f'_i = sum over j of share_ij kernel_ij f_j + own f_i
//
// with own a linear map of the channels of the same degree, where f has it.
func tensorConvolution(w *graph.Writer, name string, from, to channels) graph.Function {
	all := paths(from, to)
	return w.Define(name, func(b *graph.Networks) {
		f, e := tensors(b, from), declareTensorEdges(b, all, w.EdgeFeatureCount())
		share := b.Input("share", ir.Floats(ir.Rows(graph.Edges), 1))
		products, radial := products(b, f, e, all), radialNetworks(b, e.radial, all)
		for _, l := range to.present() {
			terms := convolutions(b, l, from, to, products, radial, share)
			if from[l] > 0 {
				terms = append(terms, mixChannels(b, "own/"+degreeName(l), l, f[l], to[l]))
			}
			b.Output(degreeName(l), sum(b, terms))
		}
	})
}
