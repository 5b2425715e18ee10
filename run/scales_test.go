package run_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/run"
	"gmnc/system"
)

// TestScales: the time of a prediction is the time of the data's interval; without one it
// follows from the systems' centers, which no force within a system moves, though it
// moves every particle.
func TestScales(t *testing.T) {
	law := config.Config{Model: "gmn-ode"}
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{3, 2, 1}, Train: 20, Seed: 3}, nil)
	require.NoError(t, err)
	require.Equal(t, 1.0, run.ModelFor(law, data).Time, "simulations say what their interval is")
	data.About.Interval = ""
	c := run.ModelFor(law, data)
	require.InDelta(t, 1, c.Time, 0.01, "a simulated interval is one time unit")
	// Positions are normal with the deviation 2^(1/3) + 0.1 = 1.36 at first, and
	// spread in the three time units before the input.
	require.InDelta(t, 4, c.Length, 0.6)
	require.Zero(t, run.ModelFor(config.Config{Model: "gmn"}, data).Time, "other models know neither")

	data.About.Interval = "1.5 time units"
	require.Equal(t, 1.5, run.ModelFor(law, data).Time)
	data.About.Interval = "30 time units"
	require.Equal(t, c.Time, run.ModelFor(law, data).Time, "straight lines of that time are far worse than rest")
	law.TrueVelocity = true
	require.Equal(t, 30.0, run.ModelFor(law, data).Time)
	law.TrueVelocity = false
	for _, text := range []string{"a while", "-3 frames", "0", "Inf"} {
		data.About.Interval = text
		require.Equal(t, c.Time, run.ModelFor(law, data).Time, text)
	}

	still := &datasets.Data{Train: []system.Sample{{
		Position: []float32{1, 1, 1}, Velocity: []float32{0, 0, 0}, TargetPosition: []float32{1, 1, 1},
	}}}
	c = run.ModelFor(law, still)
	require.Equal(t, [2]float64{1, 1}, [2]float64{c.Time, c.Length}, "nothing to take a scale from")
}

// TestTheTimeOfCentersAtRest: where centers move by rounding alone, as of molecules without
// momentum, the time is the particles' own.
func TestTheTimeOfCentersAtRest(t *testing.T) {
	const time, rounding = 10, 1e-5
	apart := func(drift float32) []system.Sample {
		return []system.Sample{{
			Position: []float32{0, 0, 0, 0, 0, 0}, Velocity: []float32{1 + drift, 0, 0, -1, 0, 0}, TargetPosition: []float32{time + drift, 0, 0, -time, 0, 0},
		}}
	}
	found, straight := datasets.LineTime(apart(rounding))
	require.InDelta(t, time, found, 0.01)
	require.True(t, straight)
	found, _ = datasets.LineTime(apart(0.01))
	require.InDelta(t, 1, found, 0.01, "centers that move tell it")
}

// TestDeflection is how far targets are from straight lines, known to forces
// between pairs alone.
func TestDeflection(t *testing.T) {
	data := &datasets.Data{About: datasets.About{Interval: "2"}, Train: []system.Sample{{
		Position: []float32{1, 1, 1, 0, 0, 0}, Velocity: []float32{1, 0, 0, 0, 0, 1}, TargetPosition: []float32{6, 5, 1, 0, 5, 2},
	}}}
	law := config.Config{Model: "gmn-ode"}
	require.Zero(t, run.ModelFor(law, data).Deflection)
	law.Messages = config.NoMessages
	require.InDelta(t, 5, run.ModelFor(law, data).Deflection, 1e-12)
}

// TestTheTimeOfFarOffLines: a law knows the time of the interval until the squared error
// of straight lines of that time is ten times the error of rest; then the time of the
// best line.
func TestTheTimeOfFarOffLines(t *testing.T) {
	for interval, want := range map[string]float64{
		"4.1": 4.1, // (4.1-1)^2 = 9.6 times the error of rest
		"4.2": 1,   // 10.2 times
	} {
		data := &datasets.Data{About: datasets.About{Interval: interval}, Train: []system.Sample{{
			Position: []float32{0, 0, 0}, Velocity: []float32{1, 0, 0}, TargetPosition: []float32{1, 0, 0},
		}}}
		require.Equal(t, want, run.ModelFor(config.Config{Model: "gmn-ode"}, data).Time, "interval %s", interval)
	}
}

// TestScalesOfMechanics: models of joints, of planes and of laws in the positions of particles do not scale.
func TestScalesOfMechanics(t *testing.T) {
	data := &datasets.Data{Train: []system.Sample{{
		Position: []float32{0, 0, 0, 50, 0, 0}, Velocity: []float32{1, 0, 0, 0, 0, 0}, TargetPosition: []float32{9, 0, 0, 50, 0, 0},
	}}}
	for _, c := range []config.Config{{Integrator: config.RungeKutta4}, {Fields: []string{"turn_axis"}}, {Fields: []string{"planes"}}, {}} {
		c.Model = "gmn-ode"
		scale, why := run.ScaleFor(run.DataScale, c, data)
		scaled := c.Integrator == "" && c.Fields == nil
		require.Equal(t, scaled, why != "")
		require.Equal(t, scaled, scale != config.Scale{})
	}
	scale, why := run.ScaleFor(run.DataScale, config.Config{Model: "gmn-ode"}, &datasets.Data{})
	require.Empty(t, why)
	require.Zero(t, scale)
}
