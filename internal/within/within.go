// Package within stops waiting for work that cannot be interrupted.
package within

import "context"

// Context returns the result of work, or the cause of ctx's end if that comes first or at the
// same time as the result. Work that has not ended by then goes on until the program ends, and
// its result is lost.
func Context[T any](ctx context.Context, work func() (T, error)) (T, error) {
	var none T
	if ctx.Err() != nil {
		return none, context.Cause(ctx)
	}
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		value, err := work()
		done <- outcome{value, err}
	}()
	select {
	case o := <-done:
		if ctx.Err() != nil {
			return none, context.Cause(ctx)
		}
		return o.value, o.err
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
}
