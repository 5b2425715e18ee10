package artifact

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Limits counts predictions of a law of motion in which limits acted.
type Limits struct {
	Predictions int                   // how many there were
	Acted       map[builder.Limit]int // in how many of them
}

// String is a note, "" where no limit acted.
func (l *Limits) String() string {
	var parts []string
	if l == nil {
		return ""
	}
	for _, limit := range builder.Limits {
		if count := l.Acted[limit]; count > 0 {
			parts = append(parts, fmt.Sprintf("in %d of %d predictions, where %s", count, l.Predictions, limit.Doc()))
		}
	}
	if parts == nil {
		return ""
	}
	return "a limit acted " + strings.Join(parts, "; ")
}

// Watched is a predictor of the model, and the limits that act in its predictions, which
// are counted from the model's law at the same inputs. They are nil where the law has
// none, and of a file that was changed, whose law is not known.
func (m *Model) Watched(predictor predict.Predictor) (predict.Predictor, *Limits, error) {
	if m.Changed() || !builder.Describe(m.Config().Model.Model).Law {
		return predictor, nil, nil
	}
	trained, err := m.Run()
	if err != nil {
		return nil, nil, err
	}
	module, err := trained.Model.Acting()
	if err != nil || module == nil {
		return predictor, nil, err
	}
	weights, err := runtime.SelectParams(module, trained.Weights)
	if err != nil {
		return nil, nil, err
	}
	law, err := openModule(engines.ForModules(), module, weights)
	if err != nil {
		return nil, nil, err
	}
	limits := &Limits{Acted: map[builder.Limit]int{}}
	return &watched{predictor, law, limits}, limits, nil
}

// watched counts in which predictions limits act.
type watched struct {
	predict.Predictor
	law    predict.Predictor
	limits *Limits
}

func (w *watched) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	if position, velocity, err = w.Predictor.Predict(samples); err == nil {
		err = w.count(samples)
	}
	return position, velocity, err
}

func (w *watched) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs, err := w.Predictor.Outputs(samples)
	if err == nil {
		err = w.count(samples)
	}
	return outputs, err
}

// count adds predictions of samples.
func (w *watched) count(samples []system.Sample) error {
	outputs, err := w.law.Outputs(samples)
	if err != nil {
		return err
	}
	w.limits.Predictions += len(samples)
	for limit, where := range builder.ActingLimits(outputs) {
		for _, s := range samples {
			if slices.ContainsFunc(where[:s.Particles()], func(count float32) bool { return count > 0 }) {
				w.limits.Acted[limit]++
			}
			where = where[s.Particles():]
		}
	}
	return nil
}

// Close closes the predictor and what watches it.
func (w *watched) Close() error { return errors.Join(w.Predictor.Close(), w.law.Close()) }
