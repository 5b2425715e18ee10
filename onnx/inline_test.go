package onnx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
)

// calling is a model of one call, "f" of x to y, with these functions.
func calling(t *testing.T, functions ...*onnxpb.FunctionProto) onnx.Model {
	t.Helper()
	file, err := proto.Marshal(&onnxpb.ModelProto{
		Graph:     &onnxpb.GraphProto{Node: []*onnxpb.NodeProto{operation(onnx.FunctionDomain, "f", "x", "y")}},
		Functions: functions,
	})
	require.NoError(t, err)
	model, err := onnx.Read(file)
	require.NoError(t, err)
	return model
}

func operation(domain, operator, from, to string) *onnxpb.NodeProto {
	return &onnxpb.NodeProto{
		Name: proto.String("n" + to), Domain: &domain, OpType: &operator, Input: []string{from}, Output: []string{to},
	}
}

// function is one of an input a and an output b.
func function(name string, nodes ...*onnxpb.NodeProto) *onnxpb.FunctionProto {
	return &onnxpb.FunctionProto{
		Name: &name, Domain: proto.String(onnx.FunctionDomain), Input: []string{"a"}, Output: []string{"b"}, Node: nodes,
	}
}

func TestInlined(t *testing.T) {
	model := calling(t,
		function("g", operation("", "Neg", "a", "b")),
		function("f", operation(onnx.FunctionDomain, "g", "a", "m"), operation("", "Exp", "m", "b")))
	graph, err := model.Inlined()
	require.NoError(t, err)
	var nodes []string
	require.NoError(t, onnx.EachRecord(graph, onnx.GraphNode, func(record []byte) error {
		node, err := onnx.ReadNode(record)
		nodes = append(nodes, fmt.Sprint(node.Name, " ", node.Operator, node.Inputs, node.Outputs))
		return err
	}))
	require.Equal(t, []string{"ny/nm/nb Neg[x] [ny/m]", "ny/nb Exp[ny/m] [y]"}, nodes)
}

// TestInlinedIsBounded: what calls unpack to is bounded, whatever a file says.
func TestInlinedIsBounded(t *testing.T) {
	call := func(name, from, to string) *onnxpb.NodeProto { return operation(onnx.FunctionDomain, name, from, to) }
	// Each function calls the next one twice.
	doubling := func(levels int, last *onnxpb.FunctionProto) []*onnxpb.FunctionProto {
		functions := []*onnxpb.FunctionProto{last}
		name := last.GetName()
		for level := range levels {
			next := fmt.Sprint("g", level)
			if level == levels-1 {
				next = "f"
			}
			functions = append(functions, function(next, call(name, "a", "m"), call(name, "m", "b")))
			name = next
		}
		return functions
	}
	var wide []*onnxpb.NodeProto
	for i := range 1000 {
		wide = append(wide, operation("", "Neg", "a", fmt.Sprint("m", i)))
	}
	withBody := operation("", "If", "a", "b")
	withBody.Attribute = []*onnxpb.AttributeProto{{Name: proto.String("then_branch"), G: &onnxpb.GraphProto{}}}
	referring := operation("", "Neg", "a", "b")
	referring.Attribute = []*onnxpb.AttributeProto{{Name: proto.String("axis"), RefAttrName: proto.String("axis")}}
	for name, c := range map[string]struct {
		functions []*onnxpb.FunctionProto
		want      string
	}{
		"recursion":        {[]*onnxpb.FunctionProto{function("f", call("f", "a", "b"))}, "functions call each other more than 16 deep, or themselves"},
		"mutual recursion": {[]*onnxpb.FunctionProto{function("f", call("g", "a", "b")), function("g", call("f", "a", "b"))}, "or themselves"},
		"explosion":        {doubling(12, function("wide", wide...)), "unpack to more than 16 MB"},
		"many empty calls": {append(doubling(14, function("g")), function("h")), ""},
		"twice":            {[]*onnxpb.FunctionProto{function("f"), function("f")}, "it comes twice"},
		"standard domain":  {[]*onnxpb.FunctionProto{{Name: proto.String("Neg")}}, "which standard operators have"},
		"attributes":       {[]*onnxpb.FunctionProto{{Name: proto.String("f"), Domain: proto.String("d"), Attribute: []string{"a"}}}, "it has attributes"},
		"arity":            {[]*onnxpb.FunctionProto{{Name: proto.String("f"), Domain: proto.String(onnx.FunctionDomain)}}, "has 1 inputs and 1 outputs; it takes 0 and gives 0"},
		"subgraph":         {[]*onnxpb.FunctionProto{function("f", withBody)}, "a subgraph or a reference"},
		"reference":        {[]*onnxpb.FunctionProto{function("f", referring)}, "a subgraph or a reference"},
		"input returned":   {[]*onnxpb.FunctionProto{{Name: proto.String("f"), Domain: proto.String(onnx.FunctionDomain), Input: []string{"a"}, Output: []string{"a"}}}, "returns its input"},
	} {
		t.Run(name, func(t *testing.T) {
			graph, err := calling(t, c.functions...).Inlined()
			if c.want == "" {
				require.NoError(t, err)
				require.Less(t, len(graph), 17<<20)
				return
			}
			require.ErrorContains(t, err, c.want)
		})
	}
}

// TestInliningIsQuick: names of calls, and what functions take and give, count
// toward the bound, too.
func TestInliningIsQuick(t *testing.T) {
	var nothing []*onnxpb.NodeProto
	for range 10_000 {
		nothing = append(nothing, &onnxpb.NodeProto{})
	}
	long := operation(onnx.FunctionDomain, "g", "a", "b")
	long.Name = proto.String(strings.Repeat("n", 10_000))
	wide := function("g")
	for i := range 10_000 {
		wide.Input, wide.Output = append(wide.Input, fmt.Sprint("i", i)), append(wide.Output, fmt.Sprint("o", i))
	}
	for name, functions := range map[string][]*onnxpb.FunctionProto{
		"long names":    {function("f", long), function("g", nothing...)},
		"wide function": {function("f", slices.Repeat([]*onnxpb.NodeProto{operation(onnx.FunctionDomain, "g", "a", "b")}, 1000)...), wide},
	} {
		t.Run(name, func(t *testing.T) {
			graph, err := calling(t, functions...).Inlined()
			require.ErrorContains(t, err, "unpack to more than 16 MB")
			require.Less(t, len(graph), 17<<20)
		})
	}
}

// TestCheckOfFunctions: a call of a function that is not there, and an operator
// set that nothing needs, are faults.
func TestCheckOfFunctions(t *testing.T) {
	model := parse(t, written(t))
	model.OpsetImport = append(model.OpsetImport, &onnxpb.OperatorSetIdProto{Domain: proto.String(onnx.FunctionDomain), Version: proto.Int64(1)})
	checked := func() error {
		file, err := proto.Marshal(model)
		require.NoError(t, err)
		return onnx.Check(file)
	}
	require.ErrorContains(t, checked(), "imports 2 operator sets")
	model.Functions = []*onnxpb.FunctionProto{function("f", operation("", "Neg", "a", "b"))}
	require.NoError(t, checked())
	find(t, model.Graph, "Sigmoid").Domain = proto.String(onnx.FunctionDomain)
	require.ErrorContains(t, checked(), "is not in the table of operators")
}
