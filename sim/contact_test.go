package sim

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// landing is two bodies and a particle that fall between a floor and a wall.
func landing(friction, restitution float64) Config {
	return Config{
		System: system.Composition{1}, Shapes: []Shape{Body(4), Body(2)},
		Settings: Settings{TimeStep: 0.002, Mechanics: Mechanics{
			Gravity: [3]float64{0, 0, -2}, LeastMass: 0.5, MostMass: 2, Neutral: true,
			Planes:   []Plane{{Normal: [3]float64{0, 0, 2}, Offset: -1}, {Normal: [3]float64{0.8, 0, 0.6}, Offset: -2}},
			Friction: friction, Restitution: restitution, Stiffness: 1000,
		}},
	}
}

func mustContact(t *testing.T, c Config, given state) *contact {
	t.Helper()
	require.NoError(t, c.Validate())
	require.NoError(t, given.crowded(c.Planes))
	in, err := NewIntegrator(given.State, c.Settings)
	require.NoError(t, err)
	return in.(*contact)
}

// TestContactCreatesNoEnergy: of random systems no step adds energy, no plane pulls, no
// friction pushes, nothing tunnels, and shapes stay. Without friction and losses of bounces,
// the energy lost is of the order of the stiffness times the square of a step.
func TestContactCreatesNoEnergy(t *testing.T) {
	for index, with := range []struct{ friction, restitution float64 }{{0, 1}, {0.5, 0.3}, {1, 0.05}, {0, 0.6}, {0.3, 1}} {
		config := landing(with.friction, with.restitution)
		given := config.testState(index)
		in := mustContact(t, config, given)
		lengths := given.lengths()
		energy, first := config.Energy(*given.State), given.kinetic()
		start, deepest := energy, 0.
		own := make([]float64, len(in.bodies))
		touched := make([]bool, len(in.bodies))
		of := func(b *contacting) float64 { return b.kinetic() + b.stored - load(in.Gravity).dot(b.center) }
		for range 2000 {
			for i := range in.bodies {
				b := &in.bodies[i]
				own[i], touched[i] = of(b), b.stored > 0
				for _, p := range in.planes {
					impulse, _ := in.impulse(b, p)
					require.GreaterOrEqual(t, impulse.dot(p.normal), 0.)
				}
			}
			in.Step()
			for i := range in.bodies {
				if b := &in.bodies[i]; touched[i] || b.stored > 0 {
					require.LessOrEqual(t, of(b), own[i]+1e-12*math.Abs(start))
				}
			}
			for _, x := range given.Position {
				for _, p := range in.planes {
					deepest = max(deepest, -p.gap(load(x)))
				}
			}
		}
		require.Greater(t, deepest, 1e-3, "it touches")
		require.Less(t, deepest, 0.3)
		for i, length := range given.lengths() {
			require.InEpsilon(t, lengths[i], length, 1e-11)
		}
		energy = config.Energy(*given.State)
		if config.KeepsEnergy() {
			require.Less(t, start-energy, 0.2*first)
		} else {
			require.Less(t, energy, start)
		}
	}
}

// TestContactOfKnownConstants: a bounce leaves the share of a speed that restitution is,
// and friction slows by its share of gravity until rest.
func TestContactOfKnownConstants(t *testing.T) {
	thrown := func(c Config, x, v [3]float64) (*system.State, *contact) {
		s := &system.State{Position: [][3]float64{x}, Velocity: [][3]float64{v}, Charge: []float64{0}}
		in, err := NewIntegrator(s, c.Settings)
		require.NoError(t, err)
		return s, in.(*contact)
	}
	for _, restitution := range []float64{0.05, 0.4, 1} {
		config := landing(0, restitution)
		config.Gravity, config.Planes = [3]float64{}, config.Planes[:1]
		s, in := thrown(config, [3]float64{0, 0, 0}, [3]float64{0.5, 0, -3})
		advance(in, 1000)
		require.InDelta(t, 3*restitution, s.Velocity[0][2], 0.05)
		require.InDelta(t, 0.5, s.Velocity[0][0], 3e-3)
	}
	config := landing(0.4, 0.05)
	config.Planes = config.Planes[:1]
	s, in := thrown(config, [3]float64{0, 0, -1.002}, [3]float64{2, 0, 0}) // as deep as its weight presses it
	advance(in, 500)
	require.InDelta(t, 2-0.4*2*1, s.Velocity[0][0], 3e-3)
	advance(in, 1500)
	require.Less(t, load(s.Velocity[0]).norm(), 1e-3)
}

// TestContactTurnsWithTheSystem: planes and gravity turn and move with a system.
func TestContactTurnsWithTheSystem(t *testing.T) {
	config := landing(0.4, 0.5)
	given, angle, shift := config.testState(7), vector{0.3, -1, 0.5}, vector{1, 2, -3}
	turned, moved := config, state{new(system.State)}
	*moved.State = given.Clone()
	turned.Gravity, turned.Planes = load(config.Gravity).turn(angle).store(), nil
	for _, p := range config.Planes {
		n := load(p.Normal).turn(angle)
		turned.Planes = append(turned.Planes, Plane{n.store(), p.Offset + n.scale(1/n.norm()).dot(shift)})
	}
	for i := range moved.Position {
		moved.Position[i] = load(moved.Position[i]).turn(angle).add(shift).store()
		moved.Velocity[i] = load(moved.Velocity[i]).turn(angle).store()
	}
	one, other := mustContact(t, config, given), mustContact(t, turned, moved)
	advance(one, 700)
	advance(other, 700)
	for i, x := range given.Position {
		require.Less(t, load(x).turn(angle).add(shift).sub(load(moved.Position[i])).norm(), 1e-6)
	}
}

// TestPlanesThatCannotBe are refused with the reason.
func TestPlanesThatCannotBe(t *testing.T) {
	for want, wrong := range map[string]func(*Config){
		"plane 0, [0 0 0] with":             func(c *Config) { c.Planes = []Plane{{}} },
		"there are 7":                       func(c *Config) { c.Planes = make([]Plane, 7) },
		"friction -1":                       func(c *Config) { c.Friction = -1 },
		"restitution 0: expected 0.05 to 1": func(c *Config) { c.Restitution = 0 },
		"up to 125000 with the":             func(c *Config) { c.Stiffness = 1e6 },
		"plane needs neutral":               func(c *Config) { c.Neutral = false },
		"leave damping and spring":          func(c *Config) { c.Damping = 1 },
		"system has a chain(3)":             func(c *Config) { c.Shapes = []Shape{Chain(3)} },
		"system has a stick":                func(c *Config) { c.System = system.Composition{0, 1} },
		"stiffness need plane":              func(c *Config) { c.Planes = nil },
		"the planes leave no room ":         func(c *Config) { c.Planes = append(c.Planes, Plane{[3]float64{0, 0, -1}, 0.9}) },
	} {
		config := landing(0.1, 0.5)
		wrong(&config)
		err := config.Validate()
		if err == nil {
			err = config.testState(0).crowded(config.Planes)
		}
		require.ErrorContains(t, err, want)
	}
	for _, method := range []*Method{SemiImplicitEuler, RungeKutta} {
		config := landing(0.1, 0.5)
		config.Method = method
		_, err := NewIntegrator(config.testState(0).State, config.Settings)
		require.ErrorContains(t, err, "leave integrator out")
	}
}
