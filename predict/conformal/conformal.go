// Package conformal calibrates how far predictions may be off: radii within which the
// truth lies with a stated probability.
//
// A head, a linear function of features, is fitted by least squares to the logarithms of
// errors. A score is an error over the head's radius, and the quantile of all scores at the
// level is the factor that the radius gets (split conformal prediction: Papadopoulos et
// al., 2002; Lei et al., 2018). Every sample's score is by a head that was fitted without
// its fold.
package conformal

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/internal/median"
)

const (
	// folds is the number of parts into which samples are divided.
	folds = 5
	// softness is the share of the median that is added before a logarithm.
	softness = 0.01
	// ridge is the penalty of least squares per particle, for features of variance 1.
	ridge = 1e-4
	// fewestSamples is the smallest number of samples for a head and its quantile.
	fewestSamples = 20
)

// Errors holds the errors of predictions and the features on which they are calibrated, for all
// particles of all samples, one after another.
type Errors struct {
	Names    []string  // of the features: config.Config.RadiusFeatures
	Least    []float64 // config.Config.RadiusSoftness
	Squares  []float32 // of features: [particles*features]
	Position []float64 // distances from the truth: [particles]
	Velocity []float64 // the same of velocities; nil where they are not true
	Sizes    []int     // particles of each sample
}

// Calibrate finds the radius for a level, and how many of the samples it covers, each fold with
// the quantile of the others. time is the time of constant-velocity predictions. Too few
// samples and numbers that are not finite are errors.
func Calibrate(level, time float64, e Errors) (*config.Radius, Coverage, error) {
	needed := max(fewestSamples, int(math.Ceil(1/(1-level))))
	if len(e.Sizes) < needed {
		return nil, Coverage{}, fmt.Errorf("%d samples calibrate no radius of the level %g: %d or more do", len(e.Sizes), level, needed)
	}
	r := &config.Radius{Level: level, Time: time}
	x, err := features(r, e)
	if err != nil {
		return nil, Coverage{}, err
	}
	position, err := newHead(e, x, e.Position)
	if err != nil {
		return nil, Coverage{}, fmt.Errorf("positions: %w", err)
	}
	r.Position = position.calibrated(level)
	systems := position.systems()
	r.System = quantile(systems, level) / math.Exp(position.shift(level))
	coverage := Coverage{Level: level, Samples: len(e.Sizes), Particles: len(e.Position)}
	coverage.Position, coverage.System = position.covered(level)
	if e.Velocity != nil {
		velocity, err := newHead(e, x, e.Velocity)
		if err != nil {
			return nil, Coverage{}, fmt.Errorf("velocities: %w", err)
		}
		r.Velocity = velocity.calibrated(level)
		share, _ := velocity.covered(level)
		coverage.Velocity = &share
	}
	return r, coverage, nil
}

// features returns x of config.Radius, [particles][features]. It sets the ranges of the radius
// so that they contain all features.
func features(r *config.Radius, e Errors) (x [][]float64, err error) {
	squares, count := e.Squares, len(e.Names)
	x = make([][]float64, len(squares)/count)
	for i := range x {
		x[i] = make([]float64, count)
	}
	for k, name := range e.Names {
		column := make([]float64, len(x))
		for i := range column {
			column[i] = float64(squares[i*count+k])
			if !(column[i] <= math.MaxFloat32) {
				return nil, fmt.Errorf("particle %d of all samples: the square of its %s is %g", i, name, column[i])
			}
		}
		f := config.RadiusFeature{Name: name, Low: math.Inf(1), High: math.Inf(-1)}
		f.Soft = cmp.Or(softness*median.Of(column), softness*slices.Max(column), 1)
		f.Soft = max(f.Soft, e.Least[k])
		for i, square := range column {
			x[i][k] = math.Log(square+f.Soft) / 2
			f.Low, f.High = min(f.Low, x[i][k]), max(f.High, x[i][k])
		}
		r.Features = append(r.Features, f)
	}
	return x, nil
}

