package checks

import (
	"fmt"
	"iter"
	"math"
	"math/bits"

	"gmnc/internal/median"
)

const (
	// fewNumbers is the least number of nonzero coordinates: a few are round by chance.
	fewNumbers = 100
	// halfBits is the number of significant bits of float16, mostDecimals the greatest number of
	// digits after the point that is tested, and mostDigits the same of significant digits.
	halfBits, mostDecimals, mostDigits = 11, 6, 6
)

// digits finds positions that were rounded before, to float16, to a few digits after the point
// or to a few significant digits, if the rounding is not small compared with displacements.
func digits(s *subject) result {
	var displacements float64
	for k := range s.steps {
		for i, from := range s.steps[k].Position {
			displacement := float64(s.steps[k].TargetPosition[i]) - float64(from)
			displacements += float64(displacement * displacement)
		}
	}
	count := 0
	for range s.coordinates {
		count++
	}
	if count < fewNumbers || displacements == 0 {
		return result{}
	}
	var what string
	var steps float64 // the sum of the squares of the spacing of numbers, the largest of the formats
	if bitsOf(s.coordinates) <= halfBits {
		what = "float16"
		for x := range s.coordinates {
			_, exponent := math.Frexp(x)
			step := math.Ldexp(1, exponent-halfBits)
			steps += float64(step * step)
		}
	}
	decimals := decimalsOf(s.coordinates)
	if decimals <= mostDecimals {
		step := math.Pow10(-decimals)
		if squares := float64(count) * step * step; squares >= steps {
			what, steps = fmt.Sprintf("%g", step), squares
		}
	}
	if digits := digitsOf(s.coordinates); digits <= mostDigits {
		var squares float64
		var magnitudes []float64
		for x := range s.coordinates {
			step := math.Pow10(magnitude(x) - digits + 1)
			squares, magnitudes = squares+float64(step*step), append(magnitudes, float64(magnitude(x)))
		}
		// Numbers with as many decimals as others have as many digits as their magnitude says.
		fewer := decimals > mostDecimals || float64(digits) < median.Of(magnitudes)+1+float64(decimals)
		if fewer && squares > steps {
			what, steps = fmt.Sprintf("%d significant digits", digits), squares
		}
	}
	// The error of a rounded number is up to half a step, and has the variance step*step/12.
	fraction := math.Sqrt(steps / 12 / displacements)
	return measure(fraction, what, fraction)
}

// coordinates yields the coordinates of inputs and targets that are not 0.
func (s *subject) coordinates(yield func(x float64) bool) {
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

// bitsOf returns how many of the 24 binary digits of float32 the numbers need, or more than
// halfBits.
func bitsOf(numbers iter.Seq[float64]) (most int) {
	for x := range numbers {
		mantissa := math.Float32bits(float32(x))&(1<<23-1) | 1<<23
		if most = max(most, 24-bits.TrailingZeros32(mantissa)); most > halfBits {
			break
		}
	}
	return most
}

// decimalsOf returns how many digits after the point the numbers need, up to the rounding of
// float32, or more than mostDecimals.
func decimalsOf(numbers iter.Seq[float64]) (decimals int) {
	for x := range numbers {
		if decimals > mostDecimals {
			break
		}
		for ; decimals <= mostDecimals; decimals++ {
			scaled := float64(x * math.Pow10(decimals))
			if roundedBy(scaled) > 0.1 {
				return mostDecimals + 1 // float32 does not resolve such a step
			}
			if isWhole(scaled) {
				break
			}
		}
	}
	return decimals
}

// roundedBy returns the rounding error of float32 in a number.
func roundedBy(x float64) float64 { return math.Abs(x) * 0x1p-23 }

// isWhole reports whether a number is a whole one, up to the rounding of float32.
func isWhole(x float64) bool { return math.Abs(x-math.Round(x)) <= roundedBy(x) }

// magnitude returns the power of ten of the first digit of a number.
func magnitude(x float64) int { return int(math.Floor(math.Log10(math.Abs(x)))) }

// digitsOf returns how many significant digits the numbers need, up to the rounding of float32,
// or more than mostDigits.
func digitsOf(numbers iter.Seq[float64]) int {
	digits := 1
	for x := range numbers {
		for ; digits <= mostDigits; digits++ {
			scaled := float64(x * math.Pow10(digits-1-magnitude(x)))
			if isWhole(scaled) {
				break
			}
		}
		if digits > mostDigits {
			break
		}
	}
	return digits
}
