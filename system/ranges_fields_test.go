package system

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLargest: the field with the largest sum of squares is named, in the largest system, with its value
// and its sign; charges and fields count if a model takes them.
func TestLargest(t *testing.T) {
	all, no := func(*Field) bool { return true }, func(*Field) bool { return false }
	for _, c := range []struct {
		of      Ranges
		takes   func(*Field) bool
		name    string
		value   float64
		squares float64
	}{
		{Ranges{}, all, "", 0, 0},
		{Ranges{Coordinate: &Range{-3, 2}}, all, "coordinate", -3, 27},
		{Ranges{Particles: &Range{1, 4}, Coordinate: &Range{-1, 2}, Speed: &Range{0, 3}}, all, "coordinate", 2, 48},
		{Ranges{Particles: &Range{1, 4}, Coordinate: &Range{-1, 2}, Speed: &Range{0, 4}}, all, "speed", 4, 64},
		{Ranges{Speed: &Range{0, 1}, Charge: &Range{-2, 2}}, all, "charge", -2, 4},
		{Ranges{Speed: &Range{0, 1}, Charge: &Range{-2, 2}}, no, "speed", 1, 1},
		{Ranges{Speed: &Range{0, 1}, Fields: []FieldRange{{Field: Force.Name, Range: Range{0, 7}}}}, all, Force.Name, 7, 49},
		{Ranges{Speed: &Range{0, 1}, Fields: []FieldRange{{Field: Force.Name, Range: Range{0, 7}}}}, no, "speed", 1, 1},
		{Ranges{Speed: &Range{0, 1}, Fields: []FieldRange{{Field: "unknown", Range: Range{0, 7}}}}, all, "speed", 1, 1},
	} {
		name, value, squares := c.of.Largest(c.takes)
		require.Equal(t, c.name, name)
		require.Equal(t, c.value, value)
		require.Equal(t, c.squares, squares)
	}
}

// TestOutsideFields: a vector may be half longer than any of training, numbers with a range of their own may
// not, and each column has its own range.
func TestOutsideFields(t *testing.T) {
	s := Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	Force.Set(&s, []float32{0, 0, 0, 0, 3, 4})
	for most, outside := range map[float64]bool{5 / 1.49: false, 5 / 1.51: true} {
		r := Ranges{Fields: []FieldRange{{Field: "unknown"}, {Field: Force.Name, Range: Range{0, most}}}}
		require.Equal(t, outside, r.Outside(&s) != "", "%g", most)
	}
	s.NodeFeatures = []float32{1, 20, 2, 30}
	columns := []FieldRange{{NodeFeatures.Name, "a", Range{1, 2}}, {NodeFeatures.Name, "b", Range{20, 29}}}
	require.Empty(t, (&Ranges{Fields: columns}).Outside(&s))
	columns[1].Range = Range{20, 19.9}
	require.Equal(t, "its b 30 is above the training maximum, 19.9", (&Ranges{Fields: columns}).Outside(&s))
	require.Empty(t, (*Ranges)(nil).Outside(&s))
	require.True(t, Pinned.Ranged)
	Pinned.Set(&s, []float32{0, 1})
	require.NotEmpty(t, (&Ranges{Fields: []FieldRange{{Field: Pinned.Name}}}).Outside(&s))
	require.Empty(t, (&Ranges{Fields: []FieldRange{{Field: Pinned.Name, Range: Range{0, 1}}}}).Outside(&s))
}

