package graph_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// TestActingLimits: limits are counted where they act, within a mask those of its rows alone, and
// those of a function where it is called. Models that no limit can reach have no such graph.
func TestActingLimits(t *testing.T) {
	of := config.Config{Model: "gmn-ode", Form: config.Published, NoCharge: true}
	evaluate := func(write func(w *graph.Writer)) map[string][]float32 {
		model, err := graph.Write(of, false, write)
		require.NoError(t, err)
		acting, err := model.Acting(false, write)
		require.NoError(t, err)
		if acting == nil {
			return nil
		}
		inputs := map[string]ir.Tensor{}
		for _, input := range acting.Main.Inputs {
			value := ir.NewTensor(input.Type, ir.Sizes{"particles": 2, "edges": 0})
			if input.Name == "position" {
				value.Float = []float64{3, 4, 0, 0, 0, 1}
			}
			inputs[input.Name] = value
		}
		outputs, err := ir.Eval(acting, inputs, ir.Sizes{"particles": 2, "neighbors": 0})
		require.NoError(t, err)
		values := map[string][]float32{"other": nil}
		for name, output := range outputs {
			for _, x := range output.Float {
				values[name] = append(values[name], float32(x))
			}
		}
		return values
	}
	bounded := func(limit graph.Limit, most float64) func(w *graph.Writer) {
		return func(w *graph.Writer) {
			w.AddLayer(graph.Layer{Position: w.Bounded(limit, w.Inputs.Position, most), Velocity: w.Inputs.Velocity})
		}
	}
	require.Nil(t, evaluate(still))
	for _, c := range []struct {
		write func(w *graph.Writer)
		want  map[graph.Limit][]float32
	}{
		{bounded(graph.ForceLimit, 4.9), map[graph.Limit][]float32{graph.ForceLimit: {1, 0}}},
		{bounded(graph.TurnLimit, 5.1), map[graph.Limit][]float32{graph.TurnLimit: {0, 0}}},
		{func(w *graph.Writer) { bounded(graph.ForceLimit, 4.9)(w); bounded(graph.ForceLimit, 0.9)(w) },
			map[graph.Limit][]float32{graph.ForceLimit: {2, 1}}},
		{func(w *graph.Writer) {
			second := w.Greater(w.Columns(w.Inputs.Position, 2, 3), w.Scalar(0.5))
			w.CountWithin(func() *ir.Value { return second }, func() { bounded(graph.ForceLimit, 0.9)(w) })
			bounded(graph.TurnLimit, 0.9)(w)
		}, map[graph.Limit][]float32{graph.ForceLimit: {0, 1}, graph.TurnLimit: {1, 1}}},
		{func(w *graph.Writer) {
			half := w.Define("half", func(b *graph.Networks) {
				b.Output("y", b.SoftlyBounded(graph.DampingLimit, b.VectorInput("x"), 4))
			})
			w.AddLayer(graph.Layer{Position: w.Call(half, w.Inputs.Position)[0], Velocity: w.Inputs.Velocity})
		}, map[graph.Limit][]float32{graph.DampingLimit: {1, 0}}},
	} {
		outputs := evaluate(c.write)
		require.Equal(t, c.want, graph.ActingLimits(outputs))
		require.Equal(t, map[string][]float32{"other": nil}, outputs, "counts are taken out")
	}
	plain, err := graph.Write(config.Config{Model: "linear"}, false, still)
	require.NoError(t, err)
	acting, err := plain.Acting(false, func(w *graph.Writer) { bounded(graph.ForceLimit, 1)(w) })
	require.NoError(t, err)
	require.Nil(t, acting, "a baseline is not watched")
}
