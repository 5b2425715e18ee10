package mechanics

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// byRungeKutta writes GMN-ODE in the positions and velocities of particles. With w_i =
// 1 / m_i, 0 of a pinned particle, the accelerations of a stage of a step are
//
//	a' = limit(w_i f_i) + w_i (F_i - c_i v_i) + g      a = a' + W J^T l      J W J^T l = -(J a' + dJ/dt v)
//
// with f the forces of the interaction, F springs' and given ones, c the damping, g
// gravity, and J the changes of the lengths of all bars. In the end positions and
// velocities are restored: bars have the lengths of the input, and pinned particles are
// where they were. Rigid bodies move in coordinates of their own (bodies). The features
// of a step change by the messages of its first stage.
//
// Both limits, of the forces of a stage and of what they have done since the first
// step, are a network's. They change nothing until the velocity would be another by three
// lengths in the time of a prediction.
func byRungeKutta(w *graph.Writer, method rungeKutta) {
	h := w.Config.Interval() / float64(w.Config.Layers)
	m := newMechanics(w, h)
	var features *ir.Value
	if m.law != nil {
		features = lawFeatures(scaledVelocities(w))
	}
	state := m.start()
	var pushed *ir.Value // what forces of the interaction have done to velocities
	for step := range w.Config.Layers {
		w.Scope(fmt.Sprintf("step%d", step), func() {
			if m.law != nil && w.Config.Weights == config.OwnWeights {
				m.law = newPairLaw(w)
			}
			features, state, pushed = m.step(method, h, features, state, pushed)
			if step == w.Config.Layers-1 {
				state = m.restore(state)
			}
			x, v := m.particles(state)
			w.AddLayer(graph.Layer{Features: features, Position: w.Name("position", x), Velocity: w.Name("velocity", v)})
		})
	}
}

// mechanics holds what acts on particles: the constraints, the known forces, and the forces of
// the interaction, which are nil if there are none.
type mechanics struct {
	*graph.Writer
	bars             bars
	bodies           *bodies // nil for none
	newton, restored func(args ...*ir.Value) []*ir.Value
	weighted         bool      // particles have different masses, or pins
	known            *ir.Value // accelerations that depend on no motion; nil for none
	damping          *ir.Value // over the mass: [particles,1]; nil for none
	springs          *springs  // nil for none
	law              *pairLaw
	edges            *ir.Value
}

func newMechanics(w *graph.Writer, h float64) *mechanics {
	mass := w.Inputs.Given[system.Mass]
	if learned := w.Config.Learns(config.LearnedMass); learned != nil {
		mass = w.LearnedOfParticles(learned)
	}
	pinned := w.Inputs.Given[system.Pinned]
	m := &mechanics{Writer: w, bars: newBars(w, mass, pinned), weighted: mass != nil || pinned != nil}
	m.bodies = newBodies(w, m.bars, h)
	m.newton, m.restored = w.Shared(newton(w, m.bars, h)), w.Shared(restored(w, m.bars))
	m.known, m.springs, m.damping = m.knownAccelerations(), newSprings(w), m.dampingRate(h)
	if w.Config.Forces == config.NoForces {
		return m
	}
	m.edges = lawEdges(w)
	if w.Config.Weights != config.OwnWeights {
		w.Scope("law", func() { m.law = newPairLaw(w) })
	} else {
		m.law = new(pairLaw) // of each step
	}
	return m
}

// mobile returns a value of particles that is 0 for pinned ones.
func (m *mechanics) mobile(x *ir.Value) *ir.Value {
	if m.bars.pinned == nil {
		return x
	}
	return m.Select(m.bars.pinned, m.Scalar(0), x)
}

// start returns the state that steps advance: positions and velocities, and further coordinates
// of bodies.
func (m *mechanics) start() []*ir.Value {
	x, v := m.Inputs.Position, m.mobile(m.Inputs.Velocity)
	if m.bodies == nil {
		return []*ir.Value{x, v}
	}
	return m.bodies.start(x, v)
}

