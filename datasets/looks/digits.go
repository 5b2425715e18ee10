package looks

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
)

const (
	// fewNumbers is how many coordinates besides 0 are needed: a few are round by chance.
	fewNumbers = 100
	// halfBits are the bits of float16's numbers, and mostDecimals the digits after the point
	// that are looked for.
	halfBits, mostDecimals = 11, 6
)

// digits finds positions that were rounded before, to float16 or to a few digits after the
// point, where that is not small beside ways.
func digits(s *seen) measured {
	var ways float64
	for k := range s.steps {
		for i, from := range s.steps[k].Position {
			way := float64(s.steps[k].TargetPosition[i]) - float64(from)
			ways += float64(way * way)
		}
	}
	count := 0
	for range s.coordinates {
		count++
	}
	if count < fewNumbers || ways == 0 {
		return measured{}
	}
	var what string
	var steps float64 // the sum of the squares of the steps between numbers, the larger of two
	if bitsOf(s.coordinates) <= halfBits {
		what = "float16"
		for x := range s.coordinates {
			_, exponent := math.Frexp(x)
			step := math.Ldexp(1, exponent-halfBits)
			steps += float64(step * step)
		}
	}
	if decimals := decimalsOf(s.coordinates); decimals <= mostDecimals {
		step := math.Pow10(-decimals)
		if squares := float64(count) * step * step; squares >= steps {
			what, steps = fmt.Sprintf("%g", step), squares
		}
	}
	// a number is off by up to half a step, by the root of a twelfth of it on average
	share := math.Sqrt(steps / 12 / ways)
	return measure(share, what, share)
}

// coordinates are those of inputs and targets that are not 0.
func (s *seen) coordinates(yield func(x float64) bool) {
	for k := range s.steps {
		for _, positions := range [...][]float32{s.steps[k].Position, s.steps[k].TargetPosition} {
			for _, x := range positions {
				if x != 0 && !yield(float64(x)) {
					return
				}
			}
		}
	}
}

// bitsOf is how many of float32's 24 binary digits the numbers have, or more than halfBits.
func bitsOf(numbers iter.Seq[float64]) (most int) {
	for x := range numbers {
		mantissa := math.Float32bits(float32(x))&(1<<23-1) | 1<<23
		if most = max(most, 24-bits.TrailingZeros32(mantissa)); most > halfBits {
			break
		}
	}
	return most
}

// decimalsOf is how many digits after the point the numbers have, as float32 rounds them, or
// more than mostDecimals.
func decimalsOf(numbers iter.Seq[float64]) (decimals int) {
	for x := range numbers {
		if decimals > mostDecimals {
			break
		}
		for ; decimals <= mostDecimals; decimals++ {
			scaled := float64(x * math.Pow10(decimals))
			rounding := float64(math.Abs(scaled) * 0x1p-23)
			if rounding > 0.1 {
				return mostDecimals + 1 // such a step is none of float32
			}
			if math.Abs(scaled-math.Round(scaled)) <= rounding {
				break
			}
		}
	}
	return decimals
}
