package outline_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"

	"gmnc/export/emit"
	"gmnc/export/outline"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

// small returns a graph of these nodes that takes x and x1 and returns these outputs.
func small(outputs []string, nodes ...*onnxpb.NodeProto) *onnxpb.GraphProto {
	declared := func(name string) *onnxpb.ValueInfoProto {
		return emit.ValueInfo(name, "", ir.Float, ir.Fixed(1), ir.Fixed(2))
	}
	graph := &onnxpb.GraphProto{Name: proto.String("small"), Node: nodes, Input: []*onnxpb.ValueInfoProto{declared("x"), declared("x1")}}
	for _, name := range outputs {
		graph.Output = append(graph.Output, declared(name))
	}
	for _, node := range nodes {
		if !slices.Contains(outputs, node.Output[0]) {
			graph.ValueInfo = append(graph.ValueInfo, declared(node.Output[0]))
		}
	}
	return graph
}

// node returns a node whose operator has no attributes.
func node(output, kind string, inputs ...string) *onnxpb.NodeProto {
	return emit.PlainNode(kind, nil, output, inputs...)
}

// computed returns what a graph with functions computes.
func computed(t *testing.T, graph *onnxpb.GraphProto, functions []*onnxpb.FunctionProto) map[string]runtime.Tensor {
	t.Helper()
	version := onnx.IRVersions[17]
	data, err := proto.Marshal(&onnxpb.ModelProto{IrVersion: &version, Graph: graph, OpsetImport: outline.OperatorSets(17), Functions: functions})
	require.NoError(t, err)
	outputs, err := exported.Open(t, data).Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		"x": runtime.Floats([]float32{1, 2}, 1, 2), "x1": runtime.Floats([]float32{0.5, -3}, 1, 2),
	}})
	require.NoError(t, err)
	return outputs
}

// chain returns a graph of steps that each compute s from the one before, and t. Changes replace
// or, if they are nil, remove what they name.
func chain(steps int, changes map[string]*onnxpb.NodeProto, rest ...*onnxpb.NodeProto) *onnxpb.GraphProto {
	var nodes []*onnxpb.NodeProto
	add := func(n *onnxpb.NodeProto) {
		if change, changed := changes[n.Output[0]]; !changed {
			nodes = append(nodes, n)
		} else if change != nil {
			nodes = append(nodes, change)
		}
	}
	add(node("step0/s", "Neg", "x"))
	for k := 1; k < steps; k++ {
		add(node(outline.ScopeOf(k)+"s", "Add", outline.ScopeOf(k-1)+"s", "x"))
		add(node(outline.ScopeOf(k)+"t", "Mul", outline.ScopeOf(k)+"s", "x1"))
	}
	var outputs []string
	for _, n := range rest {
		outputs = append(outputs, n.Output[0])
	}
	return small(outputs, append(nodes, rest...)...)
}

// turns returns the number of iterations of the Loop of a graph.
func turns(graph *onnxpb.GraphProto) int {
	loop := exported.LoopOf(graph)
	at := slices.IndexFunc(graph.Initializer, func(x *onnxpb.TensorProto) bool { return x.GetName() == loop.Input[0] })
	return int(graph.Initializer[at].RawData[0])
}

// TestLoopOfASmallGraph: values that the rest of a graph reads from any step have the numbers that they had,
// each is collected once, and what the last step alone computes stands outside the Loop.
func TestLoopOfASmallGraph(t *testing.T) {
	for _, lacks := range []bool{false, true} {
		last, changes := "step4/t", map[string]*onnxpb.NodeProto{}
		if lacks {
			last, changes["step4/t"] = "step4/s", nil
		}
		graph := chain(5, changes,
			node("y", "Add", "step4/s", last), node("z", "Sub", "step2/t", "step3/t"), node("w", "Abs", "step2/t"), node("v", "Abs", "step2/s"), node("u", "Abs", "step4/extra"))
		at := slices.IndexFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return n.Output[0] == "y" })
		graph.Node = slices.Insert(graph.Node, at, node("step4/extra", "Exp", "step4/s"))
		graph.ValueInfo = append(graph.ValueInfo, emit.DeclaredAs(graph.ValueInfo[0], "step4/extra"))
		want := computed(t, graph, nil)
		require.NoError(t, outline.LoopSteps(graph))
		require.Equal(t, want, computed(t, graph, nil))
		require.Equal(t, 4, turns(graph))
		loop := exported.LoopOf(graph)
		require.Len(t, loop.Output, 3, "a state, and what is read of two values")
		var kinds []string
		for _, n := range graph.Node {
			kinds = append(kinds, n.GetOpType())
			if n != loop {
				require.Equal(t, n.Output[0], n.GetName())
			}
		}
		gathers := slices.Repeat([]string{"Gather"}, 4)
		if lacks {
			gathers = gathers[1:]
		}
		require.Equal(t, slices.Concat([]string{"Neg", "Equal", "Loop"}, gathers, []string{"Exp", "Add", "Sub", "Abs", "Abs", "Abs"}), kinds)
		require.True(t, slices.ContainsFunc(graph.Node, func(n *onnxpb.NodeProto) bool { return n.Output[0] == "steps/last/extra" }))
		require.NotNil(t, emit.Find(loop.Attribute[0].G.ValueInfo, "steps/now/t"), "values within have their types")
	}
}

