package predict

import (
	"context"
	"sync/atomic"

	"gmnc/internal/within"
	"gmnc/system"
)

// Until returns a predictor that returns as soon as ctx ends, with its cause as the error. The
// engine goes on with what it has begun, so the predictor is then not closed.
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
