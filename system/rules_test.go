package system

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRules: of each rule, the smallest system on either side, and the models of which it holds.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		rule   *Rule
		values Given
		broken bool
	}{
		{PinnedRest, Given{{Pinned, []float32{0, 1}}, {Velocity, []float32{1, 1, 1, 0, 0, 0}}}, false},
		{PinnedRest, Given{{Pinned, []float32{0, 1}}, {Velocity, []float32{1, 1, 1, 0, 0, 1e-9}}}, true},
		{SomeFree, Given{{Pinned, []float32{1, 0}}}, false},
		{SomeFree, Given{{Pinned, []float32{1, 1}}}, true},
		{SomeFree, Given{{Pinned, nil}}, false},
		{MasslessPinned, Given{{Mass, []float32{1, 1}}}, false},
		{MasslessPinned, Given{{Mass, []float32{1, 0}}}, true},
		{MasslessPinned, Given{{Mass, []float32{1, 0}}, {Pinned, []float32{0, 1}}}, false},
		{MasslessPinned, Given{{Mass, []float32{1, 0}}, {Pinned, []float32{1, 0}}}, true},
		{PlanesNormal, Given{{Planes, []float32{0, 0, 1, 0, 0, 0, 0, 0}}}, false},
		{PlanesNormal, Given{{Planes, []float32{0, 0, 1, 0, 0, 0, 0, 1}}}, true},
		{PlanesNormal, Given{{Planes, nil}}, false},
	} {
		require.Equal(t, c.broken, c.rule.Broken(Inputs{Of: c.values.Of}), "%s: %v", c.rule.Name, c.values)
	}
	takes := func(fields ...*Field) func(*Field) bool {
		return func(f *Field) bool { return slices.Contains(fields, f) }
	}
	require.True(t, MasslessPinned.Holds(takes(Mass)))
	require.False(t, MasslessPinned.Holds(takes(Pinned)), "it needs masses")
	require.False(t, MasslessPinned.Holds(takes(Mass, Planes)), "among planes")
	require.True(t, Pinned.Bounded())
	require.False(t, Gravity.Bounded())
}
