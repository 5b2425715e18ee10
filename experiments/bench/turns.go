package bench

import (
	"context"
	"slices"
	"time"

	"gmnc/internal/median"
)

// contender is one of several that are timed in turn.
type contender struct {
	// turn makes one call and then that many calls. It returns the clock time and the processor
	// time of the latter, in seconds.
	turn               func(calls int) (seconds, processor float64, err error)
	other              bool // whether it is another program, whose end does not stop the others
	calls              int
	seconds, processor []float64 // clock time and processor time of a call, in each turn
	ended              error     // why another program takes no more turns
}

// takeTurns times all contenders in rounds, one after the other. There are at least Least
// rounds, for the time Total per contender, so that disturbances of the machine affect all
// alike. If another program ends, the others go on.
func (r Repetition) takeTurns(ctx context.Context, contenders []*contender) error {
	contenders, err := each(ctx, contenders, func(c *contender) error {
		single, _, err := c.turn(1)
		c.calls = max(1, int(r.Run.Seconds()/single))
		return err
	})
	started := time.Now()
	for rounds := 0; err == nil && (rounds < r.Least || time.Since(started) < r.Total*time.Duration(len(contenders))); rounds++ {
		contenders, err = each(ctx, contenders, func(c *contender) error {
			time.Sleep(r.Rest)
			seconds, processor, err := c.turn(c.calls)
			c.seconds, c.processor = append(c.seconds, seconds/float64(c.calls)), append(c.processor, processor/float64(c.calls))
			return err
		})
	}
	return err
}

// each calls a function for each contender, and returns those that did not end.
func each(ctx context.Context, contenders []*contender, do func(*contender) error) (left []*contender, err error) {
	for _, c := range contenders {
		err := do(c)
		switch {
		case ctx.Err() != nil: // this ends other programs, too
			return nil, ctx.Err()
		case err == nil:
			left = append(left, c)
		case c.other:
			c.ended = err
		default:
			return nil, err
		}
	}
	return left, nil
}

// spread returns the time of a call, and the median processor time of a call.
func (c *contender) spread() (spread Spread, processor float64) {
	spread = spreadOf(c.seconds, c.calls)
	processor = median.Of(c.processor)
	spread.Busy = sum(c.processor) / sum(c.seconds)
	return spread, processor
}

// spreadOf returns the spread of the seconds of a call in several runs.
func spreadOf(seconds []float64, calls int) Spread {
	return Spread{Median: median.Of(seconds), Min: slices.Min(seconds), Max: slices.Max(seconds), Runs: len(seconds), Calls: calls}
}

func sum(values []float64) (sum float64) {
	for _, value := range values {
		sum += value
	}
	return sum
}
