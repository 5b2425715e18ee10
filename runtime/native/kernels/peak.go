package kernels

import (
	"runtime"
	"time"
)

// Peak measures for a few milliseconds how many floating point operations a
// second one core reaches at most at the present level, counting a
// multiply-add as two.
func Peak() float64 {
	const rounds, tries = 20_000, 40
	best := time.Duration(1<<63 - 1)
	var operations int
	for range tries {
		start := time.Now()
		operations = active.multiplyAdd(rounds)
		best = min(best, time.Since(start))
	}
	return float64(operations) / best.Seconds()
}

// multiplyAddInGo runs rounds of multiply-adds and counts the operations.
func multiplyAddInGo(rounds int) int {
	var a, b, c, d, e, f, g, h float32
	x := float32(rounds)
	for range rounds {
		a, b, c, d = a*x+x, b*x+x, c*x+x, d*x+x
		e, f, g, h = e*x+x, f*x+x, g*x+x, h*x+x
	}
	runtime.KeepAlive(a + b + c + d + e + f + g + h) // or it is optimised away
	return 16 * rounds
}
