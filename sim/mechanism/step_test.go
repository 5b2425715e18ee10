package mechanism_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/test/allclose"
	"gmnc/internal/test/recovered"
	"gmnc/sim/mechanism"
)

func normal(source *rand.Rand) r3.Vec {
	return r3.Vec{X: source.NormFloat64(), Y: source.NormFloat64(), Z: source.NormFloat64()}
}

// random is a mechanism of one body a joint, each of four particles, in a tree
// drawn at random.
func random(t *testing.T, joints []mechanism.Joint, seed uint64) *mechanism.Mechanism {
	source := rand.New(rand.NewPCG(seed, 1))
	var m mechanism.Mechanism
	for b, joint := range joints {
		body := mechanism.Body{Joint: joint, Parent: min(b-1, max(0, b-1-source.IntN(2))), Anchor: normal(source)}
		for range 4 {
			body.Members = append(body.Members, len(m.Rest))
			m.Rest = append(m.Rest, r3.Add(body.Anchor, normal(source)))
			m.Mass = append(m.Mass, source.Float64()+0.5)
		}
		m.Bodies = append(m.Bodies, body)
	}
	made, err := mechanism.New(m)
	require.NoError(t, err)
	return made
}

// moving is a state drawn at random.
func moving(m *mechanism.Mechanism, seed uint64) mechanism.State {
	source, s := rand.New(rand.NewPCG(seed, 2)), m.AtRest()
	for b, body := range m.Bodies {
		for _, axis := range body.Slides {
			s.Slides[b] = r3.Add(s.Slides[b], r3.Scale(source.NormFloat64(), axis))
		}
		for _, axis := range body.Turns {
			s.Turns[b] = quat.Mul(quat.Number(r3.NewRotation(source.NormFloat64(), axis)), s.Turns[b])
		}
	}
	for d := range s.Rates {
		s.Rates[d] = source.NormFloat64()
	}
	return s
}

var mechanisms = map[string][]mechanism.Joint{
	"revolute": {mechanism.Revolute(r3.Vec{Z: 1}), mechanism.Revolute(r3.Vec{X: 1, Y: 1}), mechanism.Revolute(r3.Vec{X: 1})},
	"sliding":  {mechanism.Prismatic(r3.Vec{X: 1}), mechanism.Revolute(r3.Vec{Y: 1}), mechanism.Prismatic(r3.Vec{X: 1, Z: 1})},
	"balls":    {mechanism.Ball(), mechanism.Ball(), mechanism.Revolute(r3.Vec{Y: 1})},
	"floating": {mechanism.Free(), mechanism.Revolute(r3.Vec{Y: 1}), mechanism.Ball(), mechanism.Prismatic(r3.Vec{Y: 1})},
	"free":     {mechanism.Free()},
}

// end returns where a second leads to in the given number of steps.
func end(m *mechanism.Mechanism, start mechanism.State, steps int) (*mechanism.Integrator, []r3.Vec, []r3.Vec) {
	in := m.NewIntegrator(start)
	for range steps {
		in.Step(1/float64(steps), nil)
	}
	x, v := make([]r3.Vec, len(m.Rest)), make([]r3.Vec, len(m.Rest))
	in.Particles(x, v)
	return in, x, v
}

func distance(a, b []r3.Vec) (most float64) {
	for i := range a {
		most = max(most, r3.Norm(r3.Sub(a[i], b[i])))
	}
	return most
}

// TestOrder: half the step leaves a sixteenth of the error, with damping too.
func TestOrder(t *testing.T) {
	for name, joints := range mechanisms {
		t.Run(name, func(t *testing.T) {
			for _, damping := range []float64{0, 0.3} {
				m := random(t, joints, 1)
				m.Gravity = r3.Vec{Z: -9.81}
				for b := range m.Bodies {
					m.Bodies[b].Damping = damping
				}
				_, finest, _ := end(m, moving(m, 1), 320)
				_, coarse, _ := end(m, moving(m, 1), 40)
				_, fine, _ := end(m, moving(m, 1), 80)
				order := math.Log2(distance(coarse, finest) / distance(fine, finest))
				require.InDelta(t, 4, order, 0.5, "order with the damping %v, %g", damping, distance(fine, finest))
			}
		})
	}
}

