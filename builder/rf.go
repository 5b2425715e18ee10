package builder

import (
	"fmt"

	"gmnc/builder/graph"
	"gmnc/ir"
)

// writeRF writes the Radial Field: in each layer
//
//	x_i' = x_i + mean over j of (x_i - x_j) tanh(phi(|x_i - x_j|, e_ij)) + psi(|v_i|) v_i
//
// with v the input velocity throughout, and no features of particles.
func writeRF(w *graph.Writer) {
	field := radialField(w)
	features := w.EdgeFeatures()
	v := w.Inputs.Velocity
	speed := w.Name("speed", graph.Length(w.Builder, v))

	x := w.Inputs.Position
	for layer := range w.Config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			x = w.Call(field, append([]*ir.Value{x, v, speed}, w.EdgeArgs(features)...)...)[0]
			x = w.Name("position", x)
		})
		w.AddLayer(graph.Layer{Position: x})
	}
}

// radialField defines a layer.
func radialField(w *graph.Writer) graph.Function {
	hidden := w.Config.Hidden
	return w.Define("radial_field", func(b *graph.Networks) {
		x, v, speed := b.VectorInput("position"), b.VectorInput("velocity"), b.FeaturesInput("speed", 1)
		features, senders, mask := w.EdgeInputs(b, w.EdgeFeatureCount())

		offset := w.EdgeOffsetIn(b, x, senders)
		in := b.Concat(graph.Length(b.Builder, offset), features)
		pull := b.Mul(offset, b.Tanh(b.Gate("radial", in, hidden)))
		if mask != nil {
			pull = b.Mul(pull, mask)
		}
		mean := b.Div(b.SumGroups(pull, graph.Neighbors), graph.NeighborCount(b.Builder, mask))
		drift := b.Mul(b.MLP("velocity", speed, hidden, 1), v)
		b.Output("position", b.Add(x, b.Add(mean, drift)))
	})
}
