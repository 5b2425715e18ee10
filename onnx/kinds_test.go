package onnx

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
)

// within returns a field of messages within messages, whose innermost content is given.
func within(content []byte, numbers ...Number) []byte {
	for i := len(numbers) - 1; i >= 0; i-- {
		content = AppendMessage(nil, numbers[i], content)
	}
	return content
}

// TestKindsOfFields: each field has one encoding, and any other is damage.
func TestKindsOfFields(t *testing.T) {
	model := func(b []byte) error { _, err := Read(b); return err }
	declaration := func(b []byte) error { _, err := ReadDeclaration(b); return err }
	declarations := func(b []byte) error { _, err := ReadDeclarations(b, GraphInput); return err }
	tensor := func(b []byte) error { _, err := ReadTensor(b); return err }
	node := func(b []byte) error { _, err := ReadNode(b); return err }
	attribute := func(b []byte) error { _, err := ReadAttribute(b); return err }
	function := func(b []byte) error { _, err := readFunction(b); return err }
	const text, number = true, false
	for _, c := range []struct {
		read   func([]byte) error
		isText bool
		path   []Number
	}{
		{model, number, []Number{ModelIRVersion}}, {model, text, []Number{ModelProducer}}, {model, text, []Number{ModelProducerVersion}},
		{model, text, []Number{ModelDoc}}, {model, text, []Number{ModelGraph}}, {model, text, []Number{ModelFunction}},
		{model, text, []Number{ModelOperatorSet}}, {model, text, []Number{ModelMetadata}},
		{model, text, []Number{ModelOperatorSet, OperatorSetDomain}}, {model, number, []Number{ModelOperatorSet, OperatorSetVersion}},
		{model, text, []Number{ModelMetadata, EntryKey}}, {model, text, []Number{ModelMetadata, EntryValue}},
		{declaration, text, []Number{ValueName}}, {declaration, text, []Number{ValueDoc}}, {declaration, text, []Number{ValueType}},
		{declaration, text, []Number{ValueType, TypeTensor}}, {declaration, number, []Number{ValueType, TypeTensor, TypeElement}},
		{declaration, text, []Number{ValueType, TypeTensor, TypeShape}}, {declaration, text, []Number{ValueType, TypeTensor, TypeShape, ShapeAxis}},
		{declaration, number, []Number{ValueType, TypeTensor, TypeShape, ShapeAxis, AxisSize}},
		{declaration, text, []Number{ValueType, TypeTensor, TypeShape, ShapeAxis, AxisName}},
		{declarations, text, []Number{GraphInput}}, {declarations, text, []Number{GraphInput, ValueName}},
		{tensor, number, []Number{TensorType}}, {tensor, text, []Number{TensorName}}, {tensor, text, []Number{TensorDoc}},
		{tensor, text, []Number{TensorRaw}}, {tensor, number, []Number{TensorLocation}}, {tensor, text, []Number{TensorFloats}},
		{node, text, []Number{NodeName}}, {node, text, []Number{NodeOperator}}, {node, text, []Number{NodeDomain}},
		{node, text, []Number{NodeInput}}, {node, text, []Number{NodeOutput}}, {node, text, []Number{NodeAttribute}},
		{attribute, text, []Number{AttributeName}}, {attribute, number, []Number{AttributeKind}}, {attribute, number, []Number{AttributeInt}},
	} {
		last := c.path[len(c.path)-1]
		asText, asNumber := within(AppendMessage(nil, last, nil), c.path[:len(c.path)-1]...), within(AppendInteger(nil, last, 1), c.path[:len(c.path)-1]...)
		if !c.isText {
			asText, asNumber = asNumber, asText
		}
		require.NoError(t, c.read(asText), "%v", c.path)
		require.ErrorIs(t, c.read(asNumber), ErrDamaged, "%v", c.path)
	}
	of := AppendString(nil, FunctionDomainName, "d")
	require.NoError(t, function(of))
	for _, number := range []Number{FunctionName, FunctionDomainName, FunctionInput, FunctionOutput, FunctionNode} {
		require.NoError(t, function(append(AppendString(nil, number, "n"), of...)))
		require.ErrorIs(t, function(append(AppendInteger(nil, number, 1), of...)), ErrDamaged, number)
	}
	for _, number := range []Number{FunctionAttribute, FunctionAttributeDefault} {
		require.EqualError(t, function(append(AppendString(nil, number, "n"), of...)), "it has attributes, which are not supported")
	}
	for _, number := range []Number{TensorDims, TensorInt32s, TensorInt64s} {
		fixed := protowire.AppendFixed32(protowire.AppendTag(nil, number, fixed32), 1)
		if number == TensorDims {
			require.ErrorIs(t, tensor(fixed), ErrDamaged)
		}
		require.NoError(t, tensor(AppendMessage(nil, number, []byte{1, 0x80, 1})))
	}
	require.ErrorIs(t, tensor(AppendMessage(nil, TensorDims, []byte{0x80})), ErrDamaged, "an integer that does not end")
	require.ErrorIs(t, tensor(append(AppendMessage(nil, TensorRaw, nil), AppendMessage(nil, TensorRaw, nil)...)), ErrDamaged, "data that come twice")
	require.EqualError(t, model(append(AppendMessage(nil, ModelGraph, nil), AppendMessage(nil, ModelGraph, nil)...)), "it has two graphs")
}