// head is a linear function of features that was fitted to errors. The logarithms of radii are
// by similar heads, each fitted without one of the folds.
type head struct {
	config.RadiusHead
	errors, logs []float64 // [particles]; logs of radii by heads of other folds
	sizes        []int
	fold         []int // of each sample
	ofParticle   []int // the fold of each particle
}

func newHead(e Errors, x [][]float64, errors []float64) (*head, error) {
	h := &head{errors: errors, sizes: e.Sizes, logs: make([]float64, len(errors))}
	if slices.ContainsFunc(errors, func(e float64) bool { return !(e <= math.MaxFloat32) }) {
		return nil, fmt.Errorf("some predictions are not finite: a radius of them would be none")
	}
	h.fold, h.ofParticle = foldsOf(e.Sizes)
	soft := cmp.Or(softness*median.Of(errors), softness*slices.Max(errors), math.SmallestNonzeroFloat32)
	targets := make([]float64, len(errors))
	for i, e := range errors {
		targets[i] = math.Log(e + soft)
	}
	for without := -1; without < folds; without++ {
		fitted, err := leastSquares(x, targets, func(i int) bool { return h.ofParticle[i] != without })
		if err != nil {
			return nil, fmt.Errorf("no linear function of %s fits the errors (%w): calibrate on more samples", strings.Join(e.Names, ", "), err)
		}
		if without < 0 {
			h.RadiusHead = fitted
			continue
		}
		for i := range x {
			if h.ofParticle[i] == without {
				h.logs[i] = fitted.Offset + dot(fitted.Weights, x[i])
			}
		}
	}
	return h, nil
}

// foldsOf returns the fold of each sample and of each particle, given the numbers of particles
// of the samples.
func foldsOf(sizes []int) (fold, ofParticle []int) {
	for i, size := range sizes {
		fold = append(fold, i*folds/len(sizes))
		ofParticle = append(ofParticle, slices.Repeat([]int{fold[i]}, size)...)
	}
	return fold, ofParticle
}

// scores returns the logarithms of the ratios of errors to radii, [particles].
func (h *head) scores() []float64 {
	scores := make([]float64, len(h.errors))
	for i, e := range h.errors {
		scores[i] = math.Log(e) - h.logs[i]
	}
	return scores
}

// shift returns the logarithm of the factor that multiplies radii.
func (h *head) shift(level float64) float64 {
	return max(quantile(h.scores(), level), -mostShift)
}

// mostShift bounds the logarithms of factors if most errors are 0.
const mostShift = 30

// calibrated returns the head whose radii cover the level.
func (h *head) calibrated(level float64) *config.RadiusHead {
	return &config.RadiusHead{Weights: h.Weights, Offset: h.Offset + h.shift(level)}
}

// systems returns the root mean square errors over the root mean square radii, [samples].
func (h *head) systems() []float64 {
	radii := make([]float64, len(h.logs))
	for i, log := range h.logs {
		radii[i] = math.Exp(log)
	}
	scores := rootMeanSquares(h.errors, h.sizes)
	for i, radius := range rootMeanSquares(radii, h.sizes) {
		scores[i] /= radius
	}
	return scores
}

// covered returns the shares of particles and of systems that are covered by radii that were
// calibrated on the other folds.
func (h *head) covered(level float64) (particles, systems float64) {
	return coveredOf(h.scores(), h.ofParticle, level), coveredOf(h.systems(), h.fold, level)
}

func coveredOf(scores []float64, fold []int, level float64) float64 {
	covered := 0
	for one := range folds {
		var own, others []float64
		for i, score := range scores {
			if fold[i] == one {
				own = append(own, score)
			} else {
				others = append(others, score)
			}
		}
		most := quantile(others, level)
		for _, score := range own {
			if score <= most {
				covered++
			}
		}
	}
	return float64(covered) / float64(len(scores))
}

// quantile returns a value that another number of the same distribution does not exceed with
// the probability level.
func quantile(values []float64, level float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := int(math.Ceil(level * float64(len(sorted)+1)))
	return sorted[min(at, len(sorted))-1]
}
