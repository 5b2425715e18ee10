package artifact

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gmnc/builder"
	"gmnc/builder/graph"
	"gmnc/datasets"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Limits counts the predictions of a law of motion in which limits acted.
type Limits struct {
	lock        sync.Mutex          // an abandoned prediction may still run
	predictions int                 // the number of predictions
	acted       map[graph.Limit]int // the number of predictions in which each limit acted
}

// String returns a note on the limits that acted, or "" if none did.
func (l *Limits) String() string {
	var parts []string
	if l == nil {
		return ""
	}
	l.lock.Lock()
	defer l.lock.Unlock()
	for _, limit := range graph.Limits {
		if count := l.acted[limit]; count > 0 {
			parts = append(parts, fmt.Sprintf("in %d of %d predictions, where %s", count, l.predictions, limit.Doc()))
		}
	}
	if parts == nil {
		return ""
	}
	return "a limit acted " + strings.Join(parts, "; ")
}

// OpenWatched is like OpenFor, and also counts the limits that act in predictions. The limits
// are nil if the model's law has none. They are also nil for a changed file, whose law is not
// known. The engine of modules computes them with predictions. For other engines, the law is a
// second module.
func (m *Model) OpenWatched(data *datasets.Data, name string) (predict.Predictor, *Limits, string, error) {
	engine, err := m.Engine(name)
	if err != nil {
		return nil, nil, name, err
	}
	sameEngine := engine.Name == engines.ForModules().Name
	law, err := m.law(sameEngine)
	if err != nil {
		return nil, nil, name, err
	}
	opened := *m
	if law != nil && sameEngine {
		opened.run = law
	}
	predictor, name, err := opened.OpenFor(data, name)
	if err != nil || law == nil {
		return predictor, nil, name, err
	}
	w := &watched{Predictor: predictor, limits: &Limits{acted: map[graph.Limit]int{}}}
	if !sameEngine {
		if w.law, err = OpenRun(engines.ForModules(), law); err != nil {
			return nil, nil, name, errors.Join(err, predictor.Close())
		}
	}
	return w, w.limits, name, nil
}

// law returns the model with the limits of its law as outputs, with predictions or alone. It
// returns nil if the law has none that are known.
func (m *Model) law(predictions bool) (*run.Run, error) {
	if m.Changed() || !m.Config().Model.Watched() {
		return nil, nil
	}
	trained, err := m.Run()
	if err != nil {
		return nil, err
	}
	return Watching(trained, predictions)
}

// Watching returns a run whose model has outputs that say where its limits act, with
// predictions or alone. It returns nil if the model has no such limits. See builder.Acting.
func Watching(trained *run.Run, predictions bool) (*run.Run, error) {
	module, err := builder.Acting(trained.Model, predictions)
	if err != nil || module == nil {
		return nil, err
	}
	law, model := *trained, *trained.Model
	model.Module, law.Model = module, &model
	law.Weights, err = runtime.SelectParams(module, trained.Weights)
	return &law, err
}

// watched counts the predictions in which limits act.
type watched struct {
	predict.Predictor
	law    predict.Predictor // nil if the predictor returns limits with predictions
	limits *Limits
}

func (w *watched) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	return predict.PositionsBy(w.Outputs, samples)
}

func (w *watched) Outputs(samples []system.Sample) (map[string][]float32, error) {
	outputs, err := w.Predictor.Outputs(samples)
	if err != nil {
		return nil, err
	}
	acting := outputs
	if w.law != nil {
		if acting, err = w.law.Outputs(samples); err != nil {
			return nil, err
		}
	}
	w.count(samples, graph.ActingLimits(acting))
	return outputs, nil
}

// count adds the predictions of samples.
func (w *watched) count(samples []system.Sample, acting map[graph.Limit][]float32) {
	w.limits.lock.Lock()
	defer w.limits.lock.Unlock()
	w.limits.predictions += len(samples)
	for limit, where := range acting {
		for _, s := range samples {
			if slices.ContainsFunc(where[:s.Particles()], func(count float32) bool { return count > 0 }) {
				w.limits.acted[limit]++
			}
			where = where[s.Particles():]
		}
	}
}

// Close closes the predictor and the one of its law.
func (w *watched) Close() error {
	err := w.Predictor.Close()
	if w.law != nil {
		err = errors.Join(err, w.law.Close())
	}
	return err
}
