package builder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/sim"
	"gmnc/system"
)

// TestOrders: with half the step the error of every kind of object is less by the
// integrator's power of two.
func TestOrders(t *testing.T) {
	const time = 0.15
	for name, m := range machines(t) {
		truth := m.moved(t, config.RungeKutta4, time, 64)
		for integrator, power := range map[string]float64{config.Midpoint: 4, config.RungeKutta4: 16} {
			off := func(steps int) (off float64) {
				after := m.moved(t, integrator, time, steps)
				for i := range after.x {
					off += after.x[i].minus(truth.x[i]).norm() + after.v[i].minus(truth.v[i]).norm()
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
	place := func(q [4]float64) (x, v []vector) {
		at := func(angle, rate, length float64) (vector, vector) {
			sin, cos := math.Sincos(angle)
			return vector{length * sin, 0, -length * cos}, vector{length * rate * cos, 0, length * rate * sin}
		}
		x1, v1 := at(q[0], q[2], l1)
		x2, v2 := at(q[1], q[3], l2)
		return []vector{{}, x1, x1.plus(x2)}, []vector{{}, v1, v1.plus(v2)}
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
	m := newMachine(3, system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}, 0)
	m.x, m.v = place(q)
	m.mass, m.gravity, m.force = []float64{1, m1, m2}, vector{0, 0, -g}, make([]vector, 3)
	after := m.moved(t, config.RungeKutta4, 0.5, 128)
	const steps = 2000
	for range steps {
		q = rungeKutta(q, 0.5/steps, slope)
	}
	x, v := place(q)
	allclose.Require(t, "position", rows(x), rows(after.x), 1e-7)
	allclose.Require(t, "velocity", rows(v), rows(after.v), 1e-7)
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
	for name, m := range machines(t) {
		if !m.objects.Joined() {
			continue
		}
		m.gravity, m.force = vector{}, make([]vector, len(m.x))
		state := system.State{Charge: make([]float64, len(m.x)), Mass: m.mass, Objects: m.objects}
		for i := range m.x {
			state.Position, state.Velocity = append(state.Position, m.x[i]), append(state.Velocity, m.v[i])
			state.Pinned = append(state.Pinned, m.pinned[i] != 0)
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
		after := m.moved(t, config.RungeKutta4, steps*step, 32)
		for i := range m.x {
			require.InDelta(t, 0, after.x[i].minus(state.Position[i]).norm()+after.v[i].minus(state.Velocity[i]).norm(), 1e-6, name)
		}
	}
}

// TestBodyHeldTwice: a body on a tree that is pinned at another particle has no numbers.
func TestBodyHeldTwice(t *testing.T) {
	m := newMachine(7, system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(1, 2, 3), system.Stick.Of(5, 6)}, 3)
	after := m.moved(t, config.RungeKutta4, 0.1, 1)
	for i, x := range after.x {
		require.Equal(t, i < 4 && i != 3, math.IsNaN(x.norm()), "particle %d", i)
	}
}

// TestMachinesHold: bars keep their lengths and pinned particles their places, also
// where everything is thrown about, and all turns with the system.
func TestMachinesHold(t *testing.T) {
	turn := randomRotation(rand.New(rand.NewPCG(5, 6)))
	turn[2] = turn[2].times(-1) // and is mirrored
	for name, m := range machines(t) {
		for _, wild := range []float64{1, 1e3} {
			thrown := m
			thrown.gravity, thrown.v = m.gravity.times(wild), nil
			for i := range m.v {
				thrown.v = append(thrown.v, m.v[i].times(wild))
			}
			after := thrown.moved(t, config.RungeKutta4, 0.1, 3)
			held := 0.0
			for i := range m.x {
				require.False(t, math.IsNaN(after.x[i].norm()+after.v[i].norm()), name)
				if held += m.pinned[i]; m.pinned[i] != 0 {
					require.Equal(t, [2]vector{m.x[i], {}}, [2]vector{after.x[i], after.v[i]}, name)
				}
			}
			for _, object := range m.objects {
				for _, bar := range object.Bars() {
					if wild > 1 && held > 1 {
						continue // no order leads from one pinned particle to the other
					}
					require.InEpsilon(t, m.x[bar[0]].minus(m.x[bar[1]]).norm(), after.x[bar[0]].minus(after.x[bar[1]]).norm(), 1e-10, name)
				}
			}
			turned := thrown.turned(turn).moved(t, config.RungeKutta4, 0.1, 3)
			want := after.turned(turn)
			allclose.Require(t, name, rows(want.x), rows(turned.x), symmetric)
			allclose.Require(t, name, rows(want.v), rows(turned.v), symmetric)
		}
	}
}

// TestMachinesKeepMomentum: what is free, with gravity and forces, gains exactly their
// momentum, whatever the masses.
func TestMachinesKeepMomentum(t *testing.T) {
	const time = 0.3
	for name, m := range machines(t) {
		if slices.Contains(m.pinned, 1) {
			continue
		}
		after := m.moved(t, config.Midpoint, time, 4)
		var gained, given vector
		for i, mass := range m.mass {
			gained = gained.plus(after.v[i].minus(m.v[i]).times(mass))
			given = given.plus(m.gravity.times(mass).plus(m.force[i]).times(time))
		}
		require.InDelta(t, 0, gained.minus(given).norm(), 1e-12, name)
	}
}

// TestMachineSlopes compares the derivatives by masses, gravity, forces, positions and
// velocities with quotients of differences.
func TestMachineSlopes(t *testing.T) {
	for _, held := range []bool{false, true} {
		machineSlopes(t, held)
	}
}

// machineSlopes compares the derivatives of machines in which trees hold bodies, or of others.
func machineSlopes(t *testing.T, held bool) {
	config := fixtures.WithForests(config.Config{Model: "gmn-ode", Form: config.Published, Layers: 2, Hidden: 4, Time: 0.2,
		Integrator: config.RungeKutta4, Fields: fieldsOfMachines, Bodies: true, Held: held})
	built := newModel(t, config)
	module := withLoss(t, built)
	names := []string{"position", "velocity", "mass", "gravity", "force"}
	gradient, _, err := ir.Gradient(module, "loss", names)
	require.NoError(t, err)
	for name, m := range machines(t) {
		if m.objects.Joined() != held {
			continue
		}
		inputs := m.inputs(module)
		for weight, value := range built.weights {
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
					shifted[input].Float[i] += steps * difference * along
				}
			}
			outputs, err := ir.Eval(module, shifted, nil)
			require.NoError(t, err)
			return outputs["loss"].Float[0]
		}
		quotient := (8*(at(1)-at(-1)) - (at(2) - at(-2))) / (12 * difference)
		require.InEpsilon(t, quotient, slope, differenceError, name)
	}
}
