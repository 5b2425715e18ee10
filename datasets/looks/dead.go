package looks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// deadFrames is how many frames in a row a load is 0 at least where it may not have been recorded.
const deadFrames = 4

// Dead is a joint whose load is 0 in some frames, or in all, in which the energy of the system
// changes as if it were not.
type Dead struct {
	Joint, Frames, First int
	// Share is how much of the work is not explained by what energies grow by and what friction takes
	// in these frames, beyond what is not explained in others, as a share of the squares of the work.
	Share float64
}

// Dead finds the joint of which most is not explained. Loads that are 0 in all joints are none: see
// Undriven.
func (r *Recording) Dead() (worst Dead) {
	if r.Each != 1 || r.Loads == nil || r.States == nil || floats.Norm(r.Loads, math.Inf(1)) == 0 {
		return worst
	}
	for joint := range r.Things {
		dead, frames := r.zeros(joint)
		if frames == 0 {
			continue
		}
		share := math.Inf(1)
		for _, stride := range strides {
			share = min(share, r.unexplained(dead, stride))
		}
		if share > worst.Share && !math.IsInf(share, 1) {
			worst = Dead{joint, frames, slices.Index(dead, true), share}
		}
	}
	return worst
}

// zeros are the frames in which the load of a joint is 0, as it is in several in a row, and how many
// they are.
func (r *Recording) zeros(joint int) (dead []bool, count int) {
	dead = make([]bool, r.frames())
	for k, first := range r.starts() {
		for frame := first; frame < r.Starts[k+1]; {
			end := frame
			for end < r.Starts[k+1] && r.Loads[end*r.Things+joint] == 0 {
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

// unexplained is Dead.Share by windows of so many frames; infinite where these are too few. What is
// spent is fitted to the windows without dead frames or, where there are none, to all.
func (r *Recording) unexplained(dead []bool, stride int) float64 {
	var alive, lost []int
	for _, t := range r.windows(stride, 0) {
		if slices.Contains(dead[t:t+stride], true) {
			lost = append(lost, t)
		} else {
			alive = append(alive, t)
		}
	}
	always := len(alive) == 0
	if always {
		alive = lost
	}
	f := r.fitSpent(alive, stride, r.States)
	if f == nil || len(lost) == 0 {
		return math.Inf(1)
	}
	work := r.work(alive, stride, 0, 0, r.Things)
	left := f.left(work)
	squares, rest := floats.Dot(work, work)/float64(len(work)), floats.Dot(left, left)/float64(len(left))
	if always {
		return rest / squares
	}
	factors, spent := f.factors(work), r.spent(lost, stride, r.States)
	missed := mat.NewVecDense(len(lost), r.work(lost, stride, 0, 0, r.Things))
	for k, length := range f.lengths {
		if length > 0 && factors != nil {
			missed.AddScaledVec(missed, -factors.AtVec(k)/length, spent.ColView(k))
		}
	}
	return (mat.Dot(missed, missed)/float64(len(lost)) - rest) / squares
}
