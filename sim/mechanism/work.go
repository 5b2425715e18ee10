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

// work is a mechanism at a configuration, with the memory for its equations. The origin is at
// the first particle.
type work struct {
	*Mechanism
	position []r3.Vec // positions of the particles
	turn     []quat.Number
	anchor   []r3.Vec
	origin   r3.Vec
	axes     []twist // for each rate

	motion, bias []twist // for each body
	force        []r3.Vec
	velocity     []r3.Vec

	equations
}

func newWork(m *Mechanism) *work {
	bodies, n, rates := len(m.Bodies), len(m.Rest), m.Rates()
	w := &work{
		Mechanism: m,
		position:  make([]r3.Vec, n), force: make([]r3.Vec, n), velocity: make([]r3.Vec, n),
		turn: make([]quat.Number, bodies), anchor: make([]r3.Vec, bodies), axes: make([]twist, rates),
		motion: make([]twist, bodies), bias: make([]twist, bodies),
		equations: newEquations(rates),
	}
	for d := range w.moving {
		w.moving[d] = make([]r3.Vec, n)
	}
	return w
}

// place computes the positions and the axes for a state.
func (w *work) place(s State) {
	for b := range w.Bodies {
		w.placeBody(b, s)
	}
	for i, owner := range w.owner {
		offset := r3.Sub(w.Rest[i], w.Bodies[owner].Anchor)
		w.position[i] = r3.Add(w.anchor[owner], rotate(w.turn[owner], offset))
	}
	w.origin = w.position[0]
	for b := range w.Bodies {
		w.placeAxes(b)
	}
}

// before returns the frame of the body before: its rotation, and where the anchor would be if
// the joint had not slid.
func (w *work) before(b int) (turn quat.Number, anchor r3.Vec) {
	body := &w.Bodies[b]
	if body.Parent < 0 {
		return still, body.Anchor
	}
	turn = w.turn[body.Parent]
	displacement := r3.Sub(body.Anchor, w.Bodies[body.Parent].Anchor)
	return turn, r3.Add(w.anchor[body.Parent], rotate(turn, displacement))
}

func (w *work) placeBody(b int, s State) {
	turn, anchor := w.before(b)
	w.anchor[b] = r3.Add(anchor, rotate(turn, s.Slides[b]))
	w.turn[b] = compose(turn, s.Turns[b])
}

func (w *work) placeAxes(b int) {
	body, turn := &w.Bodies[b], still
	if body.Parent >= 0 {
		turn = w.turn[body.Parent]
	}
	axes := w.axes[w.first[b]:w.first[b+1]]
	for k, axis := range body.Slides {
		axes[k] = twist{move: rotate(turn, axis)}
	}
	for k, axis := range body.Turns {
		axis = rotate(turn, axis)
		axes[len(body.Slides)+k] = twist{axis, cross(r3.Sub(w.anchor[b], w.origin), axis)}
	}
}

// move computes the motion of bodies and the velocities at these rates. It also computes the
// bias: the rate of change of the bodies' motion at constant rates.
func (w *work) move(rates []float64) {
	for b, body := range w.Bodies {
		var motion, bias twist
		if body.Parent >= 0 {
			motion, bias = w.motion[body.Parent], w.bias[body.Parent]
		}
		slides := w.first[b] + len(body.Slides)
		for _, group := range [2][2]int{{w.first[b], slides}, {slides, w.first[b+1]}} {
			var own twist
			for d := group[0]; d < group[1]; d++ {
				own = own.add(rates[d], w.axes[d])
			}
			bias = bias.add(1, motion.change(own))
			motion = motion.add(1, own)
		}
		w.motion[b], w.bias[b] = motion, bias
	}
	for i, owner := range w.owner {
		w.velocity[i] = w.motion[owner].at(r3.Sub(w.position[i], w.origin))
	}
}

// inertial returns the acceleration of a particle at constant rates.
func (w *work) inertial(i int) r3.Vec {
	owner := w.owner[i]
	return r3.Add(w.bias[owner].at(r3.Sub(w.position[i], w.origin)), cross(w.motion[owner].turn, w.velocity[i]))
}
