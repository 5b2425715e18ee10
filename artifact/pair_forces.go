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

// PairForces returns the forces that the interaction of a GMN-ODE exerts on the particles of
// the samples at their input: [n*3] for all samples, one after the other. The forces are in the
// data's units of length and time. If the model has no masses, a particle's mass is 1.
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

// forceWeights is the suffix of the names of the weights without which a network has no force.
const forceWeights = "coordinate/linear2/weight"

// Help says whether forces between pairs improve predictions.
type Help int

// Forces improve predictions, or they do not, or the samples do not determine it.
const (
	HelpUndecided Help = iota
	Helps
	HelpsNot
)

const (
	// standardErrors is the number of standard errors that a gain must exceed to be more than
	// noise.
	standardErrors = 2
	// seen is a share of the squared errors. If a gain of this size is ruled out, forces do not
	// help.
	seen = 0.1
	// mostPredictions is roughly the maximal number of predictions of recordings that are
	// compared.
	mostPredictions = 20_000
)

// helpOf compares the squared errors of recordings with forces and without. Forces help if the
// sum of the signed ranks of the gains exceeds 0 by more than two standard errors. A mean has
// little power if a few close encounters dominate it. A count of gains has none if most systems
// hardly feel a force. Forces do not help if a mean gain of a tenth of the errors is ruled out.
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

// signedRanks returns the sum of the signed ranks of values in standard errors (Wilcoxon 1945).
// It is near 0 for values that are as often negative as positive. Values of the same size share
// their ranks, and the rank of 0 has no sign.
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

// ForcesHelp says whether the network of forces between pairs improves the predictions of the
// samples compared with no such force, beyond noise. In a recording, each frame is predicted
// from the previous one, and the recording counts once. It is an error if there are fewer than
// two samples, or if the model has no such network.
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

// predictions returns the samples to predict: the samples themselves, or the steps of their
// recordings, of which it takes only some if there are many. The slice of holds the index of
// the sample to which each belongs.
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

// errorsOf returns a run's mean squared error of positions for each sample.
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
