package pictures

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestMapOfErrors: the cells of three particles in two samples, computed again.
func TestMapOfErrors(t *testing.T) {
	samples, position := pair()
	copy(position[9:], samples[1].TargetPosition)
	position[9] += 3 // of particle 0, in one of its coordinates
	h := fromCells(samples, []string{"femur"}, datasets.Origin{}, position, []float64{5, 1})
	require.Equal(t, []string{"femur", "1, isolated", "2, stick end"}, h.Rows)
	require.Equal(t, []float64{0, 50, 100}, h.X)
	require.Equal(t, [][]float64{{math.Sqrt(3), 1}, {0, 2}, {0, 3}}, h.Values, "the sample of the least error is first")
	inTime := fromCells(samples, nil, datasets.Origin{Starts: []int64{4, 9}}, position, []float64{5, 1})
	require.Equal(t, []float64{4, 9, 10}, inTime.X)
	require.Equal(t, []float64{1, math.Sqrt(3)}, inTime.Values[0])
	samples[1].Objects = system.Objects{system.Stick.Of(0, 1)}
	mixed := fromCells(samples, nil, datasets.Origin{}, position, []float64{1, 5})
	require.Equal(t, []string{"stick end", "isolated"}, mixed.Rows)
	require.InDelta(t, math.Sqrt((1+9)/2.0), mixed.Values[0][0], 1e-9, "both ends of a stick")
}

// TestErrorsOverNearestDistances: three groups, computed again; the ends of a bar are
// near and do not count.
func TestErrorsOverNearestDistances(t *testing.T) {
	var samples []system.Sample
	for _, x := range []float32{3, 2, 4} {
		samples = append(samples, system.Sample{Position: []float32{0, 0, 0, 0, 1, 0, 0, -x, 0}, Objects: system.Objects{system.Stick.Of(0, 1)}})
	}
	s := fromNearest(samples, []float64{9, 4, 16})
	require.Equal(t, []float64{2, 3, 4}, s.X)
	require.Equal(t, []float64{2, 3, 4}, s.Y)
	require.Equal(t, s.Y, s.High)
	require.Empty(t, fromNearest([]system.Sample{{Position: make([]float32, 3)}}, []float64{1}).X)
}

// TestSpreads: distances have an axis if the largest exceeds the smallest by a hundredth.
func TestSpreads(t *testing.T) {
	require.True(t, spreads([]float64{1, 1.005, 1.011}))
	require.False(t, spreads([]float64{1, 1.009}))
	require.False(t, spreads([]float64{1}))
	require.False(t, spreads(nil))
}

// TestAxisOfMaps: the columns of a map are frames if one recording has all samples.
func TestAxisOfMaps(t *testing.T) {
	for want, origin := range map[string]datasets.Origin{
		"frame at which a sample begins":                 {Starts: []int64{1, 2, 3}},
		"samples from the least error to the largest, %": {Cases: []int64{1, 2, 3}, Starts: []int64{1, 2, 3}},
	} {
		s := subject(0)
		s.Data.Origins = map[string]datasets.Origin{"test": origin}
		_, charts := s.where()[0].Drawing.Charts()
		require.Equal(t, want, charts[0].X)
	}
	s := subject(0)
	s.Data.Origins = map[string]datasets.Origin{"test": {Starts: []int64{1}}}
	_, charts := s.where()[0].Drawing.Charts()
	require.Contains(t, charts[0].X, "samples from the least error")
}

// TestUnitOfMaps: a map has the unit of its errors, and distances from a hundredth on have an axis.
func TestUnitOfMaps(t *testing.T) {
	s := subject(0)
	s.Data.Origins = map[string]datasets.Origin{"test": {Cases: []int64{7}, Starts: []int64{1, 2, 3}}}
	_, charts := s.where()[0].Drawing.Charts()
	require.Equal(t, "m", charts[0].Heat.Unit)
	require.Equal(t, "frame at which a sample begins", charts[0].X, "of one recording")
	require.True(t, spreads([]float64{1, 1.01}))
	require.False(t, spreads([]float64{1}))
	for i := range s.Samples {
		s.Samples[i].Position = []float32{0, 0, 0, 1, 0, 0}
	}
	require.Equal(t, []string{"error_map"}, names(s.where()), "all are equally far apart")
}
