package onnx

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/onnx/onnxpb"
)

// modelOf is the file of a graph, of opset 17 unless another is given.
func modelOf(graph []byte, opset, ir int64) []byte {
	file := AppendInteger(nil, ModelIRVersion, ir)
	file = AppendMessage(file, ModelOperatorSet, AppendInteger(AppendString(nil, OperatorSetDomain, ""), OperatorSetVersion, opset))
	if graph != nil {
		file = AppendMessage(file, ModelGraph, graph)
	}
	return file
}

// negating is a graph that returns -x, with an output of this declaration.
func negating(output []byte) []byte {
	graph := AppendMessage(nil, GraphInput, declared("x", Float, true))
	graph = AppendMessage(graph, GraphNode, Node{Name: "n", Operator: "Neg", Inputs: []string{"x"}, Outputs: []string{"y"}}.encode())
	return AppendMessage(graph, GraphOutput, output)
}

func declared(name string, dtype DataType, ranked bool) []byte {
	tensor := AppendInteger(nil, TypeElement, int64(dtype))
	if ranked {
		tensor = AppendMessage(tensor, TypeShape, nil)
	}
	return append(AppendString(nil, ValueName, name), within(tensor, ValueType, TypeTensor)...)
}

// TestTextsOfCheck: the whole text of what is wrong with a model.
func TestTextsOfCheck(t *testing.T) {
	good := negating(declared("y", Float, true))
	require.NoError(t, Check(modelOf(good, 17, 8)))
	constant := func(dtype DataType) []byte {
		return AppendMessage(good, GraphInitializer, AppendString(AppendInteger(nil, TensorType, int64(dtype)), TensorName, "w"))
	}
	for want, file := range map[string][]byte{
		"the bytes are no ONNX model: there is no graph":                    modelOf(nil, 17, 8),
		"the model is in opset 9; known are [15 16 17 18 19 20 21]":         modelOf(good, 9, 0),
		"the model has IR version 9; opset 17 came with 8":                  modelOf(good, 17, 9),
		`output "y": it has no shape`:                                       modelOf(negating(declared("y", Float, false)), 17, 8),
		`output "y": elements are BOOL, not FLOAT or INT64`:                 modelOf(negating(declared("y", Bool, true)), 17, 8),
		`output "": not an ONNX model, or a damaged or cut-short one`:       modelOf(negating([]byte{0xff}), 17, 8),
		`initializer "w": elements are DOUBLE, not FLOAT or INT64`:          modelOf(constant(onnxpb.TensorProto_DOUBLE), 17, 8),
		`initializer "w": it holds 0 bytes; FLOAT16 of extents [] takes 2`:  modelOf(constant(Float16), 17, 8),
		`initializer "w": it holds 0 bytes; BOOL of extents [] takes 1`:     modelOf(constant(Bool), 17, 8),
		`node "c" (Cast): not an ONNX model, or a damaged or cut-short one`: modelOf(AppendMessage(good, GraphNode, Node{Name: "c", Operator: "Cast", Inputs: []string{"x"}, Attributes: [][]byte{{0xff}}}.encode()), 17, 8),
	} {
		require.EqualError(t, Check(file), want)
	}
	file := modelOf(good, 17, 8)
	file = AppendMessage(file, ModelOperatorSet, AppendInteger(AppendString(nil, OperatorSetDomain, FunctionDomain), OperatorSetVersion, 1))
	file = AppendMessage(file, ModelFunction, AppendString(AppendString(nil, FunctionName, "f"), FunctionDomainName, "ai.onnx"))
	require.EqualError(t, Check(file), `function "f": it is of the domain "ai.onnx", which standard operators have`)
	for opset, ir := range map[int64]int64{15: 8, 16: 8, 17: 8, 18: 8, 19: 9, 20: 9, 21: 10} {
		require.NoError(t, Check(modelOf(good, opset, ir)), opset)
	}
	require.Empty(t, Widened([]byte{0}), "half of a number")
	halves, err := Narrowed([]byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0x40})
	require.NoError(t, err)
	require.Equal(t, []byte{0, 0x3c, 0, 0x40}, halves, "1 and 2")
	for size, allowed := range map[int]bool{-1: false, 0: false, 1: true} {
		err := checkDeclaration(Declaration{Type: Float, Ranked: true, Axes: []Axis{{Size: 3}, {Size: size}}})
		require.Equal(t, allowed, err == nil, size)
		if !allowed {
			require.EqualError(t, err, "axis 1 has neither a name nor an extent")
		}
	}
	require.NoError(t, checkDeclaration(Declaration{Type: Float, Ranked: true, Axes: []Axis{{-1, "n"}}}))
	_, parameters := Operators["Softmax"].written()
	require.True(t, parameters[0].Required)
	_, parameters = Operators["Gather"].written()
	require.False(t, parameters[0].Required)
}
