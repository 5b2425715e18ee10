package artifact

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
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
	// mostPredictions are how many predictions of recordings tell at most.
	mostPredictions = 20_000
)

// helpOf tells by the squared errors of recordings with forces and without. Forces help if the signed ranks of the gains
// are above 0 by more than two standard errors. A mean has little power where a few close encounters make it,
// and a count of gains none where most systems hardly feel a force. They do not help if a mean gain of a tenth of the
// errors is ruled out.
func helpOf(with, without []float64) Help {
	gains := make([]float64, len(with))
	for i := range gains {
		gains[i] = without[i] - with[i]
	}
	mean, deviation := stat.MeanStdDev(gains, nil)
	deviation /= math.Sqrt(float64(len(gains)))
	switch {
	case signedRanks(gains) > standardErrors:
		return Helps
	case mean+standardErrors*deviation < seen*stat.Mean(without, nil):
		return HelpsNot
	}
	return HelpUndecided
}

// signedRanks is how many standard errors the sum of the ranks of positive values is above what it is of values that are
// as often negative (Wilcoxon 1945). Values of the same size share their ranks, and 0 counts half.
func signedRanks(values []float64) float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	size := func(i int) float64 { return math.Abs(values[i]) }
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(size(a), size(b)) })
	var sum, squares float64
	for first := 0; first < len(order); {
		last := first
		for last+1 < len(order) && size(order[last+1]) == size(order[first]) {
			last++
		}
		rank := float64(first+last)/2 + 1
		for _, i := range order[first : last+1] {
			if squares += float64(rank * rank); values[i] != 0 {
				sum += math.Copysign(rank, values[i])
			}
		}
		first = last + 1
	}
	return sum / math.Sqrt(max(squares, 1))
}

// ForcesHelp tells whether the network of forces between pairs makes predictions of the samples
// better than no such force would, beyond what noise explains. Of recordings, each frame is predicted from the one
// before, and a recording counts once. Fewer than two samples, and a model without such a network, are errors.
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

// predictions are what samples tell by: themselves, or each step of their recordings, of many some. Of says of which
// sample each is.
func predictions(samples []system.Sample) (all []system.Sample, of []int) {
	frames := 0
	for i := range samples {
		if t := samples[i].Trajectory; t != nil {
			frames += t.Frames()
		}
	}
	stride := 1 + frames/mostPredictions
	for i, sample := range samples {
		if sample.Trajectory == nil || sample.Trajectory.Velocities == nil {
			all, of = append(all, sample), append(of, i)
			continue
		}
		for one := range sample.Stretches(0, stride, 1) {
			all, of = append(all, one), append(of, i)
		}
	}
	return all, of
}

// errorsOf are a run's mean squared errors of positions, of each sample.
func errorsOf(ctx context.Context, trained *run.Run, samples []system.Sample) ([]float64, error) {
	p, err := OpenRun(engines.ForModules(), trained)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	all, of := predictions(samples)
	position, _, err := predict.All(ctx, p, all)
	if err != nil {
		return nil, err
	}
	each, err := predict.PositionErrors(all, position)
	if err != nil {
		return nil, err
	}
	means, counts := make([]float64, len(samples)), make([]float64, len(samples))
	for k, i := range of {
		means[i], counts[i] = means[i]+each[k], counts[i]+1
	}
	floats.Div(means, counts)
	return means, nil
}
