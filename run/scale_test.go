package run_test

import (
	"cmp"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/nbody"
	"gmnc/run"
	"gmnc/system"
)

// TestScaleFor: published models see the paper's simulations as they are, in whatever
// decimal unit, and other data with their length and time.
func TestScaleFor(t *testing.T) {
	data, _, err := nbody.Simulate(t.Context(), nbody.Config{System: system.Composition{3, 2, 1}, Train: 40, Seed: 1}, nil)
	require.NoError(t, err)
	gmn, law := config.Config{Model: "gmn"}, config.Config{Model: "gmn-ode"}
	scale, why := run.ScaleFor(run.AutoScale, gmn, data)
	require.Zero(t, scale)
	require.Contains(t, why, "as the paper's simulations: networks see positions and velocities as they are")
	scale, _ = run.ScaleFor(run.AutoScale, law, data)
	require.InDelta(t, 1, scale.Length, 0.2)
	require.NotEqual(t, 1.0, scale.Length)
	scale, why = run.ScaleFor("", law, data)
	require.Zero(t, scale)
	require.Empty(t, why)

	for i := range data.Train {
		for k := range data.Train[i].Position {
			data.Train[i].Position[k] *= 1000
			data.Train[i].TargetPosition[k] *= 1000
			data.Train[i].Velocity[k] *= 100
		}
	}
	scale, _ = run.ScaleFor(run.AutoScale, gmn, data)
	require.Equal(t, config.Scale{Length: 1000, Velocity: 100}, scale, "powers of ten")
	scale, why = run.ScaleFor(run.DataScale, gmn, data)
	require.InDelta(t, datasets.Length(data)/4, scale.Length, 1e-9)
	require.Contains(t, why, "networks see positions divided by ")
}

// twoMoving are two particles with a usual length and a time: on straight lines, or
// in opposite directions where straight means none.
func twoMoving(length, time float64, straight bool) *datasets.Data {
	apart, velocity := float32(length*math.Sqrt2), float32(length/time/8)
	way := velocity * float32(time)
	s := system.Sample{Position: []float32{0, 0, 0, 0, apart, 0}}
	if straight {
		s.Velocity, s.TargetPosition = []float32{velocity, 0, 0, velocity, 0, 0}, []float32{way, 0, 0, way, apart, 0}
	} else { // to where the other one moves
		s.Velocity, s.TargetPosition = []float32{velocity, 0, 0, -velocity, 0, 0}, []float32{-way, 0, 0, way, apart, 0}
	}
	return &datasets.Data{Train: []system.Sample{s}}
}

// TestDataAsThePapersStayAsTheyAre: a published model takes data within the lengths and
// times of the paper's in the paper's numbers, simulations also in decimal units, and
// divides others.
func TestDataAsThePapersStayAsTheyAre(t *testing.T) {
	for _, c := range []struct {
		length, time float64
		straight     bool
		like         string
		scale        config.Scale // 0 is 1
	}{
		{3.1, 1, true, "simulations", config.Scale{}},
		{5.4, 1, true, "simulations", config.Scale{}},
		{400, 1, true, "simulations", config.Scale{Length: 100, Velocity: 100}},
		{4, 0.01, true, "simulations", config.Scale{Length: 1, Velocity: 100}},
		{4, 0.81, true, "simulations", config.Scale{}},
		{4, 1.24, true, "simulations", config.Scale{}},
		{2.9, 1, true, "", config.Scale{Length: 2.9 / 4, Velocity: 2.9 / 4}},
		{5.6, 1, true, "", config.Scale{Length: 1.4, Velocity: 1.4}},
		{4, 0.79, true, "", config.Scale{Length: 1, Velocity: 1 / 0.79}},
		{4, 1.26, true, "", config.Scale{Length: 1, Velocity: 1 / 1.26}},
		{4, 1, false, "", config.Scale{}}, // what would be divided by is 1
		{9.1, 21, true, "motion capture", config.Scale{}},
		{16.9, 39, true, "motion capture", config.Scale{}},
		{8.9, 30, true, "", config.Scale{Length: 8.9 / 4, Velocity: 8.9 / 120}},
		{17.1, 30, true, "", config.Scale{Length: 17.1 / 4, Velocity: 17.1 / 120}},
		{12, 19, true, "", config.Scale{Length: 3, Velocity: 3. / 19}},
		{12, 41, true, "", config.Scale{Length: 3, Velocity: 3. / 41}},
		{1.5, 21, false, "molecules", config.Scale{}},
		{4.4, 249, false, "molecules", config.Scale{}},
		{1.3, 100, false, "", config.Scale{Length: 1.3 / 4, Velocity: 1.3 / 400}},
		{4.6, 100, false, "", config.Scale{Length: 1.15, Velocity: 1.15 / 100}},
		{2, 19, false, "", config.Scale{Length: 0.5, Velocity: 0.5 / 19}},
		{2, 251, false, "", config.Scale{Length: 0.5, Velocity: 0.5 / 251}},
	} {
		scale, why := run.ScaleFor(run.AutoScale, config.Config{Model: "gmn"}, twoMoving(c.length, c.time, c.straight))
		const float32Rounding = 1e-6
		require.InEpsilon(t, cmp.Or(c.scale.Length, 1), cmp.Or(scale.Length, 1), float32Rounding, "%+v", c)
		require.InEpsilon(t, cmp.Or(c.scale.Velocity, 1), cmp.Or(scale.Velocity, 1), float32Rounding, "%+v", c)
		if c.like == "" {
			require.NotContains(t, why, "as the paper's", "%+v", c)
		} else {
			require.Contains(t, why, ", as the paper's "+c.like+": ", "%+v", c)
		}
	}
}
