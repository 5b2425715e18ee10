package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTitles: values of constants are those of particles, of labels, or of axes.
func TestTitles(t *testing.T) {
	for want, c := range map[string]Constant{
		"damping of particle b": {Name: LearnedDamping, By: ByParticle, Labels: []string{"a", "b"}, Start: []float64{1, 2}},
		"mass of iron":          {Name: LearnedMass, By: ByType, Labels: []string{"wood", "iron"}, Start: []float64{1, 2}},
		"gravity of y":          {Name: LearnedGravity, By: BySystem, Start: []float64{1, 2}},
	} {
		require.Equal(t, want, c.Title(1))
		require.Equal(t, []float64{1, 2}, c.Starts())
	}
	require.Equal(t, "friction", Constant{Name: LearnedFriction, By: BySystem, Start: []float64{3}}.Title(0))
	require.Equal(t, []float64{3}, Constant{Name: LearnedFriction, Start: []float64{3}}.Starts())
}

// TestUnitsOfNothing: without a scale nothing is converted, and times and lengths stay unset.
func TestUnitsOfNothing(t *testing.T) {
	require.Equal(t, Config{}, Config{}.InModelUnits())
	require.Equal(t, Config{Deflection: 3}, Config{Deflection: 3}.InModelUnits())
	require.Equal(t, [2]float64{1, 1}, [2]float64{Scale{}.LengthUnit(), Scale{}.VelocityUnit()})
	require.Equal(t, 1., Scale{}.Squared())
	require.ErrorContains(t, Scale{Velocity: -1}.validate(), "a scale of -1 divides nothing: it is a number above 0")
}

// TestTreesOfModels: a model whose objective is of the lengths of bars takes no trees.
func TestTreesOfModels(t *testing.T) {
	c := Config{Model: "egnn-reg", Form: Published, Layers: 1, Hidden: 4}
	require.NoError(t, c.Validate())
	c.Depth = 2
	require.EqualError(t, c.Validate(), "model egnn-reg does not take trees and rigid bodies: choose another model")
}
