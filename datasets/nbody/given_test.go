package nbody

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/sim"
	"gmnc/system"
)

// TestGiven: what a simulation is given is in its data set, and its drift is measured.
func TestGiven(t *testing.T) {
	m := sim.Mechanics{Gravity: [3]float64{0, 0, -1}, LeastMass: 0.5, MostMass: 2, Hang: true, Neutral: true}
	config := Config{Shapes: []sim.Shape{sim.Chain(3)}, Train: 2, Test: 1, Frames: 4, Settings: sim.Settings{TimeStep: 0.01, Mechanics: m}}
	simulated, _, err := Simulate(context.Background(), config, nil)
	require.NoError(t, err)
	content, err := datasets.Encode(simulated)
	require.NoError(t, err)
	data, err := datasets.Decode("data.npz", content)
	require.NoError(t, err)
	s := data.Test[0]
	first, last := states(&s)
	without := m
	without.Gravity = [3]float64{}
	for _, state := range []system.State{first, last} {
		require.InDelta(t, m.Energy(state)-without.Energy(state), Potential(data)(&s, flatten(state.Position)), 1e-6, "that in gravity")
	}
	require.Nil(t, s.Charge)
	require.Equal(t, []float32{0, 0, -1}, system.Gravity.Of(&s))
	require.Len(t, system.Mass.Of(&s), 3)
	pins := 0
	for i, pinned := range system.Pinned.Of(&s) {
		if pinned == 1 {
			pins++
			require.Equal(t, []float32{0, 0, 0}, s.Velocity[3*i:3*i+3])
			require.Equal(t, s.Position[3*i:3*i+3], s.TargetPosition[3*i:3*i+3])
		}
	}
	require.Equal(t, 1, pins)

	drift := MeasureDrift(m, data)
	require.Greater(t, drift.LargestEnergy, 0.)
	require.Less(t, drift.LargestEnergy, 1e-4)
	require.Less(t, drift.Length, 1e-5)
	require.NotContains(t, drift.String(), "momentum", "a pin takes it")
	data.Test[0].Trajectory.Velocities[len(data.Test[0].Trajectory.Velocities)-1] += 1
	require.Greater(t, MeasureDrift(m, data).LargestEnergy, drift.LargestEnergy)
}

// TestStatesOfSamples: a state has all that a sample is given, of its first frame and of its last or its target.
func TestStatesOfSamples(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3, 4, 5, 6}, Velocity: []float32{7, 8, 9, 10, 11, 12}, TargetPosition: []float32{2, 2, 3, 4, 5, 6}, TargetVelocity: []float32{3, 8, 9, 10, 11, 12}, Charge: []float32{1, -1}}
	system.Mass.Set(&s, []float32{3, 4})
	system.Pinned.Set(&s, []float32{0, 1})
	system.Box.Set(&s, []float32{1, 2, 3, 4, 5, 6})
	first, last := states(&s)
	require.Equal(t, [][3]float64{{1, 2, 3}, {4, 5, 6}}, first.Position)
	require.Equal(t, [][3]float64{{7, 8, 9}, {10, 11, 12}}, first.Velocity)
	require.Equal(t, [3]float64{2, 2, 3}, last.Position[0])
	require.Equal(t, [3]float64{3, 8, 9}, last.Velocity[0])
	for _, state := range []system.State{first, last} {
		require.Equal(t, []float64{1, -1}, state.Charge)
		require.Equal(t, []float64{3, 4}, state.Mass)
		require.Equal(t, []bool{false, true}, state.Pinned)
		require.Equal(t, [][3]float64{{1, 2, 3}, {4, 5, 6}}, state.Box)
	}
	s.Trajectory = &system.Trajectory{Particles: 2, Positions: append(make([]float64, 12), 0, 0, 0, 0, 0, 5), Velocities: append(make([]float64, 12), 0, 0, 0, 0, 0, 6)}
	_, last = states(&s)
	require.Equal(t, [3]float64{0, 0, 5}, last.Position[1])
	require.Equal(t, [3]float64{0, 0, 6}, last.Velocity[1])
}

