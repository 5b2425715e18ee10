package train

import (
	"context"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/internal/median"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/system"
)

const (
	// cauchySamples are how many training samples the length of Cauchy's loss is measured
	// on at most.
	cauchySamples = 400
	// cauchyLeast is the least one, in usual distances of neighbours: rounding.
	cauchyLeast = 1e-6
)

// setCauchy has Cauchy's loss of a new run become a logarithm at the median error of its
// first weights: a half of the particles is predicted better.
func (t *training) setCauchy() error {
	if t.options.Loss != run.Cauchy || t.options.CauchyLength != 0 {
		return nil
	}
	length, err := t.medianError()
	if err != nil {
		return err
	}
	t.options.CauchyLength = max(length, cauchyLeast*datasets.Length(t.job.Data))
	options := t.options
	t.job.Config.Training = &options
	return nil
}

// medianError is the median distance from their targets of particles that move, by the
// first weights. Places that are no numbers do not count; if none are, it is an error.
func (t *training) medianError() (float64, error) {
	p, err := t.predictor(func(m *ir.Module) (runtime.Session, error) { return t.mode.Open(m, t.state.weights) })
	if err != nil {
		return 0, err
	}
	defer p.Close()
	samples := t.job.Data.Train[:min(cauchySamples, len(t.job.Data.Train))]
	position, _, err := predict.All(context.Background(), p, samples)
	if err != nil {
		return 0, err
	}
	var distances []float64
	for i := range samples {
		distances = append(distances, distancesTo(&samples[i], position[:len(samples[i].Position)])...)
		position = position[len(samples[i].Position):]
	}
	distances = slices.DeleteFunc(distances, func(d float64) bool { return math.IsNaN(d) || math.IsInf(d, 0) })
	if len(distances) == 0 {
		return 0, fields.Errorf("{loss} cauchy is measured by predictions of the first weights, and of %d training samples none is finite: give another {seed}, more {layers}, or {loss} huber", len(samples))
	}
	return median.Of(distances), nil
}

// distancesTo are the distances of the particles of a sample from their targets. Pinned
// ones are left out: they are always right.
func distancesTo(s *system.Sample, position []float32) (all []float64) {
	pinned := system.Pinned.Of(s)
	for i, distance := range predict.Distances(position, s.TargetPosition) {
		if pinned == nil || pinned[i] == 0 {
			all = append(all, distance)
		}
	}
	return all
}
