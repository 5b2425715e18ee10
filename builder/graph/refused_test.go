package graph_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// still adds a layer whose positions are those of the inputs.
func still(w *graph.Writer) { w.AddLayer(graph.Layer{Position: w.Inputs.Position}) }

// TestRefusedModels: what a model cannot be written with is said.
func TestRefusedModels(t *testing.T) {
	radius := &config.Radius{Time: 1, System: 1}
	for _, c := range []struct {
		of    config.Config
		write func(w *graph.Writer)
		want  string
	}{
		{config.Config{}, still, ""},
		{config.Config{}, func(*graph.Writer) {}, "the model linear has no last position"},
		{config.Config{}, func(w *graph.Writer) { w.AddLayer(graph.Layer{Velocity: w.Inputs.Velocity}) }, "the model linear has no last position"},
		{config.Config{TrueVelocity: true}, still, "linear, which carries no velocity from layer to layer"},
		{config.Config{Radius: radius}, func(w *graph.Writer) { w.Result("x", w.Inputs.Position) }, "the model linear has no layers, from which a radius would follow"},
		{config.Config{Runs: 2}, still, ""},
		{config.Config{Runs: 2}, func(*graph.Writer) {}, "the model linear has outputs besides positions and velocities"},
		{config.Config{Runs: 2}, func(w *graph.Writer) { still(w); w.Result("x", w.Inputs.Position) }, "the model linear has outputs besides positions and velocities"},
		{config.Config{}, func(w *graph.Writer) { still(w); w.RadialFeatures(w.Length(w.Inputs.Position), 1, 1) }, "1 radial features up to 1"},
		{config.Config{}, func(w *graph.Writer) { still(w); w.RadialFeatures(w.Length(w.Inputs.Position), 2, 0) }, "2 radial features up to 0"},
		{config.Config{}, func(w *graph.Writer) {
			still(w)
			w.Call(w.Define("twice", func(b *graph.Networks) { b.Output("y", b.Neg(b.VectorInput("x"))) }))
		}, "@twice lacks its argument x"},
		{config.Config{NodeFeatures: []string{"iron"}}, func(w *graph.Writer) {
			still(w)
			w.LearnedOfParticles(&config.Constant{Name: config.LearnedMass, By: config.ByType, Labels: []string{"gold"}, Start: []float64{1}})
		}, "mass by type: the data have no feature gold"},
	} {
		c.of.Model = "linear"
		_, err := graph.Write(c.of, false, c.write)
		if c.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.want)
	}
}

// TestForcesOfEnergy: forces are the negative gradient of the energy, whose sum over the batch is
// no output; without positions in it there are none.
func TestForcesOfEnergy(t *testing.T) {
	spring := func(w *graph.Writer) { w.Energy(w.SumColumns(w.Square(w.Inputs.Position))) }
	model, err := graph.Own(config.Config{Model: "linear"}, false, spring)
	require.NoError(t, err)
	var names []string
	for _, output := range model.Module.Main.Outputs {
		names = append(names, output.Name)
	}
	require.Equal(t, []string{graph.EnergyOutput, graph.ForcesOutput}, names)
	outputs, err := ir.Eval(model.Module, map[string]ir.Tensor{
		"position": {Shape: []int{2, 3}, Float: []float64{1, 2, 3, 0, 0, 5}},
		"system":   {Shape: []int{2}, Index: []int64{0, 0}},
	}, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{-2, -4, -6, 0, 0, -10}, outputs[graph.ForcesOutput].Float)
	require.Equal(t, []float64{39, 39}, outputs[graph.EnergyOutput].Float)

	_, err = graph.Own(config.Config{Model: "linear"}, false, func(w *graph.Writer) { w.Energy(w.SumColumns(w.Square(w.Inputs.Velocity))) })
	require.ErrorContains(t, err, "the model linear: ")
	require.ErrorContains(t, err, "the energy does not depend on the positions: it has no forces")
}

// TestUnusedInputs: a model has no inputs that it does not read, except for positions, and for the
// mask of the neighbors that it reads.
func TestUnusedInputs(t *testing.T) {
	for _, c := range []struct {
		write func(w *graph.Writer) *ir.Value
		want  []string
	}{
		{func(w *graph.Writer) *ir.Value { return w.Inputs.Velocity }, []string{"position", "velocity"}},
		{func(w *graph.Writer) *ir.Value { return w.Inputs.Position }, []string{"position"}},
		{func(w *graph.Writer) *ir.Value {
			return w.SumGroups(w.Gather(w.Inputs.Position, w.Inputs.Senders), graph.Neighbors)
		}, []string{"position", "senders", "edge_mask"}},
	} {
		model, err := graph.Own(config.Config{Model: "linear", NoCharge: true}, true, func(w *graph.Writer) { w.Result("y", w.Mul(c.write(w), w.Scalar(2))) })
		require.NoError(t, err)
		var names []string
		for _, input := range model.Module.Main.Inputs {
			names = append(names, input.Name)
		}
		require.Equal(t, c.want, names)
	}
}

// TestRefusedGradients: gradients are by inputs of numbers on which predictions depend.
func TestRefusedGradients(t *testing.T) {
	of := config.Config{Model: "linear", NoCharge: true, Fields: []string{system.Gravity.Name, system.Mass.Name},
		Learn: []config.Constant{{Name: config.LearnedStiffness, By: config.BySystem, Start: []float64{1}}}}
	falling := func(w *graph.Writer) {
		w.AddLayer(graph.Layer{Position: w.Add(w.Inputs.Position, w.Mul(w.Inputs.Velocity, w.Field(system.Gravity)))})
	}
	model, err := graph.Write(of, false, falling)
	require.NoError(t, err)
	require.Equal(t, []string{"position", "velocity", "gravity", "mass"}, model.Differentiable())
	for name, want := range map[string]string{
		"sticks":    "gradients sticks: it holds whole numbers, by which there is no gradient; choose of position, velocity, gravity, mass",
		"neighbors": "gradients neighbors: it holds whole numbers",
		"stiffness": "gradients stiffness: the model has learned this constant",
		"partner":   "gradients partner: the model has no such input; choose of position, velocity, gravity, mass",
		"mass":      "gradients mass: no prediction depends on it; leave it out",
	} {
		_, err := model.Pullback([]string{"velocity", name})
		require.ErrorContains(t, err, want)
	}
	pullback, err := model.Pullback([]string{"gravity", "velocity"})
	require.NoError(t, err)
	require.NotNil(t, pullback.Main.Input(ir.SystemInput), "a gradient by a field of the system is a sum over its particles")
	pullback, err = model.Pullback([]string{"velocity"})
	require.NoError(t, err)
	require.Nil(t, pullback.Main.Input(ir.SystemInput))

	results, err := graph.Write(config.Config{Model: "linear"}, false, func(w *graph.Writer) { w.Result("x", w.Neg(w.Inputs.Position)) })
	require.NoError(t, err)
	_, err = results.Pullback([]string{"position"})
	require.ErrorContains(t, err, "the model linear has no output position")
}
