package objects

import (
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
)

// InverseDynamics defines the acceleration of each object's generalized
// position (Eq. 6), [particles,3]:
//
//	stick: the mean of phi2(f_i) over both ends
//	hinge: the mean of phi2(f_i, x_i - x_0, v_i - v_0) over all particles
//
// [paper: the sums]. The acceleration of an isolated particle is its force. Config.Phi2
// chooses other forms of phi2.
func InverseDynamics(w *graph.Writer, kinds Kinds) graph.Function {
	return w.Define("inverse_dynamics", func(b *graph.Networks) {
		m := DeclareMembers(b)
		p := phi2{Networks: b, config: w.Config, phi2Form: phi2Forms[w.Config.Phi2]}
		p.force, p.bar, p.barVelocity = b.VectorInput("force"), b.VectorInput("bar"), b.VectorInput("bar_velocity")
		acceleration := p.force
		if kinds.Sticks {
			acceleration = b.Select(m.IsObject, p.stick(m), acceleration)
		}
		if kinds.Hinges {
			acceleration = b.Select(m.IsHinge, p.hinge(m), acceleration)
		}
		b.Output("acceleration", acceleration)
	})
}

// phi2Form is a form of phi2.
type phi2Form struct {
	// stickState and hingeState report whether phi2 of sticks and of hinges takes (f, x, v) and
	// not only f.
	stickState, hingeState bool
	// shared says that sticks and hinges share a network.
	shared bool
	// perceptron says that phi2 is a perceptron on the coordinates, which is not equivariant.
	perceptron bool
	gram       graph.Gram
}

var phi2Forms = map[string]phi2Form{
	"":                   {hingeState: true},
	config.Phi2FXV:       {stickState: true, hingeState: true},
	config.Phi2FXVShared: {stickState: true, hingeState: true, shared: true},
	config.Phi2F:         {},
	config.Phi2FShared:   {shared: true},
	config.Phi2MLP:       {hingeState: true, perceptron: true},
	config.Phi2RawGram:   {hingeState: true, gram: graph.Raw},
}

// phi2 writes the learned part of the inverse dynamics. It takes the force f on each particle,
// and x - q and v - q'.
type phi2 struct {
	*graph.Networks
	phi2Form
	config                  config.Config
	force, bar, barVelocity *ir.Value
	both                    *ir.Value // of every particle, where it is shared
}

// stick returns the mean [paper: the sum] over both ends. If phi2(f) is a learned factor times
// f, the factor multiplies the mean.
func (p *phi2) stick(m Members) *ir.Value {
	if p.phi2Form == (phi2Form{hingeState: p.hingeState}) {
		return p.network("stick_force", p.mean(2, OverPair(p.Networks, p.force, m)))
	}
	return p.mean(2, OverPair(p.Networks, p.each("stick_force", p.stickState, m.IsObject), m))
}

// hinge returns the mean [paper: the sum] over the joint and both ends.
func (p *phi2) hinge(m Members) *ir.Value {
	each := p.each("hinge_force", p.hingeState, m.IsHinge)
	return p.mean(3, p.Add(OverEndpoints(p.Networks, each, m), p.Gather(each, m.Joint)))
}

// each returns phi2 of every particle for which the mask is 1.
func (p *phi2) each(name string, state bool, mask *ir.Value) *ir.Value {
	if p.both != nil {
		return p.both
	}
	z := p.force
	if state {
		z = p.Concat(p.force, p.bar, p.barVelocity)
	}
	if p.shared {
		p.both = p.network("object_force", z)
		return p.both
	}
	return on(p.Networks, mask, z, func(z *ir.Value) *ir.Value { return p.network(name, z) })
}

func (p *phi2) network(name string, z *ir.Value) *ir.Value {
	if p.perceptron {
		return p.MLP(name, z, p.config.Hidden, 3)
	}
	return p.VectorsToVector(name, z, p.gram, p.config.Hidden)
}

// mean divides a sum over count particles by count [paper: it does not].
func (p *phi2) mean(count int, sum *ir.Value) *ir.Value {
	if p.config.Form == config.Paper {
		return sum
	}
	return p.Mul(sum, p.Scalar(1/float64(count)))
}
