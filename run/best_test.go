package run_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/run"
)

// TestBest: a run says how good it is beside the best prediction without a model, and over how
// many predictions in a row.
func TestBest(t *testing.T) {
	const of4 = "epoch 3 has the lowest validation error, a root mean squared error of positions of 2"
	const chosen = "; the epoch was chosen on these samples"
	nan := math.NaN()
	data := &run.DataInfo{LengthUnit: "m", VelocityUnit: "m/s", Baseline: &run.Baseline{Name: "rest", Position: 2.25}}
	energy := &graph.Model{Module: &ir.Module{Main: &ir.Func{Outputs: []ir.Output{{Name: graph.EnergyOutput, Value: new(ir.Value)}}}}}
	for name, c := range map[string]struct {
		run  run.Run
		want string
	}{
		"imported":      {run.Run{}, ""},
		"unknown data":  {run.Run{Metrics: run.MetricsAt(3, 4, 0, nan)}, of4 + " over one prediction only" + chosen},
		"beside rest":   {run.Run{Config: run.Config{Data: data}, Metrics: run.MetricsAt(3, 4, 0, nan)}, of4 + " m over one prediction only; rest has 1.5 there" + chosen},
		"one in a row":  {run.Run{Config: run.Config{Training: &run.Options{Unroll: 1}}, Metrics: run.MetricsAt(3, 4, 0, nan)}, of4 + " over one prediction only" + chosen},
		"two in a row":  {run.Run{Config: run.Config{Data: data, Training: &run.Options{Unroll: 2}}, Metrics: run.MetricsAt(3, 4, 0, nan)}, of4 + " m over 2 predictions in a row" + chosen},
		"of an energy":  {run.Run{Config: run.Config{Data: data}, Model: energy, Metrics: run.MetricsAt(3, 4, 0, nan)}, of4 + " m" + chosen},
		"of velocities": {run.Run{Config: run.Config{Data: data}, Metrics: run.MetricsAt(3, 4, 0.5, 9)}, of4 + " m over one prediction only; rest has 1.5 there; root mean squared error of velocities 3 m/s; the changes in length of a system's rigid bars add up to 0.5 m" + chosen},
	} {
		require.Equal(t, c.want, c.run.Best(), name)
	}
	measured := run.Run{Config: run.Config{Data: data}, Metrics: run.MetricsAt(3, 4, 0.5, 9)}
	require.Equal(t, "epoch 3 has the lowest validation error; root mean squared error of velocities 3 m/s; the changes in length of a system's rigid bars add up to 0.5 m"+chosen, measured.BestEpoch())
	require.Empty(t, new(run.Run).BestEpoch())
}
