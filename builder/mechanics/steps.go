// Package mechanics implements the law of motion of particles, sticks, hinges, trees and rigid
// bodies as steps that share their weights: forces of networks, formulas, springs and fields, the
// constraint forces of bars, and the integrators.
package mechanics

import (
	"fmt"
	"slices"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/builder/objects"
	"gmnc/ir"
)

// Write writes GMN-ODE for particles and objects without contact and joints: one law of motion, with one set of weights,
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
// in t. Both limits are smooth and change little but what runs away:
// displacements beyond three lengths from the straight line, and turns beyond
// a right angle a step.
//
// With the integrator Verlet half of a acts before the first step and half after
// the last, where f is taken once more: kick, drift, kick. Its error falls with the
// square of the step, of which the first power is left without. Terms that depend on
// velocities, as a of hinges and tensions do, take those at the time of the positions,
// for which half of a is added first. In the end bars of sticks and hinges get the
// lengths of the input again: the roundings of many steps add up over many predictions.
//
// GMN differs in that its layers have weights of their own, and that velocities and
// spins start anew in units of its own and are kept in part (psi). Its forces are
// averaged and messages added up, and its phi2 is learned.
func Write(w *graph.Writer) {
	if method, ok := methods[w.Config.Integrator]; ok {
		byRungeKutta(w, method)
		return
	}
	kinds := objects.Kinds{Sticks: true, Hinges: true}
	law := lawOfMotion(w, kinds)
	steps, m, features := float64(w.Config.Layers), objects.MembersOf(w, kinds), lawEdges(w)

	s := motion{x: w.Inputs.Position}
	s.u = w.Name("displacement", w.Mul(w.Inputs.Velocity, w.Scalar(w.Config.Interval()/steps)))
	s.straight = law.straight(s.u, m)
	s.h = lawFeatures(w)
	for step := range w.Config.Layers {
		w.Scope(fmt.Sprintf("step%d", step), func() { s = law.step(s, m, features, pushOf(w, step)) })
		if step == w.Config.Layers-1 && w.Config.Integrator == config.Verlet {
			w.Scope("last_kick", func() { s = law.step(s, m, features, push{kick: 0.5, late: 0.5}) })
			s.x = w.Name("restored", law.restored(s.x, m))
		}
		velocity := w.Mul(s.u, w.Scalar(steps/w.Config.Interval()))
		w.AddLayer(graph.Layer{Features: s.h, Position: s.x, Velocity: velocity})
	}
}

// motion is the state between two steps: features, positions, displacements in a step, and the
// displacement of q in a step on a straight line.
type motion struct{ h, x, u, straight *ir.Value }

// law is the law of motion. All steps share its weights.
type law struct {
	*graph.Writer
	interaction, dynamics, node, move func(args ...*ir.Value) []*ir.Value
	steps                             int // that were begun
	// forest and moveForest are nil if there are no trees.
	forest     *objects.Forest
	moveForest func(args ...*ir.Value) []*ir.Value
}

func lawOfMotion(w *graph.Writer, kinds objects.Kinds) *law {
	dynamics := newtonDynamics(w)
	if w.Config.Dynamics == config.LearnedDynamics {
		dynamics = objects.InverseDynamics(w, kinds)
	}
	l, every := &law{Writer: w}, w.Shared
	if w.Config.Weights == config.OwnWeights {
		every = l.own
	}
	if w.Config.Depth > 0 {
		forest := objects.ForestOf(w)
		l.forest = &forest
	}
	w.Scope("law", func() {
		l.interaction, l.dynamics = every(lawInteraction(w)), every(dynamics)
		if w.Config.Messages != config.NoMessages {
			l.node = every(w.NodeUpdateFunction(graph.Once))
		}
		l.move = every(RigidMotion(w))
		if l.forest != nil {
			l.moveForest = every(lawForest(w))
		}
	})
	return l
}

// own returns a function that is called with new weights in each step.
func (l *law) own(f graph.Function) func(args ...*ir.Value) []*ir.Value {
	var shared func(args ...*ir.Value) []*ir.Value
	step := 0
	return func(args ...*ir.Value) []*ir.Value {
		if step != l.steps {
			shared, step = l.Shared(f), l.steps
		}
		return shared(args...)
	}
}