// particles returns the positions and velocities of all particles in a state.
func (m *mechanics) particles(state []*ir.Value) (x, v *ir.Value) {
	if m.bodies == nil {
		return state[0], state[1]
	}
	x, v = m.bodies.particles(state)
	if m.bars.pinned != nil {
		x = m.Select(m.bars.pinned, m.Inputs.Position, x)
	}
	return x, m.mobile(v)
}

// step advances the systems by a step. It takes and returns the sum of what the interaction has
// done to the velocities so far.
func (m *mechanics) step(method rungeKutta, h float64, features *ir.Value, state []*ir.Value, pushed *ir.Value) (_ *ir.Value, _ []*ir.Value, _ *ir.Value) {
	var pushes []*ir.Value
	var message *ir.Value
	slopes := func(stage int, state []*ir.Value) []*ir.Value {
		x, v := m.particles(state)
		push, messages := m.push(features, x, h)
		if stage == 0 {
			message = messages
		}
		pushes = append(pushes, push)
		return m.slopes(state, x, v, m.acting(push, x, v))
	}
	state = step(m.Writer, method, h, state, slopes)
	if message != nil {
		features = m.law.node(features, message)[0]
	}
	if !m.bounds() {
		return features, state, nil
	}
	push := combined(m.Writer, pushed, h, method.weights, pushes)
	bounded := m.Bounded(graph.ForceLimit, push, fastest(m.Writer))
	return features, m.kicked(state, m.Sub(bounded, push)), bounded
}

// acting returns the accelerations of particles without constraints, given those by the
// interaction.
func (m *mechanics) acting(push, x, v *ir.Value) *ir.Value {
	var all []*ir.Value
	if push != nil {
		all = append(all, push)
	}
	if m.springs != nil {
		all = append(all, m.accelerated(m.springs.force(m.Writer, x)))
	}
	if m.known != nil {
		all = append(all, m.known)
	}
	if m.damping != nil {
		all = append(all, m.Neg(m.Mul(m.damping, v)))
	}
	if all == nil {
		all = append(all, m.Broadcast(m.Const(1, 3, 0, 0, 0), graph.Particles))
	}
	return m.SumOf(all)
}

// slopes returns the derivative of a state by time, given the accelerations without
// constraints.
func (m *mechanics) slopes(state []*ir.Value, x, v, acting *ir.Value) []*ir.Value {
	b, felt := m.bodies, acting
	of := m.barsAt(state)
	if of.onTree != nil {
		felt = b.felt(state, acting, true, of)
	}
	acceleration := m.newton(append(of.args(), x, v, felt)...)[0]
	if b == nil {
		return []*ir.Value{v, acceleration}
	}
	center, spin := b.pushed(state, acting, acceleration)
	slopes := []*ir.Value{state[1], center, b.slope(state), spin}
	if b.onTree != nil {
		slopes = append(slopes, state[5], acting)
	}
	return slopes
}

// barsAt returns the bars with their mobility in a state.
func (m *mechanics) barsAt(state []*ir.Value) bars {
	b := m.bars
	if b.onTree != nil {
		b.mobility = m.bodies.ofBars(state, b)
	}
	return b
}

// kicked returns a state in which the velocities of particles have changed.
func (m *mechanics) kicked(state []*ir.Value, change *ir.Value) []*ir.Value {
	b, felt := m.bodies, change
	if b == nil {
		return []*ir.Value{state[0], m.Add(state[1], change)}
	}
	if b.onTree != nil {
		felt = b.felt(state, change, false, m.barsAt(state))
	}
	center, spin := b.pushed(state, change, felt)
	kicked := []*ir.Value{state[0], m.Add(state[1], center), state[2], m.Add(state[3], spin)}
	if b.onTree != nil {
		kicked = append(kicked, state[4], m.Add(state[5], change))
	}
	return kicked
}

// restore gives bars their lengths in the input again, and moves bodies with the particles that
// join them.
func (m *mechanics) restore(state []*ir.Value) []*ir.Value {
	of := m.barsAt(state)
	restored := m.restored(append(of.args(), m.Inputs.Position, state[0], state[1])...)
	if of.onTree == nil {
		return append(restored, state[2:]...)
	}
	return m.bodies.balanced(m.bodies.dragged(state, restored[0], restored[1]), of)
}
