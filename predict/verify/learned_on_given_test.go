package verify

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestAsLearned: a system gets copies of the fields by which the model recognizes its own, of those that have as many numbers, and
// what these pin is at rest.
func TestAsLearned(t *testing.T) {
	given := func() *system.Sample {
		s := &system.Sample{Position: make([]float32, 6), Velocity: []float32{1, 2, 3, 4, 5, 6}}
		system.Mass.Set(s, []float32{1, 1})
		system.Pinned.Set(s, []float32{0, 0})
		system.Gravity.Set(s, []float32{0, 0, -9})
		return s
	}
	s := given()
	asLearned(config.Config{}, s)
	require.Equal(t, given(), s)

	masses := []float32{2, 3}
	learned := config.Config{LearnedOn: &config.LearnedOn{Fields: map[string][]float32{"mass": masses, "pinned": {0, 1}, "gravity": {1}}}}
	asLearned(learned, s)
	require.Equal(t, masses, system.Mass.Of(s))
	require.Equal(t, []float32{0, 1}, system.Pinned.Of(s))
	require.Equal(t, []float32{0, 0, -9}, system.Gravity.Of(s))
	require.Equal(t, []float32{1, 2, 3, 0, 0, 0}, s.Velocity)
	system.Mass.Of(s)[0] = 7
	require.Equal(t, float32(2), masses[0])

	snapped := Snapped(learned, []Group{{Name: "g", Samples: []system.Sample{*given()}}}, rand.New(rand.NewPCG(1, 2)))
	require.Equal(t, masses, system.Mass.Of(&snapped[0].Samples[0]))
	require.Equal(t, "g, snapped", snapped[0].Name)
	require.Contains(t, snapped[0].Kind, "random degenerate systems")
}

// TestLearnedShape: distances count if there are two of each particle.
func TestLearnedShape(t *testing.T) {
	rest := []float32{1, 0, 1, 2}
	learned := config.Config{LearnedOn: &config.LearnedOn{Rest: rest}}
	require.Equal(t, rest, learnedShape(learned, 2))
	require.Nil(t, learnedShape(learned, 1))
	require.Nil(t, learnedShape(learned, 4))
	require.Nil(t, learnedShape(config.Config{}, 2))
}

// TestDrawnAsLearned: drawn systems have the fields by which the model recognizes its own, whichever way they are drawn.
func TestDrawnAsLearned(t *testing.T) {
	learned := config.Config{Fields: []string{"mass"}, NoCharge: true, LearnedOn: &config.LearnedOn{Fields: map[string][]float32{"mass": {2, 3}}}}
	for _, s := range draw(learned, system.Composition{2}, 1) {
		require.Equal(t, []float32{2, 3}, system.Mass.Of(&s))
	}
	for _, s := range drawLike(learned, system.Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}) {
		require.Equal(t, []float32{2, 3}, system.Mass.Of(&s))
	}
	ranges := &system.Ranges{Extent: &system.Range{Most: 1}, Speed: &system.Range{Most: 1}, Structures: []system.Structure{{Particles: 2}}}
	groups, err := InRanges(learned, ranges, Inside, 2, rand.New(rand.NewPCG(1, 2)))
	require.NoError(t, err)
	for _, s := range groups[0].Samples {
		require.Equal(t, []float32{2, 3}, system.Mass.Of(&s))
	}
	learned.Learn = []config.Constant{{By: config.ByParticle, Start: []float64{1, 1}}}
	for _, group := range Random(learned, ranges) {
		for _, s := range group.Samples {
			require.Equal(t, []float32{2, 3}, system.Mass.Of(&s), group.Name)
		}
	}
}