// TestStepsThatDiffer: a Loop ends before a step that computes another thing, or begins after it, and two
// steps are the least.
func TestStepsThatDiffer(t *testing.T) {
	along := func(step int, axis int64) *onnxpb.NodeProto {
		return emit.PlainNode("Softmax", map[string]any{"axis": axis}, outline.ScopeOf(step)+"t", outline.ScopeOf(step)+"s")
	}
	for _, c := range []struct {
		what    string
		steps   int
		changes map[string]*onnxpb.NodeProto
		want    int
	}{
		{"all alike", 5, nil, 4},
		{"as few as can be", 4, nil, 3},
		{"too few", 3, nil, 0},
		{"another operator", 5, map[string]*onnxpb.NodeProto{"step3/s": node("step3/s", "Sub", "step2/s", "x")}, 2},
		{"another input", 5, map[string]*onnxpb.NodeProto{"step3/s": node("step3/s", "Add", "step2/s", "x1")}, 2},
		{"a value of an earlier step", 5, map[string]*onnxpb.NodeProto{"step3/s": node("step3/s", "Add", "step1/s", "x")}, 2},
		{"a value that is missing", 5, map[string]*onnxpb.NodeProto{"step3/t": nil}, 2},
		{"a value of another name", 5, map[string]*onnxpb.NodeProto{"step3/t": node("step3/other", "Mul", "step3/s", "x1")}, 2},
		{"other attributes", 5, map[string]*onnxpb.NodeProto{"step1/t": along(1, 1), "step2/t": along(2, 1), "step3/t": along(3, 0), "step4/t": along(4, 1)}, 2},
		{"the first step", 5, map[string]*onnxpb.NodeProto{"step1/s": node("step1/s", "Sub", "step0/s", "x")}, 3},
		{"the steps on both sides", 5, map[string]*onnxpb.NodeProto{
			"step1/s": node("step1/s", "Sub", "step0/s", "x"), "step3/s": node("step3/s", "Sub", "step2/s", "x"),
		}, 0},
	} {
		end := fmt.Sprintf("step%d/s", c.steps-1)
		graph := chain(c.steps, c.changes, node("y", "Neg", end))
		err := outline.LoopSteps(graph)
		if c.want == 0 {
			require.ErrorIs(t, err, outline.ErrNoLoop, c.what)
			continue
		}
		require.NoError(t, err, c.what)
		require.Equal(t, c.want, turns(graph), c.what)
	}
	for value, want := range map[string]int{"step12/x": 12, "step0/x/y": 0, "step/x": -1, "step1": -1, "own/step1/x": -1, "step99999999999999999999/x": -1, "x": -1} {
		require.Equal(t, want, outline.StepOf(value), value)
	}
}

// layered returns a graph of layers that begin with a product of x and a weight, start, and may read two
// constants. It returns y.
func layered(layers ...*onnxpb.NodeProto) *onnxpb.GraphProto {
	graph := small([]string{"y"}, append([]*onnxpb.NodeProto{node("start", "Mul", "x", "weight")}, layers...)...)
	for i, name := range []string{"weight", "constant/a", "constant/b"} {
		tensor := emit.FloatTensor([]float32{float32(i + 1)}, []int64{1, 1})
		tensor.Name = proto.String(name)
		graph.Initializer = append(graph.Initializer, tensor)
	}
	return graph
}

