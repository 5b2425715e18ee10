package runtime

import (
	"slices"

	"gmnc/ir"
)

// Widen converts a tensor to the float64 of the interpreter.
func Widen(t Tensor) ir.Tensor {
	wide := ir.Tensor{Shape: slices.Clone(t.Shape)}
	if t.Index != nil {
		wide.Index = slices.Clone(t.Index)
		return wide
	}
	wide.Float = make([]float64, len(t.Float))
	for i, x := range t.Float {
		wide.Float[i] = float64(x)
	}
	return wide
}

// Narrow converts a tensor of the interpreter, rounded to float32.
func Narrow(t ir.Tensor) Tensor {
	narrow := Tensor{Shape: slices.Clone(t.Shape)}
	if t.Index != nil {
		narrow.Index = slices.Clone(t.Index)
		return narrow
	}
	narrow.Float = make([]float32, len(t.Float))
	for i, x := range t.Float {
		narrow.Float[i] = float32(x)
	}
	return narrow
}
