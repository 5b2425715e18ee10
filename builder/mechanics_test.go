package builder_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/sim"
	"gmnc/system"
)

// machine is a system with objects and what acts on it, in float64.
type machine struct {
	particles
	objects system.Objects
	mass    []float64
	pinned  []float64 // 1 or 0
	gravity vector
	force   []vector
}

var fieldsOfMachines = []string{"mass", "pinned", "gravity", "force"}

// machines are one of each kind of object with unequal masses, gravity and forces, hung
// up or free, each bar turning by itself.
func machines(t *testing.T) map[string]machine {
	chain := system.TreeOf([]int{0, 1, 2, 3, 4}, []int{-1, 0, 1, 2, 3})
	star := system.TreeOf([]int{2, 0, 4, 3, 1}, []int{-1, 2, 2, 2, 3})
	all := map[string]machine{
		"particles":          newMachine(3, nil),
		"stick":              newMachine(2, system.Objects{system.Stick.Of(1, 0)}),
		"stick, pinned":      newMachine(2, system.Objects{system.Stick.Of(1, 0)}, 0),
		"hinge":              newMachine(3, system.Objects{system.Hinge.Of(2, 0, 1)}),
		"hinge, pinned end":  newMachine(3, system.Objects{system.Hinge.Of(2, 0, 1)}, 1),
		"chain":              newMachine(5, system.Objects{chain}),
		"chain, pinned root": newMachine(5, system.Objects{chain}, 0),
		"chain, both ends":   newMachine(5, system.Objects{chain}, 0, 4),
		"star, pinned leaf":  newMachine(5, system.Objects{star}, 1),
		"body":               newMachine(5, system.Objects{system.Body.Of(3, 0, 4, 1)}),
		"body, pinned":       newMachine(4, system.Objects{system.Body.Of(0, 1, 2, 3)}, 2),
		"body on an axis":    newMachine(5, system.Objects{system.Body.Of(0, 1, 2, 3, 4)}, 2, 4),
		"flat body":          newMachine(3, system.Objects{system.Body.Of(2, 0, 1)}),
		"body of two":        newMachine(2, system.Objects{system.Body.Of(1, 0)}),
		"body on a chain":    newMachine(7, system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1}), system.Body.Of(2, 3, 4, 5)}),
		"rod on a bar":       newMachine(3, system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(2, 0)}),
		"bodies on a star":   newMachine(10, system.Objects{system.TreeOf([]int{2, 0, 1}, []int{-1, 2, 2}), system.Body.Of(3, 2, 6, 5), system.Body.Of(0, 4, 7), system.Body.Of(8, 9)}, 1),
		"body on a pin":      newMachine(5, system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(0, 3, 4, 2)}, 0),
		"bodies and bars":    newMachine(9, system.Objects{system.Stick.Of(5, 6), system.Body.Of(2, 0, 1), system.TreeOf([]int{7, 8}, []int{-1, 7})}, 1),
		"all":                newMachine(13, system.Objects{system.Stick.Of(5, 6), system.Hinge.Of(7, 8, 9), system.TreeOf([]int{12, 11}, []int{-1, 12}), chain}, 2, 8),
	}
	for name, m := range all {
		all[name] = m.moved(t, builder.Midpoint, 1e-9, 1) // velocities that keep all lengths
	}
	return all
}

func newMachine(n int, objects system.Objects, pinned ...int) machine {
	source := rand.New(rand.NewPCG(3, uint64(n)))
	m := machine{objects: objects, pinned: make([]float64, n), gravity: vector{0.5, -1, 0.2}}
	for _, i := range pinned {
		m.pinned[i] = 1
	}
	for i := range n {
		m.x, m.v = append(m.x, randomVector(source, 0.7)), append(m.v, randomVector(source, 0.3))
		m.charge, m.mass = append(m.charge, 1), append(m.mass, math.Exp(source.NormFloat64()))
		m.force = append(m.force, randomVector(source, 0.5))
		if m.pinned[i] != 0 {
			m.v[i] = vector{}
		}
	}
	for _, object := range objects {
		for _, bar := range object.Bars() {
			m.turnBar(source, bar[0], bar[1])
		}
	}
	return m
}

