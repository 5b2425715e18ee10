// Package noise estimates the noise of recordings from differences of their frames.
package noise

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gmnc/train/shooting/stretches"
)

const (
	// mostDifferences is the highest order of differences that separates noise from smooth
	// motions.
	mostDifferences = 8
	// fewestDifferences is the least number of orders for which recordings must be long enough
	// to give their noise.
	fewestDifferences = 4
	// settledDifferences is the largest ratio of the noise by the order before to the noise by
	// an order.
	settledDifferences = 1.2
	// mostTogether is the largest number of frames in a difference of positions and rates.
	mostTogether = 4
	// Rounding is the least noise, as a share of a coordinate: the rounding error of float32.
	Rounding = 3e-8
)

// Channel is one kind of measured numbers, with its own noise.
type Channel struct {
	Number int
	Turns  bool // whether it is the angle of a joint, in rad; others are lengths
	Rate   bool // whether it is a rate or a velocity
}

// Channels returns all channels of stretches in the order of their numbers.
func Channels(of []stretches.Stretch) (all []Channel) {
	for i := range of {
		s := &of[i]
		for k := range s.PerFrame() {
			coordinate := k % s.States.CoordinateCount()
			number, _ := s.States.Channel(k)
			_, turns := s.States.Channel(coordinate)
			if number == len(all) {
				all = append(all, Channel{number, turns, k != coordinate})
			}
		}
	}
	return all
}

// Recorded returns the noise of each channel by differences of frames. Differences of
// noise s have the mean square s^2 times the sum of squared binomials, and those of smooth
// motions vanish as their order grows. The estimate is that of the highest order. It is 0, for
// not known, if the previous order disagrees: the differences are then still of the motion.
//
// most is an upper bound of each channel's noise. Differences of motions and of noise are
// independent, so no difference, of positions alone or of positions and rates, is smaller than
// that of the noise. Rates alone say nothing, because a filter may have smoothed them apart
// from the positions.
func Recorded(of []stretches.Stretch, time float64) (noise, most []float64) {
	channels := Channels(of)
	noise, most = make([]float64, len(channels)), differencesWithRates(of, time)
	squares := differences(of, func(s *stretches.Stretch) (all []stretches.Rows) {
		width := s.PerFrame()
		now := slices.Clone(s.Recorded)
		for range mostDifferences {
			if len(now) <= width {
				break
			}
			now = s.Difference(now[width:], now[:len(now)-width])
			all = append(all, now)
		}
		return all
	})
	for _, c := range channels {
		number, before, last, binomial := c.Number, 0., 0., 1.
		for order, mean := range squares[number] {
			binomial *= float64(2*(2*order+1)) / float64(order+1) // (2p)! / p!^2 of p = order + 1
			before, last = last, math.Sqrt(mean/binomial)
			if !c.Rate {
				most[number] = min(most[number], last)
			}
		}
		if len(squares[number]) >= fewestDifferences && before <= settledDifferences*last {
			noise[number] = max(last, Least(of, number))
		}
		most[number] = max(most[number], Least(of, number))
	}
	return noise, most
}

// differences returns the mean squares of each channel, order by order, of the differences that
// orders returns for a stretch. They have rows as frames do.
func differences(of []stretches.Stretch, orders func(s *stretches.Stretch) []stretches.Rows) [][]float64 {
	channels := len(Channels(of))
	squares, counts := make([][]float64, channels), make([][]float64, channels)
	for i := range of {
		s := &of[i]
		for order, values := range orders(s) {
			for row, value := range values {
				number := s.Channel(row)
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

// differencesWithRates returns an upper bound of each channel's noise by divided differences
// that take each frame twice, once by its rate. Those of k frames vanish for motions that are
// polynomials of time of a degree below 2 k - 1. It is infinite if rates are not known.
func differencesWithRates(of []stretches.Stretch, time float64) []float64 {
	most := slices.Repeat([]float64{math.Inf(1)}, len(Channels(of)))
	squares := differences(of, func(s *stretches.Stretch) (all []stretches.Rows) {
		if s.Derived {
			return nil
		}
		for frames := 2; frames <= min(mostTogether, s.Frames()); frames++ {
			all = append(all, together(s, frames, time))
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
func together(s *stretches.Stretch, frames int, time float64) (all stretches.Rows) {
	ofPositions, ofRates := make([]float64, frames), slices.Repeat([]float64{1}, frames)
	for i := range frames {
		for k := range frames {
			if k != i {
				apart := 1 / float64(i-k)
				ofRates[i] *= float64(apart * apart)
				ofPositions[i] -= float64(2 * apart)
			}
		}
		ofPositions[i] *= ofRates[i]
	}
	floats.Scale(time, ofRates)
	count, size, positions := s.States.CoordinateCount(), s.PerFrame(), s.Unwrapped()
	for first := 0; first+frames <= len(positions); first++ {
		sums := make(stretches.Rows, count)
		for i := range frames {
			floats.AddScaled(sums, ofPositions[i], positions[first+i])
			floats.AddScaled(sums, ofRates[i], s.Recorded[(first+i)*size+count:(first+i+1)*size])
		}
		for _, weights := range [][]float64{ofPositions, ofRates} {
			row := slices.Clone(sums)
			floats.Scale(1/floats.Norm(weights, 2), row)
			all = append(all, row...)
		}
	}
	return all
}

// Least returns the least noise of a channel, from its largest value.
func Least(of []stretches.Stretch, number int) float64 {
	largest := 0.
	for i := range of {
		s := &of[i]
		for row, value := range s.Recorded {
			if s.Channel(row) == number {
				largest = max(largest, math.Abs(value))
			}
		}
	}
	return max(Rounding*largest, math.SmallestNonzeroFloat32)
}
