package measure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/export/rolling"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// widening is a predictor that pushes particles, with a radius of 1 for each and of 2 for each system.
type widening struct{ pushing }

func (w *widening) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs, err := w.pushing.Outputs(samples)
	for _, s := range samples {
		for range s.Particles() {
			outputs[graph.PositionRadius] = append(outputs[graph.PositionRadius], 1)
		}
		outputs[graph.SystemRadius] = append(outputs[graph.SystemRadius], 2)
	}
	return outputs, err
}

func (w *widening) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	outputs, err := w.Outputs(samples)
	return outputs[system.Position.Name], outputs[system.Velocity.Name], err
}

// twoSteps is a file of two such steps for one sample.
func twoSteps(t *testing.T, s system.Sample) map[string]runtime.Tensor {
	t.Helper()
	n := s.Particles()
	var positions, velocities []float32
	for step := range 2 {
		for i, x := range s.Position {
			if i%3 == 0 {
				x++
				if step > 0 {
					x++
				}
			}
			positions = append(positions, x)
		}
		velocities = append(velocities, s.Velocity...)
	}
	outputs := map[string]runtime.Tensor{"predicted_positions": runtime.Floats(positions, 2, 1, n, 3), "predicted_velocities": runtime.Floats(velocities, 2, 1, n, 3)}
	require.Equal(t, graph.PositionRadius, rolling.OfStep("position_radii"))
	require.Equal(t, graph.SystemRadius, rolling.OfStep("system_radii"))
	outputs["position_radii"], outputs["system_radii"] = runtime.Floats([]float32{1, 1, 2, 2}, 2, 1, n, 1), runtime.Floats([]float32{2, 4}, 2, 1, 1)
	return outputs
}

// TestSameAsCalls: the steps of a file are compared with calls of one step, to the last bit, and their
// radii with those that the calls add up to.
func TestSameAsCalls(t *testing.T) {
	s := sticks(1)[0]
	for name, c := range map[string]struct {
		change  func(outputs map[string]runtime.Tensor)
		broken  string // what the report says; "" if it holds
		err     string
		unknown bool // whether the radius is not in the configuration
	}{
		"the same":             {func(map[string]runtime.Tensor) {}, "", "", false},
		"another position":     {func(o map[string]runtime.Tensor) { o["predicted_positions"].Float[8]++ }, verify.Steps, "", false},
		"another velocity":     {func(o map[string]runtime.Tensor) { o["predicted_velocities"].Float[8]++ }, verify.Steps, "", false},
		"no velocities":        {func(o map[string]runtime.Tensor) { delete(o, "predicted_velocities") }, "", "the file returns no positions and velocities of all steps", false},
		"no positions":         {func(o map[string]runtime.Tensor) { delete(o, "predicted_positions") }, "", "the file returns no positions and velocities of all steps", false},
		"without radii":        {func(o map[string]runtime.Tensor) { delete(o, "position_radii"); delete(o, "system_radii") }, "", "", true},
		"unknown radii":        {func(map[string]runtime.Tensor) {}, "", "the file returns radii; its configuration has none", true},
		"another radius":       {func(o map[string]runtime.Tensor) { o["position_radii"].Float[3] = 2.5 }, radiiGrow, "", false},
		"another of systems":   {func(o map[string]runtime.Tensor) { o["system_radii"].Float[1] = 5 }, radiiGrow, "", false},
		"no radius of systems": {func(o map[string]runtime.Tensor) { delete(o, "system_radii") }, "", radiiGrow + ": step 1 has 0 radii, expected 1", false},
	} {
		outputs := twoSteps(t, s)
		c.change(outputs)
		m := &Measurement{Groups: []verify.Group{{Name: "(0,1)", Samples: []system.Sample{s}}}, radius: &config.Radius{Level: 0.9}}
		if c.unknown {
			m.radius = nil
		}
		p := part{Measurement: m, signature: artifact.Signature{Steps: 2, Outputs: []string{"predicted_positions"}}}
		file := session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) { return outputs, nil }}
		report, err := p.sameAsCalls(file, new(widening))
		if c.err != "" {
			require.EqualError(t, err, c.err, name)
			continue
		}
		require.NoError(t, err, name)
		if c.broken == "" {
			require.NoError(t, report.Err(), name)
		} else {
			require.ErrorContains(t, report.Err(), c.broken, name)
		}
	}
	p := part{Measurement: &Measurement{Groups: []verify.Group{{Samples: []system.Sample{s}}}}, signature: artifact.Signature{Steps: 2}}
	_, err := p.sameAsCalls(session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) { return nil, errFails }}, new(widening))
	require.ErrorIs(t, err, errFails)
}

// TestEveryStep: a file of many steps returns the outputs of each, one after another, and a file of one
// step returns its own.
func TestEveryStep(t *testing.T) {
	s := sticks(1)[0]
	outputs := twoSteps(t, s)
	file := session{run: func(map[string]runtime.Tensor) (map[string]runtime.Tensor, error) { return outputs, nil }}
	p := part{Measurement: &Measurement{}, signature: artifact.Signature{Steps: 2, Outputs: []string{"predicted_positions"}}}
	got, err := p.everyStep(file).Outputs([]system.Sample{s})
	require.NoError(t, err)
	require.Equal(t, outputs["predicted_positions"].Float, got["position"])
	require.Equal(t, []float32{1, 1, 2, 2}, got[graph.PositionRadius])
	p.signature.Steps = 1
	_, rolls := p.everyStep(file).(everyStep)
	require.False(t, rolls)
}
