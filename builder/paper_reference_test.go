package builder_test

import (
	"fmt"
	"math"

	"gmnc/builder/config"
	"gmnc/internal/test/moving"
)

// paper evaluates the paper's model on one system.
type paper struct {
	moving.Particles
	m       moving.Model
	start   []moving.Vector // positions of the input
	h       [][]float64
	objects []object
}

// object is one isolated particle, stick or hinge: its members (the joint
// first), its generalized coordinate q and, for each member with a bar, its
// angular velocity.
type object struct {
	kind    string
	members []int
	q, dq   moving.Vector
	angular map[int]moving.Vector
	sticks  []object // of a hinge that is two sticks
}

func newPaper(m moving.Model, s moving.Particles) *paper {
	p := &paper{Particles: s, m: m, start: s.X}
	free := map[int]bool{}
	for i := range s.X {
		free[i] = true
	}
	add := func(kind string, q, dq moving.Vector, bars []int, members ...int) {
		o := object{kind: kind, members: members, q: q, dq: dq, angular: map[int]moving.Vector{}}
		for _, i := range bars {
			r, v := s.X[i].Minus(q), s.V[i].Minus(dq)
			o.angular[i] = r.Cross(v).Times(1 / r.Dot(r))
		}
		for _, i := range members {
			delete(free, i)
		}
		p.objects = append(p.objects, o)
	}
	hinges := s.Hinges
	if m.Config.Hinges == config.TwoSticks {
		for _, e := range hinges {
			add("two sticks", moving.Vector{}, moving.Vector{}, nil, e[:]...)
			o := &p.objects[len(p.objects)-1]
			for _, end := range e[1:] {
				o.sticks = append(o.sticks, newStick(s, e[0], end))
			}
		}
		hinges = nil
	}
	sticks := s.Sticks
	if m.Config.Model == "gmn-lh" {
		sticks = nil
	}
	for _, e := range sticks {
		add("stick", s.X[e[0]].Plus(s.X[e[1]]).Times(0.5), s.V[e[0]].Plus(s.V[e[1]]).Times(0.5), e[:], e[:]...)
	}
	for _, e := range hinges {
		add("hinge", s.X[e[0]], s.V[e[0]], e[1:], e[:]...)
	}
	for i := range s.X {
		features := []float64{s.V[i].Norm()}
		if m.Config.Charge == config.NodeCharge {
			features = append(features, s.Charge[i])
		}
		p.h = append(p.h, p.Linear("embedding", features))
		if free[i] {
			add("particle", s.X[i], s.V[i], nil, i)
		}
	}
	return p
}

// step moves everything by one layer.
func (p *paper) step(layer string) {
	force, message := p.interact(layer)
	x, v := make([]moving.Vector, len(p.X)), make([]moving.Vector, len(p.X))
	for k := range p.objects {
		switch o := &p.objects[k]; {
		case o.kind == "two sticks":
			p.moveTwoSticks(o, layer, force, x, v)
		case p.m.Config.Model == "gmn":
			p.move(o, layer, force, x, v)
		default:
			p.moveLearned(o, layer, force, x, v)
		}
	}
	for i := range p.h {
		p.h[i] = p.MLP(layer+"/node", append(append([]float64{}, p.h[i]...), message[i]...))
	}
	p.X, p.V = x, v
}

// interact is Eq. 5.
func (p *paper) interact(layer string) (force []moving.Vector, message [][]float64) {
	for i := range p.X {
		var f moving.Vector
		m := make([]float64, len(p.h[i]))
		for j := range p.X {
			if i == j {
				continue
			}
			offset, first := p.X[i].Minus(p.X[j]), p.start[i].Minus(p.start[j])
			in := append(append([]float64{}, p.h[i]...), p.h[j]...)
			in = append(in, offset.Dot(offset))
			if p.m.Config.Charge == "" {
				in = append(in, p.Charge[i]*p.Charge[j])
			}
			in = append(in, p.kindOfEdge(i, j), first.Dot(first))
			mij := silu(p.MLP(layer+"/edge", in))
			f = f.Plus(offset.Times(p.Gate(layer+"/coordinate", mij)))
			m = add(m, mij)
		}
		force, message = append(force, f), append(message, m)
	}
	return force, message
}

