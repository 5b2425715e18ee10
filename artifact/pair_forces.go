package artifact

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat"

	"gmnc/builder/mechanics"
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
	module, factor, err := mechanics.PairForces(trained.Model)
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

// Help is whether forces between pairs make predictions better.
type Help int

// Forces make predictions better, or they do not, or the samples do not tell.
const (
	HelpUndecided Help = iota
	Helps
	HelpsNot
)

const (
	// standardErrors are how many of them a gain has to be, to be more than noise.
	standardErrors = 2
	// seen is the share of squared errors that samples have to be able to see as a gain, for a gain that
	// is not seen to be none.
	seen = 0.1
)

// helpOf tells by the squared errors of samples with forces and without. Forces help if the mean
// gain is above two of its standard errors. They do, too, if more samples gain than a fair
// coin would have it, by as much: a mean has little power where a few close encounters make it
// (the sign test). They do not if a mean gain of a tenth of the errors is ruled out.
func helpOf(with, without []float64) Help {
	count, wins := float64(len(with)), 0.
	gains := make([]float64, len(with))
	for i := range gains {
		if gains[i] = without[i] - with[i]; gains[i] > 0 {
			wins++
		}
	}
	mean, deviation := stat.MeanStdDev(gains, nil)
	deviation /= math.Sqrt(count)
	switch {
	case mean > standardErrors*deviation:
		return Helps
	case wins-count/2-0.5 > standardErrors*math.Sqrt(count)/2:
		return Helps
	case mean+standardErrors*deviation < seen*stat.Mean(without, nil):
		return HelpsNot
	}
	return HelpUndecided
}

// ForcesHelp tells whether the network of forces between pairs makes predictions of the samples
// better than no such force would, beyond what noise explains. Fewer than two samples, and a
// model without such a network, are errors.
func (m *Model) ForcesHelp(ctx context.Context, samples []system.Sample) (Help, error) {
	trained, err := m.Run()
	if err != nil {
		return HelpUndecided, err
	}
	if len(samples) < 2 {
		return HelpUndecided, fmt.Errorf("give two validation samples or more, which tell forces from noise: the data have %d; shorter pieces of recordings are more samples (gmnc prepare arrays --frames)", len(samples))
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
		return HelpUndecided, fmt.Errorf("the model has no weights %s of a network of forces between pairs, without which predictions could be compared", forceWeights)
	}
	with, err := errorsOf(ctx, trained, samples)
	if err != nil {
		return HelpUndecided, err
	}
	plain, err := errorsOf(ctx, &without, samples)
	if err != nil {
		return HelpUndecided, err
	}
	return helpOf(with, plain), nil
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
