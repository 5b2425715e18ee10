package forms_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/onnx"
)

// Bars of a layer are what the layer before turned, but where hinges are two sticks or bars
// are no objects' (gmn-l), and files give the interpreter's numbers where forces are large.
func TestKnownBars(t *testing.T) {
	for _, c := range []struct {
		name   string
		config config.Config
		looks  int // differences to partners
	}{
		{"gmn", config.Config{Model: "gmn"}, 2},
		{"gmn, paper", config.Config{Model: "gmn", Form: config.Paper}, 2},
		{"gmn, phi2 of states", config.Config{Model: "gmn", Phi2: config.Phi2FXV}, 2},
		{"gmn, hinges of two sticks", config.Config{Model: "gmn", Hinges: config.TwoSticks}, 6},
		{"gmn-l", config.Config{Model: "gmn-l"}, 6},
		{"gmn-ode", config.Config{Model: "gmn-ode"}, 2},
		{"gmn-ode, Verlet", config.Config{Model: "gmn-ode", Integrator: config.Verlet}, 2},
		{"gmn-ode, first order", config.Config{Model: "gmn-ode", Order: config.FirstOrder}, 2},
		{"gmn-ode, learned", config.Config{Model: "gmn-ode", Dynamics: config.LearnedDynamics}, 2},
	} {
		c.config.Layers, c.config.Hidden = 3, 8
		if c.config.Form == "" {
			c.config.Form = config.Published
		}
		model, err := builder.New(c.config, false)
		require.NoError(t, err, c.name)
		weights := model.Draw(1)
		for name, values := range weights {
			for i := range values {
				if strings.HasSuffix(name, "coordinate/linear2/weight") {
					values[i] *= 200
				}
			}
		}
		file, err := export.Model(model.Module, weights, export.Info{})
		require.NoError(t, err)
		require.NoError(t, onnx.Check(file))
		ofPartners, looks, squares := map[string]bool{}, 0, 0
		for _, node := range exported.Parse(t, file).Graph.Node {
			ofPartners[node.Output[0]] = node.GetOpType() == "Gather" && node.Input[1] == "partner"
			if node.GetOpType() == "Sub" && ofPartners[node.Input[1]] {
				looks++
			}
			if node.GetOpType() == "Max" && strings.HasPrefix(node.Input[1], "constant/float/1e-10") {
				squares++
			}
		}
		require.Equal(t, c.looks, looks, c.name)
		switch {
		case c.config.Integrator == config.Verlet:
			require.Equal(t, 2, squares, "the last bars get the lengths of the first")
		case looks == 2:
			require.Equal(t, 1, squares, "%s: bars stay as long as they are", c.name)
		}
		exported.CompareSystems(t, model.Module, weights, exported.Open(t, file), 2e-5)
	}
}
