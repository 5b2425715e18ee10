package mechanics

import (
	"cmp"
	"slices"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// scaledSpeed is what networks see of the speed of one length of the data in one time of a
// prediction. It is the same in all units.
const scaledSpeed = 4

// scaledVelocities returns a writer whose networks see velocities relative to the length and the time
// of the data, if these are known.
func scaledVelocities(w *graph.Writer) *graph.Writer {
	scaled := *w
	if w.Config.Length != 0 {
		scaled.Inputs.Velocity = w.Scaled("seen_velocity", w.Inputs.Velocity, scaledSpeed*w.Config.Interval()/w.Config.Length)
	}
	return &scaled
}

// pairLaw holds the networks of the interaction with their weights.
type pairLaw struct {
	interaction, node func(args ...*ir.Value) []*ir.Value
}

func newPairLaw(w *graph.Writer) *pairLaw {
	law := &pairLaw{interaction: w.Shared(lawInteraction(w))}
	if w.Config.Messages != config.NoMessages {
		law.node = w.Shared(w.NodeUpdateFunction(graph.Once))
	}
	return law
}

// knownAccelerations returns the accelerations of given forces and gravity:
// [particles,3].
func (m *mechanics) knownAccelerations() *ir.Value {
	var known []*ir.Value
	if f := m.Inputs.Given[system.Force]; f != nil {
		known = append(known, m.Mul(m.bars.inverseMass, f))
	}
	gravity := m.Inputs.Given[system.Gravity]
	if learned := m.Config.Learns(config.LearnedGravity); learned != nil {
		gravity = m.Broadcast(m.LearnedConstant(learned), graph.Particles)
	}
	if gravity != nil {
		known = append(known, m.mobile(gravity))
	}
	return m.SumOf(known)
}

// dampingRate returns the learned damping over the mass. It is limited to what takes all of a
// speed in one step, because no integrator can follow a larger rate.
func (m *mechanics) dampingRate(h float64) *ir.Value {
	learned := m.Config.Learns(config.LearnedDamping)
	if learned == nil {
		return nil
	}
	rate, most := m.Mul(m.LearnedOfParticles(learned), m.bars.inverseMass), m.Scalar(1/h)
	m.NoteLimit(graph.DampingLimit, func() *ir.Value { return m.Greater(rate, most) })
	return m.Minimum(rate, most)
}

// push returns the accelerations by the interaction, or nil if there is none, and its messages.
// Forces of networks are bounded; formulas are not.
func (m *mechanics) push(h, x *ir.Value, time float64) (acceleration, message *ir.Value) {
	if m.law == nil {
		return nil, nil
	}
	args := []*ir.Value{x}
	if h != nil {
		args = []*ir.Value{h, x}
	}
	results := m.law.interaction(slices.Concat(args, m.EdgeArgs(m.edges))...)
	acceleration = m.accelerated(m.Mul(results[0], m.Scalar(cmp.Or(m.Config.Mass, 1)/(time*time))))
	if len(results) > 1 {
		message = results[1]
	}
	if m.bounds() {
		acceleration = m.Bounded(graph.ForceLimit, acceleration, fastest(m.Writer)/time)
	}
	return acceleration, message
}

// accelerated returns the accelerations by forces.
func (m *mechanics) accelerated(force *ir.Value) *ir.Value {
	if !m.weighted {
		return force
	}
	return m.Mul(force, m.bars.inverseMass)
}

// bounds reports whether the interaction is a network, whose forces are bounded.
func (m *mechanics) bounds() bool { return m.law != nil && len(m.Config.Law) == 0 }

// fastest is the largest change of a velocity by networks.
func fastest(w *graph.Writer) float64 { return farthest * w.Config.Distance() / w.Config.Interval() }
