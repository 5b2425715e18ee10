package builder

import (
	"cmp"
	"fmt"

	"gmnc/ir"
)

// writeGMNODE writes GMN-ODE: one law of motion, with one set of weights,
// applied in K equal steps. With T the time of a prediction, L the length of
// the data, u = v T / K the displacement of a step and s = |x_i - x_j|^2 / L^2,
// a step is
//
//	m_ij = MLP([h_i, h_j, s, 0.3 / sqrt(s + 0.001), log(s + 0.001), e_ij])
//	f_i  = 0.1 sum over j of (x_i - x_j) phi(m_ij)
//	a    = what f makes of the object's q by Newton's equations
//	u_q  = limit(u_q + a)          q = q + u_q
//	w    = limit(r x (u_r + t) / |r|^2)
//	x    = q + rot(w) r            u = u_q + w x (rot(w) r)
//	h_i  = h_i + MLP([h_i, mean over j of m_ij])
//
// with r = x - q the bar, u_r its velocity and t the force that turns it, as
// in GMN. Trees are moved by forestKinematics, with the tensions of their bars
// in t. Both limits are smooth and change nothing but what runs away:
// displacements beyond three lengths from the straight line, and turns beyond
// a right angle a step.
//
// With the integrator Verlet half of a acts before the first step and half after
// the last, where f is taken once more: kick, drift, kick. Its error falls with the
// square of the step, of which the first power is left without, and it has the
// velocity at the time of the positions and not half a step before.
//
// GMN differs in that its layers have weights of their own, that velocities
// and spins start anew in units of its own and are kept in part (psi), that
// forces are averaged and messages added up, and that phi2 is learned.
func writeGMNODE(w *Writer) {
	kinds := objectKinds{sticks: true, hinges: true}
	law := w.lawOfMotion(kinds)
	steps, m, features := float64(w.Config.Layers), w.members(kinds), w.lawEdges()

	s := motion{x: w.Inputs.Position}
	s.u = w.Name("displacement", w.Mul(w.Inputs.Velocity, w.Scalar(w.Config.time()/steps)))
	s.straight = law.straight(s.u, m)
	s.h = w.lawFeatures()
	for step := range w.Config.Layers {
		w.Scope(fmt.Sprintf("step%d", step), func() { s = law.step(s, m, features, w.push(step)) })
		if step == w.Config.Layers-1 && w.Config.Integrator == Verlet {
			w.Scope("last_kick", func() { s = law.step(s, m, features, push{kick: 0.5}) })
		}
		velocity := w.Mul(s.u, w.Scalar(steps/w.Config.time()))
		w.AddLayer(Layer{s.h, s.x, velocity})
	}
}

// push is a part of a step: how much of the accelerations acts, and how much of
// the displacements that follow.
type push struct{ kick, drift float64 }

// push is that of a step, of which a half went before with Verlet.
func (w *Writer) push(step int) push {
	if step == 0 && w.Config.Integrator == Verlet {
		return push{kick: 0.5, drift: 1}
	}
	return push{1, 1}
}

// motion is the state between two steps: features, positions, displacements a
// step, and the displacement of q a step on a straight line.
type motion struct{ h, x, u, straight *ir.Value }

// law is the law of motion, whose weights all steps share.
type law struct {
	*Writer
	interaction, dynamics, node, move func(args ...*ir.Value) []*ir.Value
	// forest and moveForest are nil where there are no trees.
	forest     *forest
	moveForest func(args ...*ir.Value) []*ir.Value
}

func (w *Writer) lawOfMotion(kinds objectKinds) law {
	dynamics := w.newtonDynamics()
	if w.Config.Dynamics == LearnedDynamics {
		dynamics = w.inverseDynamics(kinds)
	}
	l, every := law{Writer: w}, w.Shared
	if w.Config.Weights == OwnWeights {
		every = w.own
	}
	if w.Config.Depth > 0 {
		forest := w.forest()
		l.forest = &forest
	}
	w.Scope("law", func() {
		l.interaction, l.dynamics = every(w.lawInteraction()), every(dynamics)
		if w.Config.Messages != NoMessages {
			l.node = every(w.nodeUpdate(once))
		}
		l.move = every(w.lawKinematics())
		if l.forest != nil {
			l.moveForest = every(w.lawForest())
		}
	})
	return l
}

