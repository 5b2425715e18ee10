package checks

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// restless is the roughness, over the frames of a window, from which the motion of a joint counts
// as the noise of one at rest.
const restless = 0.5

// constant returns the load of a joint in the first frame, and whether that is its load in all
// frames.
func (r *Recording) constant(joint int) (load float64, constant bool) {
	for i := joint; i < len(r.Loads); i += r.Elements {
		if r.Loads[i] != r.Loads[joint] {
			return 0, false
		}
	}
	return r.Loads[joint], true
}

// neverRecorded returns Dead.Ratio of a joint whose load is the given one in all frames. That
// is the work which inertia and weight need beyond that of the load, and which no friction and
// no rotor explains. It is relative to the work of inertia and that of weight. What hangs freely
// needs nothing, because both cancel. It is infinite if the joint rests, or for too few windows.
func (r *Recording) neverRecorded(joint int, load float64) float64 {
	few := r.part(0, min(r.frames(), mostFrames))
	own := &Recording{Elements: 1, Each: 1, Starts: few.Starts, Time: r.Time}
	for i := joint; i < len(few.Positions); i += r.Elements {
		own.Positions, own.Rates = append(own.Positions, few.Positions[i]), append(own.Rates, few.Rates[i])
	}
	inertia, weight := few.needed(joint)
	surplus := make([]float64, len(inertia)) // of the load, which friction and a rotor take
	floats.AddTo(surplus, inertia, weight)
	floats.Scale(-1, surplus)
	floats.AddConst(load, surplus)
	least := math.Inf(1)
	for _, stride := range strides {
		windows := own.windows(stride, 0)
		f := own.fitSpent(windows, stride, nil)
		if f == nil || !(own.roughness(stride) < restless) {
			continue
		}
		work := func(loads []float64) []float64 {
			own.Loads = loads
			return own.work(windows, stride, 0, 0, 1)
		}
		if all := meanSquare(work(inertia)) + meanSquare(work(weight)); all > 0 {
			least = min(least, math.Sqrt(meanSquare(f.unexplained(work(surplus)))/all))
		}
	}
	return least
}

// needed returns the loads that a joint needs from each frame to the next against the inertia
// of all links, and against their weight. With the kinetic energy T and the potential energy V,
// these are d/dt dT/dv - dT/dx and dV/dx (Lagrange), by differences of the energies.
func (r *Recording) needed(joint int) (inertia, weight []float64) {
	momentum, kinetic, potential := make([]float64, r.frames()), make([]float64, r.frames()), make([]float64, r.frames())
	for frame, near := range r.near(joint) {
		momentum[frame], _ = near.differ(0, 1)
		kinetic[frame], potential[frame] = near.differ(2, stepOfPosition)
	}
	inertia, weight = make([]float64, len(momentum)), make([]float64, len(momentum))
	for k, first := range r.starts() {
		for t := first; t < r.Starts[k+1]-1; t++ {
			inertia[t] = (momentum[t+1]-momentum[t])/r.Time - float64((kinetic[t]+kinetic[t+1])/2)
			weight[t] = (potential[t] + potential[t+1]) / 2
		}
	}
	return inertia, weight
}

// differ returns the difference of the kinetic and of the potential energy between a frame and the next, divided by twice a step.
func (r *Recording) differ(frame int, step float64) (kinetic, potential float64) {
	parts := len(r.Energies) / r.frames()
	for k, sign := range []float64{1, -1} {
		for i, energy := range r.Energies[(frame+k)*parts:][:parts] {
			share := float64(sign * energy / (2 * step))
			if i%2 == 0 {
				kinetic += share
			} else {
				potential += share
			}
		}
	}
	return kinetic, potential
}
