package onnxgo

import (
	"fmt"
	"slices"

	"gmnc/onnx"
	"gmnc/runtime"
)

// accept checks what a caller gives for an input. symbols holds the extents of named axes that
// earlier inputs gave.
func accept(d onnx.Declaration, given runtime.Tensor, symbols map[string]int) (value, error) {
	v := value{shape: slices.Clone(given.Shape), data: given.Float}
	if given.Index != nil || given.Float == nil && d.Type == onnx.Int64 {
		v.data = given.Index
	}
	switch {
	case v.dtype() != dtype(d.Type):
		return value{}, fmt.Errorf("is %s, expected %s", v.dtype(), dtype(d.Type))
	case d.Ranked && len(v.shape) != len(d.Axes):
		return value{}, fmt.Errorf("has shape %v, expected %d axes", v.shape, len(d.Axes))
	}
	if _, err := count(v.shape); err != nil {
		return value{}, err
	}
	if err := given.Check(); err != nil {
		return value{}, err
	}
	for i, axis := range d.Axes {
		have := v.shape[i]
		if axis.Size >= 0 && have != axis.Size {
			return value{}, fmt.Errorf("has shape %v, expected %d at axis %d", v.shape, axis.Size, i)
		}
		if axis.Name == "" {
			continue
		}
		if known, ok := symbols[axis.Name]; ok && known != have {
			return value{}, fmt.Errorf("has shape %v, expected %d at axis %d: %s is %d elsewhere", v.shape, known, i, axis.Name, known)
		}
		symbols[axis.Name] = have
	}
	return v, nil
}
