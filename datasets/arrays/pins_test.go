package arrays

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestMassesOfPins: a pinned particle may have any mass, and another needs one above 0.
func TestMassesOfPins(t *testing.T) {
	in := func(mass, pinned npz.Array) error {
		arrays := append(swinging("", 3, 4), number("dt", 0.1), mass, pinned)
		_, _, err := prepared(t, usual, arrays...)
		return err
	}
	require.NoError(t, in(list("mass", 0, 1), list("pinned", 1, 0)))
	require.ErrorContains(t, in(list("mass", 0, 1), list("pinned", 0, 0)), "mass: recording 0, particle 0 has the mass 0: expected one above 0, or a pinned particle")
	require.ErrorContains(t, in(list("mass", 1, 0), list("pinned", 1, 0)), "mass: recording 0, particle 1 has the mass 0")
	each := npz.Array{Key: "mass", Shape: []int{3, 2}, Floats: []float32{1, 1, 1, 1, 1, -2}}
	require.ErrorContains(t, in(each, list("pinned", 1, 0)), "mass: recording 2, particle 1 has the mass -2")
}

// TestKeysOfFields: a field is named by its array of the split or of the file, and pins by the masses that made them.
func TestKeysOfFields(t *testing.T) {
	train, whole := &recordings.Group{Split: "train"}, new(recordings.Group)
	s := sourceOf(t, list("train_mass", 1, 1), list("gravity", 0, 0, 1))
	require.Equal(t, "train_mass", s.keyOf(train, system.Mass))
	require.Equal(t, "train_mass", s.keyOf(train, system.Pinned))
	require.Equal(t, "gravity", s.keyOf(train, system.Gravity))
	require.Equal(t, "force", s.keyOf(train, system.Force))
	s = sourceOf(t, list("mass", 1, 1), list("pinned", 1, 0))
	for _, g := range []*recordings.Group{train, whole} {
		require.Equal(t, "mass", s.keyOf(g, system.Mass))
		require.Equal(t, "pinned", s.keyOf(g, system.Pinned))
	}
	require.Equal(t, "mass", sourceOf(t, list("mass", 1, 1)).keyOf(whole, system.Pinned))
	require.Equal(t, "train_pinned", sourceOf(t, list("mass", 1, 1), list("train_pinned", 1, 0)).keyOf(train, system.Pinned))
}

// TestInfiniteMassesPin: infinite masses pin their particles, of each recording, and agree with pins that are given.
func TestInfiniteMassesPin(t *testing.T) {
	s := sourceOf(t)
	mass := recordings.Given{Field: system.Mass, Per: recordings.OfRecording, Values: []float32{1, 1, 1, 1}, Infinite: []float32{0, 0, 0, 1}}
	g := &recordings.Group{Starts: []int{0, 2, 4}, Given: []recordings.Given{mass}}
	require.NoError(t, s.pinInfinite(g))
	require.Equal(t, recordings.Given{Field: system.Pinned, Per: recordings.OfRecording, Values: []float32{0, 0, 0, 1}}, g.Given[1])
	g.Given[1] = recordings.Given{Field: system.Pinned, Values: []float32{0, 1}}
	require.NoError(t, s.pinInfinite(g))
	require.Len(t, g.Given, 2)
	g.Given[1].Values = []float32{1, 0}
	require.EqualError(t, s.pinInfinite(g), "in.npz: mass: recording 1, particle 1 is not pinned, and its mass is infinite: expected 1, or a finite mass")
	g.Given[0].Infinite = nil
	require.NoError(t, s.pinInfinite(g))
	require.NoError(t, s.pinInfinite(new(recordings.Group)))
}
