package system_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

func TestParseComposition(t *testing.T) {
	for text, want := range map[string]system.Composition{
		"3,2,1":   {3, 2, 1},
		" 1, 2,0": {1, 2, 0},
		"0,0,1":   {0, 0, 1},
	} {
		composition, err := system.ParseComposition(text)
		require.NoError(t, err)
		require.Equal(t, want, composition)
		again, err := system.ParseComposition(composition.String())
		require.NoError(t, err)
		require.Equal(t, want, again)
	}
	require.Equal(t, 10, system.Composition{3, 2, 1}.N())
}

func TestParseCompositionRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                        `system "": expected 3 counts, particles,sticks,hinges, such as 3,2,1`,
		"3,2":                     `system "3,2": expected 3 counts, particles,sticks,hinges, such as 3,2,1`,
		"3,two,1":                 `system "3,two,1": the count of sticks is "two", expected a whole number`,
		"3,2,1.5":                 `system "3,2,1.5": the count of hinges is "1.5", expected a whole number`,
		"3,-2,1":                  `system 3,-2,1: counts of particles, sticks and hinges must not be negative`,
		"0,0,0":                   `system 0,0,0: has no particle, expected at least one`,
		"9000,500,1":              `system 9000,500,1: has more than 10000 particles`,
		"0,0,6148914691236517206": `system 0,0,6148914691236517206: has more than 10000 particles`,
	} {
		composition, err := system.ParseComposition(text)
		require.EqualError(t, err, want)
		require.Zero(t, composition)
	}
}

// TestMostParticles: a system has at most ten thousand particles, of all kinds together.
func TestMostParticles(t *testing.T) {
	require.NoError(t, system.Composition{system.MaxParticles}.Validate())
	require.ErrorContains(t, system.Composition{system.MaxParticles + 1}.Validate(), "system 10001,0,0: has more than 10000 particles")
	require.NoError(t, system.Composition{system.MaxParticles - 5, 1, 1}.Validate())
	require.ErrorContains(t, system.Composition{system.MaxParticles - 4, 1, 1}.Validate(), "system 9996,1,1: has more than 10000 particles")
}
