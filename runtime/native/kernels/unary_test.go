package kernels

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Greatest errors, in units in the last place of the exact result (measured:
// 0.90, 2.27, 2.94 and 3.17). exp rounds once after an error of its polynomial
// and of the reduction of x; sigmoid adds the roundings of 1 + e and of the
// quotient, SiLU the rounding of a product, each up to one unit. With its slope it takes
// a reciprocal and a product in place of the quotient.
const (
	expError       = 1.0
	sigmoidError   = 2.5
	siluError      = 3.0
	siluSlopeError = 3.5
	exactError     = 0.5
)

// normalFrom is where e^x is about to leave the normal numbers.
const normalFrom = -86.5

// slopeError is the greatest error of the slope of SiLU, which lies between
// -0.1 and 1.1: as it passes through zero, an absolute one.
const slopeError = 3e-7

func sigmoid64(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// ulps is the error of got in units in the last place of want, which below the normal
// numbers are the units of the smallest normal number.
func ulps(got float32, want float64) float64 {
	rounded := float32(math.Abs(want))
	if got == float32(want) && math.IsInf(float64(got), 0) {
		return 0
	}
	spacing := float64(math.Nextafter32(rounded, math.MaxFloat32)) - float64(rounded)
	return math.Abs(float64(got)-want) / spacing
}

// sweep returns values over the whole range of exp, dense around zero.
func sweep() []float32 {
	var x []float32
	for v := -104.0; v < 89; v += 0.00171 {
		x = append(x, float32(v), float32(v/50))
	}
	for v := 1e-30; v < 1; v *= 1.7 {
		x = append(x, float32(v), -float32(v))
	}
	return x
}

func TestUnaryErrors(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, c := range []struct {
			name  string
			f     func(dst, x []float32)
			want  func(float64) float64
			from  float32 // smaller x are left to the test of the edges
			limit float64
		}{
			{"exp", Exp, math.Exp, -104, expError},
			{"sigmoid", Sigmoid, sigmoid64, normalFrom, sigmoidError},
			{"silu", SiLU, func(x float64) float64 { return x * sigmoid64(x) }, normalFrom, siluError},
			{"square", Square, func(x float64) float64 { return x * x }, -104, exactError},
			{"neg", Neg, func(x float64) float64 { return -x }, -104, 0},
			{"abs", Abs, math.Abs, -104, 0},
			{"relu", ReLU, func(x float64) float64 { return math.Max(x, 0) }, -104, 0},
			{"sin", InFloat64(math.Sin), math.Sin, -104, 1},
			{"sign", Sign, func(x float64) float64 { return map[bool]float64{true: 1, false: -1}[x > 0] }, -104, 0},
		} {
			x := sweep()
			got := make([]float32, len(x))
			c.f(got, x)
			worst, at := 0.0, 0
			for i, v := range x {
				if v < c.from {
					continue
				}
				if e := ulps(got[i], c.want(float64(v))); e > worst || math.IsNaN(e) {
					worst, at = e, i
				}
			}
			t.Logf("%s: %.2f ulp at %g", c.name, worst, x[at])
			require.LessOrEqual(t, worst, c.limit, "%s(%g) = %g", c.name, x[at], got[at])
		}
	})
}

func TestSqrt(t *testing.T) {
	x := random(1, 1001)
	Abs(x, x)
	eachLevel(t, func(t *testing.T) {
		got := make([]float32, len(x))
		Sqrt(got, x)
		for i, v := range x {
			require.Equal(t, float32(math.Sqrt(float64(v))), got[i])
		}
	})
}

// TestLog compares numbers of all sizes and signs, with those that are not
// normal, infinite or no number at all: every 65521st in the order of their bits.
func TestLog(t *testing.T) {
	var x []float32
	for pattern := uint64(0); pattern <= math.MaxUint32; pattern += 65521 {
		x = append(x, math.Float32frombits(uint32(pattern)))
	}
	inf, negative := float32(math.Inf(1)), float32(math.Copysign(0, -1))
	x = append(x, 0, negative, 1, inf, -inf, float32(math.NaN()), math.SmallestNonzeroFloat32, math.MaxFloat32)
	eachLevel(t, func(t *testing.T) {
		got := make([]float32, len(x))
		Log(got, x)
		for i, v := range x {
			if want := float32(math.Log(float64(v))); want != got[i] && !(isNaN(want) && isNaN(got[i])) {
				require.Fail(t, "another logarithm", "of %g: %g in place of %g", v, got[i], want)
			}
		}
	})
}