// TestTextOfDrift: what is not measured is left out.
func TestTextOfDrift(t *testing.T) {
	none := math.NaN()
	d := Drift{Energy: none, LargestEnergy: none, Length: 0.001, Momentum: none, Gain: none, Depth: none}
	require.Equal(t, "lengths change by 0.001", d.String())
	d.Momentum = 0.02
	require.Equal(t, "lengths change by 0.001, momentum by 0.02", d.String())
	d.Energy, d.LargestEnergy = 0.3, 0.4
	require.Equal(t, "energy changes by 0.3 of the kinetic one in the median and 0.4 at most, lengths by 0.001, momentum by 0.02", d.String())
	d.Momentum, d.Gain, d.Depth = none, 0.5, 0.6
	require.Equal(t, "energy changes by 0.3 of the kinetic one in the median and 0.4 at most, lengths by 0.001, energy grows by 0.5 at most, particles are up to 0.6 behind planes", d.String())
}

// TestDriftOfSamples: energies are taken in the median and at most, and lengths and momenta at most. Damping and pins leave some out.
func TestDriftOfSamples(t *testing.T) {
	of := func(x, v float32) system.Sample {
		return system.Sample{
			Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: []float32{2, 0, 0, 2, 0, 0}, TargetPosition: []float32{1, 0, 0, 3 + x, 0, 0}, TargetVelocity: []float32{2, 0, 0, 2 + v, 0, 0},
			Objects: system.Objects{system.Stick.Of(0, 1)},
		}
	}
	data := &datasets.Data{Train: []system.Sample{of(0, 1), of(0.5, 0)}, Test: []system.Sample{of(0, 0)}}
	m := sim.Mechanics{Neutral: true}
	d := MeasureDrift(m, data)
	require.Equal(t, 0.25, d.Length)
	require.Equal(t, 0., d.Energy)
	require.InDelta(t, 2.5/4, d.LargestEnergy, 1e-12)
	require.InDelta(t, 0.25, d.Momentum, 1e-12)
	require.True(t, math.IsNaN(d.Gain) && math.IsNaN(d.Depth))
	m.Damping = 0.1
	d = MeasureDrift(m, data)
	require.Equal(t, 0.25, d.Length)
	require.True(t, math.IsNaN(d.Energy) && math.IsNaN(d.Momentum) && math.IsNaN(d.Gain))
	for i := range data.Train {
		system.Pinned.Set(&data.Train[i], []float32{0, 0})
	}
	d = MeasureDrift(sim.Mechanics{Neutral: true}, data)
	require.Zero(t, d.Momentum, "of the sample without pins")
}

// TestDepthBehindPlanes: the deepest particle counts, of any plane and frame.
func TestDepthBehindPlanes(t *testing.T) {
	s := system.Sample{Position: []float32{0, 0, 1}, TargetPosition: []float32{0, 0, 0.5}}
	planes := make([]float32, system.Planes.Columns)
	copy(planes, []float32{0, 0, 1, 0, 1, 0, 0, -1})
	system.Planes.Set(&s, planes)
	require.Zero(t, depth(&s))
	s.TargetPosition = []float32{-3, 0, -0.25}
	require.Equal(t, 2., depth(&s))
	s.TargetPosition[0] = 0
	require.Equal(t, 0.25, depth(&s))
	s.Trajectory = &system.Trajectory{Particles: 1, Positions: []float64{0, 0, 1, 0, 0, -0.75}}
	require.Equal(t, 0.75, depth(&s))
	require.Equal(t, 2., larger(math.NaN(), 2))
	require.Equal(t, 3., larger(3, 2))
}

// TestEnergyInGravity: pinned particles have none, and particles without masses have that of 1.
func TestEnergyInGravity(t *testing.T) {
	s := system.Sample{Position: make([]float32, 6)}
	system.Gravity.Set(&s, []float32{1, 0, -2})
	x := []float32{3, 0, 5, 7, 0, 11}
	require.Equal(t, -3.+10-7+22, inGravity(&s, x))
	system.Mass.Set(&s, []float32{2, 3})
	require.Equal(t, 2*(-3.+10)+3*(-7+22), inGravity(&s, x))
	system.Pinned.Set(&s, []float32{0, 1})
	require.Equal(t, 2*(-3.+10), inGravity(&s, x))

	data := &datasets.Data{About: datasets.About{LengthUnit: "m", VelocityUnit: "m/s"}, Train: []system.Sample{s}}
	require.Equal(t, 14., Potential(data)(&s, x), "whatever the units are")
	data.EdgeFeatures = []string{"hop"}
	require.Nil(t, Potential(data), "the energy of neighbors is not known")
	data.EdgeFeatures, s.Charge = nil, []float32{1, 1}
	data.Train[0] = s
	require.Nil(t, Potential(data), "nor that of charges in these units")
	data.About = datasets.About{LengthUnit: unit, VelocityUnit: unit}
	require.InDelta(t, 14+1/math.Hypot(4, 6), Potential(data)(&s, x), 1e-12)
	require.Nil(t, Potential(&datasets.Data{Train: []system.Sample{{Position: make([]float32, 3)}}}), "there is none")
}

