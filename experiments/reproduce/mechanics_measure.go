package reproduce

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/system"
)

// rounding is the relative rounding of float32, in which predictions and truth are. A relative
// difference counts as at least that.
const rounding = 1. / (1 << 24)

// overRollout returns the error of a rollout of samples with trajectories.
func overRollout(ctx context.Context, m protocol.Rollout, predictor predict.Predictor, samples []system.Sample, perFrame []string) (float64, error) {
	rolled := predict.Rollout{Predictor: predictor, Samples: samples, Steps: m.Frames, PerFrame: perFrame}
	var logs, squares float64
	for frame, err := range rolled.Frames(ctx) {
		if err != nil {
			return 0, err
		}
		if frame.Step == 0 {
			continue
		}
		squares = 0
		for i, at := 0, 0; i < len(samples); i++ {
			s, end := &samples[i], at+len(samples[i].Position)
			x, v := frame.Position[at:end], frame.Velocity[at:end]
			logs += math.Log(max(rounding, relativeTo(s, frame.Step, x, v)))
			squares += markerDistances(m, s, predict.TruePosition(s, frame.Step), x)
			at = end
		}
	}
	if m.Coordinates {
		squares /= 3
	}
	if m.Last {
		return math.Sqrt(squares / float64(len(samples))), nil
	}
	return math.Exp(logs / float64(len(samples)*m.Frames)), nil
}

// relativeTo returns |z - z'| / |z + z'| for the free particles of a system after a step.
func relativeTo(s *system.Sample, step int, x, v []float32) float64 {
	pinned := system.Pinned.Of(s)
	var difference, sum float64
	for _, pair := range [][2][]float32{{predict.TruePosition(s, step), x}, {predict.TrueVelocity(s, step), v}} {
		for k, truth := range pair[0] {
			if pinned == nil || pinned[k/3] == 0 {
				minus, plus := float64(truth)-float64(pair[1][k]), float64(truth)+float64(pair[1][k])
				difference, sum = difference+float64(minus*minus), sum+float64(plus*plus)
			}
		}
	}
	return math.Sqrt(difference / sum)
}

// markerDistances returns the mean squared distance of a system's particles, or of its markers,
// from the truth.
func markerDistances(m protocol.Rollout, s *system.Sample, truth, x []float32) float64 {
	if !m.Markers {
		return distances(truth, x) / float64(s.Particles())
	}
	var sum, count float64
	for i, mass := range system.Mass.Of(s) {
		if mass == 0 {
			sum, count = sum+distances(truth[3*i:3*i+3], x[3*i:3*i+3]), count+1
		}
	}
	return sum / count
}

// distances returns the sum of the squared distances of particles.
func distances(truth, x []float32) (sum float64) {
	for k := range truth {
		d := float64(truth[k]) - float64(x[k])
		sum += float64(d * d)
	}
	return sum
}

// constantsOff returns the largest relative error of the constants that a run has found,
// compared with those in the data's file. It returns 0 if the file has no constants.
func constantsOff(ctx context.Context, d corpus.DataSet, found []run.FoundConstant) (float64, error) {
	if len(found) == 0 || !d.HasConstants() {
		return 0, nil
	}
	d.Hidden = ""
	told, err := corpus.PrepareMechanics(ctx, d)
	if err != nil {
		return 0, err
	}
	return farthest(found, truthOf(told)), nil
}

// farthest returns the largest relative error of constants. Gravity has one error for all axes.
// If no known force sets the scale of masses, farthest compares their ratios to the one that is
// fixed. Constants that are fixed or not in truth do not count.
func farthest(found []run.FoundConstant, truth map[string]map[string]float64) (most float64) {
	scale := 1.
	for _, c := range found {
		if c.Name == config.LearnedMass && strings.HasPrefix(c.Fixed, "no known force") {
			scale = truth[c.Name][c.Of] / c.Value
		}
	}
	var off, size float64 // the error and the size of gravity
	for _, c := range found {
		wanted, known := truth[c.Name][c.Of]
		switch {
		case !known || c.Fixed != "":
		case c.Name == config.LearnedGravity:
			off, size = math.Hypot(off, c.Value-wanted), math.Hypot(size, wanted)
		case c.Name == config.LearnedMass:
			most = max(most, math.Abs(c.Value*scale/wanted-1))
		default:
			most = max(most, math.Abs(c.Value/wanted-1))
		}
	}
	if size > 0 {
		most = max(most, off/size)
	}
	return most
}

// truthOf returns the masses, gravity and dampings in data, by the names of constants and of
// what has them.
func truthOf(data *datasets.Data) map[string]map[string]float64 {
	truth := map[string]map[string]float64{}
	set := func(name, of string, value float32) {
		if truth[name] == nil {
			truth[name] = map[string]float64{}
		}
		truth[name][of] += float64(value)
	}
	first := data.First()
	mass, damping := system.Mass.Of(&first), system.TurnDamping.Of(&first)
	for i := range mass {
		set(config.LearnedMass, fmt.Sprintf("particle %d", i), mass[i])
	}
	for axis, g := range system.Gravity.Of(&first) {
		set(config.LearnedGravity, [...]string{"x", "y", "z"}[axis], g)
	}
	if !first.Jointed() {
		return truth
	}
	for number, members := range first.Objects.Of(system.Body) {
		of := fmt.Sprint(number)
		for _, i := range members {
			set(config.LearnedMass, of, mass[i])
		}
		if damping != nil {
			set(config.LearnedDamping, of, damping[members[0]])
		}
	}
	return truth
}
