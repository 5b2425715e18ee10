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
	// cauchySamples is the largest number of training samples on which the length of Cauchy's
	// loss is measured.
	cauchySamples = 400
	// cauchyLeast is the least length, in typical distances between neighbors. Below it there
	// is only rounding.
	cauchyLeast = 1e-6
)

// setCauchy sets the length of Cauchy's loss in a new run to the median error of its first
// weights. Beyond it the loss is a logarithm, so half of the particles start below it.
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

// medianError returns the median distance of moving particles from their targets, as the first
// weights predict them. Positions that are not finite do not count. If no position is finite,
// it returns an error.
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

// distancesTo returns the distances of a sample's particles from their targets. Pinned
// particles are left out, because they are always right.
func distancesTo(s *system.Sample, position []float32) (all []float64) {
	pinned := system.Pinned.Of(s)
	for i, distance := range predict.Distances(position, s.TargetPosition) {
		if pinned == nil || pinned[i] == 0 {
			all = append(all, distance)
		}
	}
	return all
}