// own calls a function with new weights at each call.
func (w *Writer) own(f Function) func(args ...*ir.Value) []*ir.Value {
	return func(args ...*ir.Value) []*ir.Value { return w.Call(f, args...) }
}

// coordinate takes the part of a value of particles, linear in their
// positions, that belongs to the generalised coordinate q of their object.
func (l law) coordinate(value *ir.Value, m members) *ir.Value {
	return l.Sub(value, l.bar(value, m))
}

// straight is what each object moves by in a step on a straight line, given
// what its particles do.
func (l law) straight(u *ir.Value, m members) *ir.Value {
	straight := l.coordinate(u, m)
	if l.forest == nil {
		return straight
	}
	return l.Select(l.forest.isForest, l.mean(u, *l.forest), straight)
}

// bar is the rest: value - q, half of the difference to the partner for a
// stick and all of it for a hinge.
func (l law) bar(value *ir.Value, m members) *ir.Value {
	offset := l.Sub(value, l.Gather(value, m.partner))
	return l.Select(m.isHinge, offset, l.Mul(offset, l.Scalar(0.5)))
}

// step moves the systems by one step, or a part of it.
func (l law) step(s motion, m members, features *ir.Value, part push) motion {
	var known []*ir.Value
	if s.h != nil {
		known = append(known, s.h)
	}
	edge := l.interaction(append(append(known, s.x), l.edgeArgs(features)...)...)
	force := edge[0]
	bar, barVelocity := l.bar(s.x, m), l.bar(s.u, m)
	acceleration := l.dynamics(append(m.args(), force, bar, barVelocity)...)[0]
	before := l.Sub(s.u, barVelocity)
	if l.Config.Order == FirstOrder {
		before = s.straight
	}
	pushed := l.pushArgs(part)
	moved := l.move(append(append(m.args(), l.Sub(s.x, bar), before, s.straight, bar, barVelocity, acceleration, force), pushed...)...)
	x, u := moved[0], moved[1]
	if f := l.forest; f != nil {
		x, u = l.overForest(*f, x, u, l.moveForest(append(append(append(f.args(), l.ofForest(s.h), s.x, s.u, force), pushed...), s.straight)...))
	}
	if part.drift == 0 {
		return motion{h: s.h, x: s.x, u: l.Name("displacement", u), straight: s.straight}
	}
	h := s.h
	if l.node != nil {
		h = l.node(h, edge[1])[0]
	}
	return motion{h: h, x: l.Name("position", x), u: l.Name("displacement", u), straight: s.straight}
}

// lawFeatures are the first features of the particles: their embedding. Without
// messages they are what the data have of particles, and stay so; nil for nothing.
func (w *Writer) lawFeatures() *ir.Value {
	if w.Config.Messages != NoMessages {
		return w.Call(w.embedding(), w.embeddingArgs()...)[0]
	}
	known := w.embeddingArgs()[1:] // all but the velocity
	if len(known) == 0 {
		return nil
	}
	return w.Concat(known...)
}

// lawFeatureCount is how many columns lawFeatures have.
func (w *Writer) lawFeatureCount() int {
	if w.Config.Messages != NoMessages {
		return w.Config.Hidden
	}
	count := len(w.Config.NodeFeatures)
	if w.Config.Charge == NodeCharge {
		count++
	}
	return count
}

// ofForest are the features that the motion of trees and bodies sees: none without
// messages.
func (w *Writer) ofForest(h *ir.Value) *ir.Value {
	if w.Config.Messages != NoMessages {
		return h
	}
	return w.Broadcast(w.Const(1, w.Config.Hidden, make([]float64, w.Config.Hidden)...), Particles)
}

// pushArgs are the arguments of a function that has declared pushed.
func (w *Writer) pushArgs(part push) []*ir.Value {
	if w.Config.Integrator != Verlet {
		return nil
	}
	return []*ir.Value{w.Scalar(part.kick), w.Scalar(part.drift)}
}

// pushed declares the parts of accelerations and displacements that act, [1,1];
// they are nil, and all of them, without Verlet.
func (n *Networks) pushed(integrator string) (kick, drift *ir.Value) {
	if integrator != Verlet {
		return nil, nil
	}
	number := ir.Floats(ir.Fixed(1), 1)
	return n.Input("kick", number), n.Input("drift", number)
}

// partOf is a part of a value, or all of it where part is nil.
func (n *Networks) partOf(x, part *ir.Value) *ir.Value {
	if part == nil {
		return x
	}
	return n.Mul(x, part)
}

