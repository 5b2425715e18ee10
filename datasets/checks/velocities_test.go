package checks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestCorrelationsOfParticles: velocities correlate with the displacements of particles, over twenty samples or more with as many particles as the first.
func TestCorrelationsOfParticles(t *testing.T) {
	of := func(count int) *subject {
		s := at(nil)
		for k := range count {
			v := float32(1 + k)
			sample := alongX([]float32{0, 0}, []float32{v, -2 * v})
			sample.Velocity = []float32{v, 0, 0, 0, v, 0}
			s.train = append(s.train, sample)
		}
		return s
	}
	rows := of(fewCorrelated).correlations(atInput)
	require.InDelta(t, 1, rows[0][0], 1e-12)
	require.InDelta(t, -1, rows[0][1], 1e-12)
	require.Zero(t, rows[1][0])
	require.Zero(t, rows[1][1])
	require.Nil(t, of(fewCorrelated-1).correlations(atInput))
	require.Nil(t, of(fewCorrelated).correlations(atTarget), "there are no velocities at targets")
	other := of(fewCorrelated)
	other.train = append(other.train, alongX([]float32{0}, []float32{9}))
	other.train[fewCorrelated].Velocity[0] = -9
	require.Equal(t, rows, other.correlations(atInput))
	other.train = other.train[1:]
	require.Nil(t, other.correlations(atInput), "one of twenty has another particle count")

	for particles, compared := range map[int]bool{mostPairs: true, mostPairs + 1: false} {
		s := at(slices.Repeat([]system.Sample{alongX(make([]float32, particles), make([]float32, particles))}, fewCorrelated))
		require.Equal(t, compared, s.correlations(atInput) != nil, "%d particles", particles)
	}

	all, squares := of(fewCorrelated).correlation(atInput)
	require.InDelta(t, 1/(1.4142135623730951*2.23606797749979), all, 1e-12)
	require.InDelta(t, 2*2870, squares, 1e-9)
	all, squares = of(fewCorrelated - 1).correlation(atInput)
	require.Zero(t, all)
	require.Zero(t, squares)
	require.Equal(t, []int{2, 0, 0}, []int{largest([]float64{1, 2, 3, 3}), largest([]float64{3, 2, 3}), largest([]float64{1})})
	require.False(t, farther(0.5, 0.75), "half as far from 1 is not less than half")
	require.True(t, farther(0.4997, 0.75))
}

// TestSlowingWithoutInterval: centers that slow down by their later velocities need no interval, and by displacements they do.
func TestSlowingWithoutInterval(t *testing.T) {
	of := func(interval string, rated bool) float64 {
		samples := line1(make([][3]float32, 100)...)
		for k := range samples {
			samples[k].TargetPosition = []float32{0.75, 0, 0}
			if samples[k].TargetVelocity = []float32{0.5, 0, 0}; !rated {
				samples[k].TargetVelocity = nil
			}
		}
		s := at(samples)
		s.data.About.Interval = interval
		return slowing(s).size
	}
	require.InDelta(t, 0.5, of("1", true), 1e-6)
	require.InDelta(t, 0.5, of("", true), 1e-6)
	require.InDelta(t, 0.25, of("1", false), 1e-6)
	require.InDelta(t, 0.625, of("2", false), 1e-6)
	require.Zero(t, of("", false))
	heavy := system.Sample{}
	require.Empty(t, massFractions(&heavy))
}

// TestUnrelatedVelocities: velocities that do not go with the displacements count if they are not much slower than those at the other end, which do.
func TestUnrelatedVelocities(t *testing.T) {
	of := func(aside float32, turned bool) string {
		s := at(nil)
		for k := range fewCorrelated {
			sample := alongX([]float32{0}, []float32{float32(1 + k)})
			sample.Velocity = []float32{0, aside, 0}
			sample.TargetVelocity = []float32{float32(100 * (1 + k)), 0, 0}
			if turned {
				sample.Velocity, sample.TargetVelocity = sample.TargetVelocity, sample.Velocity
			}
			s.train = append(s.train, sample)
		}
		return otherDirection(s)
	}
	require.Empty(t, of(1, false))
	require.Empty(t, of(1, true))
	require.Equal(t, "v0 goes with the displacements from x0 to xT by a correlation of 0 only, and vT by 1", of(1000, false))
	require.Equal(t, "vT goes with the displacements from x0 to xT by a correlation of 0 only, and v0 by 1", of(1000, true))
}
