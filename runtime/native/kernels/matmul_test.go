package kernels

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// unit is half the spacing of float32 at 1: the error of one rounding.
const unit = 1.0 / (1 << 24)

// sample is one call of MatMul.
type sample struct {
	m, n, k       int
	transposed    bool // A is stored [k,m]
	bias, onto    bool
	spare, offset int // columns after each row of A, B and C; values before each slice
}

func (p sample) String() string { return fmt.Sprintf("%+v", struct{ sample }{p}) }

func TestMatMulAgreesWithFloat64(t *testing.T) {
	for _, m := range []int{0, 1, 2, 3, 5, 6, 7, 10, 13, 90} {
		for _, n := range []int{0, 1, 3, 7, 8, 9, 15, 16, 17, 21, 24, 25, 31, 33, 48, 63, 64, 65, 132} {
			for _, k := range []int{0, 1, 2, 9, 64} {
				p := sample{m: m, n: n, k: k, offset: (m + n + k) % 5, spare: (m + k) % 4}
				p.transposed = (m+n)%2 == 1
				p.bias, p.onto = n%3 == 0, n%3 == 1
				p.check(t)
			}
		}
	}
	for _, k := range []int{132, 192, 255, 256, 257, 600} {
		sample{m: 13, n: 65, k: k, bias: true}.check(t)
		sample{m: 13, n: 65, k: k, onto: true, transposed: true}.check(t)
	}
	// Whole panels.
	for _, n := range []int{64, 128} {
		for _, rows := range []int{96, 99, 100, 101, 128, 200, 224, 231, 300, 1100} {
			sample{m: rows, n: n, k: 64, bias: true, spare: rows % 3, offset: 1}.check(t)
			sample{m: rows, n: n, k: 192, onto: true, spare: 2, offset: rows % 5}.check(t)
			sample{m: rows, n: n, k: 128}.check(t)
			sample{m: 64, n: n, k: rows, transposed: true, onto: true, spare: rows % 3, offset: 3}.check(t)
			sample{m: 128, n: n, k: rows, transposed: true, bias: true}.check(t)
			sample{m: 192, n: n, k: rows, transposed: true, spare: 1}.check(t)
		}
	}
}

// check compares a product under every level with one in float64. Each of the k sums rounds
// once or twice, by a part of what has been added up. Spare columns stay as they were.
func (p sample) check(t *testing.T) {
	t.Helper()
	ldc, ldb := p.n+p.spare, p.n+p.spare
	rowA, colA, sizeA := p.k+p.spare, 1, p.m*(p.k+p.spare)
	if p.transposed {
		rowA, colA, sizeA = 1, p.m+p.spare, p.k*(p.m+p.spare)
	}
	_, a := edged(random(1, sizeA), p.offset)
	_, b := edged(random(2, p.k*ldb), p.offset)
	before := random(3, p.m*ldc)
	var bias []float32
	if p.bias {
		_, bias = edged(random(4, p.n), p.offset)
	}
	want, most := widened(before), make([]float64, len(before))
	for i := range p.m {
		for j := range p.n {
			at, sum := i*ldc+j, 0.0
			if p.onto {
				sum = want[at]
			} else if p.bias {
				sum = float64(bias[j])
			}
			size := math.Abs(sum)
			for l := range p.k {
				term := float64(a[i*rowA+l*colA]) * float64(b[l*ldb+j])
				sum += term
				size += math.Abs(term)
			}
			want[at], most[at] = sum, float64(p.k+1)*unit*size
		}
	}
	underLevels(t, func(level string) {
		all, c := edged(before, p.offset)
		MatMul(c, ldc, a, rowA, colA, b, ldb, p.m, p.n, p.k, bias, p.onto)
		requireEdges(t, all, p.offset)
		for at, value := range c {
			if e := math.Abs(want[at] - float64(value)); !(e <= most[at]) {
				require.Fail(t, "inexact", "%s, %s: element %d, %d is off by %g", level, p, at/ldc, at%ldc, e)
			}
		}
	})
}

// TestMatMulAndWhatFollows compares products that end with SiLU or factors
// with the product alone and the kernel of each element.
func TestMatMulAndWhatFollows(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, m := range []int{0, 1, 5, 6, 23, 24, 25, 90, 112, 130, 650} {
			for _, n := range []int{0, 1, 7, 16, 33, 64, 70, 128} {
				for _, k := range []int{0, 1, 9, 64, 128, 257} {
					if m > 90 && (n < 64 || k < 64) {
						continue
					}
					a, b, times, bias := random(1, m*k), random(2, k*n), random(3, m*n), random(4, n)
					for _, onto := range []bool{false, true} {
						want, slopes := random(5, m*n), make([]float32, m*n)
						got, slope := slices.Clone(want), make([]float32, m*n)
						silu := slices.Clone(want)
						// A column would be summed in another order.
						if n != 1 {
							MatMul(want, n, a, k, 1, b, n, m, n, k, nil, onto)
							mul(want, want, times)
							none.MatMulTimes(got, a, b, times, m, n, k, onto)
							require.Equal(t, want, got, "times: %d x %d x %d", m, n, k)
						}
						copy(want, silu)
						copy(got, silu)
						MatMul(want, n, a, k, 1, b, n, m, n, k, bias, onto)
						none.MatMulSiLU(silu, nil, a, b, m, n, k, bias, onto)
						none.MatMulSiLU(got, slope, a, b, m, n, k, bias, onto)
						z := slices.Clone(want)
						SiLUSlope(want, slopes, want)
						require.Equal(t, want, got, "silu and slope: %d x %d x %d", m, n, k)
						require.Equal(t, slopes, slope, "slope: %d x %d x %d", m, n, k)
						SiLU(z, z)
						require.Equal(t, z, silu, "silu: %d x %d x %d", m, n, k)
					}
				}
			}
		}
	})
	x := make([]float32, 6)
	require.Panics(t, func() { none.MatMulTimes(x, x, x, x[:5], 2, 3, 1, false) }, "times")
	require.Panics(t, func() { none.MatMulSiLU(x, x[:5], x, x, 2, 3, 1, nil, false) }, "slope")
}

