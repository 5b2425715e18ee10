package train

import (
	"fmt"
	"math"
	"slices"

	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime"
)

// average adds the weights after the n-th step of the training to their moving average, if
// there is one, with the decay d:
//
//	a = a + (1 - d) / (1 - d^n) (w - a)
//
// This weights step i by d^(n-i), as Adam's moments do when they are corrected for their start.
// The first weights do not count.
func (t *training) average(n int) {
	decay := t.options.EMA
	if decay == 0 {
		return
	}
	share := (1 - decay) / (1 - math.Pow(decay, float64(n)))
	for name, weight := range t.trainer.Params() {
		mean := t.state.average[name].Float
		for i, w := range weight.Float {
			mean[i] = float32(float64(mean[i]) + float64(share*(float64(w)-float64(mean[i]))))
		}
	}
}

// checkAverage reports an error if a weight of the state has no average of its shape.
func (t *training) checkAverage() error {
	if t.options.EMA == 0 {
		return nil
	}
	for name, weight := range t.state.weights {
		if mean, ok := t.state.average[name]; !ok || !slices.Equal(mean.Shape, weight.Shape) {
			return t.damaged(fmt.Errorf("it has no average of the weight %s", name))
		}
	}
	return nil
}

func copied(weights map[string]runtime.Tensor) map[string]runtime.Tensor {
	copies := map[string]runtime.Tensor{}
	for name, weight := range weights {
		copies[name] = weight.Clone()
	}
	return copies
}

// chosen returns the weights that validation measures and the run keeps, and a predictor of
// them. They are the moving average, if there is one, or else the trainer's weights.
func (t *training) chosen() (map[string]runtime.Tensor, predict.Predictor, error) {
	if t.options.EMA == 0 {
		return t.trainer.Params(), unclosed{t.eval}, nil
	}
	weights := copied(t.state.average)
	p, err := t.predictor(func(m *ir.Module) (runtime.Session, error) { return t.mode.Open(m, weights) })
	return weights, p, err
}

// unclosed is a predictor that stays open when it is closed.
type unclosed struct{ predict.Predictor }

func (unclosed) Close() error { return nil }
