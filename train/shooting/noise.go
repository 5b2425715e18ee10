package shooting

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

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
	Rate  bool // of velocities
	// Fit is the root of the mean square that the fit leaves, as of noise, and Noise what smooth
	// motions leave; 0 where recordings are too short, or frames too far apart, to tell, and of rates.
	Fit, Noise float64
	// Most is what the noise is at most: what differences of the recordings have, of motions and noise together.
	// It is infinite where recordings have no differences.
	Most float64
	// Exact says that the fit leaves no more than float32 rounds, of all channels.
	Exact bool
}

// exactly is how many times the rounding of coordinates what a fit leaves is at most, to be rounding alone:
// predictions are some roundings off.
const exactly = 10

// Left is what the fit leaves of each channel that has more numbers than first states and parameters take up.
func (found *Fit) Left() (all []Left) {
	f := found.of
	noise, most := f.recordedNoise()
	for _, c := range f.channels() {
		if f.freedom[c.number] < 1 {
			continue
		}
		left := Left{c.turns, c.rate, f.noise[c.number], 0, most[c.number], f.noise[c.number] <= exactly*f.rounding(c.number)}
		if !c.rate {
			left.Noise = noise[c.number]
		}
		all = append(all, left)
	}
	if slices.ContainsFunc(all, func(left Left) bool { return !left.Exact }) {
		for k := range all {
			all[k].Exact = false // with first states, one channel can take up what is left of another
		}
	}
	return all
}

// channel is one kind of measured numbers, with a noise of its own.
type channel struct {
	number      int
	turns, rate bool
}

// channels are all of them, in the order of their numbers.
func (f *fit) channels() (all []channel) {
	for i := range f.stretches {
		s := &f.stretches[i]
		for k := range s.perFrame() {
			place := k % s.states.coordinateCount()
			number, _ := s.states.channel(k)
			_, turns := s.states.channel(place)
			if number == len(all) {
				all = append(all, channel{number, turns, k != place})
			}
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
//
// Most is what the noise of each channel is at most. Differences of motions and of noise do not depend on each
// other, so that no difference, of places alone or of places and rates, is smaller than that of the noise. Rates alone
// tell nothing: those that a filter made smooth are not those of the places.
func (f *fit) recordedNoise() (noise, most []float64) {
	noise, most = make([]float64, len(f.noise)), f.differencesWithRates()
	squares := f.differences(func(s *stretch) (all []rows) {
		width := s.perFrame()
		now := slices.Clone(s.recorded)
		for range mostDifferences {
			if len(now) <= width {
				break
			}
			now = s.difference(now[width:], now[:len(now)-width])
			all = append(all, now)
		}
		return all
	})
	for _, c := range f.channels() {
		number, before, last, binomial := c.number, 0., 0., 1.
		for order, mean := range squares[number] {
			binomial *= float64(2*(2*order+1)) / float64(order+1) // (2p)! / p!^2 of p = order + 1
			before, last = last, math.Sqrt(mean/binomial)
			if !c.rate {
				most[number] = min(most[number], last)
			}
		}
		if len(squares[number]) >= fewestDifferences && before <= settledDifferences*last {
			noise[number] = max(last, f.rounding(number))
		}
		most[number] = max(most[number], f.rounding(number))
	}
	return noise, most
}

// differences are the mean squares of each channel, of what a stretch has in each of some orders: rows as of frames.
func (f *fit) differences(of func(s *stretch) []rows) [][]float64 {
	squares, counts := make([][]float64, len(f.noise)), make([][]float64, len(f.noise))
	for i := range f.stretches {
		s := &f.stretches[i]
		for order, values := range of(s) {
			for row, value := range values {
				number := s.channel(row)
				for len(squares[number]) <= order {
					squares[number], counts[number] = append(squares[number], 0), append(counts[number], 0)
				}
				squares[number][order] += float64(value * value)
				counts[number][order]++
			}
		}
	}
	for number := range squares {
		floats.Div(squares[number], counts[number])
	}
	return squares
}

// mostTogether is how many frames a difference of places and rates has at most.
const mostTogether = 4

// differencesWithRates are what the noise of each channel is at most, by divided differences in which each frame
// is twice, once by its rate. Of k frames, they vanish for motions that are polynomials of the time of a degree
// below 2 k - 1. It is infinite where rates are not known.
func (f *fit) differencesWithRates() []float64 {
	most := slices.Repeat([]float64{math.Inf(1)}, len(f.noise))
	squares := f.differences(func(s *stretch) (all []rows) {
		if s.derived {
			return nil
		}
		for frames := 2; frames <= min(mostTogether, s.frames()); frames++ {
			all = append(all, s.together(frames, f.Time))
		}
		return all
	})
	for number := range most {
		for _, mean := range squares[number] {
			most[number] = min(most[number], math.Sqrt(mean))
		}
	}
	return most
}

// together are the divided differences of so many frames each: as a noise of places alone would have them, then as one
// of rates. In frame i, a rate times the time of a frame counts P = product over k of 1 / (i - k)^2. A place counts
// -2 P times the sum over k of 1 / (i - k).
func (s *stretch) together(frames int, time float64) (all rows) {
	ofPlaces, ofRates := make([]float64, frames), slices.Repeat([]float64{1}, frames)
	for i := range frames {
		for k := range frames {
			if k != i {
				apart := 1 / float64(i-k)
				ofRates[i] *= float64(apart * apart)
				ofPlaces[i] -= float64(2 * apart)
			}
		}
		ofPlaces[i] *= ofRates[i]
	}
	floats.Scale(time, ofRates)
	count, size, places := s.states.coordinateCount(), s.perFrame(), s.unwound()
	for first := 0; first+frames <= len(places); first++ {
		sums := make(rows, count)
		for i := range frames {
			floats.AddScaled(sums, ofPlaces[i], places[first+i])
			floats.AddScaled(sums, ofRates[i], s.recorded[(first+i)*size+count:(first+i+1)*size])
		}
		for _, weights := range [][]float64{ofPlaces, ofRates} {
			row := slices.Clone(sums)
			floats.Scale(1/floats.Norm(weights, 2), row)
			all = append(all, row...)
		}
	}
	return all
}

// settledDifferences is how many times the noise by an order that by the order before may be.
const settledDifferences = 1.2

// fewestDifferences is the order that recordings are long enough for if they tell of their noise.
const fewestDifferences = 4
