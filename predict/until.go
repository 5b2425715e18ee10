package predict

import (
	"context"
	"sync/atomic"

	"gmnc/internal/within"
	"gmnc/system"
)

// Until is a predictor for which nobody waits after the end of ctx, whose cause is then
// the error. An engine ends what it has begun, if the program goes on that long, so the
// predictor is not closed after that.
func Until(ctx context.Context, p Predictor) Predictor { return &until{Predictor: p, ctx: ctx} }

type until struct {
	Predictor
	ctx  context.Context
	left atomic.Bool // a prediction goes on
}

func (u *until) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	return PositionsBy(u.Outputs, samples)
}

func (u *until) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs, err := within.Context(u.ctx, func() (map[string][]float32, error) { return u.Predictor.Outputs(samples) })
	if u.ctx.Err() != nil {
		u.left.Store(true)
	}
	return outputs, err
}

func (u *until) Close() error {
	if u.left.Load() {
		return nil
	}
	return u.Predictor.Close()
}
