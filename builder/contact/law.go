package contact

import (
	"math"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

const (
	// stiffest is the largest stiffness of contact times the square of the time of a step.
	// Explicit steps cannot follow a stiffer contact of several particles.
	stiffest = 0.5
	// firstStiffness is the initial parameter of the stiffness, about an eighth of the largest.
	firstStiffness = -2
	// scaledOffset is the unit of the distance at which contact begins, in lengths of the data.
	scaledOffset = 0.02
	// creeping is the speed, in lengths over the time of a prediction, below which contact does
	// not distinguish sliding or bouncing from rest.
	creeping = 0.001
	// mostLoss is the largest loss of a bounce, which leaves a twentieth of the speed. The
	// least is no loss.
	mostLoss = 3
	// mostFriction is the largest coefficient of friction that the network can give.
	mostFriction = 2
)

// contactLaw are the forces of contact. Of a particle with the gap d to a plane, the
// approach speed u along its normal and the sliding speed v, the force over the mass of its
// body is along the normal
//
//	f = k max(0, o - d + h u / 2) e     e = exp(b) on the way in, exp(-b) on the way out
//
// and k max(0, o - d)^2 / 2 what the plane stores. A body that leaves gets less than what
// it got at the same gap before, and a bounce leaves the share exp(-b) of a speed,
// the restitution. Between the two e is 1 where a step with e = 1 ends at rest, and
// grows or falls with the speed that it ends with. Friction is against the sliding, m f,
// and at most what ends it in the step. The stiffness k and the offset o are learned, and
// so are b and m, by a network of d, u and v, unless these are known or constants.
//
// With a retardation t, which is learned, it is of a spring and a damper, k (o - d + t u),
// and the damper's part at most what ends a step at rest. Friction is then against the
// sliding that the presses of the step leave.
type contactLaw struct {
	*graph.Writer
	h                 float64
	stiffness, offset *ir.Value // [1,1]
	loss, friction    *ir.Value // given or constants; nil where the network has them
	retardation       *ir.Value // [1,1]; nil where there is no damper
	network           func(args ...*ir.Value) []*ir.Value
	again             func(f graph.Function) func(args ...*ir.Value) []*ir.Value // with the weights of network
	speed             float64                                                    // s
}

func newContactLaw(w *graph.Writer, h float64) contactLaw {
	l := contactLaw{Writer: w, h: h, speed: creeping * w.Config.Distance() / w.Config.Interval()}
	w.Scope("contact", func() {
		stiffness := w.Param(graph.Param{Name: "stiffness", Rows: 1, Columns: 1, Mean: firstStiffness})
		offset := w.Param(graph.Param{Name: "offset", Rows: 1, Columns: 1})
		l.stiffness = w.Mul(w.Sigmoid(stiffness), w.Scalar(stiffest/(h*h)))
		l.offset = w.Mul(offset, w.Scalar(scaledOffset*w.Config.Distance()))
	})
	l.friction = known(w, config.LearnedFriction)
	if restitution := known(w, config.LearnedRestitution); restitution != nil {
		least := w.Scalar(math.Exp(-mostLoss))
		l.loss = w.Neg(w.Log(w.Minimum(w.Maximum(restitution, least), w.Scalar(1))))
	}
	if learned := w.Config.Learns(config.LearnedRetardation); learned != nil {
		l.retardation = w.LearnedConstant(learned)
		l.loss = w.Scalar(0)
	}
	if l.loss == nil || l.friction == nil {
		w.Scope("law", func() { l.network, l.again = w.SharedBy(contactNetwork(w, "contact", graph.Particles)) })
	}
	return l
}

// onEdges returns the law with the same constants and weights for rows of edges.
func (l contactLaw) onEdges() contactLaw {
	each := func(x *ir.Value) *ir.Value {
		if x == nil || x.Type.Rows() != ir.Rows(graph.Particles) {
			return x
		}
		return l.Repeat(x, graph.Neighbors)
	}
	l.loss, l.friction = each(l.loss), each(l.friction)
	if l.network != nil {
		l.network = l.again(contactNetwork(l.Writer, "contact_of_boxes", graph.Edges))
	}
	return l
}

// known returns a constant of contact that is learned or given, or nil if it is neither.
func known(w *graph.Writer, name string) *ir.Value {
	if learned := w.Config.Learns(name); learned != nil {
		return w.LearnedConstant(learned)
	}
	return w.Inputs.Given[config.ConstantFields[name]]
}

// contactNetwork defines the network of b and m, [rows,1] each, for rows of particles or edges.
func contactNetwork(w *graph.Writer, name, rows string) graph.Function {
	return w.Define(name, func(b *graph.Networks) {
		seen := b.Input("seen", ir.Floats(ir.Rows(rows), 3))
		out := b.MLP("law", seen, w.Config.Hidden, w.Config.Hidden, 2)
		b.Output("loss", b.Mul(b.Scalar(mostLoss), b.Sigmoid(b.Columns(out, 0, 1))))
		shifted := b.Sub(b.Columns(out, 1, 2), b.Scalar(2))
		b.Output("friction", b.Mul(b.Scalar(mostFriction), b.Sigmoid(shifted)))
	})
}

// factors returns b and m of particles with these gaps, speeds away from the plane and sliding
// speeds.
func (l contactLaw) factors(gap, away, sliding *ir.Value) (loss, friction *ir.Value) {
	loss, friction = l.loss, l.friction
	if l.network == nil {
		return loss, friction
	}
	length := l.Config.Distance()
	speed := 20 * l.Config.Interval() / length
	seen := l.Concat(
		l.Clamp(l.Mul(gap, l.Scalar(10/length)), -2, 2),
		l.Clamp(l.Mul(away, l.Scalar(speed)), -10, 10),
		l.Log(l.Add(l.Scalar(1), l.Mul(sliding, l.Scalar(10*speed)))))
	out := l.network(seen)
	if loss == nil {
		loss = out[0]
	}
	if friction == nil {
		friction = out[1]
	}
	return loss, friction
}

// gap returns the distance of particles from a plane: [particles,1].
func (c *contact) gap(s rigid, p plane) *ir.Value {
	return c.Sub(c.Inner(p.normal, c.Add(s.center, s.arm)), p.offset)
}

// depth returns how far particles are within the reach of a plane's contact. It is 0 beyond the
// reach.
func (c *contact) depth(gap *ir.Value, p plane) *ir.Value {
	return c.Mul(p.isThere, c.ReLU(c.Sub(c.law.offset, gap)))
}

// stored returns the energy of each body's contacts with planes, over its mass.
func (c *contact) stored(s rigid) *ir.Value {
	var terms []*ir.Value
	for _, p := range c.planes {
		terms = append(terms, c.Square(c.depth(c.gap(s, p), p)))
	}
	return c.sum(c.Mul(c.Mul(c.law.stiffness, c.Scalar(0.5)), c.Writer.SumOf(terms)))
}

// impulses returns the changes of bodies' velocities and angular momenta in a step by contact
// with planes: [particles,3] each.
func (c *contact) impulses(s rigid) (impulse, turn *ir.Value) {
	u := c.Add(s.velocity, c.Cross(s.spin, s.arm))
	var terms []*ir.Value
	for _, p := range c.planes {
		terms = append(terms, c.impulse(s, p, u))
	}
	own := c.Writer.SumOf(terms)
	both := c.sum(c.Concat(own, c.Cross(s.arm, own)))
	return c.Columns(both, 0, 3), c.Columns(both, 3, 6)
}

// impulse returns the impulse of a plane on each particle, over the mass of its body.
func (c *contact) impulse(s rigid, p plane, u *ir.Value) *ir.Value {
	gap := c.gap(s, p)
	middle := c.Add(gap, c.Mul(c.Inner(p.normal, u), c.Scalar(c.h/2)))
	return c.law.impulse(touch{
		normal: p.normal, gap: gap, depth: c.depth(middle, p),
		start: u, free: c.Add(u, c.Mul(c.Scalar(c.h), c.acceleration)),
		yields: func(direction *ir.Value) *ir.Value { return c.yields(s, s.arm, direction) },
		lifted: func(push *ir.Value, more ...*ir.Value) (lifted, sums *ir.Value) {
			sums = c.sum(c.Concat(append([]*ir.Value{push, c.Cross(s.arm, push)}, more...)...))
			lifted = c.Add(c.Columns(sums, 0, 3), c.Cross(s.turning(c.Columns(sums, 3, 6)), s.arm))
			if more == nil {
				return lifted, nil
			}
			return lifted, c.Columns(sums, 6, 6+len(more))
		},
		sum: c.sum,
	})
}

// yields returns the displacement of points of bodies, at the ends of arms, along a direction,
// for an impulse of 1 in that direction.
func (c *contact) yields(s rigid, arm, direction *ir.Value) *ir.Value {
	lever := c.Cross(arm, direction)
	return c.Add(c.Inner(direction, direction), c.Inner(lever, s.turning(lever)))
}

// touch describes particles at a surface, in rows.
type touch struct {
	normal *ir.Value // of the surface, towards the free side: [rows,3]
	gap    *ir.Value // to the surface: [rows,1]
	depth  *ir.Value // within reach of the surface, half a step ahead: [rows,1]
	// start and free are velocities relative to the surface: at the start of the step and,
	// without contact, at its end, [rows,3].
	start, free *ir.Value
	// yields returns how much the velocity along a direction changes for an impulse of 1 in
	// that direction: [rows,1].
	yields func(direction *ir.Value) *ir.Value
	// lifted returns the changes of the velocities, [rows,3], by the pushes on all particles in
	// contact, and the sums of further values over all of them, a column each.
	lifted func(push *ir.Value, more ...*ir.Value) (lifted, sums *ir.Value)
	sum    func(x *ir.Value) *ir.Value // over all that touch with the same body
}

// impulse returns the impulse on each particle at a surface, over the mass that it moves.
func (l contactLaw) impulse(t touch) *ir.Value {
	start, away := l.Inner(t.normal, t.start), l.Inner(t.normal, t.free)
	slide, sliding := l.sliding(t.normal, t.free)
	loss, friction := l.factors(t.gap, start, sliding)
	elastic := l.Mul(l.Mul(l.Scalar(l.h), l.stiffness), t.depth)
	yields := t.yields(l.Div(slide, sliding))
	press := l.press(t, pressing{elastic, start, away, loss, friction, yields})
	if l.retardation != nil {
		lifted, _ := t.lifted(l.Mul(t.normal, press))
		slide, sliding = l.sliding(t.normal, l.Add(t.free, lifted))
		yields = t.yields(l.Div(slide, sliding))
	}

	// All presses of the body together can at most end the sliding of this particle.
	ends := l.Mul(l.Mul(friction, t.sum(press)), yields)
	drag := l.Mul(l.Mul(friction, press), l.Div(slide, l.Maximum(sliding, ends)))
	return l.Sub(l.Mul(t.normal, press), drag)
}

// sliding returns the part of the velocities along the surface and its speed, which is at least
// creeping.
func (l contactLaw) sliding(normal, velocity *ir.Value) (slide, speed *ir.Value) {
	slide = l.Sub(velocity, l.Mul(normal, l.Inner(normal, velocity)))
	return slide, l.Sqrt(l.Add(l.Inner(slide, slide), l.Scalar(l.speed*l.speed)))
}

// pressing holds what decides how hard particles are pressed: [rows,1] each. start and away are
// the speeds at the start and at the end of a step without contact.
type pressing struct{ elastic, start, away, loss, friction, yields *ir.Value }

// press returns the impulse along the normal in a step. With elastic presses of the whole body,
// the particle would end the step with a speed away from the surface or towards it. The press
// is reduced or increased by what ends that speed, but not below or above what leaving and
// approaching particles get. Each press of the body, with its friction, counts as if it acted
// on the whole body. Otherwise a body that rests or slides would rattle, and its gradients
// would grow in each step. The speed at the start of the step counts only if the particle turns
// around in the step. Otherwise a press against its motion would create energy.
func (l contactLaw) press(t touch, g pressing) *ir.Value {
	root := func(x *ir.Value) *ir.Value { return l.Sqrt(l.Maximum(x, l.Scalar(graph.SmallSquare))) }
	along := root(t.yields(t.normal))
	moves := l.Add(along, l.Mul(g.friction, root(g.yields)))
	more := l.Mul(g.elastic, l.Sub(l.Exp(g.loss), l.Scalar(1)))
	less := l.Mul(g.elastic, l.Sub(l.Scalar(1), l.Exp(l.Neg(g.loss))))
	if l.retardation != nil {
		leaving := l.Mul(l.Scalar(0.5), l.Add(g.start, g.away))
		damper := l.Mul(l.Greater(t.depth, l.Scalar(0)), l.Mul(l.Mul(l.Scalar(l.h), l.stiffness), l.Mul(l.retardation, leaving)))
		more, less = l.Add(more, l.ReLU(l.Neg(damper))), l.Minimum(g.elastic, l.Add(less, l.ReLU(damper)))
	}

	lifted, sums := t.lifted(l.Mul(t.normal, g.elastic), l.Mul(more, moves), l.Mul(less, moves))
	away := l.Add(g.away, l.Inner(t.normal, lifted))
	share := func(speed *ir.Value, column int) *ir.Value {
		most := l.Mul(along, l.Columns(sums, column, column+1))
		return l.Clamp(l.Div(speed, l.Add(most, l.Scalar(l.speed))), 0, 1)
	}
	in, out := l.Sub(l.Neg(away), l.ReLU(g.start)), l.Sub(away, l.ReLU(l.Neg(g.start)))
	return l.Add(g.elastic, l.Sub(l.Mul(share(in, 0), more), l.Mul(share(out, 1), less)))
}
