package system_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// pair are two particles at a distance, the first with a speed.
func pair(distance, speed float32) *system.Sample {
	return &system.Sample{
		Position: []float32{0, 0, 0, distance, 0, 0}, Velocity: []float32{0, speed, 0, 0, 0, 0}, Charge: []float32{1, -1},
	}
}

// TestARangeHoldsItsEnds and nothing beyond.
func TestARangeHoldsItsEnds(t *testing.T) {
	r := system.Range{Least: -1, Most: 2}
	for value, held := range map[float64]bool{-1.001: false, -1: true, 0: true, 2: true, 2.001: false, math.NaN(): false} {
		require.Equal(t, held, r.Holds(value), "%g", value)
	}
}

// TestPairsOfLargeSystemsAreNotLookedAt: their number grows with the square.
func TestPairsOfLargeSystemsAreNotLookedAt(t *testing.T) {
	for particles, measured := range map[int]bool{300: true, 301: false} {
		s := system.Sample{Position: make([]float32, 3*particles), Velocity: make([]float32, 3*particles)}
		ranges := system.MeasureRanges([]system.Sample{s}, nil)
		require.Equal(t, measured, ranges.Nearest != nil, "%d particles", particles)
	}
}

func TestRanges(t *testing.T) {
	ranges := system.MeasureRanges([]system.Sample{*pair(2, 5), *pair(4, 1)}, nil)
	require.Equal(t, &system.Ranges{
		Particles: &system.Range{Least: 2, Most: 2}, Nearest: &system.Range{Least: 2, Most: 4},
		Extent: &system.Range{Least: 1, Most: 2}, Speed: &system.Range{Least: 1, Most: 5}, Charge: &system.Range{Least: -1, Most: 1},
		Coordinate: &system.Range{Least: 0, Most: 4}, Structures: []system.Structure{{Particles: 2, Listed: []int{0, 0}}},
	}, ranges)
	require.Equal(t, []string{"particles 2 only", "nearest distance 2 to 4", "distance from the centroid 1 to 2", "speed 1 to 5", "charge -1 to 1", "coordinate 0 to 4"}, ranges.Lines())

	strange := pair(3, 3)
	strange.Charge[1] = 2
	lost := pair(3, 3)
	lost.Position[0] = float32(math.NaN())
	for _, c := range []struct {
		sample *system.Sample
		want   string
	}{
		{pair(3, 3), ""}, {pair(1.1, 0), ""}, {pair(5.9, 7), ""}, {lost, ""},
		{pair(0.9, 3), "its nearest distance 0.9 is below the training minimum, 2"},
		{pair(6.2, 3), "its distance from the centroid 3.1 is above the training maximum, 2"},
		{pair(3, 7.6), "its speed 7.6 is above the training maximum, 5"},
		{strange, "its charge 2 is above the training maximum, 1"},
		{&system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9)}, "its particles 3 is above the training maximum, 2"},
	} {
		require.Equal(t, c.want, ranges.Outside(c.sample))
	}
	celled := pair(3, 3)
	for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		vector := make([]float32, 3)
		vector[k] = 4
		f.Set(celled, vector)
	}
	require.Equal(t, &system.Range{Least: 1, Most: 1}, system.MeasureRanges([]system.Sample{*celled}, nil).Nearest, "of images")
	require.Equal(t, new(system.Ranges), system.MeasureRanges(nil, nil))
	var unknown *system.Ranges
	require.Empty(t, unknown.Outside(pair(1000, 1000)))
	require.Empty(t, new(system.Ranges).Outside(pair(1000, 1000)))
	one := system.MeasureRanges([]system.Sample{{Position: make([]float32, 3), Velocity: make([]float32, 3)}}, nil)
	require.Nil(t, one.Nearest)
	require.Nil(t, one.Charge)
}

// TestDamagedRanges are refused with the quantity and its numbers.
func TestDamagedRanges(t *testing.T) {
	require.NoError(t, system.MeasureRanges([]system.Sample{*pair(2, 5), *pair(4, 1)}, nil).Validate())
	for want, ranges := range map[string]system.Ranges{
		"particles: 0 to 0":                  {Particles: &system.Range{}},
		"distance from the centroid: 2 to 1": {Extent: &system.Range{Least: 2, Most: 1}},
		"speed: -1 to 1":                     {Speed: &system.Range{Least: -1, Most: 1}},
		"charge: 0 to 1e+60":                 {Charge: &system.Range{Most: 1e60}},
		"cell_a: -2 to 1":                    {Fields: []system.FieldRange{{Field: "cell_a", Range: system.Range{Least: -2, Most: 1}}}},
	} {
		require.ErrorContains(t, ranges.Validate(), want+": expected a range of numbers from")
	}
	within := func(nearest, bar float64) error {
		return (&system.Ranges{Extent: &system.Range{Most: 2}, Nearest: &system.Range{Most: nearest}, Bar: &system.Range{Most: bar}}).Validate()
	}
	require.NoError(t, within(4, 4))
	require.ErrorContains(t, within(4.001, 4), "nearest distance: 4.001 at most, and no particle is farther than 2 from")
	require.ErrorContains(t, within(4, 4.001), "length of bars: 4.001 at most")
}

// TestNone: ranges name the objects that no training system had, where all structures are known.
func TestNone(t *testing.T) {
	of := func(listed ...int) system.Structure { return system.Structure{Particles: 3, Listed: listed} }
	eight := slices.Repeat([]system.Structure{of(0, 0)}, 8)
	for _, c := range []struct {
		particles  float64
		structures []system.Structure
		want       string
	}{
		{64, []system.Structure{of(0, 0)}, "sticks and hinges: no training system had any"},
		{65, []system.Structure{of(0, 0)}, ""},
		{3, []system.Structure{of(0, 0), of(1, 0)}, "hinges: no training system had any"},
		{3, []system.Structure{of(0, 1), of(0, 0)}, "sticks: no training system had any"},
		{3, []system.Structure{of(1, 1)}, ""},
		{3, []system.Structure{of()}, ""},
		{3, eight[:7], "sticks and hinges: no training system had any"},
		{3, eight, ""},
		{3, nil, ""},
	} {
		ranges := system.Ranges{Particles: &system.Range{Least: 1, Most: c.particles}, Structures: c.structures}
		require.Equal(t, c.want, ranges.None(), "%g, %v", c.particles, c.structures)
	}
	require.Empty(t, (&system.Ranges{Structures: eight[:1]}).None())
}

// TestOutsideByRounding: a charge may lie outside of the range by a millionth of its largest
// magnitude, and not by two.
func TestOutsideByRounding(t *testing.T) {
	trained := pair(3, 3)
	trained.Charge = []float32{1e-13, 1}
	ranges := system.MeasureRanges([]system.Sample{*trained}, nil)
	for charge, outside := range map[float32]bool{0: false, -9e-7: false, -2e-6: true, 1 + 2e-6: true} {
		s := pair(3, 3)
		s.Charge = []float32{charge, 1}
		require.Equal(t, outside, ranges.Outside(s) != "", "%g", charge)
	}
}
