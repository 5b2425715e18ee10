package sysid

import (
	"math"

	"gmnc/sysid/series"
)

// changes are how fast a law's own torques change at the rows of a motion [N m/s], how fast that
// changes [N m/s^2], and what of the first is by friction: [joints][rows of the fit].
type changes struct{ first, second, friction [][]float64 }

// follow finds how fast the law's torques change along a motion. The measured torques would
// tell it with their noise, by which a delay would be found too small. So would accelerations
// from row to row: what moves links and rotors changes from one of the fit's rows to the next.
// These are too far apart for friction, which turns around within less, and a delay would be
// found too large: friction changes from each row of the motion to the next.
func (l *law) follow(m *motion, constants []float64) {
	delete(l.changes, m)
	all := m.every(l.tree)
	n := len(l.tree.Links)
	c := changes{matrix(n, len(m.rows)), matrix(n, len(m.rows)), matrix(n, len(m.rows))}
	frictions := l.frictions(all, constants, false)
	rubs, changing := make([]float64, len(all.rows)), make([]float64, len(all.rows))
	moves := make([]float64, len(m.rows))
	for j := range n {
		inertia := constants[l.of(j, rotor)]
		for k := range rubs {
			rubs[k] = l.torque(all, &frictions[j], j, k, constants, nil) - l.rigidTorque(all, j, k, constants) - float64(inertia*all.accelerates[j][k])
		}
		for k := range rubs {
			changing[k] = all.slope(rubs, k)
		}
		for k, row := range m.rows {
			moves[k] = l.rigidTorque(m, j, k, constants) + float64(inertia*m.accelerates[j][row])
		}
		for k := range moves {
			c.first[j][k] = m.slope(moves, k)
		}
		for k, row := range m.rows {
			c.second[j][k] = m.slope(c.first[j], k) + all.slope(changing, row)
		}
		for k, row := range m.rows {
			c.friction[j][k] = changing[row]
			c.first[j][k] += changing[row]
		}
	}
	l.changes[m] = c
}

// followDelay follows a motion if a delay is learned.
func (f *fit) followDelay(m *motion) {
	if f.has["delay"] {
		f.follow(m, f.constants)
	}
}

// turning is the standard deviation [s] that a joint's delay has because friction turns around
// somewhere between two stamps. A torque that is held makes a light joint turn soon after each
// stamp, and not anywhere between two. It counts by the share of the changes of the torque that
// is by friction, since by these the delay is found.
func (f *fit) turning(j int) float64 {
	var all, friction, step float64
	for _, m := range f.motions {
		c := f.changes[m]
		for k, change := range c.first[j] {
			all += change * change
			friction += c.friction[j][k] * c.friction[j][k]
		}
		step = max(step, series.Step(m.time))
	}
	if all == 0 {
		return 0
	}
	return min(1, friction/all) * step / math.Sqrt(12)
}

// delayed is what a delay [s] of the motion adds to the torque on a joint at the k-th row, to the
// second order, and its derivative by the delay; 0 before follow.
func (l *law) delayed(m *motion, j, k int, delay float64) (torque, by float64) {
	c, known := l.changes[m]
	if !known {
		return 0, 0
	}
	first, second := c.first[j][k], c.second[j][k]
	return delay * (first + delay*second/2), first + delay*second
}
