package artifact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/onnx"
	"gmnc/predict/conformal"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

// TestSignatures: a file of one step has its inputs and outputs in their order, and no steps.
func TestSignatures(t *testing.T) {
	trained := law(t, 1, nil)
	model := fileOf(t, trained)
	s, err := ReadSignature(model.data)
	require.NoError(t, err)
	require.Equal(t, []string{"predicted_position", "predicted_velocity"}, s.Outputs)
	require.Contains(t, s.Inputs, "position")
	require.Zero(t, s.Steps)
	require.False(t, s.Rolls())
	require.False(t, s.RollsInLoop())
	require.Positive(t, model.weights())
	require.Equal(t, trained.Model.Count(), FromRun(trained).weights())
	require.Zero(t, model.RadiusSteps())
	broken := []byte("no file")
	_, err = ReadSignature(broken)
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
	_, err = OpenFile(runtime.Engine{}, broken)
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one", "the engine is not asked")
	_, err = RollFile(runtime.Engine{}, broken, nil, 1)
	require.ErrorContains(t, err, "not an ONNX model, or a damaged or cut-short one")
}

// TestStepsOfSignatures: the first axis of an output of steps is their number, which is limited.
func TestStepsOfSignatures(t *testing.T) {
	file := func(name string, axes ...int64) []byte {
		var shape []byte
		for _, size := range axes {
			shape = onnx.AppendMessage(shape, onnx.ShapeAxis, onnx.AppendInteger(nil, onnx.AxisSize, size))
		}
		tensor := onnx.AppendMessage(onnx.AppendInteger(nil, onnx.TypeElement, int64(onnx.Float)), onnx.TypeShape, shape)
		output := onnx.AppendString(nil, onnx.ValueName, name)
		output = onnx.AppendMessage(output, onnx.ValueType, onnx.AppendMessage(nil, onnx.TypeTensor, tensor))
		graph := onnx.AppendMessage(nil, onnx.GraphOutput, output)
		config := onnx.AppendString(onnx.AppendString(nil, onnx.EntryKey, "config"), onnx.EntryValue, "{}")
		return onnx.AppendMessage(onnx.AppendMessage(nil, onnx.ModelGraph, graph), onnx.ModelMetadata, config)
	}
	for _, c := range []struct {
		file  []byte
		steps int
		rolls bool
	}{
		{file("predicted_positions", 7, 1, 3), 7, true}, {file("predicted_positions", 7), 7, true},
		{file("predicted_positions"), 0, true}, {file("predicted_position", 7), 0, false},
	} {
		s, err := ReadSignature(c.file)
		require.NoError(t, err)
		require.Equal(t, c.steps, s.Steps)
		require.Equal(t, c.rolls, s.Rolls())
	}
	_, err := ReadSignature(file("predicted_positions", 1_000_000))
	require.ErrorContains(t, err, "the file declares 1000000 steps; ")
}

// TestOtherOutputsOfSteps: outputs that are not of steps are left out of the first step.
func TestOtherOutputsOfSteps(t *testing.T) {
	outputs, err := OneStep{Session: session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
		return map[string]runtime.Tensor{
			"other": runtime.Floats([]float32{1, 2}, 2), "predicted_positions": {}, "predicted_velocities": runtime.Floats([]float32{3, 4}, 2),
		}, nil
	}}}.Run(runtime.Batch{})
	require.NoError(t, err)
	require.Len(t, outputs, 1)
	require.Equal(t, []float32{3}, outputs["predicted_velocity"].Float)
}

// TestUnitsOfRadii: radii and spreads have the units of their data, and velocities too, where a model has layers.
func TestUnitsOfRadii(t *testing.T) {
	head := &config.RadiusHead{}
	trained := &run.Run{Model: &graph.Model{}, Config: run.Config{
		Data: &run.DataInfo{LengthUnit: "m", VelocityUnit: "m/s"}, Model: config.Config{Model: "gmn", Radius: &config.Radius{Level: 0.9}},
	}}
	want := map[string]string{"units.position": "m", "units.position_radius": "m", "units.system_radius": "m"}
	require.Equal(t, want, Units(trained))
	trained.Config.Model.Radius.Velocity = head
	want["units.velocity_radius"] = "m/s"
	require.Equal(t, want, Units(trained))
	trained.Config.Model.Runs = 2
	want["units.position_spread"] = "m"
	require.Equal(t, want, Units(trained))
	trained.Config.Model.TrueVelocity = true
	want["units.velocity_spread"] = "m/s"
	require.Equal(t, want, Units(trained))
	said := meanings(trained)
	require.Len(t, said, 3)
	require.Equal(t, "radius around the predicted position within which the true one lies, with a probability of 0.9, on systems like those that calibrated it", said["meaning.position_radius"])
	require.Contains(t, said["meaning.velocity_radius"], "predicted velocity")
	require.Contains(t, said["meaning.system_radius"], "root mean square error")
	trained.Config.Model.Radius, trained.Config.Model.Fields = nil, []string{system.TurnAxis.Name}
	require.Contains(t, meanings(trained)["meaning.parents"], "which body hangs on which")
}

