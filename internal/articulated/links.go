package articulated

import "sync"

// link is a body and its joint.
type link struct {
	row    int // row of its first particle
	parent int // index of its parent, -1 for the ground
	// These are in the rest pose, from the rows.
	turn, slide, anchor, first [3]float64
	turns                      float64 // 1 for a revolute joint, 0 for a prismatic one
	about, twice               matrix  // [turn]x, and its square
	start, coarse, fine, after [2]float64
	// These are the masses and forces of its particles, and the loads of its joint.
	mass          points // in the rest pose
	moments       matrix // the sum of rest force^T
	push          [3]float64
	damping, load float64
	rotor         float64 // inertia of its rotor
	stop          Stop
	stopped       Push

	fit                fit
	pose               pose
	at                 [3]float64 // cosine and sine of the joint's angle, and its displacement
	axis, motion, bias spatial    // motion at a unit rate; motion of the body, and its change at constant rates
	equation
}

// mechanism has the bodies and the memory for their motion.
type mechanism struct {
	links []link // parents come before their descendants
	own   []int  // index of the link that begins in a row, or none, or open while its ancestors are entered
	owner []int  // index of the link of each particle, or none
	walk  []int
}

const (
	none = -1
	open = -2
)

var mechanisms = sync.Pool{New: func() any { return new(mechanism) }}

// begin finds the links of the bodies, and their states if there are any.
func begin[F Float, I Integer](m *mechanism, b Bodies[F, I], state []F) {
	m.links, m.own, m.owner = m.links[:0], m.own[:0], m.owner[:0]
	for range b.Parents {
		m.own = append(m.own, none)
	}
	for i := range b.Parents {
		enter(m, b, state, i)
	}
	for i, parent := range b.Parents {
		owner := m.own[i]
		if owner == none {
			owner = m.own[parent]
		}
		m.owner = append(m.owner, owner)
	}
}

// enter adds the body that begins in a row, after its ancestors. In a cycle, the body that was seen
// first counts as attached to the ground.
func enter[F Float, I Integer](m *mechanism, b Bodies[F, I], state []F, i int) {
	m.walk = m.walk[:0]
	for m.own[i] == none && b.begins(i) {
		m.own[i] = open
		m.walk = append(m.walk, i)
		i = int(b.Parents[i])
	}
	for k := len(m.walk) - 1; k >= 0; k-- {
		row := m.walk[k]
		parent := m.own[int(b.Parents[row])]
		m.own[row] = len(m.links)
		if parent == open {
			parent = none
		}
		turn := vector(b.Turn, row)
		m.links = append(m.links, link{row: row, parent: parent, turn: turn, slide: vector(b.Slide, row), turns: dot(turn, turn)})
		l := &m.links[m.own[row]]
		l.about = matrix{{0, -turn[2], turn[1]}, {turn[2], 0, -turn[0]}, {-turn[1], turn[0], 0}}
		l.twice = l.about.by(&l.about)
		if b.First != nil {
			l.anchor = vector(b.Anchor, row)
			for k, first := range b.First[4*row : 4*row+3] {
				l.first[k] = float64(first) / float64(1-b.First[4*row+3])
			}
		}
		if state != nil {
			l.start = [2]float64{float64(state[2*row]), float64(state[2*row+1])}
		}
	}
}

// begins reports whether a row has an axis.
func (b Bodies[F, I]) begins(i int) bool {
	turn, slide := vector(b.Turn, i), vector(b.Slide, i)
	return dot(turn, turn)+dot(slide, slide) > 0
}

// weigh computes the masses, forces and loads of the links.
func weigh[F Float, I Integer](m *mechanism, b Bodies[F, I], loads Loads[F]) {
	for i := range m.links {
		l := &m.links[i]
		l.damping, l.load = float64(loads.Damping[l.row]), float64(loads.Load[l.row])
	}
	for i, owner := range m.owner {
		if owner == none {
			continue
		}
		l, x, f := &m.links[owner], vector(b.Rest, i), vector(loads.Force, i)
		l.mass.add(float64(loads.Mass[i]), x)
		for r := range 3 {
			l.push[r] += f[r]
			for c := range 3 {
				l.moments[r][c] += float64(x[r] * f[c])
			}
		}
	}
}

// meetStops reads the rotor inertias and stops of the joints, for steps of the time h. The time of
// a stop is at least one step.
func meetStops[F Float](m *mechanism, loads Loads[F], h float64) {
	columns := len(loads.Stops) / max(len(loads.Mass), 1)
	for i := range m.links {
		l := &m.links[i]
		l.rotor, l.stop = 0, Stop{}
		if columns > 0 {
			l.rotor = float64(loads.Stops[columns*l.row])
		}
		if columns == StopColumns {
			of := loads.Stops[StopColumns*l.row:]
			l.stop = Stop{float64(of[1]), float64(of[2]), float64(of[3]), max(float64(of[4]), h)}
		}
	}
}
