package outline_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/onnx"
	"gmnc/onnx/onnxpb"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// withFunctions writes a model without functions and with.
func withFunctions(t *testing.T, config config.Config) (plain, functions []byte) {
	t.Helper()
	model, err := builder.New(config, false)
	require.NoError(t, err)
	write := func(functions bool) []byte {
		file, err := export.Model(model.Module, model.Draw(1), export.Info{Depth: config.Depth, Functions: functions})
		require.NoError(t, err)
		require.NoError(t, onnx.Check(file))
		return file
	}
	return write(false), write(true)
}

// TestFunctions: with functions a file has fewer nodes, computes the same once they
// are in the place of their calls, and gives the same bits.
func TestFunctions(t *testing.T) {
	for _, c := range []config.Config{
		{Model: "egnn", Layers: 5, Hidden: 8},
		{Model: "gmn", Layers: 3, Hidden: 8, Depth: 4},
		{Model: "gmn-ode", Layers: 4, Hidden: 8, Time: 1, Length: 1},
	} {
		t.Run(c.Model, func(t *testing.T) {
			c.Form = config.Published
			plain, functions := withFunctions(t, c)
			require.Less(t, nodes(t, functions), nodes(t, plain))
			require.Equal(t, computations(t, plain), computations(t, functions))
			group := verify.Random(c, nil)[0]
			inputs := predict.SystemInputs(group.Samples)
			if c.Depth > 0 {
				for name, value := range predict.ForestInputs(group.Samples) {
					inputs[name] = value
				}
			}
			require.Equal(t, bits(t, plain, inputs), bits(t, functions, inputs))
		})
	}
}

// nodes is how many a file has.
func nodes(t *testing.T, file []byte) int {
	read, err := export.Decode(file)
	require.NoError(t, err)
	return read.Nodes
}

// computations are the operators of an inlined graph, sorted, without constants.
func computations(t *testing.T, file []byte) (operators []string) {
	model, err := onnx.Read(file)
	require.NoError(t, err)
	graph, err := model.Inlined()
	require.NoError(t, err)
	require.NoError(t, onnx.EachRecord(graph, onnx.GraphNode, func(record []byte) error {
		node, err := onnx.ReadNode(record)
		if node.Operator != "Constant" {
			operators = append(operators, node.Operator)
		}
		return err
	}))
	slices.Sort(operators)
	return operators
}

// bits returns the bits of the outputs in onnx-go.
func bits(t *testing.T, file []byte, inputs map[string]runtime.Tensor) map[string][]uint32 {
	engine, _ := engines.Named("onnx-go")
	session, err := engine.OpenFile(file)
	require.NoError(t, err)
	defer session.Close()
	outputs, err := session.Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	all := map[string][]uint32{}
	for name, output := range outputs {
		for _, x := range output.Float {
			all[name] = append(all[name], math.Float32bits(x))
		}
	}
	return all
}

// TestOneFunctionOfASharedLaw: all steps of gmn-ode but the first, whose distances come
// from the input, and the last, which makes no features, call one function. It returns what
// objects move by, their bars and what turned these, which the next step takes apart.
func TestOneFunctionOfASharedLaw(t *testing.T) {
	_, file := withFunctions(t, config.Config{Model: "gmn-ode", Form: config.Published, Layers: 6, Hidden: 8, Time: 1, Length: 1})
	model := exported.Parse(t, file)
	var called []string
	for _, node := range model.Graph.Node {
		if node.GetDomain() != "" {
			called = append(called, node.GetOpType())
		}
	}
	require.Equal(t, []string{"step", "step_2", "step_2", "step_2", "step_2", "step_3"}, called)
	at := slices.IndexFunc(model.Functions, func(f *onnxpb.FunctionProto) bool { return f.GetName() == "step_2" })
	motion := []string{"add.3", "div.3", "add.7", "add.8", "cross.3/mat_mul", "cross.3/mul"}
	for i := range motion {
		motion[i] = "rigid_motion/" + motion[i]
	}
	require.Equal(t, append(motion, "position", "node_update/features"), model.Functions[at].Output)
	require.Contains(t, model.Functions[at].Input, "position_before")
}
