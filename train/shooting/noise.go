package shooting

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/system"
)

// States fits only the first states, for a model without parameters to find.
func (p Problem) States(ctx context.Context) (*Fit, error) {
	roll := p.Roll
	p.Parameters = []Parameter{{}} // on which nothing depends
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

// Left is what a fit leaves of a channel, compared with the noise that the recordings have by
// themselves.
type Left struct {
	Turns bool // whether it is the angle of a joint, in rad; others are lengths
	Rate  bool // whether it is a rate or a velocity
	// Fit is the root mean square that the fit leaves, as an estimate of noise. Noise is the
	// root mean square that smooth motions leave. It is 0 for rates, and if recordings are too
	// short or frames too far apart for an estimate.
	Fit, Noise float64
	// Most is an upper bound of the noise, from differences of the recordings, which have
	// motions and noise together. It is infinite if recordings have no differences.
	Most float64
	// Exact reports whether the fit leaves no more than the rounding of float32, in all
	// channels.
	Exact bool
}

// exactly is the largest ratio of a fit's residuals to the rounding of coordinates for which
// they count as rounding alone. Predictions are off by a few roundings.
const exactly = 10

// Left returns what the fit leaves of each channel that has more numbers than first states and
// parameters take up.
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
			all[k].Exact = false // with first states, one channel can take up the residuals of another
		}
	}
	return all
}

// channel is one kind of measured numbers, with its own noise.
type channel struct {
	number      int
	turns, rate bool
}

// channels returns all channels in the order of their numbers.
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

// mostDifferences is the highest order of differences that separates noise from smooth motions.
const mostDifferences = 8

// recordedNoise returns the noise of each channel by differences of frames. Differences of
// noise s have the mean square s^2 times the sum of squared binomials, and those of smooth
// motions vanish as their order grows. The estimate is that of the highest order. It is 0, for
// not known, if the previous order disagrees: the differences are then still of the motion.
//
// most is an upper bound of each channel's noise. Differences of motions and of noise are
// independent, so no difference, of positions alone or of positions and rates, is smaller than
// that of the noise. Rates alone say nothing, because a filter may have smoothed them apart
// from the positions.
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

// differences returns the mean squares of each channel, order by order, of the differences that
// of returns for a stretch. They have rows as frames do.
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

// mostTogether is the largest number of frames in a difference of positions and rates.
const mostTogether = 4

// differencesWithRates returns an upper bound of each channel's noise by divided differences
// that take each frame twice, once by its rate. Those of k frames vanish for motions that are
// polynomials of time of a degree below 2 k - 1. It is infinite if rates are not known.
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

// together returns the divided differences of each run of this many frames, first scaled as
// noise of positions alone, then as noise of rates. In frame i, a rate times the time of a
// frame has the factor P = product over k of 1 / (i - k)^2. A position has the factor -2 P
// times the sum over k of 1 / (i - k).
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

// settledDifferences is the largest ratio of the noise by the order before to the noise by an
// order.
const settledDifferences = 1.2

// fewestDifferences is the least number of orders for which recordings must be long enough to
// give their noise.
const fewestDifferences = 4
