package checks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestFallsAtAnySpeed: the acceleration of falls over a known interval does not depend on that
// interval or on the mean velocity, and its standard error is that of the mean.
func TestFallsAtAnySpeed(t *testing.T) {
	for interval, time := range map[string]float64{"1": 1, "0.1": 0.1, "": 1} {
		for _, noise := range []float64{0, 0.1} {
			random := rand.New(rand.NewPCG(1, 2))
			samples := line1(make([][3]float32, 400)...)
			var along, square float64
			for k := range samples {
				v, accelerates := random.NormFloat64()-0.5, float64(noise*random.NormFloat64())-9.8
				moved := float64(time*v) + float64(accelerates*time*time/2)
				samples[k].Velocity, samples[k].TargetPosition = []float32{0, 0, float32(v)}, []float32{0, 0, float32(moved)}
				along, square = along+float64(moved*v), square+float64(v*v)
			}
			s := at(samples)
			s.time, s.data.About.Interval = along/square, interval
			got := acceleration(s).args
			if interval == "" {
				require.Equal(t, " besides what another interval would explain", got[3])
				continue
			}
			require.InDelta(t, -9.8, got[2], 3*noise/math.Sqrt(400)+1e-4, "%s, %g", interval, noise)
			require.InDelta(t, noise/math.Sqrt(400), got[4], 0.1*noise/math.Sqrt(400)+1e-4, "%s, %g", interval, noise)
			require.Empty(t, got[3])
		}
	}
}

// TestErrorOfAMeanDeflection: samples of one block count once.
func TestErrorOfAMeanDeflection(t *testing.T) {
	centers := []center{{off: [3]float64{0, 1, 0}}, {off: [3]float64{0, 3, 0}, velocity: [3]float64{0, 1, 0}}}
	mean, chance := meanOff(centers, 2)
	require.Equal(t, [3]float64{0, 1, 0}, mean)
	require.Zero(t, chance)
	mean, chance = meanOff(centers, 0)
	require.Equal(t, [3]float64{0, 2, 0}, mean)
	require.Zero(t, chance, "in one block")
	centers[1].block = datasets.Moment{Start: 1}
	_, chance = meanOff(centers, 0)
	require.Equal(t, 0.5, chance)
}

// TestCentersOfSamples: centers deviate by the mean of their particles, by masses, and samples of one stretch of a recording are in one block.
func TestCentersOfSamples(t *testing.T) {
	sample := alongX([]float32{0, 1}, []float32{2, 1})
	sample.Velocity[0], sample.TargetPosition[4] = 1, 4
	heavy := sample
	system.Mass.Set(&heavy, []float32{3, 1})
	s := at([]system.Sample{sample, heavy, sample})
	centers, meanSquare := s.centers()
	require.InDelta(t, (1+16.)/2, meanSquare, 1e-12)
	require.Equal(t, center{off: [3]float64{0.5, 2, 0}, velocity: [3]float64{0.5, 0, 0}}, centers[0])
	require.Equal(t, center{off: [3]float64{0.75, 1, 0}, velocity: [3]float64{0.75, 0, 0}, block: datasets.Moment{Start: 1}}, centers[1])
	for _, c := range []struct {
		span   int64
		blocks []int64
	}{{1, []int64{0, 1, 3}}, {2, []int64{0, 1, 2}}} {
		s.data.Origins = map[string]datasets.Origin{"train": {Starts: []int64{2, 4, 11}, Span: c.span}}
		centers, _ = s.centers()
		var blocks []int64
		for _, center := range centers {
			blocks = append(blocks, center.block.Start)
		}
		require.Equal(t, c.blocks, blocks, "of %d frames", c.span)
	}
	s.step, s.data.Train = 2, make([]system.Sample, 5)
	s.data.Origins["train"] = datasets.Origin{Starts: []int64{0, 0, 3, 3, 9}, Span: 1}
	centers, _ = s.centers()
	require.Equal(t, []int64{0, 1, 4}, []int64{centers[0].block.Start, centers[1].block.Start, centers[2].block.Start}, "of every second sample")
}
