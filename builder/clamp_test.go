package builder_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/moving"
	"gmnc/ir"
)

// clamped are models with forces that are limited.
func clamped() map[string]config.Config {
	all := map[string]config.Config{
		"inverse square": {Model: "gmn-ode", Direction: config.InverseSquare},
		"formulas":       {Model: "gmn-ode", Messages: config.NoMessages, Law: []config.PairFormula{{Form: "power", Constants: map[string]float64{"A": 1, "n": 1}}}},
		"rk4":            {Model: "gmn-ode", Integrator: config.RungeKutta4},
	}
	for _, name := range []string{"egnn", "gmn", "gmn-l", "gmn-lh", "gmn-ode"} {
		all[name] = config.Config{Model: name}
	}
	for name, c := range all {
		c.Form, c.Layers, c.Hidden = config.Published, 1, 8
		all[name] = c
	}
	return all
}

// pushed predicts a system by a model whose forces are some times as large.
func pushed(t *testing.T, config config.Config, times float64, s moving.Particles) moving.Particles {
	m := moving.NewModel(t, config)
	for name, weight := range m.Weights {
		if strings.Contains(name, "coordinate/linear2") {
			for i := range weight.Float {
				weight.Float[i] *= times
			}
		}
		if strings.HasSuffix(name, "/A") {
			weight.Float[0] = times - 1 // a share of the constant
		}
	}
	return m.Predict(t, s)
}

// TestClamps: forces below the bound keep their bits, whichever clamp there is. Forces
// beyond it turn with their system, except with ComponentClamp.
func TestClamps(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	s := moving.Composition{Particles: 4}.Draw(source)
	o := moving.RandomRotation(source)
	turned := moving.Particles{Charge: s.Charge}
	for i := range s.X {
		turned.X, turned.V = append(turned.X, o.Apply(s.X[i])), append(turned.V, o.Apply(s.V[i]))
	}
	for name, c := range clamped() {
		components := c
		components.Clamp = config.ComponentClamp
		require.Equal(t, pushed(t, components, 1, s), pushed(t, c, 1, s), name)

		const strong = 1e5
		off := func(config config.Config) float64 {
			want, got := pushed(t, config, strong, s), pushed(t, config, strong, turned)
			for i := range want.X {
				want.X[i] = o.Apply(want.X[i])
			}
			return moving.Farthest(want, got)
		}
		require.Less(t, off(c), 1e-9, name)
		require.Greater(t, off(components), 1e-3, name)
	}
}

// TestClampBounds: two particles push each other with a force of the largest length there is,
// along the line between them.
func TestClampBounds(t *testing.T) {
	s := moving.Particles{X: []moving.Vector{{1, 2, 3}, {2, 4, 5}}, V: []moving.Vector{{}, {}}, Charge: []float64{1, 1}}
	for _, c := range []struct {
		clamp config.Clamp
		most  float64
	}{{"", 100}, {config.ComponentClamp, 100 * 1.7320508075688772}} {
		moved := pushed(t, config.Config{Model: "egnn", Form: config.Published, Layers: 1, Hidden: 8, Clamp: c.clamp}, 1e7, s)
		allclose.Require(t, string(c.clamp), []float64{c.most, c.most}, []float64{moved.X[0].Minus(s.X[0]).Norm(), moved.X[1].Minus(s.X[1]).Norm()}, 1e-9)
	}
}

// TestComponentClampIsTold: a model with ComponentClamp tells where it acts, one without
// tells nothing that is no law.
func TestComponentClampIsTold(t *testing.T) {
	s := moving.Composition{Particles: 3}.Draw(rand.New(rand.NewPCG(5, 6)))
	for name, c := range clamped() {
		c.Clamp = config.ComponentClamp
		for _, times := range []float64{1, 1e5} {
			m := moving.NewModel(t, c)
			limits, err := builder.Acting(m.Model, false)
			require.NoError(t, err)
			inputs := m.Inputs(s)
			for param, weight := range inputs {
				if strings.Contains(param, "coordinate/linear2") {
					for i := range weight.Float {
						weight.Float[i] *= times
					}
				}
				if strings.HasSuffix(param, "/A") {
					weight.Float[0] = times - 1
				}
			}
			outputs, err := ir.Eval(limits, inputs, nil)
			require.NoError(t, err)
			acted := map[string][]float32{}
			for output, values := range outputs {
				for _, value := range values.Float {
					acted[output] = append(acted[output], float32(value))
				}
			}
			require.Equal(t, times > 1, graph.ActingLimits(acted)[graph.ComponentLimit][0] > 0, "%s, %g", name, times)
		}
	}
	limits, err := builder.Acting(moving.NewModel(t, clamped()["gmn"]).Model, false)
	require.NoError(t, err)
	require.Nil(t, limits)
}

// TestStoredClamps: a stored configuration names its clamp. One without was trained with
// ComponentClamp, if its model has a clamp.
func TestStoredClamps(t *testing.T) {
	for text, want := range map[string]config.Clamp{
		`{"model":"gmn"}`:     config.ComponentClamp,
		`{"model":"gmn-ode"}`: config.ComponentClamp,
		`{"model":"gmn-ode","forces":"none","integrator":"rk4"}`: "",
		`{"model":"tfn"}`:                     "",
		`{"model":"of another program"}`:      config.ComponentClamp,
		`{"model":"gmn","clamp":"length"}`:    "",
		`{"model":"gmn","clamp":"component"}`: config.ComponentClamp,
		`{"model":"rf","clamp":"length"}`:     "",
		`{"model":"egnn","clamp":"length"}`:   "",
	} {
		config, err := config.ParseConfig([]byte(text))
		require.NoError(t, err)
		require.Equal(t, want, config.Clamp, text)
	}
	for stored, config := range map[string]config.Config{
		`"clamp":"length"`: {Model: "gmn"}, `"clamp":"component"`: {Model: "egnn", Clamp: config.ComponentClamp}, `"model":"tfn"`: {Model: "tfn"},
	} {
		text, err := json.Marshal(config)
		require.NoError(t, err)
		require.Contains(t, string(text), stored)
		require.Equal(t, config.Model != "tfn", strings.Contains(string(text), "clamp"))
	}
	_, err := config.ParseConfig([]byte(`{"model":"gmn","clamp":"radius"}`))
	require.EqualError(t, err, "there is no clamp radius; known: component")
	_, err = config.ParseConfig([]byte(`{"model":"gmn","clamp":"length","width":3}`))
	require.ErrorContains(t, err, `unknown field "width"`)
}
