package commandline

import (
	"context"
	"fmt"
	"time"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/internal/within"
	"gmnc/predict"
)

// timeout is the flag of commands that run a model, which may be a stranger's file. Each
// command sets its default.
type timeout struct {
	Timeout period `help:"Time limit for the model's work, such as 90s or 10m; 0 sets no limit." default:"${timeout}"`
}

// period is a duration on the command line.
type period time.Duration

// UnmarshalText parses a duration. A negative one, or another text, counts as wrong use.
func (p *period) UnmarshalText(text []byte) error {
	value, err := time.ParseDuration(string(text))
	if err != nil || value < 0 {
		return fmt.Errorf("%q is not a time: expected one such as 90s or 10m, or 0", text)
	}
	*p = period(value)
	return nil
}

// limit returns a context that ends after the timeout. The user waits no longer than that for
// whatever runs the model.
func (t timeout) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if t.Timeout == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, time.Duration(t.Timeout), tooLong(t.Timeout))
}

// tooLong is the error of a model that did not finish in time.
type tooLong time.Duration

func (d tooLong) Error() string {
	return fmt.Sprintf("the model has not finished after %s: wait longer with --timeout, or without a limit with --timeout 0", time.Duration(d))
}

// running is a model that is open in an engine.
type running struct {
	predict.Predictor
	engine string
	limits *artifact.Limits // count the predictions in which a limit acted
}

// openWatched calls Model.OpenWatched, within the time that ctx leaves. Predictions of the
// result end with ctx, too.
func openWatched(ctx context.Context, model *artifact.Model, data *datasets.Data, engine string) (running, error) {
	opened, err := within.Context(ctx, func() (r running, err error) {
		r.Predictor, r.limits, r.engine, err = model.OpenWatched(data, engine)
		return r, err
	})
	if err != nil {
		return running{}, err
	}
	opened.Predictor = predict.Until(ctx, opened.Predictor)
	return opened, nil
}
