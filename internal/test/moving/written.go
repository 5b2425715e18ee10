package moving

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// Written evaluates values that write adds to a graph of its own, for a sample in float64, and
// returns them by name. Weights are 0, except those that weight returns.
func Written(t *testing.T, c config.Config, s system.Sample, weight func(name string) []float64, write func(w *graph.Writer) map[string]*ir.Value) map[string][]float64 {
	t.Helper()
	c.Model, c.NoCharge = "linear", true
	built, err := graph.Write(c, false, func(w *graph.Writer) {
		w.AddLayer(graph.Layer{Position: w.Inputs.Position})
		for name, value := range write(w) {
			w.Result(name, value)
		}
	})
	require.NoError(t, err)
	m := Model{built, map[string]ir.Tensor{}}
	for _, p := range built.Params {
		values := make([]float64, p.Rows*p.Columns)
		if weight != nil {
			copy(values, weight(p.Name))
		}
		m.Weights[p.Name] = ir.Tensor{Shape: []int{p.Rows, p.Columns}, Float: values}
	}
	outputs, err := ir.Eval(built.Module, SampleInputs(m, s), nil)
	require.NoError(t, err)
	values := map[string][]float64{}
	for name, output := range outputs {
		values[name] = output.Float
		for _, index := range output.Index {
			values[name] = append(values[name], float64(index))
		}
	}
	return values
}
