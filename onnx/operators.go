package onnx

import (
	"fmt"
	"strconv"
	"strings"

	"gmnc/onnx/onnxpb"
)

// OldestOpset and NewestOpset bound the operator sets for which Operators holds. An attribute
// that became an input in between may be given either way.
const OldestOpset, NewestOpset = 13, 21

// Operator says how a standard operator may be used.
type Operator struct {
	// Signature has a letter for each input and, after >, for the output. F is float, I is
	// int64 and B is bool. N is either number and A is anything, the same wherever the letter
	// appears. V is the type that an attribute gives. An input before ? may be left out, and
	// one before + may be repeated. There may be several signatures, separated by a space.
	Signature string
	// Attributes lists the allowed attributes, as name:TYPE. An attribute with ! must be given.
	// After = comes the value of an attribute that is not given.
	Attributes string
	// Written is the form in which gmnc's files use the operator: its signature and the names
	// of its attributes, with ! if they always give it. It is empty if they do not use the
	// operator.
	Written string
}

// Operators holds the operators that gmnc's files use or that runtime/onnxgo runs. A ScatterND
// in gmnc's files may not reduce, because it loses updates when it runs on several threads. A
// ConstantOfShape without a value fills with float zeros.
var Operators = map[string]Operator{
	"Abs":             {"N>N", "", "N>N"},
	"Add":             {"NN>N", "", "NN>N"},
	"And":             {"BB>B", "", "BB>B"},
	"Cast":            {"A>V", "to:INT! saturate:INT=1", "A>V to!"},
	"Clip":            {"NN?N?>N", "", "NN?N?>N"},
	"Concat":          {"A+>A", "axis:INT!", "A+>A axis!"},
	"Constant":        {">V", "value:TENSOR value_float:FLOAT value_floats:FLOATS value_int:INT value_ints:INTS", ">V value!"},
	"ConstantOfShape": {"I>V", "value:TENSOR", ""},
	"Cos":             {"F>F", "", "F>F"},
	"CumSum":          {"NI>N", "exclusive:INT=0 reverse:INT=0", ""},
	"Div":             {"NN>N", "", "NN>N"},
	"Equal":           {"AA>B", "", "AA>B"},
	"Exp":             {"F>F", "", "F>F"},
	"Expand":          {"AI>A", "", "AI>A"},
	"Gather":          {"AI>A", "axis:INT=0", "AI>A axis"},
	"GatherElements":  {"AI>A", "axis:INT=0", "AI>A axis"},
	"GatherND":        {"AI>A", "batch_dims:INT=0", ""},
	"Gemm":            {"FFF?>F", "alpha:FLOAT=1 beta:FLOAT=1 transA:INT=0 transB:INT=0", "FFF?>F transB"},
	"Greater":         {"NN>B", "", "NN>B"},
	"GreaterOrEqual":  {"NN>B", "", ""},
	"Identity":        {"A>A", "", "A>A"},
	"Less":            {"NN>B", "", "NN>B"},
	"LessOrEqual":     {"NN>B", "", "NN>B"},
	"Log":             {"F>F", "", "F>F"},
	"MatMul":          {"FF>F", "", "FF>F"},
	"Max":             {"N+>N", "", "N+>N"},
	"Min":             {"N+>N", "", "N+>N"},
	"Mod":             {"NN>N", "fmod:INT=0", ""},
	"Mul":             {"NN>N", "", "NN>N"},
	"Neg":             {"N>N", "", "N>N"},
	"Not":             {"B>B", "", "B>B"},
	"Or":              {"BB>B", "", "BB>B"},
	"Pad":             {"AIA?I?>A", "mode:STRING=constant", "NIN?>N"},
	"Pow":             {"FN>F II>I", "", "FF>F"},
	"Range":           {"NNN>N", "", "NNN>N"},
	"Reciprocal":      {"F>F", "", ""},
	"ReduceL2":        {"FI?>F", reduced, "FI?>F axes keepdims"},
	"ReduceMax":       {"NI?>N", reduced, "FI?>F axes keepdims"},
	"ReduceMean":      {"FI?>F", reduced, "FI?>F axes keepdims"},
	"ReduceMin":       {"NI?>N", reduced, ""},
	"ReduceProd":      {"NI?>N", reduced, ""},
	"ReduceSum":       {"NI?>N", reduced, "NI?>N keepdims"},
	"ReduceSumSquare": {"NI?>N", reduced, "FI?>F axes keepdims"},
	"Relu":            {"N>N", "", "F>F"},
	"Reshape":         {"AI>A", "allowzero:INT=0", "AI>A allowzero"},
	"ScatterElements": {"AIA>A", "axis:INT=0 reduction:STRING=none", "AIA>A axis reduction"},
	"ScatterND":       {"AIA>A", "reduction:STRING=none", "AIA>A"},
	"Shape":           {"A>I", "start:INT=0 end:INT", "A>I start end"},
	"Sigmoid":         {"F>F", "", "F>F"},
	"Sign":            {"N>N", "", "N>N"},
	"Sin":             {"F>F", "", "F>F"},
	"Size":            {"A>I", "", ""},
	"Slice":           {"AIII?I?>A", "", "AIII?I?>A"},
	"Softmax":         {"F>F", "axis:INT=-1", "F>F axis!"},
	"Sqrt":            {"F>F", "", "F>F"},
	"Squeeze":         {"AI?>A", "", "AI?>A"},
	"Sub":             {"NN>N", "", "NN>N"},
	"Tanh":            {"F>F", "", "F>F"},
	"Tile":            {"AI>A", "", ""},
	"Transpose":       {"A>A", "perm:INTS", "A>A perm"},
	"Unsqueeze":       {"AI>A", "", "AI>A"},
	"Where":           {"BAA>A", "", "BAA>A"},
}

