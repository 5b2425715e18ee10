package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestSpringsThatCannotBe: each check of springs with values on either side of it.
func TestSpringsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		springs []Spring
		says    string // nothing of what may be
	}{
		{[]Spring{{0, 2, 0, 0}}, ""},
		{[]Spring{{2, 0, largestNumber, largestNumber}, {0, 1, 1, 1}}, ""},
		{[]Spring{{0, 3, 1, 1}}, "between the particles 0 and 3: expected two of 0 to 2"},
		{[]Spring{{-1, 2, 1, 1}}, "expected two of 0 to 2"},
		{[]Spring{{1, 1, 1, 1}}, "expected two of 0 to 2"},
		{[]Spring{{0, 2, 1, 1}, {2, 0, 1, 1}}, "two tie the particles 2 and 0"},
		{[]Spring{{0, 1, -1e-9, 1}}, "of stiffness"},
		{[]Spring{{0, 1, 1, -1e-9}}, "of stiffness"},
		{[]Spring{{0, 1, 1, 2 * largestNumber}}, "of stiffness"},
	} {
		var config Config
		config.System, config.Neutral, config.Springs = system.Composition{3}, true, c.springs
		err := config.validateSprings()
		if c.says == "" {
			require.NoError(t, err)
			config.Neutral = false
			require.ErrorContains(t, config.validateSprings(), "needs")
			continue
		}
		require.ErrorContains(t, err, c.says)
	}
}

// TestSpringsPull: a spring pulls both of its ends as hard, along the line between them, and
// stores half of its stiffness times the square of what it is longer or shorter.
func TestSpringsPull(t *testing.T) {
	at := [][3]float64{{0, 0, 0}, {3, 4, 0}, {3, 4, 0}, {3, 4.5, 0}}
	for _, c := range []struct {
		spring Spring
		first  vector
		energy float64
	}{
		{Spring{0, 1, 2, 4}, vector{1.2, 1.6, 0}, 1},
		{Spring{1, 3, 2, 1.5}, vector{0, -2, 0}, 1}, // they are half a unit apart
		{Spring{1, 0, 2, 4}, vector{-1.2, -1.6, 0}, 1},
		{Spring{0, 1, 2, 6}, vector{-1.2, -1.6, 0}, 1},
		{Spring{0, 1, 2, 5}, vector{}, 0},
		{Spring{1, 2, 2, 5}, vector{}, 25}, // of two ends at one place no direction is known
	} {
		var m Mechanics
		m.Springs = []Spring{c.spring}
		force := make([]vector, len(at))
		m.pull(at, force)
		for k := range 3 {
			first, second := force[c.spring.First], force[c.spring.Second]
			require.InDelta(t, []float64{c.first.x, c.first.y, c.first.z}[k], []float64{first.x, first.y, first.z}[k], 1e-12)
			require.InDelta(t, []float64{-c.first.x, -c.first.y, -c.first.z}[k], []float64{second.x, second.y, second.z}[k], 1e-12)
		}
		require.InDelta(t, c.energy, m.stretched(system.State{Position: at}), 1e-12)
	}
}
