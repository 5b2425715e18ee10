package mechanism

import (
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"
)

// twist is a motion: an angular velocity, and the velocity of what is at the origin.
type twist struct{ turn, move r3.Vec }

func (t twist) add(factor float64, other twist) twist {
	return twist{r3.Add(t.turn, scale(factor, other.turn)), r3.Add(t.move, scale(factor, other.move))}
}

// change returns the rate of change of another motion in a frame that moves by t.
func (t twist) change(other twist) twist {
	return twist{cross(t.turn, other.turn), r3.Add(cross(t.turn, other.move), cross(t.move, other.turn))}
}

// at returns the velocity at a point.
func (t twist) at(x r3.Vec) r3.Vec { return r3.Add(t.move, cross(t.turn, x)) }

// pose is a mechanism at a configuration, with its motion. The origin is at the first particle.
type pose struct {
	*Mechanism
	position []r3.Vec // positions of the particles
	turn     []quat.Number
	anchor   []r3.Vec
	origin   r3.Vec
	axes     []twist // for each rate

	own      [][2]twist // motion of each body by the slides and by the turns of its joint
	motion   []twist    // of each body
	velocity []r3.Vec
}

func newPose(m *Mechanism) pose {
	bodies, n := len(m.Bodies), len(m.Rest)
	return pose{
		Mechanism: m,
		position:  make([]r3.Vec, n), velocity: make([]r3.Vec, n),
		turn: make([]quat.Number, bodies), anchor: make([]r3.Vec, bodies), axes: make([]twist, m.Rates()),
		own: make([][2]twist, bodies), motion: make([]twist, bodies),
	}
}

// place computes the positions and the axes for a state.
func (p *pose) place(s State) { p.placeFrom(0, s) }

// placeFrom computes those of a body and all after it. Those before it have not moved, nor has the origin.
func (p *pose) placeFrom(first int, s State) {
	for b := first; b < len(p.Bodies); b++ {
		p.placeBody(b, s)
		for _, i := range p.Bodies[b].Members {
			offset := r3.Sub(p.Rest[i], p.Bodies[b].Anchor)
			p.position[i] = r3.Add(p.anchor[b], rotate(p.turn[b], offset))
		}
	}
	p.origin = p.position[0]
	for b := first; b < len(p.Bodies); b++ {
		p.placeAxes(b)
	}
}

// before returns the frame of the body before: its rotation, and where the anchor would be if
// the joint had not slid.
func (p *pose) before(b int) (turn quat.Number, anchor r3.Vec) {
	body := &p.Bodies[b]
	if body.Parent < 0 {
		return still, body.Anchor
	}
	turn = p.turn[body.Parent]
	displacement := r3.Sub(body.Anchor, p.Bodies[body.Parent].Anchor)
	return turn, r3.Add(p.anchor[body.Parent], rotate(turn, displacement))
}

func (p *pose) placeBody(b int, s State) {
	turn, anchor := p.before(b)
	p.anchor[b] = r3.Add(anchor, rotate(turn, s.Slides[b]))
	p.turn[b] = compose(turn, s.Turns[b])
}

func (p *pose) placeAxes(b int) {
	body, turn := &p.Bodies[b], still
	if body.Parent >= 0 {
		turn = p.turn[body.Parent]
	}
	axes := p.axes[p.first[b]:p.first[b+1]]
	for k, axis := range body.Slides {
		axes[k] = twist{move: rotate(turn, axis)}
	}
	for k, axis := range body.Turns {
		axis = rotate(turn, axis)
		axes[len(body.Slides)+k] = twist{axis, cross(r3.Sub(p.anchor[b], p.origin), axis)}
	}
}

// move computes the motion of bodies and the velocities at these rates.
func (p *pose) move(rates []float64) { p.moveFrom(0, rates) }

// moveFrom computes those of a body and all after it. Those before it move as they did.
func (p *pose) moveFrom(first int, rates []float64) {
	for b := first; b < len(p.Bodies); b++ {
		body := &p.Bodies[b]
		var motion twist
		if body.Parent >= 0 {
			motion = p.motion[body.Parent]
		}
		slides := p.first[b] + len(body.Slides)
		for k, group := range [2][2]int{{p.first[b], slides}, {slides, p.first[b+1]}} {
			var own twist
			for d := group[0]; d < group[1]; d++ {
				own = own.add(rates[d], p.axes[d])
			}
			p.own[b][k], motion = own, motion.add(1, own)
		}
		p.motion[b] = motion
		for _, i := range body.Members {
			p.velocity[i] = motion.at(r3.Sub(p.position[i], p.origin))
		}
	}
}

// Pose is a mechanism whose joints have one axis each, at one set of coordinates and rates after the other.
type Pose struct {
	pose
	state  State
	angles []float64
}

// NewPose returns a Pose that is nowhere until it is set.
func (m *Mechanism) NewPose() *Pose {
	return &Pose{pose: newPose(m), state: m.AtRest()}
}

// Set sets the coordinates and the rates of all joints. It returns the first body that may be elsewhere or have
// another motion than before. Bodies before that are not computed again.
func (p *Pose) Set(angles, rates []float64) (first int) {
	placed := differs(p.angles, angles)
	if placed <= p.owner[0] { // the origin moves
		placed = 0
	}
	for b := placed; b < len(p.Bodies); b++ {
		p.SetAngle(p.state, b, angles[b])
	}
	first = min(placed, differs(p.state.Rates, rates))
	p.angles = append(p.angles[:0], angles...)
	copy(p.state.Rates, rates)
	p.placeFrom(placed, p.state)
	p.moveFrom(first, p.state.Rates)
	return first
}

// differs returns the first index at which two lists differ.
func differs(a, b []float64) int {
	for i := range b {
		if i >= len(a) || a[i] != b[i] {
			return i
		}
	}
	return len(b)
}

// Particles returns the positions and velocities [n] of the particles, which Set changes.
func (p *Pose) Particles() (position, velocity []r3.Vec) { return p.position, p.velocity }
