package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestOtherScales: each split is compared with the training samples, but for those without samples
// and the training samples themselves.
func TestOtherScales(t *testing.T) {
	s := at(faster(1))
	s.data.Test = faster(1)
	require.Zero(t, otherScales(s).size)
	s.data.Train = faster(10)
	require.Zero(t, otherScales(s).size, "the training samples")
	s.data.Test = faster(10)
	require.NotZero(t, otherScales(s).size)
	s.train = nil
	require.Zero(t, otherScales(s).size)
}

// TestFactors: a ratio and its inverse are the same factor, two numbers are apart by it from it on, and only if both are positive.
func TestFactors(t *testing.T) {
	require.Equal(t, []float64{4, 4, 1, math.Inf(1)}, []float64{factorOf(4), factorOf(0.25), factorOf(1), factorOf(-2)})
	for _, c := range []struct {
		a, b  float64
		apart bool
	}{{1, 3, true}, {3, 1, true}, {1, 2.9, false}, {2.9, 1, false}, {0, 9, false}, {9, 0, false}, {-1, -9, false}} {
		require.Equal(t, c.apart, apartBy(c.a, c.b, 3), "%+v", c)
	}
}

// TestLinesOfSpeeds: the time of constant velocity has the error by the samples' own deviations, and speeds are those of particles.
func TestLinesOfSpeeds(t *testing.T) {
	one, two := alongX([]float32{0}, []float32{2}), alongX([]float32{0, 0}, []float32{8, 0})
	one.Velocity, two.Velocity = []float32{1, 0, 0}, []float32{2, 0, 0, 0, 0, 0}
	time, off, speed := lineOf([]system.Sample{one, two})
	require.InDelta(t, (2.+16)/5, time, 1e-12)
	require.InDelta(t, math.Hypot(2-3.6, 16-3.6*4)/5, off, 1e-12)
	require.InDelta(t, math.Sqrt(5./3), speed, 1e-12)

	even := func(time, speed float32) (all []system.Sample) {
		for k := range 8 {
			s := alongX([]float32{0}, []float32{time * speed})
			s.Velocity[0] = speed
			s.TargetPosition[0] += 0.01 * float32(k%2)
			all = append(all, s)
		}
		return all
	}
	require.True(t, asFastElsewhere(even(1, 1), even(2, 1)))
	require.True(t, asFastElsewhere(even(1, 1), even(2, 1.29)))
	require.False(t, asFastElsewhere(even(1, 1), even(2, 1.31)), "it is faster")
	require.False(t, asFastElsewhere(even(1, 1), even(1.001, 1)), "the time may be the same")
}

// TestTimesOfSplits: a split takes another time if constant velocity leads to its targets in 1.7 times that of training, or an inverse of it.
func TestTimesOfSplits(t *testing.T) {
	of := func(time float32, count int) (all []system.Sample) {
		for k := range count {
			v := 1 + 0.01*float32(k)
			s := alongX([]float32{0}, []float32{time * v})
			s.Velocity[0], s.TargetVelocity = v, []float32{v, 0, 0}
			all = append(all, s)
		}
		return all
	}
	many := fewCorrelated
	s := at(of(1, many))
	for _, c := range []struct {
		own  []system.Sample
		want string
	}{
		{of(1, many), ""}, {of(1.69, many), ""},
		{of(1.71, many), "velocities lead as far as from inputs to targets in 1.7 times the time that they take in training"},
		{of(0.58, many), "velocities lead as far as from inputs to targets in 0.58 times the time that they take in training"},
		{of(3.9, many-1), ""},
		{of(4.1, many-1), "velocities lead as far as from inputs to targets in 4.1 times the time"},
	} {
		got := otherTimes(s, c.own)
		require.Equal(t, c.want == "", got == "", got)
		require.Contains(t, got, c.want)
	}
	for _, c := range []struct {
		time, times float32 // of what samples take, and of their speeds
		known, want bool
	}{{2, 1, false, true}, {1.6, 1, false, false}, {2, 2, false, false}, {4.1, 2, false, true}, {3.9, 2, false, false}, {2, 2, true, true}} {
		train, own := of(1, many), of(c.time, many)
		for k := range own {
			own[k].Velocity[0] *= c.times
			own[k].TargetPosition[0] = c.time*own[k].Velocity[0] + 0.001*float32(k%2)
			own[k].TargetVelocity = slices.Clone(own[k].Velocity)
			if !c.known {
				train[k].TargetVelocity, own[k].TargetVelocity = nil, nil
			}
		}
		require.Equal(t, c.want, otherTimes(at(train), own) != "", "%+v", c)
	}
	swinging := func(time float32) (all []system.Sample) { // back and forth, far from lines
		for k := range many {
			s := alongX([]float32{0}, []float32{time * float32(1-2*(k%2))})
			s.Velocity[0] = 1
			all = append(all, s)
		}
		return all
	}
	for times, want := range map[float32]bool{7.8: false, 8.2: true, 1 / 8.2: true, 0.9e4: true, 1.1e4: false} {
		require.Equal(t, want, otherTimes(at(swinging(1)), swinging(times)) != "", times)
	}
	without := of(9, many-1)
	for k := range without {
		without[k].TargetVelocity = nil
	}
	require.Empty(t, otherTimes(s, without))
	require.Equal(t, datasets.Halfway(s.train), halfway(s.train, true))
	require.Equal(t, s.train, halfway(s.train, false))
}