// TestFieldsOfModels: what is read is what the fields say.
func TestFieldsOfModels(t *testing.T) {
	var file []byte
	file = AppendInteger(file, ModelIRVersion, 8)
	file = AppendString(file, ModelProducer, "p")
	file = AppendString(file, ModelProducerVersion, "1")
	file = AppendString(file, ModelDoc, "d")
	for _, domain := range []string{"own", "ai.onnx", "other"} {
		file = AppendMessage(file, ModelOperatorSet, AppendInteger(AppendString(nil, OperatorSetDomain, domain), OperatorSetVersion, int64(len(domain))))
	}
	file = AppendMessage(file, ModelMetadata, AppendString(AppendString(nil, EntryKey, "k"), EntryValue, "v"))
	file = AppendString(file, ModelGraph, "g")
	file = AppendString(file, ModelFunction, "f")
	m, err := Read(file)
	require.NoError(t, err)
	require.Equal(t, Model{
		IRVersion: 8, Producer: "p", ProducerVersion: "1", Doc: "d", OperatorSets: []OperatorSet{{"own", 3}, {"ai.onnx", 7}, {"other", 5}},
		Metadata: []Entry{{"k", "v"}}, Graph: []byte("g"), Functions: [][]byte{[]byte("f")},
	}, m)
	require.Equal(t, 7, m.Opset())
	require.Zero(t, Model{OperatorSets: []OperatorSet{{"own", 3}}}.Opset())

	var message []byte
	for _, axis := range [][]byte{AppendInteger(nil, AxisSize, 3), AppendString(nil, AxisName, "n"), nil, AppendInteger(nil, AxisSize, 0)} {
		message = AppendMessage(message, ShapeAxis, axis)
	}
	shaped := append(AppendInteger(nil, TypeElement, int64(Int64)), AppendMessage(nil, TypeShape, message)...)
	message = append(AppendString(AppendString(nil, ValueName, "x"), ValueDoc, "for people"), within(shaped, ValueType, TypeTensor)...)
	d, err := ReadDeclaration(message)
	require.NoError(t, err)
	require.Equal(t, Declaration{Name: "x", Type: Int64, Doc: "for people", Ranked: true, Axes: []Axis{{Size: 3}, {-1, "n"}, {Size: -1}, {Size: 0}}}, d)
	require.Equal(t, `"x" (int64 [3, n, ?, 0])`, d.String())
	require.Equal(t, "BOOL", Declaration{Type: Bool}.TypeName())
	list, err := ReadDeclarations(append(within(message, GraphInput), within(nil, GraphOutput)...), GraphInput)
	require.NoError(t, err)
	require.Equal(t, []Declaration{d}, list)
	d, err = ReadDeclaration(within(shaped, ValueType, 4))
	require.NoError(t, err)
	require.Equal(t, Declaration{}, d, "what is no tensor")
	d, err = ReadDeclaration(within(AppendInteger(nil, AxisSize, 3), ValueType, TypeTensor, TypeShape, 9))
	require.NoError(t, err)
	require.Equal(t, Declaration{Ranked: true}, d, "what is no axis")

	for count, allowed := range map[int]bool{maxRank: true, maxRank + 1: false} {
		var axes []byte
		for range count {
			axes = AppendMessage(axes, ShapeAxis, nil)
		}
		_, err := ReadDeclaration(within(axes, ValueType, TypeTensor, TypeShape))
		require.Equal(t, allowed, err == nil)
		if !allowed {
			require.EqualError(t, err, "has more than 32 axes")
		}
		_, err = ReadTensor(AppendMessage(nil, TensorDims, make([]byte, count)))
		require.Equal(t, allowed, err == nil)
	}
	a, err := ReadAttribute(append(AppendInteger(AppendInteger(nil, AttributeInt, -3), AttributeKind, 2), AppendString(nil, AttributeName, "to")...))
	require.NoError(t, err)
	require.Equal(t, Attribute{"to", 2, -3}, a)
}
