package nbody

import (
	"context"
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