// TestFunctionsOfSmallGraphs: two layers are one function if they compute the same from their inputs. Constants
// may differ.
func TestFunctionsOfSmallGraphs(t *testing.T) {
	layer := func(nodes ...*onnxpb.NodeProto) []*onnxpb.NodeProto { return nodes }
	along := func(output string, axis int64, input string) *onnxpb.NodeProto {
		return emit.PlainNode("Softmax", map[string]any{"axis": axis}, output, input)
	}
	for _, c := range []struct {
		what      string
		first     []*onnxpb.NodeProto
		second    []*onnxpb.NodeProto
		functions int
	}{
		{"alike", layer(node("own1/u", "Neg", "start"), node("own1/v", "Exp", "own1/u")), layer(node("own2/u", "Neg", "own1/v"), node("own2/v", "Exp", "own2/u")), 1},
		{"another operator", layer(node("own1/u", "Neg", "start"), node("own1/v", "Exp", "own1/u")), layer(node("own2/u", "Abs", "own1/v"), node("own2/v", "Exp", "own2/u")), 2},
		{"other attributes", layer(along("own1/u", 1, "start"), along("own1/v", 1, "own1/u")), layer(along("own2/u", 0, "own1/v"), along("own2/v", 1, "own2/u")), 2},
		{"one input twice", layer(node("own1/u", "Sub", "start", "x1"), node("own1/v", "Exp", "own1/u")), layer(node("own2/u", "Sub", "own1/v", "own1/v"), node("own2/v", "Exp", "own2/u")), 2},
		{"values in another order", layer(node("own1/u", "Neg", "start"), node("own1/w", "Exp", "start"), node("own1/v", "Sub", "own1/u", "own1/w")),
			layer(node("own2/u", "Neg", "own1/v"), node("own2/w", "Exp", "own1/v"), node("own2/v", "Sub", "own2/w", "own2/u")), 2},
		{"another value returned", layer(node("own1/u", "Neg", "start"), node("own1/v", "Exp", "own1/u")), layer(node("own2/v", "Neg", "own1/v"), node("own2/u", "Exp", "own2/v")), 2},
		{"another constant", layer(node("own1/u", "Mul", "start", "constant/a"), node("own1/v", "Exp", "own1/u")),
			layer(node("own2/u", "Mul", "own1/v", "constant/b"), node("own2/v", "Exp", "own2/u")), 1},
	} {
		graph := layered(append(slices.Concat(c.first, c.second), node("y", "Add", "own1/v", "own2/v"))...)
		want := computed(t, graph, nil)
		functions := outline.Functions(graph, 17)
		require.Len(t, functions, c.functions, c.what)
		require.Equal(t, want, computed(t, graph, functions), c.what)
		if c.what == "another constant" {
			require.Equal(t, []string{"start", "constant"}, functions[0].Input)
		}
	}
}

// TestNamesWithinFunctions: a function names values without its layer, an input of the same name comes before,
// and an input of the graph keeps its name. Parts of eight nodes are functions of their own.
func TestNamesWithinFunctions(t *testing.T) {
	graph := layered(node("own1/u", "Add", "start", "x1"), node("own1/v", "Exp", "own1/u"), node("own2/v", "Sub", "own1/v", "x1"), node("own2/w", "Tanh", "own2/v"), node("y", "Add", "own1/v", "own2/w"))
	functions := outline.Functions(graph, 17)
	require.Len(t, functions, 2)
	require.Equal(t, []string{"own", "own_2"}, []string{functions[0].GetName(), functions[1].GetName()})
	require.Equal(t, []string{"start", "x1"}, functions[0].Input)
	require.Equal(t, []string{"v"}, functions[0].Output)
	require.Equal(t, []string{"v_before", "x1"}, functions[1].Input)
	require.Equal(t, []string{"w"}, functions[1].Output)
	for nodes, want := range map[int]int{7: 1, 8: 2} {
		var all []*onnxpb.NodeProto
		before := "start"
		for i := range nodes {
			all, before = append(all, node(fmt.Sprint("own1/part/", i), "Tanh", before)), fmt.Sprint("own1/part/", i)
		}
		all = append(all, node("own1/end", "Neg", before), node("y", "Neg", "own1/end"))
		require.Len(t, outline.Functions(layered(all...), 17), want, "%d nodes", nodes)
	}
}

// TestLayersThatReadEachOther: layers that no order serves are not functions, and compute what they did.
func TestLayersThatReadEachOther(t *testing.T) {
	graph := layered(node("own1/u", "Neg", "start"), node("other1/u", "Exp", "own1/u"), node("own1/v", "Tanh", "other1/u"), node("other1/v", "Sub", "own1/v", "x1"), node("y", "Abs", "other1/v"))
	want := computed(t, graph, nil)
	functions := outline.Functions(graph, 17)
	require.Empty(t, functions)
	require.Equal(t, want, computed(t, graph, functions))
}
