package shooting

import (
	"context"
	"slices"

	"gmnc/system"
	"gmnc/train/shooting/noise"
	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// States fits only the first states, for a model without parameters to find.
func (p Problem) States(ctx context.Context) (*Fit, error) {
	roll := p.Roll
	p.Parameters = []Parameter{{}} // on which nothing depends
	p.Roll = func(ctx context.Context, _ []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		return roll(ctx, nil, starts, steps)
	}
	p.Coarse, p.Progress, p.ofRates = nil, nil, stretches.DerivedRates(p.Samples)
	f := p.begin(mostSteps, mostScored, true)
	f.fixed[0] = true
	for range rounds {
		if err := f.minimize(ctx, exactPasses, lastMove); err != nil {
			return f.result(), err
		}
		if f.estimate() {
			break
		}
	}
	return f.result(), nil
}

// Left is what a fit leaves of a channel, compared with the noise that the recordings have by
// themselves.
type Left struct {
	Channel int // its number

	Turns bool // whether it is the angle of a joint, in rad; others are lengths
	Rate  bool // whether it is a rate or a velocity
	// Fit is the root mean square that the fit leaves, as an estimate of noise. Noise is the
	// root mean square that smooth motions leave. It is 0 for rates, and if recordings are too
	// short or frames too far apart for an estimate.
	Fit, Noise float64
	// Most is an upper bound of the noise, from differences of the recordings, which have
	// motions and noise together. It is infinite if recordings have no differences.
	Most float64
	// Steps is the root mean square by which finer time steps change the residual, after first
	// states and parameters have adjusted to them. It is 0 if it is not known.
	Steps float64
	// Rounding is the rounding error of float32 in the largest number of the channel.
	Rounding float64
	// Exact reports whether the fit leaves no more than rounding, in all channels.
	Exact bool
}

const (
	// Fitting is the largest ratio of the residuals of recordings to their noise if the law
	// fits.
	Fitting = 1.25
	// bySteps is the least share of the residual by which finer time steps change it, above which
	// the steps may be the reason for it. Of a method of first order, half the
	// step removes half of its error, and the constants take up some of it.
	bySteps = 0.25
)

// exactly is the largest ratio of a fit's residuals to the rounding of coordinates for which
// they count as rounding alone. Predictions are off by a few roundings.
const exactly = 10

// Times returns the ratio of a channel's residual to its noise, or a lower bound of it, or 0 if
// that is not known.
func (l Left) Times() float64 {
	switch {
	case l.Noise > 0:
		return l.Fit / l.Noise
	case l.Exact:
		return 1
	case l.Fit > l.Most*Fitting:
		return l.Fit / l.Most
	}
	return 0
}

// Coarse reports whether time steps may be the reason for residuals above the noise.
func (l Left) Coarse() bool { return l.Times() > Fitting && l.Steps >= bySteps*l.Fit }

// Misses reports whether residuals exceed the noise of the recordings, and time steps do not explain
// it.
func (l Left) Misses() bool { return l.Times() > Fitting && !l.Coarse() }

// Left returns what the fit leaves of each channel that has more numbers than first states and
// parameters take up.
func (found *Fit) Left() (all []Left) {
	f := found.of
	recorded, most := noise.Recorded(f.stretches, f.Time)
	for _, c := range noise.Channels(f.stretches) {
		if f.freedom[c.Number] < 1 {
			continue
		}
		left := Left{Channel: c.Number, Turns: c.Turns, Rate: c.Rate, Fit: f.noise[c.Number], Most: most[c.Number], Rounding: noise.Least(f.stretches, c.Number)}
		left.Exact = left.Fit <= exactly*left.Rounding
		if !c.Rate {
			left.Noise = recorded[c.Number]
		}
		if f.steps != nil {
			left.Steps = f.steps[c.Number]
		}
		all = append(all, left)
	}
	if slices.ContainsFunc(all, func(left Left) bool { return !left.Exact }) {
		for k := range all {
			all[k].Exact = false // with first states, one channel can take up the residuals of another
		}
	}
	return all
}

// NoiseOfPositions returns the noise of the coordinates of particles in recordings, or 0 if the
// recordings do not tell it, or if there are none.
func NoiseOfPositions(samples []system.Sample) float64 {
	all := stretches.Cut(samples, mostSteps, mostScored)
	for i := range all {
		all[i].States = states.OfParticles(&all[i].Start)
		all[i].Recorded = all[i].Measured()
	}
	recorded, _ := noise.Recorded(all, 1) // without rates, the time does not matter
	if len(recorded) == 0 {
		return 0
	}
	return recorded[0]
}
