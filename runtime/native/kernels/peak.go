package kernels

import (
	"runtime"
	"time"
)

// Peak measures, within a few milliseconds, the largest number of floating point operations a
// second that one core reaches at the present level. A multiply-add counts as two.
func Peak() float64 {
	const rounds = 20_000
	return fastest(func() int { return MultiplyAdds(rounds) }, time.Now)
}

// MultiplyAdds only runs rounds of independent multiply-adds, and returns the number of
// floating point operations.
func MultiplyAdds(rounds int) (operations int) { return active.multiplyAdd(rounds) }

// fastest returns the largest number of operations a second in several tries of work, which
// returns how many operations it ran. A try lasts at least ten steps of the clock. These are
// nanoseconds on Linux but milliseconds on Windows, in which the work may take no time. There
// are fewer tries if one takes long.
func fastest(work func() int, now func() time.Time) (rate float64) {
	const tries, steps, most = 40, 10, 100 * time.Millisecond
	step, began := clockStep(now), now()
	for try := 0; try == 0 || try < tries && now().Sub(began) < most; try++ {
		start, operations, taken := now(), 0, time.Duration(0)
		for operations == 0 || taken < steps*step {
			operations += work()
			taken = now().Sub(start)
		}
		rate = max(rate, float64(operations)/taken.Seconds())
	}
	return rate
}

// clockStep returns by how much a clock advances at a time.
func clockStep(now func() time.Time) time.Duration {
	start := now()
	for {
		if step := now().Sub(start); step > 0 {
			return step
		}
	}
}

// multiplyAddInGo runs rounds of multiply-adds and counts the operations.
func multiplyAddInGo(rounds int) int {
	var a, b, c, d, e, f, g, h float32
	x := float32(rounds)
	for range rounds {
		a, b, c, d = a*x+x, b*x+x, c*x+x, d*x+x
		e, f, g, h = e*x+x, f*x+x, g*x+x, h*x+x
	}
	runtime.KeepAlive(a + b + c + d + e + f + g + h) // otherwise it is optimized away
	return 16 * rounds
}