// TestMeasuredFields: the ranges of a field have the lengths of its vectors or the numbers of its columns,
// by their names, in all frames.
func TestMeasuredFields(t *testing.T) {
	s := Sample{Position: make([]float32, 6), Velocity: make([]float32, 6), NodeFeatures: []float32{1, 20, 2, 30}}
	Force.Set(&s, []float32{0, 0, 1, 0, 3, 4})
	s.Trajectory = &Trajectory{Particles: 2, Positions: make([]float64, 12)}
	Force.Set(&s, Force.Of(&s))
	s.Trajectory.Given = s.Trajectory.Given.with(Force, []float32{0, 0, 1, 0, 3, 4, 0, 0, 0.5, 0, 0, 9})
	all, typical := measureFields([]Sample{s}, func(f *Field) []string { return map[*Field][]string{NodeFeatures: {"a", "b"}}[f] })
	require.Nil(t, typical)
	byTitle := map[string]Range{}
	for _, known := range all {
		byTitle[known.title()] = known.Range
	}
	require.Equal(t, map[string]Range{Force.Name: {0.5, 9}, "a": {1, 2}, "b": {20, 30}}, byTitle)
	all, _ = measureFields([]Sample{s}, nil)
	require.Empty(t, all[0].Column)
	require.Zero(t, Force.spans(nil))
	require.Equal(t, 1, Force.spans([]Sample{s}))
	require.Equal(t, 2, NodeFeatures.spans([]Sample{s}))
}

// TestRangesOfFields: the length of a vector is not negative, and a number may be.
func TestRangesOfFields(t *testing.T) {
	of := func(f *Field) error {
		return (&Ranges{Fields: []FieldRange{{Field: f.Name, Range: Range{-1, 1}}}}).Validate()
	}
	require.NoError(t, of(TurnLimits))
	require.EqualError(t, of(Force), "force: -1 to 1: expected a range of numbers from 0 on")
	require.NoError(t, (&Ranges{Fields: []FieldRange{{Field: "unknown", Range: Range{-1, 1}}}}).Validate())
	for most, wrong := range map[float64]bool{2 * (1 + 0.9e-6): false, 2 * (1 + 1.1e-6): true} {
		err := (&Ranges{Extent: &Range{0, 1}, Bar: &Range{0, most}}).Validate()
		require.Equal(t, wrong, err != nil, "%g", most)
		err = (&Ranges{Extent: &Range{0, 1}, Nearest: &Range{0, most}}).Validate()
		require.Equal(t, wrong, err != nil, "%g", most)
	}
}

// TestOutsideQuantities: how far each quantity of a system may be outside of those of training, and the least
// that it can be.
func TestOutsideQuantities(t *testing.T) {
	known := Range{1, 2}
	for name, c := range map[string]struct{ below, above, least float64 }{
		"particles": {1, 2, 1}, "nearest distance": {0.5, math.MaxFloat64, 0}, "distance from the centroid": {-math.MaxFloat64, 3, 0},
		"speed": {-math.MaxFloat64, 3, 0}, "charge": {1, 2, -math.MaxFloat32}, "coordinate": {-math.MaxFloat64, math.MaxFloat64, -math.MaxFloat32},
		"distance of neighbors": {0.5, 3, 0}, "length of bars": {-math.MaxFloat64, math.MaxFloat64, 0},
	} {
		q := quantities[slices.IndexFunc(quantities, func(q quantity) bool { return q.name == name })]
		require.Equal(t, c.least, q.least, name)
		require.Empty(t, known.outside(name, Range{c.below, c.above}, q.below, q.above), name)
		require.Equal(t, c.below > -1, known.outside(name, one(c.below-0.01), q.below, q.above) != "", name)
		require.Equal(t, c.above < 4, known.outside(name, one(c.above+0.01), q.below, q.above) != "", name)
	}
	require.Len(t, quantities, 8)
	require.EqualError(t, (&Ranges{Particles: &Range{0, 2}}).Validate(), "particles: 0 to 2: expected a range of numbers from 1 on")
	require.Equal(t, Range{1, 1}, nearest(&Sample{Position: []float32{0, 0, 0, 1, 0, 0, 3, 0, 0}}))
	require.Equal(t, nothing.Most, nearest(&Sample{Position: []float32{0, 0, 0}}).Most)
	require.Equal(t, "1 only", Range{1, 1}.digits())
}
