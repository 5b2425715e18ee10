package kernels

import (
	"runtime"
	"time"
)

// Peak measures for a few milliseconds how many floating point operations a
// second one core reaches at most at the present level, counting a
// multiply-add as two.
func Peak() float64 {
	const rounds = 20_000
	return fastest(func() int { return MultiplyAdds(rounds) }, time.Now)
}

// MultiplyAdds does nothing but rounds of independent multiply-adds, and
// returns how many floating point operations it made.
func MultiplyAdds(rounds int) (operations int) { return active.multiplyAdd(rounds) }

// fastest is the largest number of operations a second over several tries of work,
// which returns how many it made. A try lasts for ten steps of the clock at least:
// they are nanoseconds on Linux, and on Windows milliseconds, in which the work may
// take no time. There are fewer tries where one takes long.
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

// clockStep is how far a clock advances at a time.
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
	runtime.KeepAlive(a + b + c + d + e + f + g + h) // or it is optimised away
	return 16 * rounds
}
