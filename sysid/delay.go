package sysid

import (
	"math"

	"gmnc/sysid/series"
)

// changes holds the first and the second time derivatives of a law's own torques [N m/s, N
// m/s^2], and friction's share of the first. Each is [joints][rows of the fit].
type changes struct{ first, second, friction [][]float64 }

// follow computes how fast the law's torques change along a motion. The derivatives of the
// measured torques would contain their noise, which makes a delay come out too small. So would
// accelerations that are differenced from row to row. The torques of links and rotors are
// therefore differenced between the rows of the fit. These rows are too far apart for friction,
// which reverses in less time, so that a delay would come out too large. Friction is therefore
// differenced between all rows of the motion.
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

// followDelay calls follow if a delay is learned.
func (f *fit) followDelay(m *motion) {
	if f.has["delay"] {
		f.follow(m, f.constants)
	}
}

// turning returns the standard deviation [s] that a joint's delay has because friction reverses
// at an unknown time between two stamps. A torque that is constant between stamps reverses a
// light joint soon after a stamp, not anywhere between two. The deviation is weighted by
// friction's share of the changes of the torque, from which the delay is found.
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

// delayed returns what a delay [s] of the motion adds to the torque on a joint at the k-th row,
// to second order, and its derivative with respect to the delay. Both are 0 before follow is
// called.
func (l *law) delayed(m *motion, j, k int, delay float64) (torque, by float64) {
	c, known := l.changes[m]
	if !known {
		return 0, 0
	}
	first, second := c.first[j][k], c.second[j][k]
	return delay * (first + delay*second/2), first + delay*second
}
