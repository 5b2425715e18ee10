package kernels

import (
	"math"
	"testing"

	"gmnc/internal/adam"

	"github.com/stretchr/testify/require"
)

// adamError bounds the error of one step relative to the largest weight,
// moment or update: a few roundings.
const adamError = 5e-7

func TestAdam(t *testing.T) {
	const learnRate, weightDecay, number = 1e-2, 1e-1, 3
	usual := adam.Decays{Beta1: 0.9, Beta2: 0.999}
	require.Equal(t, NewAdamStep(learnRate, weightDecay, usual, number), NewAdamStep(learnRate, weightDecay, adam.Decays{}, number))
	take := NewAdamStep(learnRate, weightDecay, usual, number)
	require.Equal(t, []float32{0.1, 0.001}, []float32{take.take1, take.take2}, "the bits of the constants")
	for _, decays := range []adam.Decays{usual, {Beta1: 0.5, Beta2: 0.95}} {
		testAdam(t, learnRate, weightDecay, decays, number)
	}
	require.Panics(t, func() { Adam(make([]float32, 2), make([]float32, 1), nil, nil, AdamStep{}) })
}

// testAdam holds a step to its formula in float64.
func testAdam(t *testing.T, learnRate, weightDecay float64, decays adam.Decays, number int) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 7, 8, 15, 16, 17, 33, 1<<15 + 3} {
			offset := n % 5
			allW, w := edged(random(1, n), offset)
			_, g := edged(random(2, n), offset)
			allM, m := edged(random(3, n), offset)
			allV, v := edged(random(4, n), offset)
			Abs(v, v)
			var want [3][]float64
			for i := range n {
				slope := float64(g[i]) + weightDecay*float64(w[i])
				first := decays.Beta1*float64(m[i]) + (1-decays.Beta1)*slope
				second := decays.Beta2*float64(v[i]) + (1-decays.Beta2)*slope*slope
				size := math.Sqrt(second/(1-math.Pow(decays.Beta2, float64(number)))) + adam.Epsilon
				step := learnRate * first / (1 - math.Pow(decays.Beta1, float64(number))) / size
				want[0], want[1], want[2] = append(want[0], float64(w[i])-step), append(want[1], first), append(want[2], second)
			}
			Adam(w, g, m, v, NewAdamStep(learnRate, weightDecay, decays, number))
			for k, got := range [][]float32{w, m, v} {
				for i, x := range got {
					require.InDelta(t, want[k][i], x, adamError*max(1, math.Abs(want[k][i])), "%d: %d of %d", k, i, n)
				}
			}
			requireEdges(t, allW, offset)
			requireEdges(t, allM, offset)
			requireEdges(t, allV, offset)
		}
	})
}

func TestFinite(t *testing.T) {
	inf := float32(math.Inf(1))
	finite := func(x []float32) bool { return Finite(x, new([CacheLine]float32)) }
	require.True(t, finite(nil))
	require.True(t, finite([]float32{0, -math.MaxFloat32, math.MaxFloat32, math.SmallestNonzeroFloat32}))
	for _, x := range []float32{inf, -inf, float32(math.NaN())} {
		require.False(t, finite([]float32{1, x, 2}))
		for _, length := range []int{1, 511, 512, 513, 8192, 10000} {
			values := make([]float32, length)
			require.True(t, finite(values))
			values[length-1] = x
			require.False(t, finite(values), "the last of %d", length)
		}
	}
}
