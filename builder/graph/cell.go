package graph

import (
	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/system"
)

// periodic reports whether the systems have periodic cells.
func (w *Writer) periodic() bool { return w.Inputs.Given[system.CellA] != nil }

// imageShift returns the shift to subtract from x_i - x_j so that it begins at the nearest
// image of j, [edges,3]. It consists of whole vectors of the cell. It is found at the input
// positions and kept throughout a prediction. Exported files refer to it by its name.
func (w *Writer) imageShift() *ir.Value {
	if w.shift != nil {
		return w.shift
	}
	displacement := w.Name("image_way", edgeOffset(w.Builder, w.Inputs.Position, w.Inputs.Senders))
	var vectors [3]*ir.Value
	for i, f := range config.CellFields {
		vectors[i] = w.Inputs.Given[f] // samples have all three or none
	}
	var parts []*ir.Value
	for i := range vectors {
		across := w.Cross(vectors[(i+1)%3], vectors[(i+2)%3])
		volume := w.Inner(vectors[i], across)
		// The share of the vector in the displacement; 0 where a cell has no volume.
		inverse := w.Div(w.Mul(across, volume), w.Divisor(w.Mul(volume, volume)))
		share := w.Inner(displacement, w.Repeat(inverse, Neighbors))
		parts = append(parts, w.Mul(w.whole(share), w.Repeat(vectors[i], Neighbors)))
	}
	w.shift = w.Name("image_shift", w.SumOf(parts))
	return w.shift
}

// whole rounds to the nearest integer of a magnitude up to system.Images.
func (w *Writer) whole(x *ir.Value) *ir.Value {
	var steps []*ir.Value
	for k := range system.Images {
		half := w.Scalar(float64(k) + 0.5)
		steps = append(steps, w.Sub(w.Greater(x, half), w.Greater(w.Neg(x), half)))
	}
	return w.SumOf(steps)
}
