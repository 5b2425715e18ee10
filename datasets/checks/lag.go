package checks

import (
	"fmt"
	"math"
	"slices"

	"gmnc/internal/uncertainty"
)

// Lag is the number of frames by which a column is late, with its standard error, which is infinite
// if too little is recorded to determine it.
type Lag struct{ Frames, Error float64 }

const (
	// leastLag is the lag [frames] of rates from which it is reported. leastDifference is the least
	// difference of the lag of one element from that of all for it to be reported by itself.
	// leastLoadLag is the lag of loads from which it is reported.
	leastLag, leastDifference, leastLoadLag = 0.15, 0.3, 0.3
	// timeError is the relative error of the time from frame to frame that is allowed for.
	timeError = 1e-4
	// certain is the least ratio of a reported lag to its standard error.
	certain = 5
	// fewBlocks is the least number of blocks for a standard error, and longestBlock the
	// greatest number of frames in a block.
	fewBlocks, longestBlock = 5, 50
)

// strides holds the numbers of frames over which rates and positions are compared. A longer stride
// has less noise in the changes of rates, but fewer comparisons.
var strides = []int{1, 2, 4, 8}

// Significant reports whether a lag of rates is certain and not small. LoadSignificant does the
// same for loads.
func (l Lag) Significant() bool     { return l.significantAbove(leastLag) }
func (l Lag) LoadSignificant() bool { return l.significantAbove(leastLoadLag) }

func (l Lag) significantAbove(least float64) bool { return l.size() >= least }

// size returns the absolute value of a lag, or 0 if it may be noise.
func (l Lag) size() float64 {
	if size := math.Abs(l.Frames); size >= certain*l.Error {
		return size
	}
	return 0
}

// String returns a text of how late a column is.
func (l Lag) String() string {
	word := "late"
	if l.Frames < 0 {
		word = "early"
	}
	const exact = 0.005
	if l.Error < exact {
		return fmt.Sprintf("%s by %.2f frames", word, math.Abs(l.Frames))
	}
	return word + " by " + uncertainty.Error{StandardError: l.Error}.Text(fmt.Sprintf("%.2f", math.Abs(l.Frames)), "frames")
}

// Shift returns the shift [frames], in tenths, that removes a lag.
func (l Lag) Shift() float64 { return -math.Round(10*l.Frames) / 10 }

// LateElements returns the number of elements whose rates have a lag of their own, different from
// that of all. worst is the largest of these lags, and element is the element that has it.
func (r *Recording) LateElements(all Lag) (count, element int, worst Lag) {
	for k := range r.Elements {
		lag := r.rateLag(k*r.Each, (k+1)*r.Each)
		if difference := (Lag{lag.Frames - all.Frames, lag.Error}); !lag.Significant() || !difference.significantAbove(leastDifference) {
			continue
		}
		if count++; math.Abs(lag.Frames) > math.Abs(worst.Frames) {
			element, worst = k, lag
		}
	}
	return count, element, worst
}

// Leads reports whether rates are the displacements from each frame to the one that is the
// given number of frames later, over the time between them. They must agree up to a ten
// thousandth of the squared changes of rates, and rates must change.
func (r *Recording) Leads(frames int) bool {
	const exact, straight = 1e-4, 1e-8
	size := r.size()
	time := r.Time * float64(frames)
	var displacements, offs, curvatures float64
	for k, first := range r.Starts[:len(r.Starts)-1] {
		for i := first * size; i < (r.Starts[k+1]-frames)*size; i++ {
			displacement := r.Positions[i+frames*size] - r.Positions[i]
			off, curvature := displacement-float64(time*r.Rates[i]), time*(r.Rates[i+frames*size]-r.Rates[i])
			displacements, offs, curvatures = displacements+float64(displacement*displacement), offs+float64(off*off), curvatures+float64(curvature*curvature)
		}
	}
	return offs < exact*curvatures && curvatures > straight*displacements
}

// RateLag returns the lag of the rates of all elements.
func (r *Recording) RateLag() Lag { return r.rateLag(0, r.size()) }

// rateLag returns the lag of a range of columns. The mean of the rates at both ends of a frame
// gives the displacement over it, to third order and however loads jump from frame to frame.
// Rates that are late by a lag L give a displacement that is too short by L times their increase
// over the frame:
//
//	x[t+1] - x[t] - dt (v[t] + v[t+1]) / 2 = L dt (v[t+1] - v[t])
//
// Both sides are multiplied by the difference of the displacements before and after that frame,
// and summed over frames. White noise of positions is even in that difference, so noise of neither
// biases L. This is done for several strides instead of one frame, and the lag with the least
// standard error is returned. The error of dt counts, too: where an element hardly turns, it may
// make up for any lag.
func (r *Recording) rateLag(from, to int) (best Lag) {
	best.Error = math.Inf(1)
	if r.Rates == nil || !(r.Time > 0) {
		return best
	}
	frames := r.frames()
	s := sides{make([]float64, 0, frames), make([]float64, 0, frames), make([]float64, 0, frames)}
	for _, stride := range strides {
		s.offs, s.grows, s.alongs = s.offs[:0], s.grows[:0], s.alongs[:0]
		for k, first := range r.starts() {
			s.add(r, first, r.Starts[k+1], stride, from, to)
		}
		lag := ratio(s.offs, s.grows, stride)
		if lag.Error = math.Hypot(lag.Error, timeError*ratio(s.alongs, s.grows, stride).Frames); lag.Error < best.Error {
			best = lag
		}
	}
	return best
}

// sides are both sides of the equation of rateLag, without L, for each frame, and the displacements in
// place of the left side.
type sides struct{ offs, grows, alongs []float64 }

// add adds those of one recording.
func (s *sides) add(r *Recording, first, end, stride, from, to int) {
	size := r.size()
	for t := first + stride; t < end-2*stride; t++ {
		var off, grow, along float64
		for column := from; column < to; column++ {
			at := func(frame int) float64 { return r.Positions[frame*size+column] }
			rate := func(frame int) float64 { return r.Rates[frame*size+column] }
			displacement := at(t+stride) - at(t)
			curvature := at(t+2*stride) - at(t+stride) - at(t) + at(t-stride)
			led := (rate(t) + rate(t+stride)) / 2
			for between := t + 1; between < t+stride; between++ {
				led += rate(between)
			}
			off += float64((displacement - float64(r.Time*led)) * curvature)
			grow += float64(r.Time * (rate(t+stride) - rate(t)) * curvature)
			along += float64(displacement * curvature)
		}
		s.offs, s.grows, s.alongs = append(s.offs, off), append(s.grows, grow), append(s.alongs, along)
	}
}

// ratio returns the sum of the first numbers over that of the second. Its standard error is
// from blocks of neighbors, which are not independent.
func ratio(above, below []float64, stride int) Lag {
	block := max(4*stride, min(longestBlock, len(above)/(4*fewBlocks)))
	if len(above) < fewBlocks*block {
		return Lag{Error: math.Inf(1)}
	}
	sum := func(values []float64) (sum float64) {
		for _, x := range values {
			sum += x
		}
		return sum
	}
	whole := sum(below)
	if whole == 0 {
		return Lag{Error: math.Inf(1)}
	}
	lag := Lag{Frames: sum(above) / whole}
	var squares float64
	others := slices.Collect(slices.Chunk(below, block))
	for k, own := range slices.Collect(slices.Chunk(above, block)) {
		off := sum(own) - float64(lag.Frames*sum(others[k]))
		squares += float64(off * off)
	}
	lag.Error = math.Sqrt(squares) / math.Abs(whole)
	return lag
}
