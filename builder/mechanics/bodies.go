package mechanics

import (
	"gmnc/builder/graph"
	"gmnc/internal/articulated"
	"gmnc/ir"
	"gmnc/system"
)

// bodies are rigid bodies for Runge-Kutta's methods: a row a particle, and what belongs to
// a body is the same in the rows of all its particles.
// Their coordinates are a center c, which is the center of mass or where the body is
// pinned, and a turn since the start, a quaternion t; x = c + rot(t) r. With w the
// masses over the mass of the body and a' what acts on particles, a body obeys
//
//	c'' = sum w a'      S' = sum w (x - c) x a'      t' = (0, I^-1 S) t / 2
//
// where S is its spin, the angular momentum over the mass, and I = sum w (|r|^2 - r r^T)
// turns with it. So shapes hold by construction, and no force leaves S as it is. The center
// of a body on a tree is the particle that joins both.
type bodies struct {
	*graph.Writer
	isBody, first *ir.Value
	onTree        *ir.Value // by a tree; nil where the model takes none of these
	share         *ir.Value // of its mass in the body's; 0 of a pinned particle: [particles,1]
	weight        *ir.Value // of its place in the center: [particles,1]
	arm           *ir.Value // r: [particles,3]
	mobility      *ir.Value // I^-1 at the start: [particles,9]
	load          *ir.Value // what bars feel of held ones at the start: [particles,9]
	fastest       float64   // at most that it turns in a time
}

// newBodies returns the bodies of the inputs, or nil if the model takes none. A body rotates by
// at most graph.MostTurn in a step of the time h, because no integrator can follow a faster one.
func newBodies(w *graph.Writer, of bars, h float64) *bodies {
	if !w.Config.Bodies {
		return nil
	}
	in := w.Inputs
	b := &bodies{Writer: w, isBody: in.Is[system.Body], first: in.First, onTree: of.onTree, fastest: graph.MostTurn / h}
	if b.onTree == nil {
		isFree := w.Same(in.Partner, w.RowNumbers(graph.Particles))
		b.isBody = w.Name("is_body", w.Mul(b.isBody, isFree))
	}
	w.Scope("bodies", func() {
		moved, fixed := b.Mul(b.isBody, of.mass), (*ir.Value)(nil)
		if of.pinned != nil {
			moved, fixed = b.Select(of.pinned, b.Scalar(0), moved), b.Mul(b.isBody, of.pinned)
		}
		if fixed != nil && b.onTree != nil { // two positions fix such a body: no number is right
			moved = b.Div(moved, b.Sub(b.Scalar(1), b.Mul(b.onTree, fixed)))
		}
		b.share = b.Div(moved, b.Divisor(b.sum(moved)))
		b.weight = b.share
		if fixed != nil {
			pins := b.sum(fixed)
			b.weight = b.Select(pins, b.Div(fixed, b.Maximum(pins, b.Scalar(1))), b.share)
		}
		b.arm = b.Sub(in.Position, b.center(in.Position))
		squares := b.squares(b.share)
		b.mobility = b.inverse(squares)
		if fixed != nil {
			b.mobility = b.onAxes(fixed, squares)
		}
		if b.onTree != nil {
			b.load = b.loads()
		}
	})
	return b
}

// sum sums a value over the particles of each body.
func (b *bodies) sum(x *ir.Value) *ir.Value { return b.SumSystems(x, b.first) }

// center returns the part of a value of particles that belongs to the center.
func (b *bodies) center(x *ir.Value) *ir.Value {
	center := b.sum(b.Mul(b.weight, x))
	if b.onTree == nil {
		return center
	}
	return b.Select(b.onTree, b.Gather(x, b.Inputs.Partner), center)
}

// relative subtracts from a value of particles its value at the particle that joins their body
// to a tree.
func (b *bodies) relative(x, holder *ir.Value) *ir.Value {
	if b.onTree == nil {
		return x
	}
	return b.Sub(x, b.Mul(b.onTree, b.Gather(holder, b.Inputs.Partner)))
}

// squares returns the sums of w r r^T over particles with these weights: [particles,9].
func (b *bodies) squares(weight *ir.Value) *ir.Value {
	return b.sum(b.Mul(weight, b.RowMatMul(b.arm, b.arm, 1, false, false)))
}

// trace returns the traces of matrices 3 x 3: [particles,1].
func (b *bodies) trace(a *ir.Value) *ir.Value {
	return b.Add(b.Add(b.Columns(a, 0, 1), b.Columns(a, 4, 5)), b.Columns(a, 8, 9))
}

