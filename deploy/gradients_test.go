package deploy_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/deploy"
	"gmnc/deploy/measure"
	"gmnc/export/rolling"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/testenv"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// TestGradients: files with gradients, of one step and of many, are measured against the
// float64 interpreter and finite differences, verified like any other, and predict
// nothing for programs that roll out.
func TestGradients(t *testing.T) {
	onnxRuntime, _ := engines.Named("onnxruntime")
	testenv.Engine(t, onnxRuntime)
	for name, rollout := range map[string]*rolling.Rollout{"one step": nil, "a loop": {}} {
		t.Run(name, func(t *testing.T) {
			exported, err := deploy.ExportWith(t.Context(), law(t, 0), deploy.Options{Gradients: []string{"velocity", "charge"}, Rollout: rollout})
			require.NoError(t, err)
			last := exported.Runtimes[len(exported.Runtimes)-1]
			require.Equal(t, "gmnc's interpreter", last.Runtime)
			require.NotEmpty(t, last.Findings)
			for _, finding := range last.Findings {
				require.Equal(t, measure.Differences, finding.Promise)
			}
			v, err := deploy.Verify(t.Context(), "gradients.onnx", exported.File, nil)
			require.NoError(t, err)
			require.NoError(t, v.Err(), "%s", v.Broken)
			_, err = deploy.Verify(t.Context(), "gradients.onnx", exported.File, &deploy.TestSet{})
			require.EqualError(t, err, "gradients.onnx predicts nothing that a data set measures: leave the data set out")
			model, err := artifact.FromFile(exported.File)
			require.NoError(t, err)
			require.Equal(t, []string{"velocity", "charge"}, model.Gradients())
			_, _, err = model.Open("auto")
			require.ErrorContains(t, err, "it takes cotangents and returns gradients")
		})
	}
}

// TestWrongGradients: what has no gradient is named, and cotangents of another shape do
// not run.
func TestWrongGradients(t *testing.T) {
	for text, options := range map[string]deploy.Options{
		"gradients mass: the model has no such input; choose of position, velocity, charge": {Gradients: []string{"mass"}},
		"gradients sticks: it holds whole numbers, by which there is no gradient":           {Gradients: []string{"velocity", "sticks"}},
		"gradients has velocity twice":                                                      {Gradients: []string{"velocity", "velocity"}},
		"gradients go with neither train_step":                                              {Gradients: []string{"velocity"}, Step: true},
		"gradients through 500 steps are not written: choose 1 to 100, or 0 for any number": {Gradients: []string{"velocity"}, Rollout: &rolling.Rollout{Steps: 500}},
	} {
		_, err := deploy.ExportWith(t.Context(), law(t, 0), options)
		require.ErrorContains(t, err, text)
	}
	engine, _ := engines.Named("onnx-go")
	exported, err := deploy.ExportWith(t.Context(), law(t, 0), deploy.Options{Gradients: []string{"velocity"}})
	require.NoError(t, err)
	session, err := engine.OpenFile(exported.File)
	require.NoError(t, err)
	defer session.Close()
	samples := fixtures.Samples(system.Composition{3, 1}, 2, 3)
	inputs := predict.SystemInputs(samples)
	for _, shape := range [][]int{{2, 4, 3}, {2, 5, 2}, {3, 5, 3}, {10, 3}} {
		inputs["cotangent_velocity"] = inputs["velocity"]
		inputs["cotangent_position"] = runtime.Floats(make([]float32, runtime.Tensor{Shape: shape}.Size()), shape...)
		_, err = session.Run(runtime.Batch{Inputs: inputs})
		require.ErrorContains(t, err, `onnx-go: input "cotangent_position" has shape `, "cotangents of the shape %v", shape)
	}
}

// TestGradientsOfTheTrainer: the gradient by velocities is what the trainer finds for a
// weight that is added to all of them.
func TestGradientsOfTheTrainer(t *testing.T) {
	trained := law(t, 0)
	samples := fixtures.Samples(system.Composition{3, 1, 1}, 2, 3)
	var batch system.Batch
	batch.Fill(samples)
	rows := predict.Inputs(&batch)
	rows.Inputs["cotangent_position"], rows.Inputs["cotangent_velocity"] = rows.Inputs["velocity"], rows.Inputs["position"]

	module, err := trained.Model.Pullback([]string{"velocity"})
	require.NoError(t, err)
	native, _ := engines.Named("native")
	session, err := native.Modes[0].Open(module, trained.Weights)
	require.NoError(t, err)
	defer session.Close()
	outputs, err := predict.ForModule(session, module).Run(rows)
	require.NoError(t, err)
	var want [3]float32
	for i, g := range outputs["gradient_velocity"].Float {
		want[i%3] += g
	}

	objective := shifted(t, trained.Model)
	weights := run.WithShapes(trained.Model, trained.Floats())
	weights["shift"] = runtime.Floats(make([]float32, 3), 1, 3)
	trainer, err := native.Trains()[0].Train(objective, weights, runtime.Solver{})
	require.NoError(t, err)
	defer trainer.Close()
	predict.Match(rows, objective)
	gradients, err := trainer.Gradients(rows)
	require.NoError(t, err)
	allclose.Within(t, want[:], gradients.ByParam["shift"].Float, 1e-4)
}

// shifted is what the outputs of a model count, with a weight that is added to all
// velocities.
func shifted(t *testing.T, model *graph.Model) *ir.Module {
	t.Helper()
	module := model.Module.Clone()
	step := module.Main
	step.Name = "step"
	module.Funcs = append(module.Funcs, step)
	require.NoError(t, ir.Build(module, func(b *ir.Builder) {
		shift := b.Param("shift", ir.Floats(ir.Fixed(1), 3))
		var args []*ir.Value
		for _, input := range step.Inputs {
			arg := b.Input
			if input.Param {
				arg = b.Param
			}
			value := arg(input.Name, input.Type)
			if input.Name == "velocity" {
				value = b.Add(value, b.Broadcast(shift, graph.Particles))
			}
			args = append(args, value)
		}
		returned := b.Call("step", step, args...)
		var terms []*ir.Value
		for i, output := range step.Outputs {
			counts := b.Input(ir.CotangentPrefix+output.Name, output.Value.Type)
			terms = append(terms, b.SumRows(b.SumColumns(b.Mul(returned[i], counts))))
		}
		b.Output(runtime.LossName, b.Add(terms[0], terms[1]))
	}))
	require.True(t, slices.Contains(module.Main.Params(), module.Main.Input("shift")))
	return module
}
