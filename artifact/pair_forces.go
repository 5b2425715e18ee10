package artifact

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// PairForces are the forces that the interaction of a GMN-ODE puts on the particles of
// the samples at their input: [n*3] of all samples, one after the other. They have the
// data's units of length and time; where the model has no masses, a particle's is 1.
func (m *Model) PairForces(samples []system.Sample) ([]float64, error) {
	trained, err := m.Run()
	if err != nil {
		return nil, err
	}
	module, factor, err := trained.Model.PairForces()
	if err != nil {
		return nil, err
	}
	weights, err := runtime.SelectParams(module, trained.Weights)
	if err != nil {
		return nil, err
	}
	p, err := openModule(engines.ForModules(), module, weights)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	outputs, err := p.Outputs(samples)
	if err != nil {
		return nil, err
	}
	forces := make([]float64, len(outputs["force"]))
	for i, force := range outputs["force"] {
		forces[i] = factor * float64(force)
	}
	return forces, nil
}

// forceWeights end the names of the weights without which a network has no force.
const forceWeights = "coordinate/linear2/weight"

// standardErrors are how many of them a gain has to be, to be more than noise.
const standardErrors = 2

// ForcesHelp reports whether the network of forces between pairs makes predictions of the
// samples better than no such force would, beyond what noise explains: the mean gain of
// squared errors is then above two of its standard errors. Fewer than two samples, and a
// model without such a network, are errors.
func (m *Model) ForcesHelp(ctx context.Context, samples []system.Sample) (bool, error) {
	trained, err := m.Run()
	if err != nil {
		return false, err
	}
	if len(samples) < 2 {
		return false, fmt.Errorf("give two validation samples or more, which tell forces from noise: the data have %d; shorter pieces of recordings are more samples (gmnc prepare arrays --frames)", len(samples))
	}
	without, silenced := *trained, false
	without.Weights = map[string]runtime.Tensor{}
	for name, weight := range trained.Weights {
		if strings.HasSuffix(name, forceWeights) {
			weight, silenced = runtime.Floats(make([]float32, len(weight.Float)), weight.Shape...), true
		}
		without.Weights[name] = weight
	}
	if !silenced {
		return false, fmt.Errorf("the model has no weights %s of a network of forces between pairs, without which predictions could be compared", forceWeights)
	}
	with, err := errorsOf(ctx, trained, samples)
	if err != nil {
		return false, err
	}
	gains, err := errorsOf(ctx, &without, samples)
	if err != nil {
		return false, err
	}
	for i := range gains {
		gains[i] -= with[i]
	}
	mean, deviation := stat.MeanStdDev(gains, nil)
	return mean > standardErrors*deviation/math.Sqrt(float64(len(gains))), nil
}

// errorsOf are a run's squared errors of positions.
func errorsOf(ctx context.Context, trained *run.Run, samples []system.Sample) ([]float64, error) {
	p, err := OpenRun(engines.ForModules(), trained)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	position, _, err := predict.All(ctx, p, samples)
	if err != nil {
		return nil, err
	}
	return predict.PositionErrors(samples, position)
}
