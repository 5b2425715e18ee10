package checks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// deadFrames is the least number of frames in a row with a load of 0 that may not have been
	// recorded.
	deadFrames = 4
	// beyondResidual is the least mean square of the work that is missing there, relative to what
	// is unexplained elsewhere.
	beyondResidual = 8
)

// Dead is a joint or a particle whose load is 0 in some frames, in which the energy of the system
// changes as if it were not. The load of a joint may also be constant in all frames.
type Dead struct {
	Joint, Frames, First int
	Load                 float64
	// Ratio is the root mean square of the work in these frames that changes of energy and
	// friction do not explain, beyond that in other frames. It is relative to Of.
	Ratio float64
	Of    string
}

// Dead returns the joint or the particle with the largest unexplained fraction. It does not return
// any if all loads are 0: see Undriven.
func (r *Recording) Dead() (worst Dead) {
	if r.Loads == nil || r.States == nil || floats.Norm(r.Loads, math.Inf(1)) == 0 {
		return worst
	}
	for joint := range r.Elements {
		if own := r.dead(joint); own.Ratio > worst.Ratio && !math.IsInf(own.Ratio, 1) {
			worst = own
		}
	}
	return worst
}

// dead returns the frames in which the load of a joint or a particle may not have been recorded.
// What drives a joint that follows another is a load of that one. Many particles have no forces.
func (r *Recording) dead(joint int) Dead {
	zeros, frames := r.zeros(joint)
	if r.Each != 1 && frames == r.frames() {
		return Dead{}
	}
	if load, constant := r.constant(joint); r.Each == 1 && constant && r.AddEnergies != nil {
		if slices.ContainsFunc(r.Followers, func(f Follower) bool { return f.Joint == joint }) {
			return Dead{}
		}
		return Dead{joint, r.frames(), 0, load, r.neverRecorded(joint, load), "what inertia and weight take there"}
	}
	if frames == 0 {
		return Dead{}
	}
	fraction, of := math.Inf(1), "their work in other frames"
	for _, stride := range strides {
		fraction = min(fraction, r.unexplained(joint, zeros, stride))
	}
	if frames == r.frames() {
		of = "the work of the others"
	}
	return Dead{joint, frames, slices.Index(zeros, true), 0, fraction, of}
}

// zeros returns the frames in which the load of a joint or a particle is 0, if it is in several in
// a row, and their number.
func (r *Recording) zeros(joint int) (dead []bool, count int) {
	dead = make([]bool, r.frames())
	for k, first := range r.starts() {
		for frame := first; frame < r.Starts[k+1]; {
			end := frame
			for end < r.Starts[k+1] && !slices.ContainsFunc(r.Loads[(end*r.Elements+joint)*r.Each:][:r.Each], func(load float64) bool { return load != 0 }) {
				end++
			}
			if end-frame >= deadFrames {
				count += end - frame
				for i := frame; i < end; i++ {
					dead[i] = true
				}
			}
			frame = max(end, frame+1)
		}
	}
	return dead, count
}

// unexplained returns Dead.Share for windows of the given number of frames, or infinity if
// there are too few windows. What is spent is fitted to the windows without dead frames or, if
// there are none, to all windows.
func (r *Recording) unexplained(joint int, dead []bool, stride int) float64 {
	var alive, lost []int
	for _, t := range r.windows(stride, 0) {
		if slices.Contains(dead[t:t+stride], true) {
			lost = append(lost, t)
		} else {
			alive = append(alive, t)
		}
	}
	always := len(alive) == 0
	states := r.States
	if always {
		alive, states = lost, r.energy()
	}
	f := r.fitSpent(alive, stride, states)
	if f == nil || len(lost) == 0 || states == nil {
		return math.Inf(1)
	}
	work := r.work(alive, stride, 0, 0, r.size())
	residuals := f.residuals(work)
	residual := meanSquare(residuals)
	if always {
		return math.Sqrt(residual / meanSquare(work))
	}
	factors, spent := f.factors(work), r.spent(lost, stride, r.States)
	missed := mat.NewVecDense(len(lost), r.work(lost, stride, 0, 0, r.size()))
	for k, length := range f.lengths {
		if length > 0 && factors != nil {
			missed.AddScaledVec(missed, -factors.AtVec(k)/length, spent.ColView(k))
		}
	}
	beyond := meanSquare(missed.RawVector().Data) - residual
	if beyond < float64(beyondResidual*residual) {
		return 0
	}
	return math.Sqrt(beyond / meanSquare(r.work(alive, stride, 0, joint*r.Each, (joint+1)*r.Each)))
}

func meanSquare(values []float64) float64 { return sumOfSquares(values) / float64(len(values)) }