const (
	// softSquare softens the radial features of close particles, in squares of
	// the data's length.
	softSquare = 1e-3
	// inverseScale makes 1/r of particles at usual distances about 1.
	inverseScale = 0.3
	// forceScale is how much of each force of a sum acts: the sum over some ten
	// neighbours starts as large as their mean.
	forceScale = 0.1
	// farthest is how far particles may get from a straight line, in lengths
	// of the data.
	farthest = 3
	// mostTurn is the most a bar turns in a step, in radians.
	mostTurn = 1.5
)

// radial are the features of a squared distance: [rows,3].
func (w *Writer) radial(b *ir.Builder, square *ir.Value) *ir.Value {
	if w.Config.Radial == SquareRadial {
		return square
	}
	length := w.Config.length()
	scaled := b.Mul(square, b.Scalar(1/(length*length)))
	soft := b.Add(scaled, b.Scalar(softSquare))
	return b.Concat(scaled, b.Div(b.Scalar(inverseScale), b.Sqrt(soft)), b.Log(soft))
}

// lawEdges are the features of edges that no step changes: edgeAttributes and
// the distance in the input. Without messages the latter is left out, so that a
// force depends on what is there now.
func (w *Writer) lawEdges() *ir.Value {
	if w.Config.Messages == NoMessages {
		return w.Name("features", w.Concat(w.edgeAttributes()...))
	}
	offset := edgeOffset(w.Builder, w.Inputs.Position, w.Inputs.Senders)
	return w.Name("features", w.Concat(append(w.edgeAttributes(), w.radial(w.Builder, w.Inner(offset, offset)))...))
}

// lawInteraction defines forces [particles,3] and, unless there are none, messages
// [particles,hidden].
func (w *Writer) lawInteraction() Function {
	hidden, limit := w.Config.Hidden, forceLimit*w.Config.length()
	width := w.lawFeatureCount()
	return w.Define("interaction", func(b *Networks) {
		var h *ir.Value
		if width > 0 {
			h = b.features("features", width)
		}
		x := b.vector("position")
		features, senders, mask := w.edgeInputs(b, w.lawEdgeCount())
		offset := edgeOffset(b.Builder, x, senders)
		var in []*ir.Value
		if h != nil {
			in = append(in, b.Repeat(h, Neighbors), b.Gather(h, senders))
		}
		in = append(in, w.radial(b.Builder, b.Inner(offset, offset)), features)
		message := b.SiLU(b.MLP("edge", b.Concat(in...), hidden, hidden))
		term := b.Clamp(b.Mul(offset, b.Gate("coordinate", message, hidden)), -limit, limit)
		if mask != nil {
			message, term = b.Mul(message, mask), b.Mul(term, mask)
		}
		count := neighborCount(b.Builder, mask)
		force, total := b.SumGroups(term, Neighbors), message
		if w.Config.Messages != NoMessages {
			total = b.SumGroups(message, Neighbors)
		}
		if w.Config.Forces == MeanForces {
			force = b.Div(force, count)
		} else {
			force = b.Mul(force, b.Scalar(forceScale))
		}
		b.Output("force", force)
		if w.Config.Messages == NoMessages {
			return
		}
		if w.Config.Messages != SumMessages {
			total = b.Div(total, count)
		}
		b.Output("message", total)
	})
}

// lawEdgeCount is how many columns lawEdges have.
func (w *Writer) lawEdgeCount() int {
	switch {
	case w.Config.Messages == NoMessages:
		return w.edgeAttributeCount()
	case w.Config.Radial == SquareRadial:
		return w.edgeFeatureCount()
	}
	return w.edgeAttributeCount() + 3
}

