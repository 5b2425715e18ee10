package contact_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/moving"
	"gmnc/system"
)

// TestContactWithPlanes: a step of a particle, and of a body of four masses, is what the
// comments say: ahead of planes, in them, coming and going, at rest and sliding, by known
// constants, dampers and networks.
func TestContactWithPlanes(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	touched := 0
	for _, c := range []struct {
		name   string
		fields []string
		learn  []config.Constant
	}{
		{name: "networks"},
		{name: "friction", fields: []string{system.Friction.Name}},
		{name: "constants", fields: []string{system.Friction.Name, system.Restitution.Name}},
		{name: "damper", fields: []string{system.Friction.Name}, learn: []config.Constant{{Name: config.LearnedRetardation, By: config.BySystem, Start: []float64{0.05}}}},
	} {
		for _, n := range []int{1, 4} {
			given := config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 1, Forces: config.NoForces, NoCharge: true,
				Time: 0.5, Length: 2, Depth: 32, Planes: 2, Fields: append([]string{"gravity", "planes", "mass", "force"}, c.fields...), Learn: c.learn}
			for range 30 {
				s := thrown(source, n)
				friction, restitution := []float64{0, 0.2, 1.5}[source.IntN(3)], []float64{0.01, 0.3, 1}[source.IntN(3)]
				if len(c.fields) > 0 {
					system.Friction.Set(&s, []float32{float32(friction)})
				}
				if len(c.fields) > 1 {
					system.Restitution.Set(&s, []float32{float32(restitution)})
				}
				m := newThrower(t, given, s)
				for _, p := range m.Params {
					for i := range m.Weights[p.Name].Float {
						m.Weights[p.Name].Float[i] = source.NormFloat64()
					}
				}
				if c.learn != nil {
					m.Weights["constants/retardation"].Float[0] = 0
				}
				b := newBody(t, m.Model, s)
				b.loss, b.friction = -1, -1
				if len(c.fields) > 0 {
					b.friction = float64(float32(friction))
				}
				if len(c.fields) > 1 {
					b.loss = -math.Log(min(1, max(math.Exp(-3), float64(float32(restitution)))))
				}
				if c.learn != nil {
					b.loss, b.retardation = 0, 0.05
				}
				if _, stored := b.energy(); stored > 0 {
					touched++
				}
				b.step()
				b.step()
				m.frame(t)
				for i, x := range moving.Vectors(m.inputs["position"].Float) {
					require.InDelta(t, 0, x.Minus(b.center.Plus(b.arms[i])).Norm(), 1e-6, "%s of %d", c.name, n)
					v := b.velocity.Plus(b.spin.Cross(b.arms[i]))
					require.InDelta(t, 0, moving.Vectors(m.inputs["velocity"].Float)[i].Minus(v).Norm(), 1e-5, "%s of %d", c.name, n)
				}
			}
		}
	}
	require.Greater(t, touched, 60)
}

// thrown is a body of n particles, or a particle, near two planes, of which the second is
// there in half of the cases.
func thrown(source *rand.Rand, n int) (s system.Sample) {
	spin, velocity := moving.RandomVector(source, 0.5), moving.RandomVector(source, 1)
	center := moving.Vector{source.NormFloat64(), source.NormFloat64(), 0.05 * source.NormFloat64()}
	if source.IntN(3) == 0 {
		velocity = moving.Vector{}
	}
	var members []int
	var masses, forces []float32
	for i := range n {
		r := moving.Vector{}
		if n > 1 {
			r = moving.RandomVector(source, 0.4)
		}
		x, v := center.Plus(r), velocity.Plus(spin.Cross(r))
		for k := range 3 {
			s.Position, s.Velocity = append(s.Position, float32(x[k])), append(s.Velocity, float32(v[k]))
			forces = append(forces, float32(0.3*source.NormFloat64()))
		}
		masses, members = append(masses, float32(math.Exp(0.5*source.NormFloat64()))), append(members, i)
	}
	if n > 1 {
		s.Objects = system.Objects{system.Body.Of(members...)}
	}
	system.Mass.Set(&s, masses)
	system.Force.Set(&s, forces)
	system.Gravity.Set(&s, []float32{0.1, 0, -2})
	planes := make([]float32, system.Planes.Columns)
	copy(planes, []float32{0, 0, 2, 0})
	if source.IntN(2) == 0 {
		copy(planes[system.PlaneColumns:], []float32{0.6, 0, 0.8, -0.05})
	}
	system.Planes.Set(&s, planes)
	return s
}
