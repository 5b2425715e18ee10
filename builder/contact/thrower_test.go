package contact_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/moving"
	"gmnc/ir"
	"gmnc/system"
)

// thrower moves samples with a model, frame after frame, in float64.
type thrower struct {
	moving.Model
	inputs map[string]ir.Tensor
}

func newThrower(t *testing.T, config config.Config, s system.Sample) thrower {
	m := moving.NewModel(t, config)
	for _, name := range []string{"contact/stiffness", "contact/offset"} { // as they begin
		at := slices.IndexFunc(m.Params, func(p graph.Param) bool { return p.Name == name })
		m.Weights[name].Float[0] = m.Params[at].Mean
	}
	return thrower{Model: m, inputs: moving.SampleInputs(m, s)}
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
	x, v := moving.Vectors(m.inputs["position"].Float), moving.Vectors(m.inputs["velocity"].Float)
	var center, mean moving.Vector
	for i := range x {
		center, mean = center.Plus(x[i].Times(1./8)), mean.Plus(v[i].Times(1./8))
	}
	energy := mean.Dot(mean)/2 - float64(weight*center[2])
	for i := range v {
		u := v[i].Minus(mean)
		energy += u.Dot(u) / 8 / 3 / 2
	}
	return energy
}

// fall is the speed upwards of the cube's center.
func (m thrower) fall() (speed float64) {
	for _, v := range moving.Vectors(m.inputs["velocity"].Float) {
		speed += v[2] / 8
	}
	return speed
}

// lowest is the height of the lowest corner.
func (m thrower) lowest() float64 {
	least := math.Inf(1)
	for _, x := range moving.Vectors(m.inputs["position"].Float) {
		least = min(least, x[2])
	}
	return least
}

// stored is the energy that the plane stores, over the mass.
func (m thrower) stored() (energy float64) {
	h := falling.Time / float64(falling.Layers)
	stiffness := 0.5 / (h * h) / (1 + math.Exp(-m.Weights["contact/stiffness"].Float[0]))
	reach := m.Weights["contact/offset"].Float[0] * 0.02 * falling.Length
	for _, x := range moving.Vectors(m.inputs["position"].Float) {
		depth := max(0, reach-x[2])
		energy += stiffness * depth * depth / 2
	}
	return energy
}
