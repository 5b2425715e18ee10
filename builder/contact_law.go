package builder

import (
	"math"

	"gmnc/ir"
)

const (
	// stiffest is the most that a plane stores for a depth, in its square over the square
	// of a step's time: explicit steps follow no stiffer contact of a few particles.
	stiffest = 0.5
	// firstStiffness begins at an eighth of that.
	firstStiffness = -2
	// seenOffset is the unit of where contact begins, in lengths of the data.
	seenOffset = 0.02
	// creeping is the speed, in lengths over the time of a prediction, up to which contact
	// does not tell sliding or bouncing from rest.
	creeping = 0.001
	// mostLoss is the loss of a bounce that leaves a twentieth of a speed: the least is
	// none.
	mostLoss = 3
	// mostFriction is the most friction that a network may have.
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
type contactLaw struct {
	*Writer
	h                 float64
	stiffness, offset *ir.Value // [1,1]
	loss, friction    *ir.Value // given or constants; nil where the network has them
	network           func(args ...*ir.Value) []*ir.Value
	speed             float64 // s
}

func (w *Writer) contactLaw(h float64) contactLaw {
	l := contactLaw{Writer: w, h: h, speed: creeping * w.Config.length() / w.Config.time()}
	w.Scope("contact", func() {
		stiffness := w.Param(Param{Name: "stiffness", Rows: 1, Columns: 1, Mean: firstStiffness})
		offset := w.Param(Param{Name: "offset", Rows: 1, Columns: 1})
		l.stiffness = w.Mul(w.Sigmoid(stiffness), w.Scalar(stiffest/(h*h)))
		l.offset = w.Mul(offset, w.Scalar(seenOffset*w.Config.length()))
	})
	l.friction = w.known(LearnedFriction)
	if restitution := w.known(LearnedRestitution); restitution != nil {
		least := w.Scalar(math.Exp(-mostLoss))
		l.loss = w.Neg(w.Log(w.Minimum(w.Maximum(restitution, least), w.Scalar(1))))
	}
	if l.loss == nil || l.friction == nil {
		w.Scope("law", func() { l.network = w.Shared(w.contactNetwork()) })
	}
	return l
}

// known is a constant of contact that is learned or given, nil where it is neither.
func (w *Writer) known(name string) *ir.Value {
	if learned := w.Config.Learns(name); learned != nil {
		return w.constant(learned)
	}
	return w.Inputs.Given[constantFields[name]]
}

// contactNetwork defines b and m of particles at a plane: [particles,1] each.
func (w *Writer) contactNetwork() Function {
	return w.Define("contact", func(b *Networks) {
		seen := b.features("seen", 3)
		out := b.MLP("law", seen, w.Config.Hidden, w.Config.Hidden, 2)
		b.Output("loss", b.Mul(b.Scalar(mostLoss), b.Sigmoid(b.Columns(out, 0, 1))))
		shifted := b.Sub(b.Columns(out, 1, 2), b.Scalar(2))
		b.Output("friction", b.Mul(b.Scalar(mostFriction), b.Sigmoid(shifted)))
	})
}

// factors are b and m of particles with a gap, a speed away from the plane and a sliding
// speed.
func (l contactLaw) factors(gap, away, sliding *ir.Value) (loss, friction *ir.Value) {
	loss, friction = l.loss, l.friction
	if l.network == nil {
		return loss, friction
	}
	length := l.Config.length()
	speed := 20 * l.Config.time() / length
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

// gap is how far particles are ahead of a plane: [particles,1].
func (c *contact) gap(s rigid, p plane) *ir.Value {
	return c.Sub(c.Inner(p.normal, c.Add(s.center, s.arm)), p.offset)
}

// depth is how far particles are within the reach of a plane's contact, 0 ahead of it.
func (c *contact) depth(gap *ir.Value, p plane) *ir.Value {
	return c.Mul(p.isThere, c.ReLU(c.Sub(c.law.offset, gap)))
}

// stored is the energy that planes store of each body, over its mass.
func (c *contact) stored(s rigid) *ir.Value {
	var terms []*ir.Value
	for _, p := range c.planes {
		terms = append(terms, c.Square(c.depth(c.gap(s, p), p)))
	}
	return c.sum(c.Mul(c.Mul(c.law.stiffness, c.Scalar(0.5)), c.Writer.sum(terms)))
}

// impulses are what contact does to the velocity and the angular momentum of bodies in a
// step: [particles,3] each.
func (c *contact) impulses(s rigid) (impulse, turn *ir.Value) {
	u := c.Add(s.velocity, c.Cross(s.spin, s.arm))
	var terms []*ir.Value
	for _, p := range c.planes {
		terms = append(terms, c.impulse(s, p, u))
	}
	own := c.Writer.sum(terms)
	both := c.sum(c.Concat(own, c.Cross(s.arm, own)))
	return c.Columns(both, 0, 3), c.Columns(both, 3, 6)
}

// impulse returns the impulse of a plane on each particle, over the mass of its body.
func (c *contact) impulse(s rigid, p plane, u *ir.Value) *ir.Value {
	gap, away := c.gap(s, p), c.Inner(p.normal, u)
	free := c.Add(u, c.Mul(c.Scalar(c.h), c.acceleration))
	slide := c.Sub(free, c.Mul(p.normal, c.Inner(p.normal, free)))
	sliding := c.Sqrt(c.Add(c.Inner(slide, slide), c.Scalar(c.law.speed*c.law.speed)))
	loss, friction := c.law.factors(gap, away, sliding)

	middle := c.Add(gap, c.Mul(away, c.Scalar(c.h/2)))
	elastic := c.Mul(c.Mul(c.Scalar(c.h), c.law.stiffness), c.depth(middle, p))
	yields := c.yields(s, c.Div(slide, sliding))
	press := c.press(s, p, pressing{elastic, away, c.Inner(p.normal, free), loss, friction, yields})

	// All presses of the body together end the sliding of this particle at most.
	ends := c.Mul(c.Mul(friction, c.sum(press)), yields)
	drag := c.Mul(c.Mul(friction, press), c.Div(slide, c.Maximum(sliding, ends)))
	return c.Sub(c.Mul(p.normal, press), drag)
}

// yields are how much particles move along a direction by an impulse that way.
func (c *contact) yields(s rigid, direction *ir.Value) *ir.Value {
	lever := c.Cross(s.arm, direction)
	return c.Add(c.Inner(direction, direction), c.Inner(lever, s.turning(lever)))
}

// pressing is what decides how particles are pressed: [particles,1] each. start and away are
// the speeds that a step without contact begins and ends with.
type pressing struct{ elastic, start, away, loss, friction, yields *ir.Value }

// press is how much each particle is pressed in a step. By elastic presses of the whole body
// it would end the step with a speed away from the plane or towards it. The press falls or
// grows by as much as ends that speed, at most to what leaving or approaching particles get.
// The presses of all of the body, with their friction, count as if each acted on all of it:
// if they did more, a body that rests or slides would rattle, and gradients would grow in
// each step of it. The speed that a step begins with counts where the particle turns around
// in it: else a press against its way would create energy.
func (c *contact) press(s rigid, p plane, g pressing) *ir.Value {
	root := func(x *ir.Value) *ir.Value { return c.Sqrt(c.Maximum(x, c.Scalar(smallSquare))) }
	along := root(c.yields(s, p.normal))
	moves := c.Add(along, c.Mul(g.friction, root(g.yields)))
	more := c.Mul(g.elastic, c.Sub(c.Exp(g.loss), c.Scalar(1)))
	less := c.Mul(g.elastic, c.Sub(c.Scalar(1), c.Exp(c.Neg(g.loss))))

	push := c.Mul(p.normal, g.elastic)
	sums := c.sum(c.Concat(push, c.Cross(s.arm, push), c.Mul(more, moves), c.Mul(less, moves)))
	lifted := c.Add(c.Columns(sums, 0, 3), c.Cross(s.turning(c.Columns(sums, 3, 6)), s.arm))
	away := c.Add(g.away, c.Inner(p.normal, lifted))
	share := func(speed *ir.Value, column int) *ir.Value {
		most := c.Mul(along, c.Columns(sums, column, column+1))
		return c.Clamp(c.Div(speed, c.Add(most, c.Scalar(c.law.speed))), 0, 1)
	}
	in, out := c.Sub(c.Neg(away), c.ReLU(g.start)), c.Sub(away, c.ReLU(c.Neg(g.start)))
	return c.Add(g.elastic, c.Sub(c.Mul(share(in, 6), more), c.Mul(share(out, 7), less)))
}
