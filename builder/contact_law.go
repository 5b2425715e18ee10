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
//	f = k max(0, o - d + h u / 2) exp(b) on the way in     f = k max(0, o - d + h u / 2) exp(-b) on the way out
//
// and k max(0, o - d)^2 / 2 what the plane stores. A body that leaves gets less than what
// it got at the same gap before, and a bounce leaves the share exp(-b) of a speed,
// the restitution. A step in which the forces of the body end an approach has the share of
// both that its speed says. Friction is against the sliding, m f, and at most what ends it in the
// step. The stiffness k, the offset o, and b and m, unless these are known or constants, which a network
// of d, u and v has, are learned.
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
	in, out := c.Mul(elastic, c.Exp(loss)), c.Mul(elastic, c.Exp(c.Neg(loss)))
	direction := c.Div(slide, sliding)
	yields := c.yields(s, direction)
	share := c.approaching(s, p, away, in, friction, yields)
	press := c.Add(out, c.Mul(share, c.Sub(in, out)))

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

// approaching is the share of a step in which particles still approach a plane, which
// presses them: their speed over the most by which all presses of the body and their
// friction can slow them down. Over less, a body that rests or slides would rattle, and
// gradients would grow in each step of it.
func (c *contact) approaching(s rigid, p plane, away, press, friction, yields *ir.Value) *ir.Value {
	root := func(x *ir.Value) *ir.Value { return c.Sqrt(c.Maximum(x, c.Scalar(smallSquare))) }
	along := root(c.yields(s, p.normal))
	slower := c.Mul(along, c.sum(c.Mul(press, c.Add(along, c.Mul(friction, root(yields))))))
	return c.Clamp(c.Neg(c.Div(away, c.Add(slower, c.Scalar(c.law.speed)))), 0, 1)
}