// TestSprings: particles tied by springs are neighbors with their constants, and keep
// their energy.
func TestSprings(t *testing.T) {
	m := sim.Mechanics{Neutral: true, Springs: []sim.Spring{{First: 0, Second: 1, Stiffness: 10, Length: 1}, {First: 2, Second: 1, Stiffness: 5, Length: 0.5}}}
	config := Config{System: system.Composition{3}, Train: 2, Frames: 6, Settings: sim.Settings{TimeStep: 0.01, Mechanics: m}}
	data, _, err := Simulate(t.Context(), config, nil)
	require.NoError(t, err)
	require.Equal(t, []string{"rest_length", "stiffness"}, data.EdgeFeatures)
	require.Equal(t, []int64{1, -1, 0, 2, 1, -1}, data.Train[0].Neighbors)
	require.Equal(t, []float32{1, 10, 0, 0, 1, 10, 0.5, 5, 0.5, 5, 0, 0}, data.Train[0].EdgeFeatures)
	drift := MeasureDrift(m, data)
	require.Less(t, drift.LargestEnergy, 1e-4)
	require.Greater(t, drift.Momentum, 0.)
	require.Less(t, drift.Momentum, 1e-6)
	first, _ := states(&data.Train[0])
	require.InDelta(t, m.Energy(first)-sim.Mechanics{}.Energy(first), Potential(data)(&data.Train[0], data.Train[0].Position), 1e-5)

	for want, spring := range map[string]sim.Spring{
		"between the particles 0 and 3: expected": {Second: 3}, "two tie the particles 1 and 0": {First: 1}, "of stiffness -1 ": {First: 2, Stiffness: -1},
	} {
		wrong := config
		wrong.Springs = append(slices.Clone(m.Springs), spring)
		require.ErrorContains(t, wrong.Validate(), want)
	}
	config.Neutral = false
	require.ErrorContains(t, config.Validate(), "spring needs neutral")
}

// TestPlanes: data sets have the planes that their systems hit and how, start ahead of
// them, and say how deep particles get and what energy grows by.
func TestPlanes(t *testing.T) {
	m := sim.Mechanics{
		Gravity: [3]float64{0, 0, -1}, Neutral: true, Friction: 0.3, Restitution: 0.6, Stiffness: 500,
		Planes: []sim.Plane{{Normal: [3]float64{0, 0, 1}, Offset: -1}, {Normal: [3]float64{1, 0, 0}, Offset: -2}},
	}
	config := Config{System: system.Composition{1}, Shapes: []sim.Shape{sim.Body(4)}, Train: 4, Frames: 31, Settings: sim.Settings{TimeStep: 0.005, Mechanics: m}}
	data, _, err := Simulate(t.Context(), config, nil)
	require.NoError(t, err)
	for i := range data.Train {
		s := &data.Train[i]
		require.Equal(t, 2, s.Planes())
		require.Equal(t, []float32{0, 0, 1, -1, 1, 0, 0, -2}, system.Planes.Of(s)[:8])
		require.Equal(t, []float32{0.3}, system.Friction.Of(s))
		require.Equal(t, []float32{0.6}, system.Restitution.Of(s))
		_, _, behind := s.Inside()
		require.Less(t, behind, 1e-6)
	}
	drift := MeasureDrift(m, data)
	require.Less(t, drift.Gain, 1e-6)
	require.Less(t, drift.Length, 1e-5)
	require.Greater(t, drift.Depth, 1e-3)
	require.Less(t, drift.Depth, 0.3)
	require.Regexp(t, "energy grows by .* at most, particles are up to 0.* behind planes", drift.String())
	require.NotContains(t, drift.String(), "energy changes", "friction takes it")
	x := data.Train[0].Trajectory.Positions
	x[2] = -2
	require.InDelta(t, 1, MeasureDrift(m, data).Depth, 1e-6)
}
