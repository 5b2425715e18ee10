package systems

import "gmnc/internal/vector"

// Baked is the value of an input that is the same for all systems and is written into the file.
// Shape is the shape of the input without batch. An input that the model does not use is left
// out.
type Baked struct {
	Input  string
	Shape  []int
	Ints   []int64 // values of an input of indices; others have Floats
	Floats []float32
}

// Declare declares an input of the file, unless its value is baked in.
func (e *Emitter) Declare(name string, input func()) {
	if _, baked := e.Baked[name]; !baked {
		input()
	}
}

// Given returns the value of an input of the file: the input itself, or its baked value, once
// for each system.
func (e *Emitter) Given(name string) string {
	b, baked := e.Baked[name]
	if !baked {
		return name
	}
	return e.Named("baked/"+name, func() string {
		shape := make([]int64, len(b.Shape))
		for i, size := range b.Shape {
			shape[i] = int64(size)
		}
		return e.Op("Expand", nil, e.BakedConstant(b, append([]int64{1}, shape...)), e.Concat(e.Batch(), e.Ints(shape, int64(len(shape)))))
	})
}

// BakedConstant writes the values of a baked input in a shape.
func (e *Emitter) BakedConstant(b Baked, shape []int64) string {
	if b.Floats == nil {
		return e.Ints(b.Ints, shape...)
	}
	return e.Floats(vector.Widened(b.Floats), shape...)
}
