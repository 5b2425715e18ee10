package builder_test

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
		all[name] = m.moved(t, config.Midpoint, 1e-9, 1) // velocities that keep all lengths
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
	config := config.Config{Model: "gmn-ode", Form: config.Published, Layers: steps, Hidden: 1, Time: time,
		Integrator: integrator, Forces: config.NoForces, Fields: fieldsOfMachines, Bodies: m.objects.Count(system.Body) > 0, Held: m.objects.Joined()}
	model, err := builder.New(fixtures.WithForests(config), true)
	require.NoError(t, err)
	require.Empty(t, model.Params)
	outputs, err := ir.Eval(model.Module, m.inputs(model.Module), nil)
	require.NoError(t, err)
	after := m
	after.x, after.v = vectors(outputs["position"].Float), vectors(outputs["velocity"].Float)
	return after
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
