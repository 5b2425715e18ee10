package kernels

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestProductsWithMemoryAhead compares products that fetch memory of several
// lengths with those that fetch none.
func TestProductsWithMemoryAhead(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, lengths := range [][]int{{}, {0}, {1}, {15, 0, 17}, {100000}} {
			var ahead Ahead
			for _, size := range [][3]int{{1, 1, 1}, {5, 70, 3}, {90, 64, 200}, {130, 64, 64}, {64, 64, 300}} {
				m, n, k := size[0], size[1], size[2]
				a, b, times, bias := random(1, m*k), random(2, k*n), random(3, m*n), random(4, n)
				compare := func(name string, product func(of *Ahead, c []float32)) {
					ahead.Clear()
					for _, length := range lengths {
						ahead.Add(random(5, length))
					}
					ahead.Next(len(lengths))
					want, got := random(6, m*n), random(6, m*n)
					product(nil, want)
					product(&ahead, got)
					require.Equal(t, want, got, "%s: %v, %v ahead", name, size, lengths)
				}
				compare("product", func(of *Ahead, c []float32) { of.MatMul(c, n, a, k, 1, b, n, m, n, k, bias, false) })
				compare("transposed", func(of *Ahead, c []float32) { of.MatMul(c, n, a, 1, m, b, n, m, n, k, nil, true) })
				compare("times", func(of *Ahead, c []float32) { of.MatMulTimes(c, a, b, times, m, n, k, false) })
				compare("silu", func(of *Ahead, c []float32) { of.MatMulSiLU(c, times, a, b, m, n, k, bias, false) })
			}
		}
	})
}

// TestAheadIsFetchedOnce follows the lines that calls fetch.
func TestAheadIsFetchedOnce(t *testing.T) {
	first := [][]float32{random(1, 5*CacheLine), nil, random(2, 1), random(3, 4*CacheLine), nil}
	second, other := [][]float32{random(5, CacheLine)}, random(4, 1)
	var ahead Ahead
	for range 2 {
		ahead.Clear()
		for _, x := range slices.Concat(first, second) {
			ahead.Add(x)
		}
		fetched := func() map[*float32]int {
			times := map[*float32]int{}
			for range 6 {
				from, step := ahead.take(2, &other[0])
				if step == 0 {
					require.Same(t, &other[0], from)
					continue
				}
				require.Equal(t, CacheLine*size, step)
				times[from]++
			}
			return times
		}
		require.Empty(t, fetched(), "before the first call")
		ahead.Next(len(first))
		require.Equal(t, map[*float32]int{
			&first[0][0]: 1, &first[0][2*CacheLine]: 1, &first[0][4*CacheLine]: 1, &first[2][0]: 1,
			&first[3][0]: 1, &first[3][2*CacheLine]: 1,
		}, fetched(), "the start of each pair of lines")
		ahead.Next(0)
		require.Empty(t, fetched(), "a call that has none")
		ahead.Next(1)
		require.Equal(t, map[*float32]int{&second[0][0]: 1}, fetched())
	}
	from, step := (*Ahead)(nil).take(2, &other[0])
	require.Same(t, &other[0], from)
	require.Zero(t, step)
}
