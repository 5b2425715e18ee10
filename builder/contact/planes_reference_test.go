package contact_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"gmnc/builder/config"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// body is a rigid body among planes, which moves as the comments of Write and of the law of
// contact say, with networks of one hidden unit. A particle by itself is a body, too.
type body struct {
	t                                 *testing.T
	config                            config.Config
	weights                           map[string]ir.Tensor
	center, velocity, momentum, force moving.Vector // momentum is the angular one over the mass
	spin                              moving.Vector
	arms, forces                      []moving.Vector
	masses                            []float64 // shares
	planes                            [][4]float64
	gravity                           moving.Vector
	loss, friction, retardation       float64 // of networks where below 0; 0 is no damper
}

// turning is the spin of a momentum; a particle does not turn.
func (b *body) turning(momentum moving.Vector) (spin moving.Vector) {
	if len(b.arms) == 1 {
		return spin
	}
	inertia := mat.NewDense(3, 3, nil)
	for k, r := range b.arms {
		for i := range 3 {
			for j := range 3 {
				entry := -r[i] * r[j]
				if i == j {
					entry += r.Dot(r)
				}
				inertia.Set(i, j, inertia.At(i, j)+b.masses[k]*entry)
			}
		}
	}
	var solved mat.VecDense
	require.NoError(b.t, solved.SolveVec(inertia, mat.NewVecDense(3, momentum[:])))
	copy(spin[:], solved.RawVector().Data)
	return spin
}

// h is the time of a step.
func (b *body) h() float64 { return b.config.Interval() / float64(b.config.Layers) }

func (b *body) slow(spin moving.Vector) moving.Vector {
	return spin.Times(1 / max(1, spin.Norm()*b.h()/1.5))
}

func (b *body) parameter(name string) float64 { return b.weights[name].Float[0] }

func (b *body) stiffness() float64 {
	return 0.5 / (b.h() * b.h()) / (1 + math.Exp(-b.parameter("contact/stiffness")))
}

// depth is how far a gap is within the reach of contact.
func (b *body) depth(gap float64) float64 {
	return max(0, b.parameter("contact/offset")*0.02*b.config.Distance()-gap)
}

// plane is a normal of length 1 and an offset; there is none where the normal is 0.
func plane(p [4]float64) (normal moving.Vector, offset float64, isThere bool) {
	normal = moving.Vector(p[:3])
	length := normal.Norm()
	return normal.Times(1 / max(length, 1e-6)), p[3], length > 0
}

func (b *body) energy() (motion, stored float64) {
	for _, p := range b.planes {
		if normal, offset, isThere := plane(p); isThere {
			for _, r := range b.arms {
				stored += b.stiffness() / 2 * math.Pow(b.depth(normal.Dot(b.center.Plus(r))-offset), 2)
			}
		}
	}
	return (b.velocity.Dot(b.velocity) + b.spin.Dot(b.momentum)) / 2, stored
}

// factors are the loss and the friction that a network of one hidden unit says, or constants.
func (b *body) factors(gap, away, sliding float64) (loss, friction float64) {
	loss, friction = b.loss, b.friction
	if loss >= 0 && friction >= 0 {
		return loss, friction
	}
	length := b.config.Distance()
	speed := 20 * b.config.Interval() / length
	seen := []float64{min(2, max(-2, gap*10/length)), min(10, max(-10, away*speed)), math.Log(1 + sliding*10*speed)}
	for _, hidden := range []string{"law/law/linear1", "law/law/linear2"} {
		sum := b.parameter(hidden + "/bias")
		for i, x := range seen {
			sum += x * b.weights[hidden+"/weight"].Float[i]
		}
		seen = []float64{sum / (1 + math.Exp(-sum))}
	}
	out := func(i int) float64 {
		return b.weights["law/law/linear3/bias"].Float[i] + seen[0]*b.weights["law/law/linear3/weight"].Float[i]
	}
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	if loss < 0 {
		loss = 3 * sigmoid(out(0))
	}
	if friction < 0 {
		friction = 2 * sigmoid(out(1)-2)
	}
	return loss, friction
}

