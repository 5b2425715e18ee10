package artifact_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/fixtures"
	"gmnc/predict"
	"gmnc/system"
)

// given returns fixed outputs.
type given struct {
	predict.Predictor
	outputs map[string][]float32
}

func (g given) Outputs([]system.Sample) (map[string][]float32, error) {
	return maps.Clone(g.outputs), nil
}

// TestUnitsOfOutputs: positions, velocities, their radii and their spreads are returned in the units of the data, and
// an output of an unknown unit is refused.
func TestUnitsOfOutputs(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1}, 2, 1)
	data := in("cm", 100, samples)
	data.About.VelocityUnit = "m a frame"
	for i := range data.Test {
		data.Test[i].Velocity = samples[i].Velocity
	}
	conversion, err := inMeters(t, config.Config{Model: "gmn-ode", TrueVelocity: true}).Conversion(data)
	require.NoError(t, err)
	outputs := map[string][]float32{
		"position": {1, 2, 3, 4, 5, 6}, "velocity": {1, 2, 3, 4, 5, 6}, graph.PositionRadius: {1, 2}, graph.PositionSpread: {3, 4},
		graph.VelocityRadius: {5, 6}, graph.VelocitySpread: {7, 8}, graph.SystemRadius: {9, 10},
	}
	both, err := inMeters(t, config.Config{Model: "gmn-ode", TrueVelocity: true}).Conversion(in("cm", 100, samples))
	require.NoError(t, err)
	for velocity, conversion := range map[float32]artifact.Conversion{1: conversion, 100: both} {
		got, err := conversion.Predictor(given{outputs: outputs}).Outputs(data.Test)
		require.NoError(t, err)
		require.Len(t, got, len(outputs))
		for name, times := range map[string]float32{
			"position": 100, "velocity": velocity, graph.PositionRadius: 100, graph.PositionSpread: 100, graph.VelocityRadius: velocity, graph.VelocitySpread: velocity, graph.SystemRadius: 100,
		} {
			for i, value := range outputs[name] {
				require.InDelta(t, times*value, got[name][i], 1e-4, name)
			}
		}
	}
	outputs["force"] = []float32{1, 2}
	_, err = conversion.Predictor(given{outputs: outputs}).Outputs(data.Test)
	require.ErrorContains(t, err, "the output force has a unit that is not known")
	data.Test[1].Position = []float32{float32(math.NaN()), 0, 0}
	_, err = conversion.Predictor(given{outputs: outputs}).Outputs(data.Test)
	require.ErrorContains(t, err, "is not a finite float32")
}

// TestUnitsOfFields: fields are converted by the powers of lengths and times in their units, in all frames. Masses and
// directions stay.
func TestUnitsOfFields(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1}, 1, 1)
	data := in("cm", 100, samples)
	data.About.VelocityUnit = "m a frame"
	data.Test[0].Velocity = samples[0].Velocity
	conversion, err := inMeters(t, config.Config{Model: "gmn-ode", TrueVelocity: true}).Conversion(data)
	require.NoError(t, err)
	s := data.Test[0]
	system.Gravity.Set(&s, []float32{0, 0, -3})
	system.Mass.Set(&s, []float32{7})
	planes := make([]float32, system.Planes.Columns)
	copy(planes, []float32{0, 0, 1, 50})
	system.Planes.Set(&s, planes)
	s.Trajectory = &system.Trajectory{Particles: 1, Given: system.Given{{Field: system.Gravity, Values: []float32{0, 0, -3, 0, 0, -6}}}}
	converted := conversion.Samples([]system.Sample{s})[0]
	// A length is a hundredth, and a velocity stays: so a time is a hundredth, too, and an acceleration a hundredfold.
	require.InDelta(t, -300, system.Gravity.Of(&converted)[2], 1e-3)
	require.InDelta(t, -600, converted.Trajectory.Given[0].Values[5], 1e-3)
	require.Equal(t, []float32{7}, system.Mass.Of(&converted))
	require.Equal(t, s.Charge, converted.Charge)
	require.Equal(t, float32(1), system.Planes.Of(&converted)[2])
	require.InDelta(t, 0.5, system.Planes.Of(&converted)[3], 1e-6)
	require.Equal(t, float32(-3), system.Gravity.Of(&s)[2], "the sample is as it was")
	require.Equal(t, float32(-6), s.Trajectory.Given[0].Values[5])
}

// TestIntervalsInOtherUnits: an interval is compared in the units of its data, and what is not stated is taken as the same.
func TestIntervalsInOtherUnits(t *testing.T) {
	samples := fixtures.Samples(system.Composition{1}, 1, 1)
	model := inMeters(t, config.Config{Model: "gmn"})
	data := in("m", 1, samples)
	data.About.VelocityUnit, data.About.Interval = "cm a frame", "30.0 frames"
	data.Test[0].Velocity = in("cm", 100, samples).Test[0].Velocity
	data.Test[0].TargetPosition = slices.Clone(data.Test[0].Position)
	for k, v := range samples[0].Velocity {
		data.Test[0].TargetPosition[k] += 30 * v
	}
	conversion, err := model.Conversion(data)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 0.01}, []float64{conversion.Position, conversion.Velocity})
	data.About.Interval = ""
	_, err = model.Conversion(data)
	require.NoError(t, err)
	data.About.Interval = "a while"
	_, err = model.Conversion(data)
	require.ErrorContains(t, err, "an interval of 30 frames, and the data set has an interval of a while")
}