// TestMatMulFromRepeatedRows compares with sums in float64.
func TestMatMulFromRepeatedRows(t *testing.T) {
	for _, m := range []int{1, 9, 100, 117, 144, 663} {
		for _, n := range []int{7, 64, 128} {
			for _, k := range []int{0, 5, 64, 128} {
				a, b, times, before := random(2, m*k), random(3, k*n), random(4, m*n), random(5, m*n)
				sums, sizes := make([]float64, m*n), make([]float64, m*n)
				for at := range sums {
					for l := range k {
						term := float64(a[at/n*k+l]) * float64(b[l*n+at%n])
						sums[at] += term
						sizes[at] += math.Abs(term)
					}
				}
				for _, repeats := range []int{1, 3, 9, 40, 700} {
					rows := random(1, (m+repeats-1)/repeats*n)
					underLevels(t, func(level string) {
						got := slices.Clone(before)
						none.MatMulRepeatTimes(got, rows, a, b, times, repeats, m, n, k)
						for at, value := range got {
							row, factor := float64(rows[at/n/repeats*n+at%n]), float64(times[at])
							if e := math.Abs((row+sums[at])*factor - float64(value)); !(e <= float64(k+2)*unit*(math.Abs(row)+sizes[at])*math.Abs(factor)) {
								require.Fail(t, "inexact", "%s: %d x %d x %d, %d times: element %d is off by %g", level, m, n, k, repeats, at, e)
							}
						}
					})
				}
			}
		}
	}
	x := make([]float32, 6)
	require.Panics(t, func() { none.MatMulRepeatTimes(x, x[:2], x, x, x, 1, 2, 3, 1) }, "rows")
	require.Panics(t, func() { none.MatMulRepeatTimes(x, x, x, x, x, 0, 2, 3, 1) }, "repeats")
}

// TestMatMulAtTheEndsOfTheRange: what is not finite makes its row so and no other,
// and tiny values lose at most what is below the normal numbers.
func TestMatMulAtTheEndsOfTheRange(t *testing.T) {
	const m, n, k, infinite, undefined, large = 133, 64, 64, 5, 17, 132
	eachLevel(t, func(t *testing.T) {
		a, b := random(1, m*k), random(2, k*n)
		finite, c := make([]float32, m*n), make([]float32, m*n)
		MatMul(finite, n, a, k, 1, b, n, m, n, k, nil, false)
		a[infinite*k+3], a[undefined*k], a[large*k+63] = float32(math.Inf(1)), float32(math.NaN()), math.MaxFloat32
		MatMul(c, n, a, k, 1, b, n, m, n, k, nil, false)
		for i := range m {
			row := c[i*n : (i+1)*n]
			if i == infinite || i == undefined {
				require.False(t, slices.ContainsFunc(row, func(x float32) bool { return !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0) }))
			} else if i != large {
				require.Equal(t, finite[i*n:(i+1)*n], row)
			}
		}

		const tiny, normal = 1.0 / (1 << 60) / (1 << 60), 1.0 / (1 << 63) / (1 << 63)
		Scale(a, tiny, random(1, m*k))
		MatMul(c, n, a, k, 1, b, n, m, n, k, nil, false)
		for i := range finite {
			require.InDelta(t, float64(finite[i])*tiny, float64(c[i]), (k+1)*(unit*tiny+normal)*8)
		}
	})
}

func TestMatMulRefusesShapesThatDoNotFit(t *testing.T) {
	x := make([]float32, 6)
	require.Panics(t, func() { MatMul(x[:5], 3, x, 1, 1, x, 3, 2, 3, 1, nil, false) }, "C")
	require.Panics(t, func() { MatMul(x, 2, x, 1, 1, x, 3, 2, 3, 1, nil, false) }, "rows of C")
	require.Panics(t, func() { MatMul(x, 3, x[:3], 2, 1, x, 3, 2, 3, 2, nil, false) }, "A")
	require.Panics(t, func() { MatMul(x, 3, x, 2, 1, x[:5], 3, 2, 3, 2, nil, false) }, "B")
	require.Panics(t, func() { MatMul(x, 3, x, 1, 1, x, 3, 2, 3, 1, x[:2:2], false) }, "bias")
}

func TestTranspose(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, rows := range []int{0, 1, 3, 8, 16, 17, 41} {
			for _, columns := range []int{0, 1, 4, 5, 16, 33, 2100} {
				src, dst := random(1, rows*columns), make([]float32, rows*columns)
				Transpose(dst, src, rows, columns)
				for i := range rows {
					for j := range columns {
						if src[i*columns+j] != dst[j*rows+i] {
							require.Fail(t, "not transposed", "[%d,%d], element (%d,%d)", rows, columns, i, j)
						}
					}
				}
			}
		}
	})
}
