package builder

import (
	"fmt"

	"gmnc/ir"
)

// writeRF writes the Radial Field: in each layer
//
//	x_i' = x_i + mean over j of (x_i - x_j) tanh(phi(|x_i - x_j|, e_ij)) + psi(|v_i|) v_i
//
// with v the input velocity throughout, and no features of particles.
func writeRF(w *writer) {
	field := w.radialField()
	features := w.edgeFeatures()
	v := w.inputs.Velocity
	speed := w.Name("speed", length(w.Builder, v))

	x := w.inputs.Position
	for layer := range w.config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			x = w.call(field, append([]*ir.Value{x, v, speed}, w.edgeArgs(features)...)...)[0]
			x = w.Name("position", x)
		})
		w.model.Layers = append(w.model.Layers, Layer{Position: x})
	}
}

// radialField defines a layer.
func (w *writer) radialField() function {
	hidden := w.config.Hidden
	return w.define("radial_field", func(b *networks) {
		x, v, speed := b.vector("position"), b.vector("velocity"), b.features("speed", 1)
		features, senders, mask := w.edgeInputs(b, w.edgeFeatureCount())

		offset := edgeOffset(b.Builder, x, senders)
		in := b.Concat(length(b.Builder, offset), features)
		pull := b.Mul(offset, b.Tanh(b.gate("radial", in, hidden)))
		if mask != nil {
			pull = b.Mul(pull, mask)
		}
		mean := b.Div(b.SumGroups(pull, Neighbors), neighborCount(b.Builder, mask))
		drift := b.Mul(b.mlp("velocity", speed, hidden, 1), v)
		b.Output("position", b.Add(x, b.Add(mean, drift)))
	})
}