// kindOfEdge is 1 on a stick, 2 on a bar of a hinge, else 0.
func (p *paper) kindOfEdge(i, j int) float64 {
	for _, s := range p.Sticks {
		if s == [2]int{i, j} || s == [2]int{j, i} {
			return 1
		}
	}
	for _, h := range p.Hinges {
		for _, end := range h[1:] {
			if h[0] == i && end == j || h[0] == j && end == i {
				return 2
			}
		}
	}
	return 0
}

// move is Eq. 6 to 9 for one object.
func (p *paper) move(o *object, layer string, force, x, v []moving.Vector) {
	sum := make([]float64, len(p.h[0]))
	for _, i := range o.members {
		sum = add(sum, p.h[i])
	}
	acceleration := p.acceleration(o, layer, force)
	turns := p.angularAcceleration(o, acceleration, force)

	before := o.q
	o.dq = o.dq.Times(p.MLP(layer+"/velocity", sum)[0]).Plus(acceleration)
	o.q = o.q.Plus(o.dq)
	for _, i := range o.members {
		x[i], v[i] = o.q, o.dq
		if turn, ok := turns[i]; ok {
			w := o.angular[i].Times(p.MLP(layer+"/angular_velocity", sum)[0]).Plus(turn)
			bar := rodrigues(w, p.X[i].Minus(before))
			o.angular[i] = w
			x[i], v[i] = o.q.Plus(bar), o.dq.Plus(w.Cross(bar))
		}
	}
}

// angularAcceleration is, by member, torque over moment of inertia.
func (p *paper) angularAcceleration(o *object, acceleration moving.Vector, force []moving.Vector) map[int]moving.Vector {
	turns := map[int]moving.Vector{}
	var torque moving.Vector
	inertia := 0.0
	for i := range o.angular {
		r := p.X[i].Minus(o.q)
		torque, inertia = torque.Plus(r.Cross(force[i])), inertia+r.Dot(r)
		turns[i] = r.Cross(force[i].Minus(acceleration)).Times(1 / r.Dot(r))
	}
	if o.kind == "stick" {
		for i := range turns {
			turns[i] = torque.Times(1 / inertia)
		}
	}
	return turns
}

// rodrigues turns r about w by |w|.
func rodrigues(w, r moving.Vector) moving.Vector {
	angle := w.Norm()
	if angle == 0 {
		return r
	}
	axis := w.Times(1 / angle)
	return r.Times(math.Cos(angle)).Plus(axis.Cross(r).Times(math.Sin(angle))).Plus(
		axis.Times(axis.Dot(r) * (1 - math.Cos(angle))))
}

func (p *paper) matrix(name string, in []float64) []float64 {
	weight := p.m.Weights[name+"/weight"]
	if weight.Shape[0] != len(in) {
		panic(fmt.Sprintf("%s takes %d numbers, not %d", name, weight.Shape[0], len(in)))
	}
	out := make([]float64, weight.Shape[1])
	for i, x := range in {
		for k := range out {
			out[k] += x * weight.Float[i*len(out)+k]
		}
	}
	return out
}

func (p *paper) Linear(name string, in []float64) []float64 {
	return add(p.matrix(name, in), p.m.Weights[name+"/bias"].Float)
}

func (p *paper) MLP(name string, in []float64) []float64 {
	return p.Linear(name+"/linear2", silu(p.Linear(name+"/linear1", in)))
}

func (p *paper) Gate(name string, in []float64) float64 {
	return p.matrix(name+"/linear2", silu(p.Linear(name+"/linear1", in)))[0]
}

func add(a, b []float64) []float64 {
	sum := make([]float64, len(a))
	for i := range a {
		sum[i] = a[i] + b[i]
	}
	return sum
}

func silu(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = x[i] / (1 + math.Exp(-x[i]))
	}
	return y
}