// coordinate returns the part of a value of particles that belongs to the generalized
// coordinate q of their object. The value must be linear in positions.
func (l *law) coordinate(value *ir.Value, m objects.Members) *ir.Value {
	return l.Sub(value, objects.BarOf(l.Writer, value, m))
}

// straight returns the displacement of each object in a step on a straight line, given the
// displacements of its particles.
func (l *law) straight(u *ir.Value, m objects.Members) *ir.Value {
	straight := l.coordinate(u, m)
	if l.forest == nil {
		return straight
	}
	return l.Select(l.forest.IsForest, objects.ObjectMean(&l.Writer.Networks, u, *l.forest), straight)
}

// step advances the systems by a step, or by a part of one.
func (l *law) step(s motion, m objects.Members, features *ir.Value, part push) motion {
	l.steps++
	var known []*ir.Value
	if s.h != nil {
		known = append(known, s.h)
	}
	edge := l.interaction(slices.Concat(known, []*ir.Value{s.x}, l.EdgeArgs(features))...)
	now := s.u
	if part.late != 0 {
		_, now = l.pushed(s, now, edge[0], m, push{kick: part.late})
	}
	x, u := l.pushed(s, now, edge[0], m, part)
	if part.drift == 0 {
		return motion{h: s.h, x: s.x, u: l.Name("displacement", u), straight: s.straight}
	}
	h := s.h
	if l.node != nil {
		h = l.node(h, edge[1])[0]
	}
	return motion{h: h, x: l.Name("position", x), u: l.Name("displacement", u), straight: s.straight}
}

// pushed returns the positions and displacements after a part of a step under forces. Terms
// that depend on velocities use the displacements now.
func (l *law) pushed(s motion, now, force *ir.Value, m objects.Members, part push) (x, u *ir.Value) {
	bar, barVelocity := objects.BarOf(l.Writer, s.x, m), objects.BarOf(l.Writer, s.u, m)
	barNow := barVelocity
	if now != s.u {
		barNow = objects.BarOf(l.Writer, now, m)
	}
	acceleration := l.dynamics(append(m.Args(), force, bar, barNow)...)[0]
	before := l.Sub(s.u, barVelocity)
	if l.Config.Order == config.FirstOrder {
		before = s.straight
	}
	pushed := pushArgs(l.Writer, part)
	moving := []*ir.Value{l.Sub(s.x, bar), before, s.straight, bar, barVelocity, acceleration, force}
	move := func() {
		moved := l.move(slices.Concat(m.Args(), moving, pushed)...)
		x, u = moved[0], moved[1]
	}
	f := l.forest
	if f == nil {
		move()
		return x, u
	}
	l.CountWithin(func() *ir.Value { return l.Sub(l.Scalar(1), f.IsForest) }, move)
	moving = []*ir.Value{ofForest(l.Writer, s.h), s.x, s.u, force}
	if l.Config.Integrator == config.Verlet {
		pushed = append(pushed, now)
	}
	l.CountWithin(func() *ir.Value { return f.IsForest }, func() {
		x, u = objects.OverForest(l.Writer, *f, x, u, l.moveForest(slices.Concat(f.Args(), moving, pushed, []*ir.Value{s.straight})...))
	})
	return x, u
}

// restored returns positions whose bars have their initial lengths.
func (l *law) restored(x *ir.Value, m objects.Members) *ir.Value {
	square := func(bar *ir.Value) *ir.Value {
		return l.Maximum(l.Inner(bar, bar), l.Scalar(objects.ShortestBar(l.Config)))
	}
	first, last := objects.BarOf(l.Writer, l.Inputs.Position, m), objects.BarOf(l.Writer, x, m)
	return l.Add(l.Sub(x, last), l.Mul(last, l.Sqrt(l.Div(square(first), square(last)))))
}

// ofForest returns the features that the motion of trees and bodies sees. There are none
// without messages.
func ofForest(w *graph.Writer, h *ir.Value) *ir.Value {
	if w.Config.Messages != config.NoMessages {
		return h
	}
	return objects.NoFeatures(w)
}
