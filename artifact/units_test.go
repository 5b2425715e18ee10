package artifact_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/predict/conformal"
	"gmnc/run"
	"gmnc/system"
)

// inMeters is a model of this name with weights as they are drawn, of data in
// meters.
func inMeters(t *testing.T, c config.Config) *artifact.Model {
	t.Helper()
	c.Form, c.Layers, c.Hidden = config.Published, 2, 8
	model, err := builder.New(c, false)
	require.NoError(t, err)
	trained, err := run.New(run.Config{
		Version: "test", Model: c, Data: &run.DataInfo{LengthUnit: "m", VelocityUnit: "m a frame", Interval: "30 frames"},
	}, run.WithShapes(model, fixtures.Weights(model, 5, 300)))
	require.NoError(t, err)
	return artifact.FromRun(trained)
}

// in returns samples in a unit of which count are a meter.
func in(unit string, count float32, samples []system.Sample) *datasets.Data {
	times := func(values []float32) []float32 {
		values = slices.Clone(values)
		for i := range values {
			values[i] *= count
		}
		return values
	}
	data := &datasets.Data{About: datasets.About{LengthUnit: unit, VelocityUnit: unit + " a frame", Interval: "30 frames"}}
	for _, s := range samples {
		s.Position, s.Velocity = times(s.Position), times(s.Velocity)
		data.Test = append(data.Test, s)
	}
	return data
}

// TestUnitsThatMotionsContradict are not converted from.
func TestUnitsThatMotionsContradict(t *testing.T) {
	samples := fixtures.Samples(fixtures.Compositions[0], 20, 1)
	for i := range samples {
		samples[i].TargetPosition = slices.Clone(samples[i].Position)
		for k, v := range samples[i].Velocity {
			samples[i].TargetPosition[k] += 30 * v
		}
	}
	model := inMeters(t, config.Config{Model: "gmn"})
	data := &datasets.Data{Test: samples, About: datasets.About{LengthUnit: "m", VelocityUnit: "cm a frame", Interval: "30 frames"}}
	_, err := model.Conversion(data)
	require.ErrorContains(t, err, `an interval of "30 frames" beside velocities in "cm a frame" is 0.3 in these units, and straight lines reach the targets best in 30`)
}

// TestConversion: predictions of data in another unit are the predictions of the same
// data in the model's unit, in theirs; a displacement has the unit of the positions.
func TestConversion(t *testing.T) {
	samples := fixtures.Samples(fixtures.Compositions[0], 2, 1)
	for _, config := range []config.Config{{Model: "gmn-ode", TrueVelocity: true}, {Model: "gmn"}} {
		model := inMeters(t, config)
		predictor, _, err := model.Open("native")
		require.NoError(t, err)
		defer predictor.Close()
		same, err := model.Conversion(in("m", 1, samples))
		require.NoError(t, err)
		require.Empty(t, same.What)
		wantX, wantV, err := same.Predictor(predictor).Predict(samples)
		require.NoError(t, err)
		for unit, count := range map[string]float32{"cm": 100, "km": 0.001, "inch": 1 / 0.0254} {
			data := in(unit, count, samples)
			conversion, err := model.Conversion(data)
			require.NoError(t, err)
			require.Equal(t, "positions in "+unit+" and velocities in "+unit+" a frame are converted to the model's m and m a frame, and predictions back", conversion.What)
			x, v, err := conversion.Predictor(predictor).Predict(data.Test)
			require.NoError(t, err)
			outputs, err := conversion.Predictor(predictor).Outputs(data.Test)
			require.NoError(t, err)
			require.Equal(t, x, outputs["position"])
			require.Equal(t, v, outputs["velocity"])
			for i := range wantX {
				require.InDelta(t, wantX[i], x[i]/count, 1e-4)
				require.InDelta(t, wantV[i], v[i]/count, 1e-4)
			}
			require.InDelta(t, samples[0].Position[0], conversion.Samples(data.Test)[0].Position[0], 1e-6)
		}
	}
}

// TestConversionBeyondFloat32: a sample whose numbers the model's unit makes too
// large has no prediction, and the others have theirs.
func TestConversionBeyondFloat32(t *testing.T) {
	model := inMeters(t, config.Config{Model: "gmn"})
	predictor, _, err := model.Open("native")
	require.NoError(t, err)
	defer predictor.Close()
	data := in("km", 0.001, fixtures.Samples(fixtures.Compositions[0], 2, 1))
	conversion, err := model.Conversion(data)
	require.NoError(t, err)
	wantX, wantV, err := conversion.Predictor(predictor).Predict(data.Test)
	require.NoError(t, err)
	data.Test[0].Position[0] = 1e37
	x, v, err := conversion.Predictor(predictor).Predict(data.Test)
	require.NoError(t, err)
	first := len(data.Test[0].Position)
	require.ErrorContains(t, predict.CheckFinite(data.Test, x, v), "1 of 2 samples are not finite (sample 0)")
	require.Equal(t, wantX[first:], x[first:])
	require.Equal(t, wantV[first:], v[first:])
	outputs, err := conversion.Predictor(predictor).Outputs(data.Test)
	require.NoError(t, err)
	require.Equal(t, x[first:], outputs["position"][first:])
	require.True(t, math.IsNaN(float64(outputs["position"][0])))

	tree := data.Test[1]
	tree.Objects = system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}
	_, _, err = conversion.Predictor(predictor).Predict([]system.Sample{data.Test[0], data.Test[1], tree})
	require.ErrorContains(t, err, "sample 2 has trees", "it is the second of those that are held")

	data.Test[0].Position[0] = float32(math.Inf(1))
	_, _, err = conversion.Predictor(predictor).Predict(data.Test)
	require.ErrorContains(t, err, "is not a finite float32")
}

