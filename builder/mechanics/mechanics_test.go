package mechanics_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/sim"
	"gmnc/system"
)

// TestOrders: with half the step the error of every kind of object is less by the
// integrator's power of two.
func TestOrders(t *testing.T) {
	const time = 0.15
	for name, m := range moving.Machines(t) {
		truth := m.Moved(t, config.RungeKutta4, time, 64)
		for integrator, power := range map[string]float64{config.Midpoint: 4, config.RungeKutta4: 16} {
			off := func(steps int) (off float64) {
				after := m.Moved(t, integrator, time, steps)
				for i := range after.X {
					off += after.X[i].Minus(truth.X[i]).Norm() + after.V[i].Minus(truth.V[i]).Norm()
				}
				return off
			}
			if name == "particles" { // under constant forces
				require.Less(t, off(1), 1e-12)
				continue
			}
			require.InEpsilon(t, power, off(8)/off(16), 0.25, "%s, %s", name, integrator)
		}
	}
}

// TestDoublePendulum compares with the equations of motion in its two angles, as books
// have them.
func TestDoublePendulum(t *testing.T) {
	const m1, m2, l1, l2, g = 1.3, 0.6, 0.9, 1.2, 9.81
	place := func(q [4]float64) (x, v []moving.Vector) {
		at := func(angle, rate, length float64) (moving.Vector, moving.Vector) {
			sin, cos := math.Sincos(angle)
			return moving.Vector{length * sin, 0, -length * cos}, moving.Vector{length * rate * cos, 0, length * rate * sin}
		}
		x1, v1 := at(q[0], q[2], l1)
		x2, v2 := at(q[1], q[3], l2)
		return []moving.Vector{{}, x1, x1.Plus(x2)}, []moving.Vector{{}, v1, v1.Plus(v2)}
	}
	slope := func(q [4]float64) [4]float64 {
		sin, cos := math.Sincos(q[0] - q[1])
		a, b, c := (m1+m2)*l1, m2*l2*cos, m2*l1*cos
		d := m2 * l2
		e := -m2*l2*q[3]*q[3]*sin - (m1+m2)*g*math.Sin(q[0])
		f := m2*l1*q[2]*q[2]*sin - m2*g*math.Sin(q[1])
		return [4]float64{q[2], q[3], (e*d - b*f) / (a*d - b*c), (a*f - c*e) / (a*d - b*c)}
	}
	q := [4]float64{1.2, -0.4, 0.5, 2}
	m := moving.NewMachine(3, system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}, 0)
	m.X, m.V = place(q)
	m.Mass, m.Gravity, m.Force = []float64{1, m1, m2}, moving.Vector{0, 0, -g}, make([]moving.Vector, 3)
	after := m.Moved(t, config.RungeKutta4, 0.5, 128)
	const steps = 2000
	for range steps {
		q = rungeKutta(q, 0.5/steps, slope)
	}
	x, v := place(q)
	allclose.Require(t, "position", moving.Rows(x), moving.Rows(after.X), 1e-7)
	allclose.Require(t, "velocity", moving.Rows(v), moving.Rows(after.V), 1e-7)
}

func rungeKutta(q [4]float64, h float64, slope func([4]float64) [4]float64) [4]float64 {
	plus := func(k [4]float64, h float64) (moved [4]float64) {
		for i := range q {
			moved[i] = q[i] + h*k[i]
		}
		return moved
	}
	k1 := slope(q)
	k2 := slope(plus(k1, h/2))
	k3 := slope(plus(k2, h/2))
	k4 := slope(plus(k3, h))
	for i := range q {
		q[i] += h / 6 * (k1[i] + 2*k2[i] + 2*k3[i] + k4[i])
	}
	return q
}

// TestHeldBodiesAsSimulated: bodies on trees move as the simulator moves them, which has
// them as pieces of an articulation.
func TestHeldBodiesAsSimulated(t *testing.T) {
	for name, m := range moving.Machines(t) {
		if !m.Objects.Joined() {
			continue
		}
		m.Gravity, m.Force = moving.Vector{}, make([]moving.Vector, len(m.X))
		state := system.State{Charge: make([]float64, len(m.X)), Mass: m.Mass, Objects: m.Objects}
		for i := range m.X {
			state.Position, state.Velocity = append(state.Position, m.X[i]), append(state.Velocity, m.V[i])
			state.Pinned = append(state.Pinned, m.Pinned[i] != 0)
		}
		if name == "body on a pin" {
			continue // which it does not take
		}
		const steps, step = 100, 0.002
		integrator, err := sim.NewIntegrator(&state, sim.Settings{Method: sim.RungeKutta, TimeStep: step})
		require.NoError(t, err, name)
		for range steps {
			integrator.Step()
		}
		after := m.Moved(t, config.RungeKutta4, steps*step, 32)
		for i := range m.X {
			require.InDelta(t, 0, after.X[i].Minus(state.Position[i]).Norm()+after.V[i].Minus(state.Velocity[i]).Norm(), 1e-6, name)
		}
	}
}

