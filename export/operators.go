package export

import (
	"fmt"
	"strings"

	"gmnc/export/onnxpb"
)

// operator says how a standard operator may be used; it is the same in all
// opsets that are written.
type operator struct {
	// signature has a letter for each input and, after >, the output:
	// F float, I int64, B bool, N either number and A anything, the same
	// in all places. ? may be left out, + may be repeated.
	signature string
	// attributes are those allowed, as name:TYPE; ! must be given.
	attributes string
}

// operators are those that graphs are written in. ScatterND may not reduce:
// it loses updates when it runs on several threads.
var operators = map[string]operator{
	"Abs":             {"N>N", ""},
	"Add":             {"NN>N", ""},
	"And":             {"BB>B", ""},
	"Cast":            {"A>A", "to:INT!"},
	"Clip":            {"NN?N?>N", ""},
	"Concat":          {"A+>A", "axis:INT!"},
	"Cos":             {"F>F", ""},
	"Div":             {"NN>N", ""},
	"Equal":           {"AA>B", ""},
	"Exp":             {"F>F", ""},
	"Expand":          {"AI>A", ""},
	"Gather":          {"AI>A", "axis:INT"},
	"GatherElements":  {"AI>A", "axis:INT"},
	"Gemm":            {"FFF>F", ""},
	"Greater":         {"NN>B", ""},
	"GreaterOrEqual":  {"NN>B", ""},
	"Identity":        {"A>A", ""},
	"Less":            {"NN>B", ""},
	"LessOrEqual":     {"NN>B", ""},
	"Log":             {"F>F", ""},
	"MatMul":          {"FF>F", ""},
	"Max":             {"N+>N", ""},
	"Min":             {"N+>N", ""},
	"Mul":             {"NN>N", ""},
	"Neg":             {"N>N", ""},
	"Pad":             {"NIN?>N", ""},
	"Range":           {"NNN>N", ""},
	"ReduceSum":       {"NI?>N", "keepdims:INT"},
	"Relu":            {"F>F", ""},
	"Reshape":         {"AI>A", "allowzero:INT"},
	"ScatterElements": {"AIA>A", "axis:INT reduction:STRING"},
	"ScatterND":       {"AIA>A", ""},
	"Shape":           {"A>I", "start:INT end:INT"},
	"Sigmoid":         {"F>F", ""},
	"Sign":            {"N>N", ""},
	"Sin":             {"F>F", ""},
	"Slice":           {"AIII?I?>A", ""},
	"Softmax":         {"F>F", "axis:INT!"},
	"Sqrt":            {"F>F", ""},
	"Squeeze":         {"AI?>A", ""},
	"Sub":             {"NN>N", ""},
	"Tanh":            {"F>F", ""},
	"Transpose":       {"A>A", "perm:INTS"},
	"Unsqueeze":       {"AI>A", ""},
	"Where":           {"BAA>A", ""},
}

func (o operator) checkAttributes(given []*onnxpb.AttributeProto) error {
	types := map[string]string{}
	for _, attribute := range given {
		if _, twice := types[attribute.GetName()]; twice {
			return fmt.Errorf("its attribute %q is given twice", attribute.GetName())
		}
		types[attribute.GetName()] = attribute.GetType().String()
	}
	for _, allowed := range strings.Fields(o.attributes) {
		name, want, _ := strings.Cut(allowed, ":")
		want, must := strings.CutSuffix(want, "!")
		have, ok := types[name]
		if !ok && must {
			return fmt.Errorf("it lacks its attribute %q", name)
		}
		if ok && have != want {
			return fmt.Errorf("its attribute %q is %s instead of %s", name, have, want)
		}
		delete(types, name)
	}
	for name := range types {
		return fmt.Errorf("it has no attribute %q", name)
	}
	return nil
}

// result returns the element type of the output for those of the inputs.
func (o operator) result(inputs []onnxpb.TensorProto_DataType) (onnxpb.TensorProto_DataType, error) {
	takes, gives, _ := strings.Cut(o.signature, ">")
	var bound onnxpb.TensorProto_DataType
	used := 0
	for at := 0; at < len(takes); at++ {
		letter, mark := takes[at], byte(0)
		if at+1 < len(takes) && strings.IndexByte("?+", takes[at+1]) >= 0 {
			at++
			mark = takes[at]
		}
		if used == len(inputs) && mark == '?' {
			continue
		}
		for first := true; first || mark == '+' && used < len(inputs); first = false {
			if used == len(inputs) || !fits(letter, inputs[used], &bound) {
				return 0, fmt.Errorf("its inputs are %v; the operator is %s", inputs, o.signature)
			}
			used++
		}
	}
	if used < len(inputs) {
		return 0, fmt.Errorf("it has %d inputs; the operator is %s", len(inputs), o.signature)
	}
	if fixed, ok := letters[gives[0]]; ok {
		return fixed, nil
	}
	return bound, nil
}

// letters are those of a signature that stand for one type.
var letters = map[byte]onnxpb.TensorProto_DataType{
	'F': onnxpb.TensorProto_FLOAT, 'I': onnxpb.TensorProto_INT64, 'B': onnxpb.TensorProto_BOOL,
}

// fits tells whether a letter stands for a type; N and A are bound by the
// first that they stand for.
func fits(letter byte, dtype onnxpb.TensorProto_DataType, bound *onnxpb.TensorProto_DataType) bool {
	if fixed, ok := letters[letter]; ok {
		return dtype == fixed
	}
	if *bound == onnxpb.TensorProto_UNDEFINED && (letter == 'A' || dtype != onnxpb.TensorProto_BOOL) {
		*bound = dtype
	}
	return dtype == *bound
}
