package rigid

import (
	"math"

	"gmnc/datasets/checks"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// AddEnergies adds the kinetic and the potential energy [J] of each link to every frame of a
// motion, by the constants of the robot's file. It also adds the sum of both for each unit
// constant, so that other constants can be used.
func (t *Tree) AddEnergies(motion *checks.Recording) {
	links := len(t.Links)
	poses, constants := make([]pose, links), make([][Constants]float64, links)
	for b, link := range t.Links {
		poses[b].angle, constants[b] = math.NaN(), Of(link) // nowhere yet
	}
	e := checks.NewEnergies(2*links, Constants*links)
	motion.AddFrames(e, func(angle, rate []float64) {
		moved := false // Links before the first one that moves are as in the frame before.
		for b := range poses {
			if moved = moved || poses[b].angle != angle[b] || poses[b].rate != rate[b]; !moved {
				continue
			}
			t.move(poses, b, angle[b], rate[b])
			var kinetic, potential float64
			for k, part := range poses[b].energies(t.Gravity) {
				kinetic, potential = kinetic+float64(constants[b][k]*part[0]), potential+float64(constants[b][k]*part[1])
				e.States[Constants*b+k], e.Potentials[Constants*b+k] = part[0]+part[1], part[1]
			}
			e.Parts[2*b], e.Parts[2*b+1] = kinetic, potential
		}
	})
}

// pose is where a link is, and how it moves.
type pose struct {
	angle, rate               float64         // of its joint
	own                       rotation.Matrix // from the link's frame to its parent's
	offset                    [3]float64      // of the origin, in the parent's frame
	turn                      rotation.Matrix // from the link's frame to the ground's
	position, velocity, spins [3]float64      // of the origin, and its velocity and the angular velocity in the link's frame
}

// move computes the pose of a link from that of its parent.
func (t *Tree) move(poses []pose, b int, angle, rate float64) {
	l, p := &t.Links[b], &poses[b]
	before := pose{turn: rotation.Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	if l.Parent >= 0 {
		before = poses[l.Parent]
	}
	if p.angle != angle {
		p.own, p.offset = l.At(angle)
	}
	inward, along := p.own.Transposed(), vector.Plus([3]float64{}, rate, l.Axis)
	p.angle, p.rate = angle, rate
	p.turn = before.turn.Times(p.own)
	p.position = plus(before.position, before.turn.Turn(p.offset))
	p.velocity = inward.Turn(plus(before.velocity, vector.Cross(before.spins, p.offset)))
	p.spins = inward.Turn(before.spins)
	if l.Slides {
		p.velocity = plus(p.velocity, along)
	} else {
		p.spins = plus(p.spins, along)
	}
}

// energies returns, for each constant of a link, its parts of the kinetic and the potential energy.
// v is the velocity of the origin, w the angular velocity, p the position of the origin, and R the
// rotation to the ground's frame. With the first moments h and the inertia I, the energies are
//
//	m v v / 2 + v (w x h) + w I w / 2   and   -g (m p + R h)
func (p *pose) energies(gravity [3]float64) (parts [Constants][2]float64) {
	parts[0] = [2]float64{vector.Dot(p.velocity, p.velocity) / 2, -vector.Dot(gravity, p.position)}
	for k := range 3 {
		var unit [3]float64
		unit[k] = 1
		parts[1+k] = [2]float64{vector.Dot(p.velocity, vector.Cross(p.spins, unit)), -vector.Dot(gravity, p.turn.Turn(unit))}
	}
	w := p.spins
	for k, part := range [6]float64{w[0] * w[0] / 2, w[1] * w[1] / 2, w[2] * w[2] / 2, w[0] * w[1], w[0] * w[2], w[1] * w[2]} {
		parts[4+k][0] = part
	}
	return parts
}