// impulses are what a plane does to each particle in a step, over the mass of the body.
func (b *body) impulses(p [4]float64, acceleration moving.Vector) []moving.Vector {
	n := len(b.arms)
	normal, offset, isThere := plane(p)
	h, slow := b.h(), 0.001*b.config.Distance()/b.config.Interval()
	spin := b.spin
	lifted := func(push []float64) (speeds []float64) { // away from the plane, by presses on all particles
		var impulse, turn moving.Vector
		for i, r := range b.arms {
			impulse, turn = impulse.Plus(normal.Times(push[i])), turn.Plus(r.Cross(normal.Times(push[i])))
		}
		turned := b.turning(turn)
		for _, r := range b.arms {
			speeds = append(speeds, normal.Dot(impulse.Plus(turned.Cross(r))))
		}
		return speeds
	}
	yields := func(i int, direction moving.Vector) float64 {
		lever := b.arms[i].Cross(direction)
		return direction.Dot(direction) + lever.Dot(b.turning(lever))
	}
	elastic, more, less, start, away := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	along, moves, friction, sliding := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	slide := make([]moving.Vector, n)
	sumMore, sumLess := 0.0, 0.0
	for i, r := range b.arms {
		u := b.velocity.Plus(spin.Cross(r))
		free := u.Plus(acceleration.Times(h))
		gap := normal.Dot(b.center.Plus(r)) - offset
		start[i], away[i] = normal.Dot(u), normal.Dot(free)
		slide[i] = free.Minus(normal.Times(away[i]))
		sliding[i] = math.Sqrt(slide[i].Dot(slide[i]) + slow*slow)
		var loss float64
		loss, friction[i] = b.factors(gap, start[i], sliding[i])
		depth := b.depth(gap + start[i]*h/2)
		if !isThere {
			depth = 0
		}
		elastic[i] = h * b.stiffness() * depth
		more[i], less[i] = elastic[i]*(math.Exp(loss)-1), elastic[i]*(1-math.Exp(-loss))
		if b.retardation > 0 && depth > 0 {
			damper := h * b.stiffness() * b.retardation * (start[i] + away[i]) / 2
			more[i], less[i] = more[i]+max(0, -damper), min(elastic[i], less[i]+max(0, damper))
		}
		along[i] = math.Sqrt(yields(i, normal))
		moves[i] = along[i] + friction[i]*math.Sqrt(max(1e-12, yields(i, slide[i].Times(1/sliding[i]))))
		sumMore, sumLess = sumMore+more[i]*moves[i], sumLess+less[i]*moves[i]
	}
	press, sum := make([]float64, n), 0.0
	for i, up := range lifted(elastic) {
		speed := away[i] + up
		share := func(speed, most float64) float64 { return min(1, max(0, speed/(along[i]*most+slow))) }
		press[i] = elastic[i] + share(-speed-max(0, start[i]), sumMore)*more[i] - share(speed-max(0, -start[i]), sumLess)*less[i]
		sum += press[i]
	}
	if b.retardation > 0 { // friction is against what the presses leave
		var impulse, turn moving.Vector
		for i, r := range b.arms {
			impulse, turn = impulse.Plus(normal.Times(press[i])), turn.Plus(r.Cross(normal.Times(press[i])))
		}
		for i, r := range b.arms {
			change := impulse.Plus(b.turning(turn).Cross(r))
			slide[i] = slide[i].Plus(change.Minus(normal.Times(normal.Dot(change))))
			sliding[i] = math.Sqrt(slide[i].Dot(slide[i]) + slow*slow)
		}
	}
	all := make([]moving.Vector, n)
	for i := range all {
		ends := friction[i] * sum * yields(i, slide[i].Times(1/sliding[i]))
		all[i] = normal.Times(press[i]).Minus(slide[i].Times(friction[i] * press[i] / max(sliding[i], ends)))
	}
	return all
}

// step moves the body by a step.
func (b *body) step() {
	h := b.h()
	acceleration := b.gravity.Plus(b.force)
	motion, stored := b.energy()
	var impulse, turn moving.Vector
	for _, p := range b.planes {
		for i, own := range b.impulses(p, acceleration) {
			impulse, turn = impulse.Plus(own), turn.Plus(b.arms[i].Cross(own))
		}
	}
	for i, force := range b.forces {
		turn = turn.Plus(b.arms[i].Cross(force).Times(h))
	}
	mean := b.momentum.Plus(turn.Times(0.5))
	spin := b.turning(mean)
	spin = b.slow(spin.Plus(b.turning(mean.Cross(spin)).Times(h / 2)))
	way := b.velocity.Plus(impulse.Times(0.5)).Times(h).Plus(acceleration.Times(h * h / 2))
	b.center, b.velocity, b.momentum = b.center.Plus(way), b.velocity.Plus(impulse).Plus(acceleration.Times(h)), b.momentum.Plus(turn)
	if angle := spin.Norm() * h; angle > 0 {
		sin, cos := math.Sincos(angle)
		axis := spin.Times(1 / spin.Norm())
		for i, r := range b.arms {
			b.arms[i] = r.Times(cos).Plus(axis.Cross(r).Times(sin)).Plus(axis.Times((1 - cos) * axis.Dot(r)))
		}
	}
	b.spin = b.slow(b.turning(b.momentum))
	motionAfter, storedAfter := b.energy()
	created := motionAfter + storedAfter - motion - stored - acceleration.Dot(way)
	if stored+storedAfter > 0 && created > 0 {
		left := math.Sqrt(max(1e-12, 1-created/max(motionAfter, 1e-12)))
		b.velocity, b.momentum, b.spin = b.velocity.Times(left), b.momentum.Times(left), b.spin.Times(left)
	}
}

// newBody is the body of a sample's particles, of which the first is at the first row.
func newBody(t *testing.T, m moving.Model, s system.Sample) *body {
	b := &body{t: t, config: m.Config, weights: m.Weights, gravity: wide(system.Gravity.Of(&s))[0]}
	planes := system.Planes.Of(&s)
	for at := 0; at < len(planes); at += system.PlaneColumns {
		var p [4]float64
		for i := range p {
			p[i] = float64(planes[at+i])
		}
		b.planes = append(b.planes, p)
	}
	x, v := wide(s.Position), wide(s.Velocity)
	total := 0.0
	for i := range x {
		mass := 1.0
		if given := system.Mass.Of(&s); given != nil {
			mass = float64(given[i])
		}
		b.masses, total = append(b.masses, mass), total+mass
	}
	for i := range x {
		b.masses[i] /= total
		b.center, b.velocity = b.center.Plus(x[i].Times(b.masses[i])), b.velocity.Plus(v[i].Times(b.masses[i]))
	}
	if given := system.Force.Of(&s); given != nil {
		for _, force := range wide(given) {
			b.forces, b.force = append(b.forces, force.Times(1/total)), b.force.Plus(force.Times(1/total))
		}
	}
	for i := range x {
		b.arms = append(b.arms, x[i].Minus(b.center))
		b.momentum = b.momentum.Plus(b.arms[i].Cross(v[i].Minus(b.velocity)).Times(b.masses[i]))
	}
	b.spin = b.turning(b.momentum)
	return b
}

// wide are vectors in float64.
func wide(values []float32) []moving.Vector {
	flat := make([]float64, len(values))
	for i, value := range values {
		flat[i] = float64(value)
	}
	return moving.Vectors(flat)
}
