package pictures

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/plot"
	"gmnc/run"
	"gmnc/system"
)

// TestEdgesOfGroups: a group begins at the frame of its first sample, or at its share of the samples, and the last one
// ends a frame after its last sample.
func TestEdgesOfGroups(t *testing.T) {
	origin, order := datasets.Origin{Starts: []int64{9, 4, 6}}, []int{1, 2, 0}
	require.Equal(t, []float64{4, 6, 9, 10}, []float64{edgeOf(origin, order, 0, true), edgeOf(origin, order, 1, true), edgeOf(origin, order, 2, true), edgeOf(origin, order, 3, true)})
	require.Equal(t, []float64{0, 100. / 3, 100}, []float64{edgeOf(origin, order, 0, false), edgeOf(origin, order, 1, false), edgeOf(origin, order, 3, false)})
	require.Equal(t, 2., orInfinite(2))
	require.Equal(t, math.Inf(1), orInfinite(math.NaN()))
}

// TestColumnsOfMaps: a map has 40 columns at most, samples of several recordings are in the order of their errors, and a
// sample without a finite error is last.
func TestColumnsOfMaps(t *testing.T) {
	of := func(count int) (samples []system.Sample, position []float32, errors []float64) {
		for i := range count {
			samples = append(samples, system.Sample{Position: make([]float32, 3), TargetPosition: make([]float32, 3)})
			position, errors = append(position, float32(i), 0, 0), append(errors, float64(count-i))
		}
		return samples, position, errors
	}
	for count, columns := range map[int]int{3: 3, 40: 40, 41: 40, 80: 40} {
		samples, position, errors := of(count)
		h := fromCells(samples, nil, datasets.Origin{}, position, errors)
		require.Len(t, h.X, columns+1)
		require.Len(t, h.Values[0], columns)
	}
	samples, position, errors := of(3)
	errors[2] = math.NaN()
	h := fromCells(samples, nil, datasets.Origin{Cases: []int64{0, 1}, Starts: []int64{1, 2, 3}}, position, errors)
	allclose.Within(t, []float64{math.Sqrt(1. / 3), 0, math.Sqrt(4. / 3)}, h.Values[0], 1e-12)
	samples, position, errors = of(80)
	h = fromCells(samples, nil, datasets.Origin{}, position, errors)
	require.InDelta(t, math.Sqrt((79*79+78*78)/6.), h.Values[0][0], 1e-9, "two samples in a column")
}

// TestNearestObjects: particles of one object are not compared, and those of none are by themselves.
func TestNearestObjects(t *testing.T) {
	s := &system.Sample{Position: []float32{0, 0, 0, 1, 0, 0, 3, 0, 0, 6, 0, 0}, Objects: system.Objects{system.Stick.Of(0, 1)}}
	require.Equal(t, 2., nearest(s))
	s.Objects = append(s.Objects, system.Stick.Of(2, 3))
	require.Equal(t, 2., nearest(s))
	s.Objects = system.Objects{system.Stick.Of(1, 2)}
	require.Equal(t, 1., nearest(s))
	s.Objects = nil
	require.Equal(t, 1., nearest(s))
	require.Equal(t, math.Inf(1), nearest(&system.Sample{Position: make([]float32, 3)}))
}

// TestGroupsOfDistance: there are 20 groups at most, of 8 samples or a third of them where these are fewer.
func TestGroupsOfDistance(t *testing.T) {
	for count, groups := range map[int]int{1: 1, 2: 2, 5: 5, 6: 3, 9: 3, 24: 3, 30: 4, 41: 6, 160: 20, 161: 18} {
		var samples []system.Sample
		for i := range count {
			samples = append(samples, system.Sample{Position: []float32{0, 0, 0, float32(count - i), 0, 0}})
		}
		s := fromNearest(samples, make([]float64, count))
		require.Len(t, s.X, groups, "%d", count)
		require.IsIncreasing(t, append([]float64{0}, s.X...))
	}
	var samples []system.Sample
	var errors []float64
	for i := range 6 {
		samples, errors = append(samples, system.Sample{Position: []float32{0, 0, 0, float32(i + 1), 0, 0}}), append(errors, float64(i*i))
	}
	s := fromNearest(samples, errors)
	allclose.Within(t, []float64{1.5, 3.5, 5.5}, s.X, 1e-12)
	allclose.Within(t, []float64{0.1, 2.1, 4.1}, s.Low, 1e-12)
}

