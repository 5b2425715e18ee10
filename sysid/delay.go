package sysid

// changes are how fast a law's own torques change at the rows of a motion [N m/s], and how fast that
// changes [N m/s^2]: [joints][rows of the fit].
type changes struct{ first, second [][]float64 }

// follow finds how fast the law's torques change along a motion. The measured torques would
// tell it with their noise, by which a delay would be found too small.
func (l *law) follow(m *motion, constants []float64) {
	delete(l.changes, m)
	n := len(l.tree.Links)
	c := changes{matrix(n, len(m.rows)), matrix(n, len(m.rows))}
	frictions, torques := l.frictions(m, constants, false), make([]float64, len(m.rows))
	for j := range n {
		for k := range torques {
			torques[k] = l.torque(m, &frictions[j], j, k, constants, nil)
		}
		for k := range torques {
			c.first[j][k] = m.slope(torques, k)
		}
		for k := range torques {
			c.second[j][k] = m.slope(c.first[j], k)
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
