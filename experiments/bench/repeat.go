package bench

import (
	"context"
	"time"
)

// Repetition says how often something is measured: in runs of as many calls
// as take the time Run, for the time Total, but Least runs at least.
type Repetition struct {
	Run, Total time.Duration
	Least      int
	// Rest is before each turn of several programs: threads of the one before,
	// which wait for more to do without sleeping, go to sleep in it.
	Rest time.Duration
}

// Spread is the time of one call, in seconds, over several runs.
type Spread struct {
	Median float64 `json:"median_seconds"`
	Min    float64 `json:"min_seconds"`
	Max    float64 `json:"max_seconds"`
	// Busy is how many cores ran this program, on average over all runs;
	// 0 where the system does not report it. Fewer than the program could use
	// had nothing to do, or other programs had them.
	Busy  float64 `json:"busy_cores,omitempty"`
	Runs  int     `json:"runs"`
	Calls int     `json:"calls_per_run"`
}

// measure calls once to warm up, once to see how long a call takes, which is the
// first run if a run is one call, and then as the repetition says.
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

// single returns about how many seconds a call takes: of one, or of as many as
// take a time that a clock of coarse steps, such as the clock of Windows, shows.
func (r Repetition) single(call func() error) (seconds float64, err error) {
	shown := min(r.Run, time.Millisecond).Seconds()
	for calls := 1; ; calls *= 10 {
		if seconds, err = timed(calls, call); err != nil || seconds*float64(calls) >= shown {
			return seconds, err
		}
	}
}

// timed returns the seconds of one call, of several in a row.
func timed(calls int, call func() error) (float64, error) {
	started := time.Now()
	for range calls {
		if err := call(); err != nil {
			return 0, err
		}
	}
	return max(time.Since(started), 1).Seconds() / float64(calls), nil
}