// TestEnergyIsKept: without damping, and falls with it.
func TestEnergyIsKept(t *testing.T) {
	for name, joints := range mechanisms {
		t.Run(name, func(t *testing.T) {
			m := random(t, joints, 2)
			m.Gravity = r3.Vec{Z: -9.81}
			kinetic, potential := m.NewIntegrator(moving(m, 2)).Energy()
			in, _, _ := end(m, moving(m, 2), 200)
			after, above := in.Energy()
			require.InDelta(t, kinetic+potential, after+above, 1e-6*(kinetic+math.Abs(potential)))
		})
	}
}

// TestMomentumIsKept: linear and angular, of what is tied to nothing, by any step.
func TestMomentumIsKept(t *testing.T) {
	m := random(t, mechanisms["floating"], 3)
	momenta := func(x, v []r3.Vec) (linear, angular r3.Vec) {
		for i, mass := range m.Mass {
			linear = r3.Add(linear, r3.Scale(mass, v[i]))
			angular = r3.Add(angular, r3.Scale(mass, r3.Cross(x[i], v[i])))
		}
		return linear, angular
	}
	x, v := make([]r3.Vec, len(m.Rest)), make([]r3.Vec, len(m.Rest))
	m.NewIntegrator(moving(m, 3)).Particles(x, v)
	linear, angular := momenta(x, v)
	for _, steps := range []int{20, 200} {
		_, x, v = end(m, moving(m, 3), steps)
		linearAfter, angularAfter := momenta(x, v)
		require.InDelta(t, 0, r3.Norm(r3.Sub(linear, linearAfter)), 1e-12*r3.Norm(linear))
		require.InDelta(t, 0, r3.Norm(r3.Sub(angular, angularAfter)), 1e-12*r3.Norm(angular))
	}
}

// TestVelocitiesAreDerivatives of positions, by central differences.
func TestVelocitiesAreDerivatives(t *testing.T) {
	for name, joints := range mechanisms {
		t.Run(name, func(t *testing.T) {
			m, h := random(t, joints, 4), 1e-4
			x, v := make([]r3.Vec, len(m.Rest)), make([]r3.Vec, len(m.Rest))
			in := m.NewIntegrator(moving(m, 4))
			in.Particles(x, v)
			before, after := make([]r3.Vec, len(x)), make([]r3.Vec, len(x))
			in.Step(h, nil)
			in.Particles(after, make([]r3.Vec, len(x)))
			in = m.NewIntegrator(moving(m, 4))
			in.Step(-h, nil)
			in.Particles(before, make([]r3.Vec, len(x)))
			for i := range x {
				before[i] = r3.Scale(1/(2*h), r3.Sub(after[i], before[i]))
			}
			require.InDelta(t, 0, distance(v, before), 1e-5)
		})
	}
}

// TestRecover: what a state makes of particles gives the state back.
func TestRecover(t *testing.T) {
	for name, joints := range mechanisms {
		t.Run(name, func(t *testing.T) {
			m := random(t, joints, 5)
			s := moving(m, 5)
			x, v := make([]r3.Vec, len(m.Rest)), make([]r3.Vec, len(m.Rest))
			m.NewIntegrator(s).Particles(x, v)
			got, off, err := recovered.State(m, x, v)
			require.NoError(t, err)
			require.InDelta(t, 0, off, 1e-12)
			allclose.Within(t, s.Rates, got.Rates, 1e-10)
			y := make([]r3.Vec, len(x))
			m.NewIntegrator(got).Particles(y, v)
			require.InDelta(t, 0, distance(x, y), 1e-12)
		})
	}
}
