package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// TestEntryOfGradients: a gradient that is 0 is measured by a share of the size that it could have, and a
// large one by itself.
func TestEntryOfGradients(t *testing.T) {
	s := system.Sample{Position: []float32{4, 0, 0}, Velocity: []float32{0, 5, 0}}
	system.Mass.Set(&s, []float32{2})
	name := ir.GradientPrefix + system.Mass.Name
	of := Outputs{system.Position.Name: {6, 0, 0}, system.Velocity.Name: {0, 5, 0}, name: {0}}
	samples := []system.Sample{s}
	require.InDelta(t, displacedPart*6*5/2, entryOf(name, of, samples), 1e-12)
	of[system.Velocity.Name] = []float32{0, 10, 0}
	require.InDelta(t, displacedPart*10*4/2, entryOf(name, of, samples), 1e-12)
	of[name] = []float32{-7}
	require.Equal(t, 7., entryOf(name, of, samples))
	of[name] = []float32{0}
	system.Mass.Set(&samples[0], []float32{0})
	require.Zero(t, entryOf(name, of, samples), "an input of 0 has no size")
	require.Zero(t, gradientOf("unknown", of, samples))
}

// TestEntryOfSpreads: a spread is measured by the output whose differences it has, if that is larger.
func TestEntryOfSpreads(t *testing.T) {
	of := Outputs{graph.PositionSpread: {0.5}, graph.VelocitySpread: {8}, system.Position.Name: {6, 0, 0}, system.Velocity.Name: {1, 0, 0}}
	samples := []system.Sample{{Position: []float32{100, 0, 0}}}
	require.Equal(t, 6., entryOf(graph.PositionSpread, of, samples))
	require.Equal(t, 8., entryOf(graph.VelocitySpread, of, samples))
	require.Equal(t, 6., entryOf(system.Position.Name, of, samples))
}
