package plot

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

const ticksPerAxis = 7

// logarithmicTicks labels powers of ten if the range has several. In a shorter range it also
// labels twice and five times the powers, or three times, and in a very short one round
// numbers.
func logarithmicTicks(low, high float64) []plot.Tick {
	const (
		maxLabels = 8
		veryShort = 4
		short     = 10
		medium    = 100
	)
	ratio := high / low
	if ratio < veryShort {
		return linearTicks(low, high)
	}
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	step := 1 + (last-first)/maxLabels
	var ticks []plot.Tick
	for power := first; power <= last; power++ {
		for digit := 1; digit <= 9; digit++ {
			value := float64(digit) * math.Pow10(power)
			if value < low || value > high {
				continue
			}
			labeled := digit == 1 && power%step == 0 || ratio <= medium && (digit == 2 || digit == 5) || ratio <= short && digit == 3
			tick := plot.Tick{Value: value}
			if labeled {
				tick.Label = fmt.Sprintf("%.6g", value)
			}
			ticks = append(ticks, tick)
		}
	}
	return ticks
}

// linearTicks labels about ticksPerAxis round numbers.
func linearTicks(low, high float64) []plot.Tick {
	return roundTicks(roundStep(high-low))(low, high)
}

// roundTicks labels the multiples of step.
func roundTicks(step float64) plot.TickerFunc {
	return func(low, high float64) []plot.Tick {
		first := math.Ceil(low / step)
		count := math.Floor(high/step) - first + 1
		if !(count <= 2*ticksPerAxis) { // the values are too close together for float64
			return []plot.Tick{{Value: low, Label: fmt.Sprint(low)}}
		}
		var ticks []plot.Tick
		for k := range int(count) {
			value := (first + float64(k)) * step
			ticks = append(ticks, plot.Tick{Value: value, Label: label(value, step)})
		}
		return ticks
	}
}

// wholeTicks labels round whole numbers. Their step follows from the range of the axis, which
// the parts of a picture share.
func wholeTicks(low, high float64) []plot.Tick {
	return roundTicks(max(1, roundStep(high-low)))(low, high)
}

// label returns a value with six digits, or with as many as distinguish the multiples of step.
func label(value, step float64) string {
	digits := 6
	if value != 0 {
		digits = max(digits, 1+int(math.Log10(math.Abs(value)/step)))
	}
	return fmt.Sprintf("%.*g", digits, value)
}

// roundStep returns 1, 2 or 5 times a power of ten, such that about ticksPerAxis steps make up
// the length.
func roundStep(length float64) float64 {
	raw := length / ticksPerAxis
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= raw {
			return digit * power
		}
	}
	return 10 * power
}