// TestFeaturesInMetadata: names of features are in the metadata, also of a single one.
func TestFeaturesInMetadata(t *testing.T) {
	c := config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 2, NodeFeatures: []string{"z"}}
	model, err := builder.New(c, false)
	require.NoError(t, err)
	entries, err := metadata(&run.Run{Config: run.Config{Model: c}, Model: model})
	require.NoError(t, err)
	require.Equal(t, "z", entries["node_features"])
	require.NotContains(t, entries, "edge_features")
}

// TestSettingsOfModels: a model has the options of its kind, and a factor of forces where it has these.
func TestSettingsOfModels(t *testing.T) {
	no := false
	s, err := settingsOf("w.pt", map[string]string{"note": "text", "recurrent": "false"}, ImportOptions{Recurrent: &no})
	require.NoError(t, err)
	for model, want := range map[string]string{
		"linear": "", "rf": "assumed, as weights do not show it: activation silu, coords_weight 1",
		"gnn": "as said: recurrent false; assumed, as weights do not show it: activation silu, attention false",
		"gmn": "as said: recurrent false; assumed, as weights do not show it: activation silu, coords_weight 1, norm_diff false, tanh false, attention false",
	} {
		c := config.Config{Model: model}
		note, err := s.apply(&c, nil)
		require.NoError(t, err)
		require.Equal(t, want, note, model)
		require.Equal(t, model == "gnn" || model == "gmn", c.Residual == config.NoResidual, model)
	}
	s.values["coords_weight"] = "2"
	_, err = s.apply(&config.Config{Model: "rf"}, nil)
	require.ErrorContains(t, err, "coords_weight is 2, which gmnc does not have in rf")
	weights := map[string][]float32{"layer0/coordinate/linear2/weight": {3}, "layer0/other": {3}}
	_, err = s.apply(&config.Config{Model: "gmn"}, weights)
	require.NoError(t, err)
	require.Equal(t, map[string][]float32{"layer0/coordinate/linear2/weight": {6}, "layer0/other": {3}}, weights)
}

// TestRadiusErrors: a radius that covers too little is an error after each step that is measured.
func TestRadiusErrors(t *testing.T) {
	small, err := conformal.Measure(0.9, conformal.Radii{Position: make([]float32, 4), System: make([]float32, 4)}, conformal.Errors{Position: []float64{1, 1, 1, 1}, Sizes: []int{1, 1, 1, 1}})
	require.NoError(t, err)
	require.NoError(t, (&TestErrors{}).RadiusErr())
	require.NoError(t, (&TestErrors{Rolled: []conformal.MeasuredStep{{Step: 10, Measured: small}}}).RadiusErr())
	require.ErrorContains(t, (&TestErrors{Radius: &small}).RadiusErr(), "the radius is too small")
	whole := conformal.Measured{}
	require.ErrorContains(t, (&TestErrors{Radius: &whole, Rolled: []conformal.MeasuredStep{{Step: 10, Measured: small}}}).RadiusErr(), "after 10 steps the radius is too small")
	lines := (&RadiusCoverage{Data: "d.npz", Overlap: "5 % of them begin in training", Steps: []conformal.Step{{Step: 7}}}).lines()
	require.Len(t, lines, 3)
	require.Contains(t, lines[0], "On the validation samples of d.npz, which calibrated it, ")
	require.Equal(t, "5 % of them begin in training, and these calibrated the radius: it may cover less of motion at other times.", lines[1])
	require.Contains(t, lines[2], "On the validation samples, after 7 steps ")
}

// TestMeasuredOutputs: spreads are of several runs and radii of models that have them, of as many outputs as there are targets.
func TestMeasuredOutputs(t *testing.T) {
	samples := []system.Sample{{Position: make([]float32, 3), Velocity: make([]float32, 3), TargetPosition: []float32{1, 0, 0}}}
	outputs := map[string][]float32{"position": {0, 0, 0}, "position_spread": {2}, "position_radius": {1}, "system_radius": {0.5}}
	spread, err := MeasureSpread(config.Config{}, samples, outputs)
	require.NoError(t, err)
	require.Nil(t, spread)
	spread, err = MeasureSpread(config.Config{Runs: 2}, samples, outputs)
	require.NoError(t, err)
	require.Equal(t, 2., spread.Median)
	radius, err := MeasureRadius(config.Config{}, samples, outputs)
	require.NoError(t, err)
	require.Nil(t, radius)
	c := config.Config{Radius: &config.Radius{Level: 0.9}, Runs: 2}
	radius, err = MeasureRadius(c, samples, outputs)
	require.NoError(t, err)
	require.Equal(t, []float64{0.9, 1, 0}, []float64{radius.Level, radius.Position, radius.System})
	samples[0].TargetPosition = nil
	_, err = MeasureSpread(c, samples, outputs)
	require.ErrorContains(t, err, "sample 0")
	_, err = MeasureRadius(c, samples, outputs)
	require.ErrorContains(t, err, "sample 0")
}