// turnBar gives the first end of a bar a velocity that keeps its length, if it can.
func (m machine) turnBar(source *rand.Rand, i, j int) {
	if m.pinned[i] != 0 {
		i, j = j, i
	}
	if m.pinned[i] == 0 {
		m.v[i] = m.v[j].plus(randomVector(source, 1).cross(m.x[i].minus(m.x[j])))
	}
}

// inputs of a model that takes all fields.
func (m machine) inputs(module *ir.Module) map[string]ir.Tensor {
	n := len(m.x)
	samples := []system.Sample{{Position: make([]float32, 3*n), Velocity: make([]float32, 3*n), Charge: make([]float32, n), Objects: m.objects}}
	inputs := batchInputs(module, samples)
	floats := func(values []float64, width int) ir.Tensor { return ir.Tensor{Shape: []int{n, width}, Float: values} }
	inputs["position"], inputs["velocity"], inputs["charge"] = floats(rows(m.x), 3), floats(rows(m.v), 3), floats(m.charge, 1)
	inputs["mass"], inputs["pinned"], inputs["force"] = floats(m.mass, 1), floats(m.pinned, 1), floats(rows(m.force), 3)
	inputs["gravity"] = floats(rows(slices.Repeat([]vector{m.gravity}, n)), 3)
	return inputs
}

// moved is the machine a time later, by a number of steps of mechanics alone.
func (m machine) moved(t *testing.T, integrator string, time float64, steps int) machine {
	t.Helper()
	config := builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: steps, Hidden: 1, Time: time,
		Integrator: integrator, Forces: builder.NoForces, Fields: fieldsOfMachines, Bodies: m.objects.Count(system.Body) > 0, Held: m.objects.Joined()}
	model, err := builder.New(fixtures.WithForests(config), true)
	require.NoError(t, err)
	require.Empty(t, model.Params)
	outputs, err := ir.Eval(model.Module, m.inputs(model.Module), nil)
	require.NoError(t, err)
	after := m
	after.x, after.v = vectors(outputs["position"].Float), vectors(outputs["velocity"].Float)
	return after
}

// TestOrders: with half the step the error of every kind of object is less by the
// integrator's power of two.
func TestOrders(t *testing.T) {
	const time = 0.15
	for name, m := range machines(t) {
		truth := m.moved(t, builder.RungeKutta4, time, 64)
		for integrator, power := range map[string]float64{builder.Midpoint: 4, builder.RungeKutta4: 16} {
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
	after := m.moved(t, builder.RungeKutta4, 0.5, 128)
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
		after := m.moved(t, builder.RungeKutta4, steps*step, 32)
		for i := range m.x {
			require.InDelta(t, 0, after.x[i].minus(state.Position[i]).norm()+after.v[i].minus(state.Velocity[i]).norm(), 1e-6, name)
		}
	}
}

// TestBodyHeldTwice: a body on a tree that is pinned at another particle has no numbers.
func TestBodyHeldTwice(t *testing.T) {
	m := newMachine(7, system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(1, 2, 3), system.Stick.Of(5, 6)}, 3)
	after := m.moved(t, builder.RungeKutta4, 0.1, 1)
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
			after := thrown.moved(t, builder.RungeKutta4, 0.1, 3)
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
			turned := thrown.turned(turn).moved(t, builder.RungeKutta4, 0.1, 3)
			want := after.turned(turn)
			allclose.Require(t, name, rows(want.x), rows(turned.x), symmetric)
			allclose.Require(t, name, rows(want.v), rows(turned.v), symmetric)
		}
	}
}

func (m machine) turned(o transform) machine {
	all := func(vectors []vector) (turned []vector) {
		for _, v := range vectors {
			turned = append(turned, o.apply(v))
		}
		return turned
	}
	m.x, m.v, m.force, m.gravity = all(m.x), all(m.v), all(m.force), o.apply(m.gravity)
	return m
}

// TestMachinesKeepMomentum: what is free, with gravity and forces, gains exactly their
// momentum, whatever the masses.
func TestMachinesKeepMomentum(t *testing.T) {
	const time = 0.3
	for name, m := range machines(t) {
		if slices.Contains(m.pinned, 1) {
			continue
		}
		after := m.moved(t, builder.Midpoint, time, 4)
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
	config := fixtures.WithForests(builder.Config{Model: "gmn-ode", Form: builder.Published, Layers: 2, Hidden: 4, Time: 0.2,
		Integrator: builder.RungeKutta4, Fields: fieldsOfMachines, Bodies: true, Held: held})
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
