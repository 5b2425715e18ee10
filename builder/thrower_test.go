package builder_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/system"
)

// thrower moves samples with a model, frame after frame, in float64.
type thrower struct {
	model
	inputs map[string]ir.Tensor
}

func newThrower(t *testing.T, config config.Config, s system.Sample) thrower {
	m := newModel(t, config)
	for _, name := range []string{"contact/stiffness", "contact/offset"} { // as they begin
		at := slices.IndexFunc(m.Params, func(p graph.Param) bool { return p.Name == name })
		m.weights[name].Float[0] = m.Params[at].Mean
	}
	return thrower{m, sampleInputs(m, s)}
}

// sampleInputs are a sample in row form, and the weights.
func sampleInputs(m model, s system.Sample) map[string]ir.Tensor {
	batch := system.NewBatch([]system.Sample{s})
	floats := func(values []float32) ir.Tensor {
		wide := make([]float64, len(values))
		for i, value := range values {
			wide[i] = float64(value)
		}
		return ir.Tensor{Shape: []int{batch.Particles, len(values) / batch.Particles}, Float: wide}
	}
	index := func(values []int64) ir.Tensor { return ir.Tensor{Shape: []int{len(values)}, Index: values} }
	inputs := map[string]ir.Tensor{"position": floats(batch.Position), "velocity": floats(batch.Velocity)}
	inputs["partner"], inputs["first"], inputs["second"] = index(batch.Partner), index(batch.First), index(batch.Second)
	inputs["joint"], inputs["senders"], inputs[system.RootInput] = index(batch.Joint), index(batch.Senders), index(batch.Root)
	inputs[system.BoxSendersInput], inputs[ir.SystemInput] = index(batch.Senders), index(make([]int64, batch.Particles))
	inputs[system.EdgeTypeInput] = floats(batch.EdgeTypes)
	for _, kind := range slices.Concat(system.ListedKinds(), system.ForestKinds()) {
		inputs[kind.Mask()] = floats(batch.Masks[kind.Number()])
	}
	for _, f := range system.GivenFields() {
		if values := batch.Field(f); values != nil {
			inputs[f.Name] = floats(values)
		}
	}
	for name, weight := range m.weights {
		inputs[name] = weight
	}
	return inputs
}

// frame moves by a prediction.
func (m thrower) frame(t *testing.T) {
	t.Helper()
	outputs, err := ir.Eval(m.Module, m.inputs, nil)
	require.NoError(t, err)
	m.inputs["position"], m.inputs["velocity"] = outputs["position"], outputs["velocity"]
}

// energy returns the energy of the motion and the height, over the mass, of a cube of
// solid material: corners of a third of the mass have its turning.
func (m thrower) energy() float64 {
	x, v := vectors(m.inputs["position"].Float), vectors(m.inputs["velocity"].Float)
	var center, mean vector
	for i := range x {
		center, mean = center.plus(x[i].times(1./8)), mean.plus(v[i].times(1./8))
	}
	energy := mean.dot(mean)/2 - float64(weight*center[2])
	for i := range v {
		u := v[i].minus(mean)
		energy += u.dot(u) / 8 / 3 / 2
	}
	return energy
}

// fall is the speed upwards of the cube's centre.
func (m thrower) fall() (speed float64) {
	for _, v := range vectors(m.inputs["velocity"].Float) {
		speed += v[2] / 8
	}
	return speed
}

// lowest is the height of the lowest corner.
func (m thrower) lowest() float64 {
	least := math.Inf(1)
	for _, x := range vectors(m.inputs["position"].Float) {
		least = min(least, x[2])
	}
	return least
}

// stored is the energy that the plane stores, over the mass.
func (m thrower) stored() (energy float64) {
	h := falling.Time / float64(falling.Layers)
	stiffness := 0.5 / (h * h) / (1 + math.Exp(-m.weights["contact/stiffness"].Float[0]))
	reach := m.weights["contact/offset"].Float[0] * 0.02 * falling.Length
	for _, x := range vectors(m.inputs["position"].Float) {
		depth := max(0, reach-x[2])
		energy += stiffness * depth * depth / 2
	}
	return energy
}
