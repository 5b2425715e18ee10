package pictures

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/system"
)

// errorTolerance covers the rounding of float32 coordinates near 1.
const errorTolerance = 1e-5

// pair are two samples of a stick and an isolated particle, with errors of 1,
// 2 and 3 in every coordinate of the particles 0, 1 and 2.
func pair() (samples []system.Sample, position []float32) {
	sample := system.Sample{
		Position: make([]float32, 9), TargetPosition: []float32{1, 1, 1, 2, 2, 2, 3, 3, 3}, Objects: system.Objects{system.Stick.Of(0, 2)},
	}
	return []system.Sample{sample, sample}, make([]float32, 18)
}

func TestErrorsOverParticles(t *testing.T) {
	samples, position := pair()
	exact := slices.Repeat(samples[0].TargetPosition, 2)
	require.Equal(t, []plot.Bar{{Name: "0", Kind: "stick", Value: 1, Straight: 0}, {Name: "1", Kind: "isolated", Value: 2, Straight: 0}, {Name: "2", Kind: "stick", Value: 3, Straight: 0}}, fromParticles(samples, nil, position, exact))
	require.Equal(t, []plot.Bar{{Name: "0", Kind: "stick", Value: 0, Straight: 1}, {Name: "1", Kind: "isolated", Value: 0, Straight: 2}, {Name: "2", Kind: "stick", Value: 0, Straight: 3}}, fromParticles(samples, nil, exact, position))
	samples[1].Objects = system.Objects{system.Stick.Of(0, 1)}
	require.Equal(t, []plot.Bar{{Name: "isolated", Kind: "isolated", Value: math.Sqrt(6.5), Straight: 0}, {Name: "stick end", Kind: "stick", Value: math.Sqrt(3.75), Straight: 0}}, fromParticles(samples, nil, position, exact))
	samples[1].Objects = system.Objects{system.Hinge.Of(1, 0, 2)}
	require.Equal(t, []plot.Bar{
		{Name: "isolated", Kind: "isolated", Value: 2, Straight: 0}, {Name: "stick end", Kind: "stick", Value: math.Sqrt(5), Straight: 0}, {Name: "hinge joint", Kind: "hinge", Value: 2, Straight: 0}, {Name: "hinge end", Kind: "hinge", Value: math.Sqrt(5), Straight: 0},
	}, fromParticles(samples, nil, position, exact))
}

// TestNamesOfParticles stand in place of their numbers.
func TestNamesOfParticles(t *testing.T) {
	samples, position := pair()
	bars := fromParticles(samples, []string{"femur", "", "tibia"}, position, position)
	require.Equal(t, []string{"femur", "1", "tibia"}, []string{bars[0].Name, bars[1].Name, bars[2].Name})
	require.Equal(t, []string{"femur, stick end", "isolated", "tibia, stick end"}, Parts(samples[0], []string{"femur", "", "tibia"}))
}

func TestErrorsOverTime(t *testing.T) {
	origin := datasets.Origin{Cases: []int64{7, 3}, Starts: []int64{5, 1, 2, 9}}
	require.Equal(t, []plot.Series{
		{Name: "recording 7", X: []float64{1, 5}, Y: []float64{0.2, 0.1}},
		{Name: "recording 3", X: []float64{2, 9}, Y: []float64{0.3, 0.4}},
	}, fromStarts(origin, []float64{0.01, 0.04, 0.09, 0.16}))

	many := datasets.Origin{Starts: make([]int64, 10*pointsOverTime)}
	errors := make([]float64, len(many.Starts))
	for i := range many.Starts {
		many.Starts[i], errors[i] = int64(i), float64(i)
	}
	series := fromStarts(many, errors)
	require.Len(t, series, 1)
	require.Len(t, series[0].X, pointsOverTime)
	require.InDelta(t, 4.5, series[0].X[0], errorTolerance)
	require.InDelta(t, math.Sqrt(4.5), series[0].Y[0], errorTolerance)
}

func TestErrorsOverSamples(t *testing.T) {
	require.Equal(t, plot.Series{Name: "samples", X: []float64{1, 2}, Y: []float64{100. / 3, 200. / 3}},
		fromErrors([]float64{4, math.NaN(), 1}))
}

// TestGroupsInTime: up to forty samples of a recording have a point each, and of more the neighbors in time are averaged.
func TestGroupsInTime(t *testing.T) {
	for samples, points := range map[int]int{pointsOverTime: pointsOverTime, pointsOverTime + 1: 21} {
		require.Len(t, fromStarts(datasets.Origin{Starts: make([]int64, samples)}, make([]float64, samples))[0].X, points)
	}
}

// TestErrorsOfEachSample: each sample has predictions of its own, and constant velocity too.
func TestErrorsOfEachSample(t *testing.T) {
	s := system.Sample{Position: make([]float32, 3), TargetPosition: make([]float32, 3)}
	position, straight := []float32{1, 1, 1, 3, 3, 3}, []float32{2, 2, 2, 4, 4, 4}
	require.Equal(t, []plot.Bar{{Name: "0", Kind: "isolated", Value: math.Sqrt(5), Straight: math.Sqrt(10)}}, fromParticles([]system.Sample{s, s}, nil, position, straight))
}

// TestAlike: samples are alike if they have as many particles and the same objects.
func TestAlike(t *testing.T) {
	of := func(particles int, objects ...system.Object) system.Sample {
		return system.Sample{Position: make([]float32, 3*particles), Objects: objects}
	}
	stick, other := system.Stick.Of(0, 1), system.Stick.Of(1, 0)
	require.True(t, alike([]system.Sample{of(2), of(2)}))
	require.False(t, alike([]system.Sample{of(2), of(2), of(3)}))
	require.True(t, alike([]system.Sample{of(2, stick), of(2, stick)}))
	require.False(t, alike([]system.Sample{of(2, stick), of(2, other)}))
	require.False(t, alike([]system.Sample{of(2, stick), of(2)}))
	require.True(t, alike(nil))
}
