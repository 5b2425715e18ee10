package systems_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/onnx/onnxpb"
	"gmnc/runtime"
)

// Around (1000, 1000, 1000), where neighboring numbers are 6.1e-5 apart, a system
// moves as around the origin, except for the rounding of what is returned.
func TestFarFromTheOrigin(t *testing.T) {
	const far, rounding = 1000, 1.0 / (1 << 15)
	for _, name := range []string{"gmn", "egnn", "gmn-ode"} {
		model, err := builder.New(config.Config{Model: name, Form: config.Published, Layers: 2, Hidden: 8}, false)
		require.NoError(t, err)
		file, err := export.Model(model.Module, model.Draw(1), export.Info{})
		require.NoError(t, err)
		session := exported.Open(t, file)
		s := exported.NewSystems(exported.Composition{3, 2, 1}, 2, rand.New(rand.NewPCG(7, 8)))
		position := s.File["position"]
		for i, x := range position.Float { // moved without rounding
			position.Float[i] = float32(math.Round(float64(x)*1024) / 1024)
		}
		near, err := session.Run(runtime.Batch{Inputs: s.File})
		require.NoError(t, err)
		moved := slices.Clone(position.Float)
		for i := range moved {
			moved[i] += far
		}
		s.File["position"] = runtime.Floats(moved, position.Shape...)
		got, err := session.Run(runtime.Batch{Inputs: s.File})
		require.NoError(t, err)
		for i, want := range near["predicted_position"].Float {
			require.InDelta(t, float64(want)+far, float64(got["predicted_position"].Float[i]), 2.5*rounding, "%s %d", name, i)
		}
		for i, want := range near["predicted_velocity"].Float {
			require.InDelta(t, want, got["predicted_velocity"].Float[i], 1e-4, "%s %d", name, i)
		}
	}
}

// A model that sees where it is gets the positions as they are.
func TestPositionsAsTheyAre(t *testing.T) {
	for name, centered := range map[string]bool{"gmn": true, "gmn-l": true, "egnn": true, "rf": true, "tfn": true, "linear": true, "gnn": false} {
		model, err := builder.New(config.Config{Model: name, Form: config.Published, Layers: 2, Hidden: 24}, false)
		require.NoError(t, err)
		file, err := export.Model(model.Module, model.Draw(1), export.Info{})
		require.NoError(t, err)
		has := slices.ContainsFunc(exported.Parse(t, file).Graph.Node, func(n *onnxpb.NodeProto) bool {
			return n.GetName() == "systems/centered"
		})
		require.Equal(t, centered, has, name)
	}
}