// TestConversionOfEachUnit: a displacement has the unit of positions, and the velocity
// of gmn-ode its own, trained or not.
func TestConversionOfEachUnit(t *testing.T) {
	samples := fixtures.Samples(fixtures.Compositions[0], 2, 1)
	for name, times := range map[string]float32{"gmn": 100, "gmn-ode": 1} {
		model := inMeters(t, config.Config{Model: name})
		predictor, _, err := model.Open("native")
		require.NoError(t, err)
		defer predictor.Close()
		_, want, err := predictor.Predict(samples)
		require.NoError(t, err)
		data := in("cm", 100, samples)
		data.About.VelocityUnit = "m a frame"
		for i := range data.Test {
			data.Test[i].Velocity = samples[i].Velocity
		}
		conversion, err := model.Conversion(data)
		require.NoError(t, err)
		_, got, err := conversion.Predictor(predictor).Predict(data.Test)
		require.NoError(t, err)
		for i := range want {
			require.InDelta(t, want[i], got[i]/times, 1e-4, name)
		}
	}
}

// TestConversionRefused where it is not exact, or something else may differ.
func TestConversionRefused(t *testing.T) {
	samples := fixtures.Samples(fixtures.Compositions[0], 1, 1)
	for want, change := range map[string]func(d *datasets.Data){
		"the model was trained on positions in m, and the data set has positions in ASF units: its predictions would be wrong; convert the data, or predict all the same with units ignore": func(d *datasets.Data) {
			d.About.LengthUnit = "ASF units"
		},
		"the model was trained on velocities in m a frame, and the data set has velocities in cm a second: its predictions would be wrong": func(d *datasets.Data) {
			d.About.VelocityUnit = "cm a second"
		},
		"the model was trained on an interval of 30 frames, and the data set has an interval of 10 frames": func(d *datasets.Data) {
			d.About.Interval = "10 frames"
		},
		`the model was trained on positions in "m" and velocities in "m a frame", and the data set has "cm" and "": where one unit differs, both must be known`: func(d *datasets.Data) {
			d.About.VelocityUnit = ""
		},
	} {
		data := in("cm", 100, samples)
		change(data)
		_, err := inMeters(t, config.Config{Model: "gmn"}).Conversion(data)
		require.ErrorContains(t, err, want)
	}
	_, err := inMeters(t, config.Config{Model: "gmn", NodeFeatures: []string{"height"}}).Conversion(in("cm", 100, samples))
	require.ErrorContains(t, err, "the model was trained on other units, and takes features that may have one, too")
}

// TestIntervalOfRounding: an interval may differ by rounding, and by no more.
func TestIntervalOfRounding(t *testing.T) {
	for interval, same := range map[string]bool{"30.000001 frames": true, "29.999999 frames": true, "30.001 frames": false} {
		data := in("m", 1, fixtures.Samples(fixtures.Compositions[0], 1, 1))
		data.About.Interval = interval
		_, err := inMeters(t, config.Config{Model: "gmn"}).Conversion(data)
		require.Equal(t, same, err == nil, "%s: %v", interval, err)
	}
}

// TestConversionOfSystemRadius: each system has its own radius, once, in the unit of the
// data, from engines that run modules and from those that run files.
func TestConversionOfSystemRadius(t *testing.T) {
	samples := fixtures.Samples(fixtures.Compositions[0], 3, 1)
	radius := &config.Radius{Level: 0.9, Time: 1, System: 1}
	for _, name := range (config.Config{}).RadiusFeatures() {
		radius.Features = append(radius.Features, config.RadiusFeature{Name: name, Soft: 1e-6, Low: -9, High: 9})
	}
	head := &config.RadiusHead{Weights: []float64{0, 0, 0, 1, 0, 0}} // of speeds
	radius.Position, radius.Velocity = head, head
	model := inMeters(t, config.Config{Model: "gmn-ode", TrueVelocity: true, Radius: radius})
	for _, engine := range []string{"native", "interpreter", "onnx-go"} {
		predictor, _, err := model.Open(engine)
		require.NoError(t, err)
		defer predictor.Close()
		outputs, err := predictor.Outputs(samples)
		require.NoError(t, err)
		want := conformal.RadiiOf(outputs).System
		require.Len(t, want, 3)
		require.NotEqual(t, want[0], want[1])
		data := in("cm", 100, samples)
		conversion, err := model.Conversion(data)
		require.NoError(t, err)
		outputs, err = conversion.Predictor(predictor).Outputs(data.Test)
		require.NoError(t, err)
		require.Len(t, outputs[graph.SystemRadius], 3)
		for i, radius := range conformal.RadiiOf(outputs).System {
			require.InEpsilon(t, want[i], radius/100, 1e-3, "%s: sample %d", engine, i)
		}
	}
}
