package checks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// longestLate is the greatest number of frames by which loads are shifted, in either
	// direction, to find their lag.
	longestLate = 10
	// mostWindows is the approximate number of windows of frames in which the work of loads is
	// compared.
	mostWindows = 4000
	// better is the fraction of what unshifted loads leave unexplained below which that of shifted
	// loads must be for a lag to be reported. Noise of loads remains at every shift.
	better = 0.7
	// windowsOfEach is the least number of windows for each column of a fit.
	windowsOfEach = 3
)

// workLags holds the numbers of frames by which loads, and the energies of a file, are late against
// motions. If one of them explains the energies better than the other, the error of the other is
// infinite. So is that of energies that follow from the motion.
type workLags struct{ loads, energies Lag }

func (l workLags) ofLoads() Lag    { return l.loads }
func (l workLags) ofEnergies() Lag { return l.energies }

// workLags returns the lags of loads and of energies. Loads are constant from a frame to the next.
// Those of joints whose energies are known follow from the equations of motion of each joint, which have
// less noise. Those of all else follow from the energy.
//
// The work of loads over a few frames is the increase of energies plus the loss to friction.
// Both are sums of columns that follow from the motion, times constants that need not be known.
// The columns are the numbers of Recording.States, the squares of joints' rates, and the
// displacements of joints times their rates and times 1. They are fitted by least squares to
// the work of loads of earlier and of later frames or, for energies, of earlier and of later
// windows.
//
// The unexplained work is least at the lag, which is the minimum of a parabola through the
// least value and its two neighbors. Noise of loads adds the same to all values. The error is
// infinite if unshifted loads fit nearly as well.
func (r *Recording) workLags() workLags {
	if m := r.lagrangian(); m != nil {
		return workLags{m.lagInEquations(), Lag{Error: math.Inf(1)}}
	}
	loads, least := r.workLag(r.shiftedLoads)
	if r.Instant {
		if own, fraction := r.workLag(r.shiftedWork); fraction < least {
			return workLags{Lag{Error: math.Inf(1)}, Lag{-own.Frames, own.Error}}
		}
	}
	return workLags{loads, Lag{Error: math.Inf(1)}}
}

// workAt returns the work in each window, shifted by a number of frames in some way.
type workAt func(windows []int, stride, late int) []float64

// shiftedLoads returns the work of the loads of later frames.
func (r *Recording) shiftedLoads(windows []int, stride, late int) []float64 {
	return r.work(windows, stride, late, 0, r.size())
}

// shiftedWork returns the work in later windows.
func (r *Recording) shiftedWork(windows []int, stride, late int) []float64 {
	later := slices.Clone(windows)
	for i := range later {
		later[i] += late
	}
	return r.work(later, stride, 0, 0, r.size())
}

// workLag returns the shift with which work explains energies best, if that leaves a fraction
// below better of what is unexplained without a shift. Otherwise its error is infinite.
func (r *Recording) workLag(work workAt) (best Lag, least float64) {
	best.Error, least = math.Inf(1), better
	if r.Loads == nil || r.States == nil {
		return best, least
	}
	for _, stride := range strides {
		if lag, fraction := r.workLagOver(work, stride); fraction < least {
			best, least = lag, fraction
		}
	}
	return best, least
}

// workLagOver returns the shift for windows of the given number of frames. fraction is what it
// leaves unexplained, relative to what is unexplained without a shift.
func (r *Recording) workLagOver(work workAt, stride int) (lag Lag, fraction float64) {
	most := r.mostLate()
	windows := r.windows(stride, most)
	fit := r.fitSpent(windows, stride, r.States)
	if fit == nil {
		return lag, 1
	}
	block := max(4*stride, min(longestBlock, len(windows)/(4*fewBlocks)))
	blocks := make([][]float64, 2*most+1) // sums of squares of what each lag leaves unexplained, in blocks
	squares := make([]float64, len(blocks))
	for at := range squares {
		for own := range slices.Chunk(fit.residuals(work(windows, stride, at-most)), block) {
			blocks[at] = append(blocks[at], floats.Dot(own, own))
		}
		squares[at] = floats.Sum(blocks[at])
	}
	at := floats.MinIdx(squares)
	if count := len(blocks[at]); at == 0 || at == 2*most || count < fewBlocks {
		return lag, 1
	}
	lag.Frames, fraction = valley(squares[at-1], squares[at], squares[at+1])
	fraction /= squares[most]
	lag.Frames += float64(at - most)
	var off float64 // squared differences of the lags without one block from the lag
	for k := range blocks[at] {
		without, _ := valley(squares[at-1]-blocks[at-1][k], squares[at]-blocks[at][k], squares[at+1]-blocks[at+1][k])
		without += float64(at-most) - lag.Frames
		off += float64(without * without)
	}
	lag.Error = math.Sqrt(off)
	return lag, fraction
}

