package rigid

import (
	"gmnc/datasets/checks"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// AddEnergies adds the kinetic and the potential energy [J] of each link to every frame of a
// motion, by the constants of the robot's file. It also adds the sum of both for each unit
// constant, so that other constants can be used.
func (t *Tree) AddEnergies(motion *checks.Recording) {
	joints := len(t.Links)
	for at := 0; at < len(motion.Positions); at += joints {
		for b, parts := range t.energies(motion.Positions[at:at+joints], motion.Rates[at:at+joints]) {
			var kinetic, potential float64
			for k, constant := range Of(t.Links[b]) {
				kinetic, potential = kinetic+float64(constant*parts[k][0]), potential+float64(constant*parts[k][1])
				motion.States = append(motion.States, parts[k][0]+parts[k][1])
			}
			motion.Energies = append(motion.Energies, kinetic, potential)
		}
	}
}

// energies returns, for each constant of each link, its parts of the kinetic and the potential
// energy at angles and rates. v is the velocity of the origin, w the angular velocity, p the
// position of the origin, and R the rotation to the ground's frame. With the first moments h and
// the inertia I, the energies are
//
//	m v v / 2 + v (w x h) + w I w / 2   and   -g (m p + R h)
func (t *Tree) energies(angle, rate []float64) [][Constants][2]float64 {
	type pose struct {
		turn                      rotation.Matrix // from the link's frame to the ground's
		position, velocity, spins [3]float64      // of the origin, and v and w in the link's frame
	}
	poses, all := make([]pose, len(t.Links)), make([][Constants][2]float64, len(t.Links))
	for b := range t.Links {
		l := &t.Links[b]
		before := pose{turn: rotation.Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
		if l.Parent >= 0 {
			before = poses[l.Parent]
		}
		turn, position := l.At(angle[b])
		inward := turn.Transposed()
		p := pose{
			turn:     before.turn.Times(turn),
			position: plus(before.position, before.turn.Turn(position)),
			velocity: inward.Turn(plus(before.velocity, vector.Cross(before.spins, position))),
			spins:    inward.Turn(before.spins),
		}
		along := vector.Plus([3]float64{}, rate[b], l.Axis)
		if l.Slides {
			p.velocity = plus(p.velocity, along)
		} else {
			p.spins = plus(p.spins, along)
		}
		poses[b] = p
		parts := &all[b]
		parts[0] = [2]float64{vector.Dot(p.velocity, p.velocity) / 2, -vector.Dot(t.Gravity, p.position)}
		for k := range 3 {
			var unit [3]float64
			unit[k] = 1
			parts[1+k] = [2]float64{vector.Dot(p.velocity, vector.Cross(p.spins, unit)), -vector.Dot(t.Gravity, p.turn.Turn(unit))}
		}
		w := p.spins
		for k, part := range [6]float64{w[0] * w[0] / 2, w[1] * w[1] / 2, w[2] * w[2] / 2, w[0] * w[1], w[0] * w[2], w[1] * w[2]} {
			parts[4+k][0] = part
		}
	}
	return all
}
