package builder_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/internal/test/variants"
	"gmnc/ir"
)

// sameEquations is what two float64 evaluations of the same equations may
// differ by, relative to the largest entry.
const sameEquations = 1e-11

// TestPaperForm holds the form "paper" of GMN, with every option, and of its
// family to Algorithm 1 of the paper and the appendices, written below object
// by object with the angular velocities carried from layer to layer:
// positions, velocities and features after every layer.
func TestPaperForm(t *testing.T) {
	configs := config.Config{Model: "gmn", Form: config.Paper, Layers: 2, Hidden: 5}.Variants()
	for _, name := range []string{"gmn", "gmn-l", "gmn-lh"} {
		configs = append(configs, config.Config{Model: name, Form: config.Paper, Layers: 2, Hidden: 5})
	}
	for _, config := range configs {
		m := moving.NewModel(t, config)
		for i, layer := range m.Layers {
			m.Module.Main.Outputs = append(m.Module.Main.Outputs,
				ir.Output{Name: fmt.Sprint("x", i), Value: layer.Position},
				ir.Output{Name: fmt.Sprint("v", i), Value: layer.Velocity},
				ir.Output{Name: fmt.Sprint("h", i), Value: layer.Features})
		}
		weaken(m)
		for _, c := range moving.Compositions[:5] { // the largest flies apart without normalization
			t.Run(variants.Name(config)+"/"+c.String(), func(t *testing.T) {
				requirePaper(t, m, c.Draw(rand.New(rand.NewPCG(3, 4))))
			})
		}
	}
}

// weaken makes forces small enough for their limit, which the paper has not.
func weaken(m moving.Model) {
	for _, param := range m.Params {
		if moving.IsGate(param) {
			for i := range m.Weights[param.Name].Float {
				m.Weights[param.Name].Float[i] /= 8
			}
		}
	}
}

func requirePaper(t *testing.T, m moving.Model, s moving.Particles) {
	t.Helper()
	outputs, err := ir.Eval(m.Module, m.Inputs(s), nil)
	require.NoError(t, err)
	p := newPaper(m, s)
	for layer := range m.Layers {
		p.step(fmt.Sprint("layer", layer))
		allclose.Require(t, fmt.Sprint("x", layer), moving.Rows(p.X), outputs[fmt.Sprint("x", layer)].Float, sameEquations)
		allclose.Require(t, fmt.Sprint("v", layer), moving.Rows(p.V), outputs[fmt.Sprint("v", layer)].Float, sameEquations)
		allclose.Require(t, fmt.Sprint("h", layer), slices.Concat(p.h...), outputs[fmt.Sprint("h", layer)].Float, sameEquations)
	}
}

// TestFormsDiffer on every system with neighbors or an object.
func TestFormsDiffer(t *testing.T) {
	var models []moving.Model
	for _, form := range config.Describe("gmn").Forms() {
		models = append(models, moving.NewModel(t, config.Config{Model: "gmn", Form: form, Layers: 2, Hidden: 5}))
	}
	for _, c := range moving.Compositions[1:] {
		s := c.Draw(rand.New(rand.NewPCG(3, 4)))
		require.NotEqual(t, models[0].Predict(t, s).X, models[1].Predict(t, s).X, "%v", c)
	}
}
