package checks

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// longestMotion is the greatest number of frames whose equations of motion are compared.
const longestMotion = 4000

// lagrangian holds the terms of the equations of motion of joints from each frame to the next, by
// Lagrange: the load of a joint is the rate of change of its momentum dL/dv, less dL/dx, plus its friction.
// Both are sums of those of the numbers of Recording.States, times constants that need not be known.
type lagrangian struct {
	r       *Recording
	states  int         // in a frame
	columns [][]float64 // of each joint [frames, states and ownColumns]
}

// lagrangian returns the terms of the equations of motion of the first longestMotion frames, or nil if it is
// not known how energies follow from the positions of joints.
func (r *Recording) lagrangian() *lagrangian {
	if r.Each != 1 || r.AddEnergies == nil || r.Loads == nil || r.States == nil || r.Rates == nil {
		return nil
	}
	if r.motion == nil {
		r.motion = newLagrangian(r.part(0, min(r.frames(), longestMotion)))
	}
	return r.motion
}

// first returns the terms of the first frames, so many at most.
func (m *lagrangian) first(most int) *lagrangian {
	frames := min(m.r.frames(), most)
	few := &lagrangian{r: m.r.part(0, frames), states: m.states}
	for _, columns := range m.columns {
		few.columns = append(few.columns, columns[:frames*(m.states+ownColumns)])
	}
	return few
}

func newLagrangian(r *Recording) *lagrangian {
	m := &lagrangian{r: r, columns: make([][]float64, r.Elements)}
	var joints []int
	for joint := range r.Elements {
		joints = append(joints, r.Elements-1-joint)
	}
	before, now := make([]slopes, len(joints)), make([]slopes, len(joints))
	for frame, near := range r.near(joints...) {
		m.states = len(near.States) / near.frames()
		_, begins := slices.BinarySearch(r.Starts, frame)
		for k, joint := range joints {
			if frame == 0 {
				m.columns[joint] = make([]float64, r.frames()*(m.states+ownColumns))
			}
			now[joint].set(near, 2*k, 2*(len(joints)+k))
			if !begins {
				m.fill(joint, frame-1, before[joint], now[joint])
			}
		}
		before, now = now, before
	}
	return m
}

// slopes are dL/dv and dL/dx of a joint in a frame, for each state.
type slopes struct{ momentum, force, potential []float64 }

// set computes them by differences of the energies of two frames, and those of two others.
func (s *slopes) set(near *Recording, rates, positions int) {
	s.momentum = near.difference(s.momentum, near.States, rates, 1)
	s.force = near.difference(s.force, near.States, positions, stepOfPosition)
	s.potential = near.difference(s.potential, near.Potentials, positions, stepOfPosition)
	floats.AddScaled(s.force, -2, s.potential) // L is T - V, and the sum is T + V
}

// difference returns the differences between the numbers of a frame and those of the next, divided by twice a step,
// in the memory of others.
func (r *Recording) difference(memory, all []float64, frame int, step float64) []float64 {
	size := len(all) / r.frames()
	memory = append(memory[:0], all[frame*size:][:size]...)
	floats.Sub(memory, all[(frame+1)*size:][:size])
	floats.Scale(1/(2*step), memory)
	return memory
}

// fill sets the terms of a joint from a frame to the next.
func (m *lagrangian) fill(joint, frame int, a, b slopes) {
	r, size := m.r, m.states+ownColumns
	row, now := m.columns[joint][frame*size:][:size], frame*r.Elements+joint
	next := now + r.Elements
	for i := range m.states {
		row[i] = (b.momentum[i]-a.momentum[i])/r.Time - float64((a.force[i]+b.force[i])/2)
	}
	row[m.states] = (r.Rates[next] - r.Rates[now]) / r.Time
	row[m.states+1] = (r.Positions[next] - r.Positions[now]) / r.Time
	row[m.states+2] = math.Copysign(1, r.Rates[now]+r.Rates[next])
}