// valley returns the position of the minimum of the parabola through numbers at -1, 0 and 1,
// and the minimum, which is at least 0.
func valley(before, at, after float64) (position, least float64) {
	curvature := before - float64(2*at) + after
	position = (before - after) / (2 * curvature)
	return position, max(0, at-float64(curvature*position*position/2))
}

// mostLate returns the greatest shift of loads, in frames, by the longest recording.
func (r *Recording) mostLate() int {
	longest := 0
	for k, first := range r.starts() {
		longest = max(longest, r.Starts[k+1]-first)
	}
	const ofRecording = 8
	return min(longestLate, longest/ofRecording)
}

// windows returns the frames at which windows of stride frames begin that have at least most
// frames on either side in their recording.
func (r *Recording) windows(stride, most int) (all []int) {
	every := max(1, r.frames()/mostWindows)
	for k, first := range r.Starts[:len(r.Starts)-1] {
		for t := first + most; t+stride+most < r.Starts[k+1]; t += every {
			all = append(all, t)
		}
	}
	return all
}

// fitSpent returns a fit to the increase of the numbers of states and to what is lost in each
// window. It returns nil if there are too few windows to determine the factors of the columns.
func (r *Recording) fitSpent(windows []int, stride int, states []float64) *fit {
	spent := r.spent(windows, stride, states)
	if rows, columns := spent.Dims(); rows == 0 || rows < windowsOfEach*columns {
		return nil
	}
	f, ok := newFit(spent)
	if !ok {
		return nil
	}
	return f
}

// spent returns the increase of the numbers of states, and what is lost, in each window
// [windows, columns].
func (r *Recording) spent(windows []int, stride int, all []float64) *mat.Dense {
	size, states := r.size(), len(all)/r.frames()
	columns := states
	if r.Each == 1 {
		columns += 3 * size // rotors, viscous friction and dry friction
	}
	if len(windows) == 0 {
		return new(mat.Dense)
	}
	grown := mat.NewDense(len(windows), columns, nil)
	for row, t := range windows {
		for k := range states {
			grown.Set(row, k, all[(t+stride)*states+k]-all[t*states+k])
		}
		for k := states; k < columns; k += 3 {
			joint := (k - states) / 3
			rate := func(frame int) float64 { return r.Rates[frame*size+joint] }
			var viscous, dry float64
			for frame := t; frame < t+stride; frame++ {
				displacement := r.Positions[(frame+1)*size+joint] - r.Positions[frame*size+joint]
				viscous, dry = viscous+float64(displacement*displacement), dry+math.Abs(displacement)
			}
			grown.Set(row, k, float64(rate(t+stride)*rate(t+stride))-float64(rate(t)*rate(t)))
			grown.Set(row, k+1, viscous)
			grown.Set(row, k+2, dry)
		}
	}
	return grown
}

// work returns the work in each window of the loads that are the given number of frames later,
// in a range of columns.
func (r *Recording) work(windows []int, stride, late, from, to int) []float64 {
	size := r.size()
	all := make([]float64, len(windows))
	for row, t := range windows {
		for frame := t; frame < t+stride; frame++ {
			for i := frame*size + from; i < frame*size+to; i++ {
				load := r.Loads[i+late*size]
				if r.Instant {
					load = (load + r.Loads[i+(late+1)*size]) / 2
				}
				all[row] += float64(load * (r.Positions[i+size] - r.Positions[i]))
			}
		}
	}
	return all
}

// Undriven returns the rise of the energy of a system whose loads are all 0, relative to the
// sum of the ranges of its parts' energies. Gravity and friction alone let it rise only a
// little. Undriven returns 0 if the loads are not all 0.
func (r *Recording) Undriven() (fraction float64) {
	if r.Loads == nil || floats.Norm(r.Loads, math.Inf(1)) > 0 {
		return 0
	}
	parts := len(r.Energies) / r.frames()
	var rise float64
	ranges := make([]float64, parts)
	for k, first := range r.Starts[:len(r.Starts)-1] {
		least := math.Inf(1)
		low, high := slices.Repeat([]float64{math.Inf(1)}, parts), slices.Repeat([]float64{math.Inf(-1)}, parts)
		for frame := first; frame < r.Starts[k+1]; frame++ {
			own := r.Energies[frame*parts:][:parts]
			energy := floats.Sum(own)
			least = min(least, energy)
			rise = max(rise, energy-least)
			for i, x := range own {
				low[i], high[i] = min(low[i], x), max(high[i], x)
				ranges[i] = max(ranges[i], high[i]-low[i])
			}
		}
	}
	return rise / floats.Sum(ranges)
}
