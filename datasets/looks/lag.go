package looks

import (
	"fmt"
	"math"
	"slices"
)

// Lag is the number of frames by which a column is late, with its standard error, which is infinite
// if too little is recorded to determine it.
type Lag struct{ Frames, Error float64 }

const (
	// leastLag is the lag [frames] from which on it is told, of rates, leastBeside how far that of
	// one thing is from that of all to be told, and leastLoadLag the lag of loads.
	leastLag, leastBeside, leastLoadLag = 0.15, 0.3, 0.3
	// certain is of how many standard errors a lag is at least to be told.
	certain = 5
	// fewBlocks is of how many blocks a standard error is at least, and longestBlock how many
	// frames a block has at most.
	fewBlocks, longestBlock = 5, 50
)

// strides are over how many frames rates and places are compared: the more, the less noise
// there is in how rates change, and the fewer comparisons.
var strides = []int{1, 2, 4, 8}

// Told reports whether a lag of rates is significant and not small; LoadTold does the same for
// loads.
func (l Lag) Told() bool     { return l.told(leastLag) }
func (l Lag) LoadTold() bool { return l.told(leastLoadLag) }

func (l Lag) told(least float64) bool { return l.size() >= least }

// size is how many frames a lag is without its sign; 0 where it may be noise.
func (l Lag) size() float64 {
	if size := math.Abs(l.Frames); size >= certain*l.Error {
		return size
	}
	return 0
}

// String describes how late a column is.
func (l Lag) String() string {
	word := "late"
	if l.Frames < 0 {
		word = "early"
	}
	const exact = 0.005
	if l.Error < exact {
		return fmt.Sprintf("%s by %.2f frames", word, math.Abs(l.Frames))
	}
	return fmt.Sprintf("%s by %.2f +- %.2f frames", word, math.Abs(l.Frames), l.Error)
}

// Shift returns the shift [frames], in tenths, that removes a lag.
func (l Lag) Shift() float64 { return -math.Round(10*l.Frames) / 10 }

// LateThings is how many things have rates with a lag of their own, other than that of all, which
// is the largest of these, and whose it is.
func (r *Recording) LateThings(all Lag) (count, thing int, worst Lag) {
	for k := range r.Things {
		lag := r.rateLag(k*r.Each, (k+1)*r.Each)
		if beside := (Lag{lag.Frames - all.Frames, lag.Error}); !lag.Told() || !beside.told(leastBeside) {
			continue
		}
		if count++; math.Abs(lag.Frames) > math.Abs(worst.Frames) {
			thing, worst = k, lag
		}
	}
	return count, thing, worst
}

// Leads reports whether rates are the ways from each frame to the one so many later, by the
// time between: to a ten thousandth of the squares of what they turn by, if they turn at all.
func (r *Recording) Leads(frames int) bool {
	const exact, straight = 1e-4, 1e-8
	size := r.size()
	time := r.Time * float64(frames)
	var ways, offs, turns float64
	for k, first := range r.Starts[:len(r.Starts)-1] {
		for i := first * size; i < (r.Starts[k+1]-frames)*size; i++ {
			way := r.Places[i+frames*size] - r.Places[i]
			off, turn := way-float64(time*r.Rates[i]), time*(r.Rates[i+frames*size]-r.Rates[i])
			ways, offs, turns = ways+float64(way*way), offs+float64(off*off), turns+float64(turn*turn)
		}
	}
	return offs < exact*turns && turns > straight*ways
}

// RateLag is by how many frames rates are late, of all things.
func (r *Recording) RateLag() Lag { return r.rateLag(0, r.size()) }

// rateLag is the lag of a range of columns. The mean of the rates at both ends of a frame leads
// over it, to third order and however loads jump from frame to frame. Rates that are late by a
// lag L lead too short by L times what they grow by over the frame:
//
//	x[t+1] - x[t] - dt (v[t] + v[t+1]) / 2 = L dt (v[t+1] - v[t])
//
// Both sides are multiplied by how much the ways beside that frame differ, in which white noise
// of places is even, so that noise of neither biases L, and added up over frames. It is done for
// several strides in place of one frame; the one with the least standard error is taken.
func (r *Recording) rateLag(from, to int) (best Lag) {
	best.Error = math.Inf(1)
	if r.Rates == nil || !(r.Time > 0) {
		return best
	}
	for _, stride := range strides {
		var offs, grows []float64
		for k, first := range r.Starts[:len(r.Starts)-1] {
			off, grow := r.compared(first, r.Starts[k+1], stride, from, to)
			offs, grows = append(offs, off...), append(grows, grow...)
		}
		if lag := ratio(offs, grows, stride); lag.Error < best.Error {
			best = lag
		}
	}
	return best
}

// compared are both sides of the equation of rateLag, without L, of each frame of one recording.
func (r *Recording) compared(first, end, stride, from, to int) (offs, grows []float64) {
	size := r.size()
	for t := first + stride; t < end-2*stride; t++ {
		var off, grow float64
		for column := from; column < to; column++ {
			at := func(frame int) float64 { return r.Places[frame*size+column] }
			rate := func(frame int) float64 { return r.Rates[frame*size+column] }
			way := at(t+stride) - at(t)
			turn := at(t+2*stride) - at(t+stride) - at(t) + at(t-stride)
			led := (rate(t) + rate(t+stride)) / 2
			for between := t + 1; between < t+stride; between++ {
				led += rate(between)
			}
			off += float64((way - float64(r.Time*led)) * turn)
			grow += float64(r.Time * (rate(t+stride) - rate(t)) * turn)
		}
		offs, grows = append(offs, off), append(grows, grow)
	}
	return offs, grows
}

// ratio is the sum of the first numbers over that of the others, with a standard error by blocks
// of neighbours, which are not independent.
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