// TestCourses: the values of a constant are a line over the epochs, in the panel of its kind.
func TestCourses(t *testing.T) {
	mass := func(of string, value float64) run.FoundConstant {
		return run.FoundConstant{Name: "mass", Of: of, Value: value}
	}
	kinds, courses := coursesOf([]run.Epoch{
		{Epoch: 1, Constants: []run.FoundConstant{mass("a", 1), mass("b", 2), {Name: "damping", Value: 3}}},
		{Epoch: 3, Constants: []run.FoundConstant{mass("a", 4), mass("b", 5), {Name: "damping", Value: 6}}}, {Epoch: 4},
	})
	require.Equal(t, []string{"mass", "damping"}, kinds)
	require.Equal(t, [][]plot.Series{
		{{Name: "mass of a", X: []float64{1, 3}, Y: []float64{1, 4}}, {Name: "mass of b", X: []float64{1, 3}, Y: []float64{2, 5}}},
		{{Name: "damping", X: []float64{1, 3}, Y: []float64{3, 6}}},
	}, courses)
	require.Nil(t, (&Subject{}).constants())
}

// TestThrusts: a thrust acts along the axis on which its body slides, at the joint in its present pose; loads of 0 are no loads.
func TestThrusts(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0}
	var s system.Sample
	require.NoError(t, s.Join(rest, []system.Joint{
		{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}},
		{Parent: 0, Members: []int{3, 4, 5}, Anchor: [3]float64{2, 0, 0}, Axis: [3]float64{1, 0, 0}, Slides: true},
	}))
	s.Position = []float32{0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 5, 0, 0, 6, 0, -1, 5, 0} // a quarter about z, and 3 along the axis
	system.Thrust.Set(&s, []float32{0, 0, 0, 7, 7, 7})
	system.Gravity.Set(&s, make([]float32, 3))
	all := loads(&s)
	require.Len(t, all, 1)
	require.Equal(t, "thrust", all[0].Field)
	require.Equal(t, -1, all[0].Particle)
	allclose.Within(t, []float32{0, 5, 0}, all[0].At[:], 1e-5)
	allclose.Within(t, []float32{0, 7, 0}, all[0].Along[:], 1e-5)
	system.Force.Set(&s, append(make([]float32, 15), 0, 2, 0))
	drawn := loadsOf(&s)
	require.Len(t, drawn, 2)
	require.Equal(t, plot.Load{Kind: "force", At: &[3]float32{-1, 5, 0}, Along: [3]float32{0, 2, 0}}, drawn[0])
	require.Equal(t, "thrust", drawn[1].Kind)
}

// TestPlanesOfPictures: normals have the length 1, and offsets stay.
func TestPlanesOfPictures(t *testing.T) {
	s := system.Sample{Position: make([]float32, 3)}
	require.Empty(t, Planes(s))
	system.Planes.Set(&s, append([]float32{0, 3, 4, -2, 0, 0, 2, 5}, make([]float32, 16)...))
	planes := Planes(s)
	require.Len(t, planes, 2)
	allclose.Within(t, []float64{0, 0.6, 0.8, -2}, append(planes[0].Normal[:], planes[0].Offset), 1e-12)
	allclose.Within(t, []float64{0, 0, 1, 5}, append(planes[1].Normal[:], planes[1].Offset), 1e-12)
}

// TestBandsOfRadii: a group has the median of its errors, with the band from 10 to 90 %.
func TestBandsOfRadii(t *testing.T) {
	const particles = 220 // groups of 11
	s := system.Sample{Position: make([]float32, 3*particles), TargetPosition: make([]float32, 3*particles)}
	var position, radius []float32
	for i := range particles {
		position, radius = append(position, 0, 0, float32(i)), append(radius, float32(1000-i))
	}
	got := fromRadii([]system.Sample{s}, position, radius)
	require.Len(t, got.X, 20)
	require.Equal(t, []float64{786, 214, 210, 218}, []float64{got.X[0], got.Y[0], got.Low[0], got.High[0]})
}