// TestBodyHeldTwice: a body on a tree that is pinned at another particle has no numbers.
func TestBodyHeldTwice(t *testing.T) {
	m := moving.NewMachine(7, system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(1, 2, 3), system.Stick.Of(5, 6)}, 3)
	after := m.Moved(t, config.RungeKutta4, 0.1, 1)
	for i, x := range after.X {
		require.Equal(t, i < 4 && i != 3, math.IsNaN(x.Norm()), "particle %d", i)
	}
}

// TestMachinesHold: bars keep their lengths and pinned particles their places, also
// where everything is thrown about, and all turns with the system.
func TestMachinesHold(t *testing.T) {
	turn := moving.RandomRotation(rand.New(rand.NewPCG(5, 6)))
	turn[2] = turn[2].Times(-1) // and is mirrored
	for name, m := range moving.Machines(t) {
		for _, wild := range []float64{1, 1e3} {
			thrown := m
			thrown.Gravity, thrown.V = m.Gravity.Times(wild), nil
			for i := range m.V {
				thrown.V = append(thrown.V, m.V[i].Times(wild))
			}
			after := thrown.Moved(t, config.RungeKutta4, 0.1, 3)
			fixed := 0.0
			for i := range m.X {
				require.False(t, math.IsNaN(after.X[i].Norm()+after.V[i].Norm()), name)
				if fixed += m.Pinned[i]; m.Pinned[i] != 0 {
					require.Equal(t, [2]moving.Vector{m.X[i], {}}, [2]moving.Vector{after.X[i], after.V[i]}, name)
				}
			}
			for _, object := range m.Objects {
				for _, bar := range object.Bars() {
					if wild > 1 && fixed > 1 {
						continue // no order leads from one pinned particle to the other
					}
					require.InEpsilon(t, m.X[bar[0]].Minus(m.X[bar[1]]).Norm(), after.X[bar[0]].Minus(after.X[bar[1]]).Norm(), 1e-10, name)
				}
			}
			turned := thrown.Turned(turn).Moved(t, config.RungeKutta4, 0.1, 3)
			want := after.Turned(turn)
			allclose.Require(t, name, moving.Rows(want.X), moving.Rows(turned.X), moving.Symmetric)
			allclose.Require(t, name, moving.Rows(want.V), moving.Rows(turned.V), moving.Symmetric)
		}
	}
}

// TestMachinesKeepMomentum: what is free, with gravity and forces, gains exactly their
// momentum, whatever the masses.
func TestMachinesKeepMomentum(t *testing.T) {
	const time = 0.3
	for name, m := range moving.Machines(t) {
		if slices.Contains(m.Pinned, 1) {
			continue
		}
		after := m.Moved(t, config.Midpoint, time, 4)
		var gained, given moving.Vector
		for i, mass := range m.Mass {
			gained = gained.Plus(after.V[i].Minus(m.V[i]).Times(mass))
			given = given.Plus(m.Gravity.Times(mass).Plus(m.Force[i]).Times(time))
		}
		require.InDelta(t, 0, gained.Minus(given).Norm(), 1e-12, name)
	}
}

// TestMachineSlopes compares the derivatives by masses, gravity, forces, positions and
// velocities with quotients of differences.
func TestMachineSlopes(t *testing.T) {
	for _, fixed := range []bool{false, true} {
		machineSlopes(t, fixed)
	}
}

// machineSlopes compares the derivatives of machines in which trees hold bodies, or of others.
func machineSlopes(t *testing.T, fixed bool) {
	config := fixtures.WithForests(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Time: 0.2,
		Integrator: config.RungeKutta4, Fields: moving.FieldsOfMachines, Bodies: true, OnTrees: fixed})
	built := moving.NewModel(t, config)
	module := moving.WithLoss(t, built)
	names := []string{"position", "velocity", "mass", "gravity", "force"}
	gradient, _, err := ir.Gradient(module, "loss", names)
	require.NoError(t, err)
	for name, m := range moving.Machines(t) {
		if m.Objects.Joined() != fixed {
			continue
		}
		inputs := m.Inputs(module)
		for weight, value := range built.Weights {
			inputs[weight] = value
		}
		slopes, err := ir.Eval(gradient, inputs, nil)
		require.NoError(t, err)
		source := rand.New(rand.NewPCG(9, 10))
		slope, direction := 0.0, map[string][]float64{}
		for _, input := range names {
			for _, partial := range slopes["grad/"+input].Float {
				direction[input] = append(direction[input], source.NormFloat64())
				slope += partial * direction[input][len(direction[input])-1]
			}
		}
		at := func(steps float64) float64 {
			shifted := map[string]ir.Tensor{}
			for input, value := range inputs {
				shifted[input] = ir.Tensor{Shape: value.Shape, Float: slices.Clone(value.Float), Index: value.Index}
				for i, along := range direction[input] {
					shifted[input].Float[i] += steps * moving.Difference * along
				}
			}
			outputs, err := ir.Eval(module, shifted, nil)
			require.NoError(t, err)
			return outputs["loss"].Float[0]
		}
		quotient := (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * moving.Difference)
		require.InEpsilon(t, quotient, slope, moving.DifferenceError, name)
	}
}
