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
func writeRF(w *Writer) {
	field := w.radialField()
	features := w.EdgeFeatures()
	v := w.Inputs.Velocity
	speed := w.Name("speed", length(w.Builder, v))

	x := w.Inputs.Position
	for layer := range w.Config.Layers {
		w.Scope(fmt.Sprintf("layer%d", layer), func() {
			x = w.Call(field, append([]*ir.Value{x, v, speed}, w.edgeArgs(features)...)...)[0]
			x = w.Name("position", x)
		})
		w.AddLayer(Layer{Position: x})
	}
}

// radialField defines a layer.
func (w *Writer) radialField() Function {
	hidden := w.Config.Hidden
	return w.Define("radial_field", func(b *Networks) {
		x, v, speed := b.vector("position"), b.vector("velocity"), b.features("speed", 1)
		features, senders, mask := w.edgeInputs(b, w.edgeFeatureCount())

		offset := w.edgeOffsetIn(b, x, senders)
		in := b.Concat(length(b.Builder, offset), features)
		pull := b.Mul(offset, b.Tanh(b.Gate("radial", in, hidden)))
		if mask != nil {
			pull = b.Mul(pull, mask)
		}
		mean := b.Div(b.SumGroups(pull, Neighbors), neighborCount(b.Builder, mask))
		drift := b.Mul(b.MLP("velocity", speed, hidden, 1), v)
		b.Output("position", b.Add(x, b.Add(mean, drift)))
	})
}