// inverse returns the inverse of the inertia: [particles,9].
func (b *bodies) inverse(squares *ir.Value) *ir.Value {
	at := func(i int) *ir.Value { return b.Columns(squares, i, i+1) }
	turning := b.InertiaSolver(graph.Symmetric{XX: at(0), YY: at(4), ZZ: at(8), XY: at(1), XZ: at(2), YZ: at(5)}, b.FloorAtZero)
	return b.Concat(turning(b.Axis(0)), turning(b.Axis(1)), turning(b.Axis(2)))
}

// onAxes returns the mobilities, also of bodies with several pinned particles. If these are on
// a line, the body can only rotate about it; otherwise it cannot rotate. Let d be the direction
// of the line and P the squares of the pinned particles over their trace. Then P is d d^T.
func (b *bodies) onAxes(pins, squares *ir.Value) *ir.Value {
	ofPins := b.squares(pins)
	axis := b.Div(ofPins, b.Divisor(b.trace(ofPins)))
	isLine := b.Greater(b.SumColumns(b.Square(axis)), b.Scalar(1-2*articulated.Straight))
	inertia := b.Sub(b.trace(squares), b.SumColumns(b.Mul(axis, squares)))
	about := b.Div(b.Mul(isLine, axis), b.Divisor(inertia))
	return b.Select(b.Greater(b.sum(pins), b.Scalar(1.5)), about, b.mobility)
}

// start adds the coordinates of bodies to positions and velocities, which become those of the
// centers in the rows of bodies. It adds rotations [particles,4], spins [particles,3] and, if
// bodies hang on trees, loose particles.
func (b *bodies) start(x, v *ir.Value) []*ir.Value {
	spin := b.sum(b.Mul(b.share, b.Cross(b.arm, b.relative(v, v))))
	still := b.Broadcast(b.Const(1, 4, 1, 0, 0, 0), graph.Particles)
	start := []*ir.Value{b.Select(b.isBody, b.center(x), x), b.Select(b.isBody, b.center(v), v), still, spin}
	if b.onTree != nil {
		start = append(start, x, v) // of loose particles
	}
	return start
}

// pose returns the arms of bodies and their angular velocities.
func (b *bodies) pose(state []*ir.Value) (arm, turning *ir.Value) {
	return b.turned(state[2], b.arm, false), b.spun(state[2], state[3])
}

// spun returns the angular velocities of rotated bodies with these spins.
func (b *bodies) spun(t, spin *ir.Value) *ir.Value {
	return b.turned(t, b.RowMatMul(b.mobility, b.turned(t, spin, true), 3, false, false), false)
}

// turned are vectors v turned by quaternions (s, u), or back:
//
//	v + s d + u x d      d = 2 u x v / (s^2 + |u|^2)
func (b *bodies) turned(t, v *ir.Value, back bool) *ir.Value {
	s, u := b.Columns(t, 0, 1), b.Columns(t, 1, 4)
	if back {
		u = b.Neg(u)
	}
	d := b.Div(b.Mul(b.Scalar(2), b.Cross(u, v)), b.SumColumns(b.Square(t)))
	return b.Add(v, b.Add(b.Mul(s, d), b.Cross(u, d)))
}

// particles returns the positions and velocities of all particles.
func (b *bodies) particles(state []*ir.Value) (x, v *ir.Value) {
	arm, turning := b.pose(state)
	x, v = state[0], state[1]
	return b.Add(x, b.Mul(b.isBody, arm)), b.Add(v, b.Mul(b.isBody, b.Cross(turning, arm)))
}

// pushed returns the effect of a value of particles on centers and spins. Particles in no body
// take their value from moved.
func (b *bodies) pushed(state []*ir.Value, value, moved *ir.Value) (center, spin *ir.Value) {
	arm, _ := b.pose(state)
	all := b.sum(b.Concat(b.Mul(b.weight, value), b.Mul(b.share, b.Cross(arm, b.relative(value, moved)))))
	center = b.Select(b.isBody, b.Columns(all, 0, 3), moved)
	if b.onTree != nil {
		center = b.Select(b.onTree, b.Gather(moved, b.Inputs.Partner), center)
	}
	return center, b.Columns(all, 3, 6)
}

// slope returns the derivative of rotations by time.
func (b *bodies) slope(state []*ir.Value) *ir.Value {
	_, turning := b.pose(state)
	return b.turnedBy(state[2], b.Bounded(graph.TurnLimit, turning, b.fastest))
}

// turnedBy returns the change of quaternions by small rotations, which is their product with
// half of these.
func (b *bodies) turnedBy(t, turn *ir.Value) *ir.Value {
	half := b.Mul(b.Scalar(0.5), turn)
	s, u := b.Columns(t, 0, 1), b.Columns(t, 1, 4)
	return b.Concat(b.Neg(b.Inner(half, u)), b.Add(b.Mul(s, half), b.Cross(half, u)))
}
