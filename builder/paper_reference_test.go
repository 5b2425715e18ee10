package builder_test

import (
	"fmt"
	"math"

	"gmnc/builder/config"
)

// paper evaluates the paper's model on one system.
type paper struct {
	particles
	m       model
	start   []vector // positions of the input
	h       [][]float64
	objects []object
}

// object is one isolated particle, stick or hinge: its members (the joint
// first), its generalised coordinate q and, for each member with a bar, its
// angular velocity.
type object struct {
	kind    string
	members []int
	q, dq   vector
	angular map[int]vector
	sticks  []object // of a hinge that is two sticks
}

func newPaper(m model, s particles) *paper {
	p := &paper{particles: s, m: m, start: s.x}
	free := map[int]bool{}
	for i := range s.x {
		free[i] = true
	}
	add := func(kind string, q, dq vector, bars []int, members ...int) {
		o := object{kind: kind, members: members, q: q, dq: dq, angular: map[int]vector{}}
		for _, i := range bars {
			r, v := s.x[i].minus(q), s.v[i].minus(dq)
			o.angular[i] = r.cross(v).times(1 / r.dot(r))
		}
		for _, i := range members {
			delete(free, i)
		}
		p.objects = append(p.objects, o)
	}
	hinges := s.hinges
	if m.Config.Hinges == config.TwoSticks {
		for _, e := range hinges {
			add("two sticks", vector{}, vector{}, nil, e[:]...)
			o := &p.objects[len(p.objects)-1]
			for _, end := range e[1:] {
				o.sticks = append(o.sticks, newStick(s, e[0], end))
			}
		}
		hinges = nil
	}
	sticks := s.sticks
	if m.Config.Model == "gmn-lh" {
		sticks = nil
	}
	for _, e := range sticks {
		add("stick", s.x[e[0]].plus(s.x[e[1]]).times(0.5), s.v[e[0]].plus(s.v[e[1]]).times(0.5), e[:], e[:]...)
	}
	for _, e := range hinges {
		add("hinge", s.x[e[0]], s.v[e[0]], e[1:], e[:]...)
	}
	for i := range s.x {
		features := []float64{s.v[i].norm()}
		if m.Config.Charge == config.NodeCharge {
			features = append(features, s.charge[i])
		}
		p.h = append(p.h, p.Linear("embedding", features))
		if free[i] {
			add("particle", s.x[i], s.v[i], nil, i)
		}
	}
	return p
}

// step moves everything by one layer.
func (p *paper) step(layer string) {
	force, message := p.interact(layer)
	x, v := make([]vector, len(p.x)), make([]vector, len(p.x))
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
	p.x, p.v = x, v
}

// interact is Eq. 5.
func (p *paper) interact(layer string) (force []vector, message [][]float64) {
	for i := range p.x {
		var f vector
		m := make([]float64, len(p.h[i]))
		for j := range p.x {
			if i == j {
				continue
			}
			offset, first := p.x[i].minus(p.x[j]), p.start[i].minus(p.start[j])
			in := append(append([]float64{}, p.h[i]...), p.h[j]...)
			in = append(in, offset.dot(offset))
			if p.m.Config.Charge == "" {
				in = append(in, p.charge[i]*p.charge[j])
			}
			in = append(in, p.kindOfEdge(i, j), first.dot(first))
			mij := silu(p.MLP(layer+"/edge", in))
			f = f.plus(offset.times(p.Gate(layer+"/coordinate", mij)))
			m = add(m, mij)
		}
		force, message = append(force, f), append(message, m)
	}
	return force, message
}

// kindOfEdge is 1 on a stick, 2 on a bar of a hinge, else 0.
func (p *paper) kindOfEdge(i, j int) float64 {
	for _, s := range p.sticks {
		if s == [2]int{i, j} || s == [2]int{j, i} {
			return 1
		}
	}
	for _, h := range p.hinges {
		for _, end := range h[1:] {
			if h[0] == i && end == j || h[0] == j && end == i {
				return 2
			}
		}
	}
	return 0
}

// move is Eq. 6 to 9 for one object.
func (p *paper) move(o *object, layer string, force, x, v []vector) {
	sum := make([]float64, len(p.h[0]))
	for _, i := range o.members {
		sum = add(sum, p.h[i])
	}
	acceleration := p.acceleration(o, layer, force)
	turns := p.angularAcceleration(o, acceleration, force)

	before := o.q
	o.dq = o.dq.times(p.MLP(layer+"/velocity", sum)[0]).plus(acceleration)
	o.q = o.q.plus(o.dq)
	for _, i := range o.members {
		x[i], v[i] = o.q, o.dq
		if turn, ok := turns[i]; ok {
			w := o.angular[i].times(p.MLP(layer+"/angular_velocity", sum)[0]).plus(turn)
			bar := rodrigues(w, p.x[i].minus(before))
			o.angular[i] = w
			x[i], v[i] = o.q.plus(bar), o.dq.plus(w.cross(bar))
		}
	}
}

// angularAcceleration is, by member, torque over moment of inertia.
func (p *paper) angularAcceleration(o *object, acceleration vector, force []vector) map[int]vector {
	turns := map[int]vector{}
	var torque vector
	inertia := 0.0
	for i := range o.angular {
		r := p.x[i].minus(o.q)
		torque, inertia = torque.plus(r.cross(force[i])), inertia+r.dot(r)
		turns[i] = r.cross(force[i].minus(acceleration)).times(1 / r.dot(r))
	}
	if o.kind == "stick" {
		for i := range turns {
			turns[i] = torque.times(1 / inertia)
		}
	}
	return turns
}

// rodrigues turns r about w by |w|.
func rodrigues(w, r vector) vector {
	angle := w.norm()
	if angle == 0 {
		return r
	}
	axis := w.times(1 / angle)
	return r.times(math.Cos(angle)).plus(axis.cross(r).times(math.Sin(angle))).plus(
		axis.times(axis.dot(r) * (1 - math.Cos(angle))))
}

func (p *paper) matrix(name string, in []float64) []float64 {
	weight := p.m.weights[name+"/weight"]
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
	return add(p.matrix(name, in), p.m.weights[name+"/bias"].Float)
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