func TestSiLUSlope(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		x := sweep()
		got, slope := make([]float32, len(x)), make([]float32, len(x))
		SiLUSlope(got, slope, x)
		worst := 0.0
		for i, v := range x {
			s := sigmoid64(float64(v))
			if e := math.Abs(s*(1+float64(v)*(1-s)) - float64(slope[i])); e > slopeError {
				require.Fail(t, "inexact", "slope %g at %g", slope[i], v)
			}
			if v >= normalFrom {
				worst = max(worst, ulps(got[i], float64(v)*s))
			}
		}
		t.Logf("%.2f ulp", worst)
		require.LessOrEqual(t, worst, siluSlopeError)
	})
}

func TestUnariesAtTheEdgesOfTheNumbers(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	// sigmoid takes e^-|x| below the normal numbers as zero; SiLU multiplies
	// that by x.
	const least = 1e-35
	eachLevel(t, func(t *testing.T) {
		x := []float32{inf, 1e30, 89, 88.8, 88.72, 88, 0, -87, -88, -103, -105, -1e30, -inf, nan}
		got := make([]float32, len(x))
		Exp(got, x)
		for i, v := range x[:len(x)-1] {
			require.LessOrEqual(t, ulps(got[i], math.Exp(float64(v))), expError, "exp(%g) = %g", v, got[i])
		}
		require.True(t, isNaN(got[len(x)-1]))
		Sigmoid(got, x)
		for i, v := range x[:len(x)-1] {
			require.InDelta(t, sigmoid64(float64(v)), got[i], least+2e-7*sigmoid64(float64(v)), "sigmoid(%g)", v)
		}
		require.True(t, isNaN(got[len(x)-1]))
		SiLU(got, x)
		for i, v := range x[:len(x)-2] {
			want := float64(v) * sigmoid64(float64(v))
			require.InDelta(t, want, got[i], least+2e-7*math.Abs(want), "silu(%g)", v)
		}
		require.True(t, isNaN(got[len(x)-1]))
		slope := make([]float32, len(x))
		SiLUSlope(got, slope, x)
		require.Equal(t, []float32{1, 1, 1, 1, 1, 0.5}, slope[1:7])
		for i := 7; i < len(x)-2; i++ {
			require.InDelta(t, 0, slope[i], least)
		}
		require.True(t, isNaN(slope[len(x)-1]) && isNaN(got[len(x)-1]))
		Clamp(got, x, -2, 100)
		require.Equal(t, []float32{100, 100, 89}, got[:3])
		require.Equal(t, []float32{-2, -2}, got[11:13])
		require.True(t, isNaN(got[len(x)-1]))
	})
}

func isNaN(x float32) bool { return x != x }

// TestUnariesOfAnyLength compares every length and offset with single values
// and checks that nothing around is written.
func TestUnariesOfAnyLength(t *testing.T) {
	functions := map[string]func(dst, x []float32){
		"exp": Exp, "sigmoid": Sigmoid, "silu": SiLU, "sqrt": Sqrt, "log": Log, "abs": Abs, "sign": Sign, "neg": Neg,
		"slope":  func(dst, x []float32) { SiLUSlope(make([]float32, len(x)), dst, x) },
		"scale":  func(dst, x []float32) { Scale(dst, 3, x) },
		"clamp":  func(dst, x []float32) { Clamp(dst, x, -0.5, 0.25) },
		"inside": func(dst, x []float32) { Inside(dst, x, -0.5, 0.25) },
	}
	eachLevel(t, func(t *testing.T) {
		for name, f := range functions {
			for n := range 70 {
				offset := n % 7
				_, x := edged(random(1, n), offset)
				all, got := edged(random(2, n), offset)
				want := append([]float32(nil), got...)
				f(got, x)
				requireEdges(t, all, offset)
				for i := range n {
					f(want[i:i+1], x[i:i+1])
				}
				require.Equal(t, bits(want), bits(got), "%s: length %d", name, n)
			}
		}
	})
}

func bits(x []float32) []uint32 {
	all := make([]uint32, len(x))
	for i, v := range x {
		all[i] = math.Float32bits(v)
	}
	return all
}

func TestLongUnariesAreSplitRight(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		x := random(1, 1<<16+5)
		got, want := make([]float32, len(x)), make([]float32, len(x))
		Scale(got, 2, x)
		pairwise(Sum, want, x, x)
		require.Equal(t, want, got)
	})
}

func TestUnariesRefuseOtherLengths(t *testing.T) {
	require.PanicsWithValue(t, "kernels: operand 1 holds 3 values, dst 2",
		func() { Exp(make([]float32, 2), make([]float32, 3)) })
}
