package moving

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/system"
)

// Machine is a system with objects and the loads on it, in float64.
type Machine struct {
	Particles
	Objects system.Objects
	Mass    []float64
	Pinned  []float64 // 1 or 0
	Gravity Vector
	Force   []Vector
}

// FieldsOfMachines lists the fields that machines have.
var FieldsOfMachines = []string{"mass", "pinned", "gravity", "force"}

// Machines returns machines with each kind of object. They have unequal masses, gravity and
// forces. Some have pinned particles, and each bar rotates by itself.
func Machines(t *testing.T) map[string]Machine {
	chain := system.TreeOf([]int{0, 1, 2, 3, 4}, []int{-1, 0, 1, 2, 3})
	star := system.TreeOf([]int{2, 0, 4, 3, 1}, []int{-1, 2, 2, 2, 3})
	all := map[string]Machine{
		"particles":          NewMachine(3, nil),
		"stick":              NewMachine(2, system.Objects{system.Stick.Of(1, 0)}),
		"stick, pinned":      NewMachine(2, system.Objects{system.Stick.Of(1, 0)}, 0),
		"hinge":              NewMachine(3, system.Objects{system.Hinge.Of(2, 0, 1)}),
		"hinge, pinned end":  NewMachine(3, system.Objects{system.Hinge.Of(2, 0, 1)}, 1),
		"chain":              NewMachine(5, system.Objects{chain}),
		"chain, pinned root": NewMachine(5, system.Objects{chain}, 0),
		"chain, both ends":   NewMachine(5, system.Objects{chain}, 0, 4),
		"star, pinned leaf":  NewMachine(5, system.Objects{star}, 1),
		"body":               NewMachine(5, system.Objects{system.Body.Of(3, 0, 4, 1)}),
		"body, pinned":       NewMachine(4, system.Objects{system.Body.Of(0, 1, 2, 3)}, 2),
		"body on an axis":    NewMachine(5, system.Objects{system.Body.Of(0, 1, 2, 3, 4)}, 2, 4),
		"flat body":          NewMachine(3, system.Objects{system.Body.Of(2, 0, 1)}),
		"body of two":        NewMachine(2, system.Objects{system.Body.Of(1, 0)}),
		"body on a chain":    NewMachine(7, system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1}), system.Body.Of(2, 3, 4, 5)}),
		"rod on a bar":       NewMachine(3, system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(2, 0)}),
		"bodies on a star":   NewMachine(10, system.Objects{system.TreeOf([]int{2, 0, 1}, []int{-1, 2, 2}), system.Body.Of(3, 2, 6, 5), system.Body.Of(0, 4, 7), system.Body.Of(8, 9)}, 1),
		"body on a pin":      NewMachine(5, system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(0, 3, 4, 2)}, 0),
		"bodies and bars":    NewMachine(9, system.Objects{system.Stick.Of(5, 6), system.Body.Of(2, 0, 1), system.TreeOf([]int{7, 8}, []int{-1, 7})}, 1),
		"all":                NewMachine(13, system.Objects{system.Stick.Of(5, 6), system.Hinge.Of(7, 8, 9), system.TreeOf([]int{12, 11}, []int{-1, 12}), chain}, 2, 8),
	}
	for name, m := range all {
		all[name] = m.Moved(t, config.Midpoint, 1e-9, 1) // velocities that keep all lengths
	}
	return all
}

// NewMachine returns a random machine of n particles with these objects and pinned particles.
func NewMachine(n int, objects system.Objects, pinned ...int) Machine {
	source := rand.New(rand.NewPCG(3, uint64(n)))
	m := Machine{Objects: objects, Pinned: make([]float64, n), Gravity: Vector{0.5, -1, 0.2}}
	for _, i := range pinned {
		m.Pinned[i] = 1
	}
	for i := range n {
		m.X, m.V = append(m.X, RandomVector(source, 0.7)), append(m.V, RandomVector(source, 0.3))
		m.Charge, m.Mass = append(m.Charge, 1), append(m.Mass, math.Exp(source.NormFloat64()))
		m.Force = append(m.Force, RandomVector(source, 0.5))
		if m.Pinned[i] != 0 {
			m.V[i] = Vector{}
		}
	}
	for _, object := range objects {
		for _, bar := range object.Bars() {
			m.turnBar(source, bar[0], bar[1])
		}
	}
	return m
}

// turnBar gives the first end of a bar a velocity that keeps the bar's length, if that end is
// not pinned. Otherwise it does so for the other end.
func (m Machine) turnBar(source *rand.Rand, i, j int) {
	if m.Pinned[i] != 0 {
		i, j = j, i
	}
	if m.Pinned[i] == 0 {
		m.V[i] = m.V[j].Plus(RandomVector(source, 1).Cross(m.X[i].Minus(m.X[j])))
	}
}

// Inputs returns the inputs of a model that takes all fields.
func (m Machine) Inputs(module *ir.Module) map[string]ir.Tensor {
	n := len(m.X)
	samples := []system.Sample{{Position: make([]float32, 3*n), Velocity: make([]float32, 3*n), Charge: make([]float32, n), Objects: m.Objects}}
	inputs := BatchInputs(module, samples)
	floats := func(values []float64, width int) ir.Tensor { return ir.Tensor{Shape: []int{n, width}, Float: values} }
	inputs["position"], inputs["velocity"], inputs["charge"] = floats(Rows(m.X), 3), floats(Rows(m.V), 3), floats(m.Charge, 1)
	inputs["mass"], inputs["pinned"], inputs["force"] = floats(m.Mass, 1), floats(m.Pinned, 1), floats(Rows(m.Force), 3)
	inputs["gravity"] = floats(Rows(slices.Repeat([]Vector{m.Gravity}, n)), 3)
	return inputs
}

// Moved returns the machine after a time, by a number of steps of mechanics without a network.
func (m Machine) Moved(t *testing.T, integrator string, time float64, steps int) Machine {
	t.Helper()
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 1, Time: time,
		Integrator: integrator, Forces: config.NoForces, Fields: FieldsOfMachines, Bodies: m.Objects.Count(system.Body) > 0, OnTrees: m.Objects.Joined()}
	model, err := builder.New(fixtures.WithForests(config), true)
	require.NoError(t, err)
	require.Empty(t, model.Params)
	outputs, err := ir.Eval(model.Module, m.Inputs(model.Module), nil)
	require.NoError(t, err)
	after := m
	after.X, after.V = Vectors(outputs["position"].Float), Vectors(outputs["velocity"].Float)
	return after
}

// Turned returns the machine, with its loads, rotated or reflected.
func (m Machine) Turned(o Transform) Machine {
	all := func(vectors []Vector) (turned []Vector) {
		for _, v := range vectors {
			turned = append(turned, o.Apply(v))
		}
		return turned
	}
	m.X, m.V, m.Force, m.Gravity = all(m.X), all(m.V), all(m.Force), o.Apply(m.Gravity)
	return m
}