// reduced lists the attributes of a reduction. axes is an input in newer operator sets.
const reduced = "axes:INTS keepdims:INT=1 noop_with_empty_axes:INT=0"

// Parameter is an attribute that an operator may have.
type Parameter struct {
	Name     string
	Type     AttributeType
	Required bool
	// Default is the value of an attribute that is not given, as an int64, a float32 or a
	// string, or nil if there is no such value.
	Default any
}

// Parameters returns the attributes that the operator may have.
func (o Operator) Parameters() []Parameter {
	var list []Parameter
	for _, text := range strings.Fields(o.Attributes) {
		name, rest, _ := strings.Cut(text, ":")
		rest, required := strings.CutSuffix(rest, "!")
		kind, value, hasDefault := strings.Cut(rest, "=")
		p := Parameter{Name: name, Type: AttributeType(onnxpb.AttributeProto_AttributeType_value[kind]), Required: required}
		if hasDefault {
			p.Default = parseDefault(p.Type, value)
		}
		list = append(list, p)
	}
	return list
}

func parseDefault(kind AttributeType, text string) any {
	number, err := strconv.ParseInt(text, 10, 64)
	switch {
	case kind == onnxpb.AttributeProto_STRING:
		return text
	case err != nil:
		return nil
	case kind == onnxpb.AttributeProto_FLOAT:
		return float32(number)
	}
	return number
}

// written returns the signature and the attributes of the form in which gmnc's files use the
// operator.
func (o Operator) written() (signature string, parameters []Parameter) {
	signature, names, _ := strings.Cut(o.Written, " ")
	for _, name := range strings.Fields(names) {
		name, required := strings.CutSuffix(name, "!")
		for _, p := range o.Parameters() {
			if p.Name == name {
				p.Required = required
				parameters = append(parameters, p)
			}
		}
	}
	return signature, parameters
}

// checkAttributes reports what is wrong with the given attributes.
func checkAttributes(allowed []Parameter, given []Attribute) error {
	types := map[string]AttributeType{}
	for _, attribute := range given {
		if _, twice := types[attribute.Name]; twice {
			return fmt.Errorf("its attribute %q is given twice", attribute.Name)
		}
		types[attribute.Name] = attribute.Type
	}
	for _, p := range allowed {
		have, ok := types[p.Name]
		if !ok && p.Required {
			return fmt.Errorf("it lacks its attribute %q", p.Name)
		}
		if ok && have != p.Type {
			return fmt.Errorf("its attribute %q is %s instead of %s", p.Name, have, p.Type)
		}
		delete(types, p.Name)
	}
	for name := range types {
		return fmt.Errorf("it has no attribute %q", name)
	}
	return nil
}
