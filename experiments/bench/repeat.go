package bench

import (
	"context"
	"time"
)

// Repetition says how often something is measured. Each run has as many calls as fit in the
// time Run. Runs are repeated for the time Total, and at least Least times.
type Repetition struct {
	Run, Total time.Duration
	Least      int
	// Rest is the pause before each turn of several programs. It lets threads of the previous
	// program fall asleep, which at first wait for more work without sleeping.
	Rest time.Duration
}

// Spread is the time of one call, in seconds, over several runs.
type Spread struct {
	Median float64 `json:"median_seconds"`
	Min    float64 `json:"min_seconds"`
	Max    float64 `json:"max_seconds"`
	// Busy is the number of cores that ran this program, averaged over all runs, or 0 if the
	// system does not report it. If it is less than the program could use, the other cores had
	// nothing to do or ran other programs.
	Busy  float64 `json:"busy_cores,omitempty"`
	Runs  int     `json:"runs"`
	Calls int     `json:"calls_per_run"`
}

// measure makes one call to warm up, and one to find how long a call takes, which is the first
// run if a run is one call. It then continues as the repetition says.
func (r Repetition) measure(ctx context.Context, call func() error) (Spread, error) {
	if err := call(); err != nil {
		return Spread{}, err
	}
	started, before := time.Now(), cpuTime()
	single, err := r.single(call)
	if err != nil {
		return Spread{}, err
	}
	calls := max(1, int(r.Run.Seconds()/single))
	var seconds []float64
	if calls == 1 {
		seconds = append(seconds, single)
	}
	for len(seconds) < r.Least || time.Since(started) < r.Total {
		if err := ctx.Err(); err != nil {
			return Spread{}, err
		}
		one, err := timed(calls, call)
		if err != nil {
			return Spread{}, err
		}
		seconds = append(seconds, one)
	}
	busy := float64(cpuTime()-before) / float64(max(time.Since(started), 1))
	spread := spreadOf(seconds, calls)
	spread.Busy = busy
	return spread, nil
}

// single returns the approximate number of seconds of a call. It times one call, or as many as
// even a coarse clock, such as that of Windows, can measure.
func (r Repetition) single(call func() error) (seconds float64, err error) {
	shown := min(r.Run, time.Millisecond).Seconds()
	for calls := 1; ; calls *= 10 {
		if seconds, err = timed(calls, call); err != nil || seconds*float64(calls) >= shown {
			return seconds, err
		}
	}
}

// timed returns the mean time in seconds of one of several successive calls.
func timed(calls int, call func() error) (float64, error) {
	started := time.Now()
	for range calls {
		if err := call(); err != nil {
			return 0, err
		}
	}
	return max(time.Since(started), 1).Seconds() / float64(calls), nil
}
