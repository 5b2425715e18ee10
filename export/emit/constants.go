package emit

import (
	"fmt"
	"math"
	"strings"

	"google.golang.org/protobuf/proto"

	"gmnc/onnx/onnxpb"
)

// Ints implements ir.Emitter.
func (e *Emitter) Ints(values []int64, shape ...int64) string {
	return e.constant(ConstantPrefix+"int", IntTensor(values, shape), values)
}

// Floats implements ir.Emitter.
func (e *Emitter) Floats(values []float64, shape ...int64) string {
	narrow := make([]float32, len(values))
	for i, value := range values {
		narrow[i] = float32(value)
		if math.IsInf(float64(narrow[i]), 0) && !math.IsInf(value, 0) {
			e.Fail("the constant %g in %s is too large for float32", value, e.scope)
		}
	}
	return e.constant(ConstantPrefix+"float", FloatTensor(narrow, shape), narrow)
}

// Bools implements ir.Emitter.
func (e *Emitter) Bools(values []bool, shape ...int64) string {
	return e.constant(ConstantPrefix+"bool", boolTensor(values, shape), values)
}

// ConstantPrefix distinguishes constants from weights.
const ConstantPrefix = "constant/"

// maxShown is the largest number of elements that a constant's name shows.
const maxShown = 4

func (e *Emitter) constant(name string, tensor *onnxpb.TensorProto, values any) string {
	key := fmt.Sprint(tensor.GetDataType(), tensor.Dims, tensor.RawData)
	if known, ok := e.constants[key]; ok {
		return known
	}
	count := 1
	for _, extent := range tensor.Dims {
		count *= int(extent)
	}
	if count <= maxShown {
		name += "/" + commas(strings.Trim(fmt.Sprint(values), "[]"))
	}
	if len(tensor.Dims) > 0 {
		name += commas(fmt.Sprint(tensor.Dims))
	}
	tensor.Name = proto.String(e.unique(name))
	e.Graph.Initializer = append(e.Graph.Initializer, tensor)
	e.constants[key] = tensor.GetName()
	return tensor.GetName()
}

func commas(list string) string { return strings.ReplaceAll(list, " ", ",") }
