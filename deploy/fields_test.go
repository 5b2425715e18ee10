package deploy_test

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/export/rolling"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/distinct"
	"gmnc/internal/test/testenv"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Two fields of this test's own, a row each, and a model that takes them.
var (
	wind = &system.Field{
		Name: "wind", Rows: system.OfSystem, Columns: 3, Turns: system.Vector, Unit: system.Unit{Length: 1, Time: -1},
		PerFrame: true, Typical: system.Range{Least: -1, Most: 1}, Doc: "velocity of the air, of each system",
	}
	drag = &system.Field{
		Name: "drag", Rows: system.OfParticle, Columns: 1, Unit: system.Unit{Time: -1},
		Typical: system.Range{Least: 0, Most: 1}, Most: math.MaxFloat32, Doc: "how fast a particle takes on the velocity of the air",
	}
	registerFields = sync.OnceValue(func() error {
		system.RegisterField(wind)
		system.RegisterField(drag)
		return builder.Register("sailing", config.Description{
			Summary: "particles in the wind", Symmetry: "rotations, reflections, translations",
			Fields: []*system.Field{wind, drag},
		}, sail)
	})
)

// sail moves a particle by v + d (w - v) with the drag d and the wind w.
func sail(w *graph.Writer) {
	gain := w.Param(graph.Param{Name: "gain", Rows: 1, Columns: 1, Mean: 1})
	pull := w.Mul(w.Mul(w.Field(drag), gain), w.Sub(w.Field(wind), w.Inputs.Velocity))
	v := w.Add(w.Inputs.Velocity, pull)
	w.AddLayer(graph.Layer{Position: w.Add(w.Inputs.Position, v), Velocity: v})
}

// windFrames is how many frames the data have.
const windFrames = 5

// windy are data of the model's own motion: the wind differs from frame to frame, drag
// is the same in all samples.
func windy(scale float32) *datasets.Data {
	drags := []float32{0, 0.25, 0.5}
	data := &datasets.Data{About: datasets.About{LengthUnit: "m", VelocityUnit: "m/s", Interval: "1 s"}}
	for i, split := range [][]float32{{1, 2}, {3}, {4}} {
		samples := []*[]system.Sample{&data.Train, &data.Valid, &data.Test}[i]
		for _, seed := range split {
			t := &system.Trajectory{Particles: 3}
			winds := distinct.Ramp(seed, 3*windFrames)
			x, v := distinct.Ramp(seed, 9), distinct.Ramp(-seed, 9)
			for frame := range windFrames {
				for k := range x {
					t.Positions, t.Velocities = append(t.Positions, float64(scale*x[k])), append(t.Velocities, float64(scale*v[k]))
				}
				for k := range x {
					v[k] += drags[k/3] * (winds[3*frame+k%3] - v[k])
					x[k] += v[k]
				}
			}
			for k := range winds {
				winds[k] *= scale
			}
			t.Given = system.Given{{Field: wind, Values: winds}}
			var s system.Sample
			drag.Set(&s, drags)
			*samples = append(*samples, s.Along(t))
		}
	}
	return data
}

// sailing is a run of the model for the data.
func sailing(t *testing.T, data *datasets.Data) *run.Run {
	t.Helper()
	config := config.DefaultConfig()
	config.Model, config.TrueVelocity = "sailing", true
	config = run.ModelFor(config, data)
	config.Time = 1
	model, err := builder.New(config, false)
	require.NoError(t, err)
	info := &run.DataInfo{File: "data.npz", LengthUnit: data.About.LengthUnit, VelocityUnit: data.About.VelocityUnit, Interval: data.About.Interval,
		Ranges: system.MeasureRanges(data.Train, data.Columns)}
	trained, err := run.New(run.Config{Version: "test", Model: config, Data: info}, run.WithShapes(model, model.Draw(1)))
	require.NoError(t, err)
	return trained
}

// TestAFieldIsARow: a vector of systems and a scalar of particles that the table is
// given are read, written, checked, ranged, batched, turned, converted, rolled frame by
// frame and declared by exported files, and nothing else is told of them.
func TestAFieldIsARow(t *testing.T) {
	require.NoError(t, registerFields())
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, datasets.Write(path, windy(1)))
	data, err := datasets.Read(path)
	require.NoError(t, err)
	require.Equal(t, windy(1), data)

	trained := sailing(t, data)
	require.Equal(t, []string{"wind", "drag"}, trained.Config.Model.Fields)
	require.Equal(t, []string{"wind"}, trained.Config.Model.PerFrame)
	model := artifact.FromRun(trained)
	rollout := predict.Rollout{Samples: data.Test, Steps: windFrames - 1, PerFrame: trained.Config.Model.PerFrame}
	hold := func(model *artifact.Model, engine string) {
		conversion, err := model.Conversion(data)
		require.NoError(t, err)
		require.Empty(t, model.Outside(conversion.Samples(data.Train)))
		predictor, _, err := model.Open(engine)
		require.NoError(t, err)
		defer predictor.Close()
		rollout.Predictor = conversion.Predictor(predictor)
		for frame, err := range rollout.Frames(t.Context()) {
			require.NoError(t, err)
			allclose.Within(t, predict.TruePosition(&data.Test[0], frame.Step), frame.Position, 1e-3, "step %d", frame.Step)
		}
	}
	hold(model, "native")
	hold(model, "interpreter")

	file, err := deploy.ExportWith(t.Context(), trained, deploy.Options{})
	require.NoError(t, err) // the certificate has turned, mirrored and renumbered systems
	require.Contains(t, declaredShapes(t, file.File), "wind [batch 3]")
	require.Contains(t, declaredShapes(t, file.File), "drag [batch particles 1]")
	exported, err := artifact.FromFile(file.File)
	require.NoError(t, err)
	hold(exported, "onnx-go")

	// Of centimeters the law makes what it makes of meters.
	data = windy(100)
	data.About.LengthUnit, data.About.VelocityUnit = "cm", "cm/s"
	rollout.Samples = data.Test
	hold(model, "native")
	data.About.LengthUnit = "parsec"
	_, err = model.Conversion(data)
	require.ErrorContains(t, err, "parsec")
}