// newtonDynamics defines the acceleration of each object's q for equal masses
// (the paper's appendix on the dynamics of sticks and hinges): the mean force
// of a stick, and for a hinge, with bars r_k, directions e_k and spins s_k,
//
//	A = f_0 + sum_k [e_k (e_k . f_k) - s_k x (s_k x r_k)]
//	(I + e_1 e_1^T + e_2 e_2^T) a = A
//
// of which the projections of a on e_1 and e_2 solve two equations with the
// determinant 4 - (e_1 . e_2)^2, at least 3.
func (w *Writer) newtonDynamics() Function {
	return w.Define("newton", func(b *Networks) {
		m, f, r, u := b.members(), b.vector("force"), b.vector("bar"), b.vector("bar_velocity")
		square := b.Maximum(b.Inner(r, r), b.Scalar(shortBar))
		e := b.Div(r, b.Sqrt(square))
		spin := b.limited(b.Div(b.Cross(r, u), square), mostTurn)
		along := b.Sub(b.Mul(e, b.Inner(e, f)), b.Cross(spin, b.Cross(spin, r)))
		sum := b.Add(b.Gather(f, m.joint), b.overEnds(along, m))
		e1, e2 := b.Gather(e, m.first), b.Gather(e, m.second)
		cosine, p1, p2 := b.Inner(e1, e2), b.Inner(e1, sum), b.Inner(e2, sum)
		determinant, two := b.Sub(b.Scalar(4), b.Square(cosine)), b.Scalar(2)
		k1 := b.Div(b.Sub(b.Mul(two, p1), b.Mul(cosine, p2)), determinant)
		k2 := b.Div(b.Sub(b.Mul(two, p2), b.Mul(cosine, p1)), determinant)
		hinge := b.Sub(b.Sub(sum, b.Mul(e1, k1)), b.Mul(e2, k2))
		stick := b.Mul(b.overPair(f, m), b.Scalar(0.5))
		b.Output("acceleration", b.Select(m.isHinge, hinge, b.Select(m.isObject, stick, f)))
	})
}

// lawKinematics defines the new positions and displacements.
func (w *Writer) lawKinematics() Function {
	return w.Define("rigid_motion", func(b *Networks) {
		m := b.members()
		q, before, straight := b.vector("coordinate"), b.vector("coordinate_displacement"), b.vector("straight_displacement")
		bar, barVelocity := b.vector("bar"), b.vector("bar_displacement")
		acceleration, force := b.vector("acceleration"), b.vector("force")
		kick, drift := b.pushed(w.Config.Integrator)
		acceleration, force = b.partOf(acceleration, kick), b.partOf(force, kick)

		moved := b.Add(straight, b.limited(b.Sub(b.Add(before, acceleration), straight), w.reach()))
		carried := b.Select(m.isHinge, acceleration, b.Mul(b.overPair(force, m), b.Scalar(0.5)))
		push := b.Add(barVelocity, b.Sub(force, carried))
		inertia := b.Maximum(b.Inner(bar, bar), b.Scalar(shortBar))
		angular := b.limited(b.Div(b.Cross(bar, push), inertia), mostTurn)
		turned := rotate(b.Builder, bar, b.partOf(angular, drift))
		b.Output("position", b.Add(b.Add(q, b.partOf(moved, drift)), turned))
		b.Output("displacement", b.Add(moved, b.Cross(angular, turned)))
	})
}

// lawForest is the motion of trees and bodies, with the limits of lawKinematics:
// by Newton's equations, or with psi of 1 and a little.
func (w *Writer) lawForest() Function {
	law := forestLaw{
		integrator: w.Config.Integrator,
		moved: func(b *Networks, before, force *ir.Value) *ir.Value {
			straight := b.vector("straight_displacement")
			if w.Config.Order == FirstOrder {
				before = straight
			}
			return b.Add(straight, b.limited(b.Sub(b.Add(before, force), straight), w.reach()))
		},
		turned: func(b *Networks, angular *ir.Value) *ir.Value { return b.limited(angular, mostTurn) },
	}
	if w.Config.Dynamics == LearnedDynamics {
		law.factor = func(b *Networks, name string, x *ir.Value) *ir.Value {
			return b.Add(b.Scalar(1), b.Gate(name, x, narrow(w.Config.Hidden)))
		}
	}
	return w.forestKinematics(law)
}

// reach is how far a step may get from a straight line.
func (w *Writer) reach() float64 { return farthest * w.Config.length() / float64(w.Config.Layers) }

// limited bounds the length of vectors smoothly: v / (1 + (|v|/most)^4)^(1/4)
// is as good as v where |v| is half of most.
func (n *Networks) limited(v *ir.Value, most float64) *ir.Value {
	square := n.Mul(n.Inner(v, v), n.Scalar(1/(most*most)))
	return n.Div(v, n.Sqrt(n.Sqrt(n.Add(n.Scalar(1), n.Square(square)))))
}

// time is that of a prediction, and length that of the data.
func (c Config) time() float64 { return cmp.Or(c.Time, 1) }

func (c Config) length() float64 { return cmp.Or(c.Length, 1) }
