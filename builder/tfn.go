package builder

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/ir"
)

// writeTFN writes the Tensor Field Network (Thomas et al. 2018). Features
// have degrees 0 to 2, which share the hidden width; at first the charge is
// of degree 0 and the velocity of degree 1. The last layer gives one vector,
// the displacement.
//
// Products that are odd under reflection are there too: a mirror image is
// another system.
func writeTFN(w *Writer) {
	e, share := w.tensorEdges(), w.neighborShare()
	f := w.tensorLayers(w.Config.Layers-1, "convolution", w.tensorConvolution, e, share)
	w.Scope(fmt.Sprintf("layer%d", w.Config.Layers-1), func() {
		w.displace(w.convolveToVector(f, e, share))
	})
}

// tensorLayers writes the layers between features, each followed by the norm
// nonlinearity, and gives the last features. Layers from the same channels
// are calls of one function; last is its argument after the arguments of the features and
// edges, or nil.
func (w *Writer) tensorLayers(count int, name string, define func(name string, from, to channels) Function,
	e tensorEdges, last *ir.Value) tensorFeatures {
	width := w.Config.Hidden / config.TensorDegrees
	hidden := channels{width, width, width}
	norm := w.normNonlinearity(hidden)
	layers := map[channels]Function{}

	f := w.firstTensors()
	for layer := range count {
		from := f.channels()
		if _, defined := layers[from]; !defined {
			layers[from] = define(fmt.Sprintf("%s%d", name, len(layers)), from, hidden)
		}
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			args := slices.Concat(f.list(), e.list(paths(from, hidden)))
			if last != nil {
				args = append(args, last)
			}
			f = w.callTensors(layers[from], hidden, args...)
			f = w.callTensors(norm, hidden, f.list()...)
		})
		w.AddLayer(Layer{Features: w.Concat(f.list()...)})
	}
	return f
}

// convolveToVector is the layer from features to one vector.
func (w *Writer) convolveToVector(f tensorFeatures, e tensorEdges, share *ir.Value) *ir.Value {
	out := w.tensorConvolution("convolution_to_vector", f.channels(), oneVector)
	args := slices.Concat(f.list(), e.list(paths(f.channels(), oneVector)), []*ir.Value{share})
	return w.callTensors(out, oneVector, args...)[1]
}

// displace ends a model whose last layer gives how far particles move.
func (w *Writer) displace(displacement *ir.Value) {
	position := w.Name("position", w.Add(w.Inputs.Position, displacement))
	w.AddLayer(Layer{Position: position, Velocity: displacement})
}

// oneVector is what the last layer gives.
var oneVector = channels{1: 1}

// neighborShare is, for each edge, 1 over the number of neighbours: what the
// edge counts in a mean. It is 0 for padding.
func (w *Writer) neighborShare() *ir.Value {
	mask := w.Inputs.EdgeMask
	count := neighborCount(w.Builder, mask)
	if mask == nil {
		return w.Broadcast(w.Div(w.Scalar(1), count), Edges)
	}
	return w.Div(mask, w.Repeat(count, Neighbors))
}

// tensorConvolution defines a layer between features:
//
//	f'_i = sum over j of share_ij kernel_ij f_j + own f_i
//
// with own a linear map of the channels of the same degree, where f has it.
func (w *Writer) tensorConvolution(name string, from, to channels) Function {
	all := paths(from, to)
	return w.Define(name, func(b *Networks) {
		f, e := b.tensors(from), b.tensorEdges(all, w.edgeFeatureCount())
		share := b.Input("share", ir.Floats(ir.Rows(Edges), 1))
		products, radial := b.products(f, e, all), b.radialNetworks(e.radial, all)
		for _, l := range to.present() {
			terms := b.convolutions(l, from, to, products, radial, share)
			if from[l] > 0 {
				terms = append(terms, b.mixChannels("own/"+degreeName(l), l, f[l], to[l]))
			}
			b.Output(degreeName(l), b.sum(terms))
		}
	})
}