// TestFramesOfAFieldInAFile: a file of many steps takes the field of every step.
func TestFramesOfAFieldInAFile(t *testing.T) {
	require.NoError(t, registerFields())
	onnxRuntime, _ := engines.Named("onnxruntime")
	testenv.Engine(t, onnxRuntime)
	data := windy(1)
	for _, rollout := range []*rolling.Rollout{{}, {Steps: 3}} {
		file, err := deploy.ExportWith(t.Context(), sailing(t, data), deploy.Options{Rollout: rollout})
		require.NoError(t, err)
		steps, lines := "steps", strings.Join(file.Lines(), "\n")
		if rollout.Steps > 0 {
			steps = "3"
		}
		require.Equal(t, rollout.Steps > 0, regexp.MustCompile(`, in the first step: invalid inputs .* give no numbers`).MatchString(lines), lines)
		require.Contains(t, declaredShapes(t, file.File), "wind ["+steps+" batch 3]")
		session, err := onnxRuntime.OpenFile(file.File)
		require.NoError(t, err)
		defer session.Close()
		signature, err := artifact.ReadSignature(file.File)
		require.NoError(t, err)
		require.Equal(t, []string{"wind"}, signature.PerFrame)
		rolled := artifact.OneStep{Session: session, Signature: signature}
		all, err := rolled.Roll(runtime.Batch{Inputs: predict.RollingInputs(data.Test, signature.Inputs, signature.PerFrame, 3)}, 3)
		require.NoError(t, err)
		allclose.Within(t, predict.TruePosition(&data.Test[0], 3), all["predicted_positions"].Float[18:], 1e-3)
	}
}

// TestWrongFields: what contradicts the row of a field is refused by name.
func TestWrongFields(t *testing.T) {
	require.NoError(t, registerFields())
	path := filepath.Join(t.TempDir(), "data.npz")
	for want, change := range map[string]func(d *datasets.Data){
		"train_drag: sample 1, particle 2: -1, expected a number from 0":      func(d *datasets.Data) { drag.Set(&d.Train[1], []float32{0, 0, -1}) },
		"train_drag: sample 0, particle 1: NaN is not a finite float32":       func(d *datasets.Data) { drag.Set(&d.Train[0], []float32{0, float32(math.NaN()), 0}) },
		"valid_drag: sample 0: expected the field in all splits or in none":   func(d *datasets.Data) { drag.Set(&d.Valid[0], nil) },
		"train_wind: sample 0 has 12 numbers, expected 3 in each of 5 frames": func(d *datasets.Data) { d.Train[0].Trajectory.Given[0].Values = distinct.Ramp(1, 12) },
		"test_wind: sample 0, frame 1, number 2: +Inf, expected a finite": func(d *datasets.Data) {
			d.Test[0].Trajectory.Given[0].Values[5] = float32(math.Inf(1))
		},
	} {
		data := windy(1)
		change(data)
		require.ErrorContains(t, datasets.Write(path, data), want)
	}
	data := windy(1)
	trained := sailing(t, data)
	far := slices.Clone(data.Train[:1])
	wind.Set(&far[0], []float32{1000, 0, 0})
	require.Contains(t, artifact.FromRun(trained).Outside(far), "its wind 1000 is above the training maximum")
	native, _, err := artifact.FromRun(trained).Open("native")
	require.NoError(t, err)
	for _, err := range (predict.Rollout{Predictor: native, Samples: data.Test, Steps: 6, PerFrame: []string{"wind"}}).Frames(t.Context()) {
		require.ErrorContains(t, err, "wind is given in 5 frames (sample 0), and each of 6 steps takes one")
	}
	gmn := run.ModelFor(config.DefaultConfig(), data)
	require.Equal(t, []string{
		"the data set has wind (velocity of the air, of each system), which the model gmn does not read",
		"the data set has drag (how fast a particle takes on the velocity of the air), which the model gmn does not read",
	}, run.FieldNotes(gmn, data))
	bare := windy(1)
	for _, samples := range bare.Splits() {
		for i := range *samples {
			drag.Set(&(*samples)[i], nil)
		}
	}
	require.Equal(t, []string{"the model reads drag (how fast a particle takes on the velocity of the air), which the data set does not have: it is taken as 0"},
		run.FieldNotes(trained.Config.Model, bare))
}

// declaredShapes are the inputs of a file with their shapes.
func declaredShapes(t *testing.T, file []byte) (shapes []string) {
	t.Helper()
	model, err := onnx.Read(file)
	require.NoError(t, err)
	inputs, err := onnx.ReadDeclarations(model.Graph, onnx.GraphInput)
	require.NoError(t, err)
	for _, input := range inputs {
		var axes []string
		for _, axis := range input.Axes {
			axes = append(axes, cmp.Or(axis.Name, fmt.Sprint(axis.Size)))
		}
		shapes = append(shapes, fmt.Sprintf("%s %v", input.Name, axes))
	}
	return shapes
}
