package bench

import (
	"context"
	"slices"
	"time"

	"gmnc/internal/median"
)

// contender is one of those that are timed in turn.
type contender struct {
	// turn calls once and then calls times: the seconds of the clock and of
	// processors for the latter.
	turn               func(calls int) (seconds, processor float64, err error)
	other              bool // whether it is another program, whose end is its own
	calls              int
	seconds, processor []float64 // of a call, in each turn, by clock and by processors
	ended              error     // why another program takes no more turns
}

// takeTurns times all contenders, one after the other and again, for the time
// Total each in all, and in Least rounds or more: so they share what happens to
// the machine. Without one that ends the others go on.
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

// each does something for each contender, and returns those that did not end.
func each(ctx context.Context, contenders []*contender, do func(*contender) error) (left []*contender, err error) {
	for _, c := range contenders {
		err := do(c)
		switch {
		case ctx.Err() != nil: // which ends other programs, too
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

// spread is the time of a call, and the median of what processors worked for it.
func (c *contender) spread() (spread Spread, processor float64) {
	spread = spreadOf(c.seconds, c.calls)
	processor = median.Of(c.processor)
	spread.Busy = sum(c.processor) / sum(c.seconds)
	return spread, processor
}

// spreadOf is the spread of the seconds of a call in several runs.
func spreadOf(seconds []float64, calls int) Spread {
	return Spread{Median: median.Of(seconds), Min: slices.Min(seconds), Max: slices.Max(seconds), Runs: len(seconds), Calls: calls}
}

func sum(values []float64) (sum float64) {
	for _, value := range values {
		sum += value
	}
	return sum
}
