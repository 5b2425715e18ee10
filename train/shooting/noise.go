package shooting

import (
	"context"
	"math"
	"slices"

	"gmnc/system"
)

// States fits first states alone, to what a model without parameters to find predicts.
func (p Problem) States(ctx context.Context) (*Fit, error) {
	roll := p.Roll
	p.Parameters = []Parameter{{}} // of which nothing depends
	p.Roll = func(ctx context.Context, _ []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error) {
		return roll(ctx, nil, starts, steps)
	}
	p.Coarse, p.Progress = nil, nil
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

// Left is what a fit leaves of a channel beside the noise that the recordings have by themselves.
type Left struct {
	Turns bool // of a joint that turns, in rad; others are lengths
	// Fit is the root of the mean square that the fit leaves, as of noise, and Noise what smooth
	// motions leave; 0 where recordings are too short, or frames too far apart, to tell.
	Fit, Noise float64
}

// Left is what the fit leaves of places: of joints each, of particles in one.
func (found *Fit) Left() (all []Left) {
	f := found.of
	noise := f.recordedNoise()
	places := map[int]bool{} // whether they turn
	for i := range f.stretches {
		states := f.stretches[i].states
		for k := range states.coordinateCount() {
			number, turns := states.channel(k)
			places[number] = turns
		}
	}
	for number := range f.noise {
		if turns, known := places[number]; known {
			all = append(all, Left{turns, f.noise[number], noise[number]})
		}
	}
	return all
}

// mostDifferences is the highest order of differences that smooth motions are told from noise by.
const mostDifferences = 8

// recordedNoise is the noise of each channel as differences of frames have it: those of noise s have
// the mean square s^2 times the sum of squared binomials, and those of smooth motions vanish as
// their order grows. It is that of the highest order, and 0, not known, where the order before says
// otherwise: there differences are still of the motion.
func (f *fit) recordedNoise() []float64 {
	squares, counts := make([][mostDifferences]float64, len(f.noise)), make([][mostDifferences]float64, len(f.noise))
	for i := range f.stretches {
		s := &f.stretches[i]
		width := s.perFrame()
		now := slices.Clone(s.recorded)
		for order := range mostDifferences {
			if len(now) <= width {
				break
			}
			now = s.difference(now[width:], now[:len(now)-width])
			for row, value := range now {
				number := s.channel(row)
				squares[number][order] += float64(value * value)
				counts[number][order]++
			}
		}
	}
	noise := make([]float64, len(f.noise))
	for number := range noise {
		before, last, binomial := 0., 0., 1.
		for order := range mostDifferences {
			binomial *= float64(2*(2*order+1)) / float64(order+1) // (2p)! / p!^2 of p = order + 1
			if counts[number][order] > 0 {
				before, last = last, math.Sqrt(squares[number][order]/counts[number][order]/binomial)
			}
		}
		if counts[number][fewestDifferences-1] > 0 && before <= settledDifferences*last {
			noise[number] = max(last, f.rounding(number))
		}
	}
	return noise
}

// settledDifferences is how many times the noise by an order that by the order before may be.
const settledDifferences = 1.2

// fewestDifferences is the order that recordings are long enough for if they tell of their noise.
const fewestDifferences = 4
