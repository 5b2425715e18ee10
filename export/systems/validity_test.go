package systems_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/export"
	"gmnc/internal/test/exported"
	"gmnc/internal/test/fixtures"
	"gmnc/onnx/onnxpb"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/system"
)

// unrefusing changes the Gathers that refuse wrong objects so that they find a 0
// whatever their index, as in runtimes that do not look at indices.
func unrefusing(t *testing.T, file []byte) []byte {
	return exported.Changed(t, file, func(g *onnxpb.GraphProto) {
		for _, node := range g.Node {
			if name := node.GetName(); name == "objects/particle_in_two_objects" {
				node.Input[1] = "constant/int/0"
			}
		}
	})
}

// TestWrongSystemsHaveNoNumbers: of every model a file refuses a system with a fault,
// or gives it no numbers and the others theirs, to the bit.
func TestWrongSystemsHaveNoNumbers(t *testing.T) {
	masked := 0
	for _, name := range config.Models() {
		config := config.Config{Model: name, Form: config.Published, Layers: 2, Hidden: 8}
		model, err := builder.New(config, false)
		require.NoError(t, err)
		file, err := export.Model(model.Module, model.Draw(1), export.Info{})
		require.NoError(t, err)
		session := exported.Open(t, unrefusing(t, file))
		inputs := predict.SystemInputs(fixtures.Samples(system.Composition{3, 2, 1}, 2, 1))
		want, err := session.Run(runtime.Batch{Inputs: inputs})
		require.NoError(t, err)
		for _, wrong := range verify.WrongInputs() {
			spoilt, ok := wrong.Spoil(inputs, 2)
			if !ok || !reads(t, file, wrong.Input) {
				continue
			}
			got, err := session.Run(runtime.Batch{Inputs: spoilt})
			if err != nil {
				continue
			}
			masked++
			for output, values := range got {
				half := len(values.Float) / 2
				for _, value := range values.Float[:half] {
					require.True(t, math.IsNaN(float64(value)), "%s: %s: %s is %g", name, wrong.Name, output, value)
				}
				require.Equal(t, want[output].Float[half:], values.Float[half:], "%s: %s", name, wrong.Name)
			}
		}
	}
	require.Greater(t, masked, 9*len(config.Models())/2, "in the engine at hand some are refused")
}

// TestFieldsBeyondTheirRanges: masses below 0, pins above 1 or of a half are faults,
// and so is known gravity that is no number.
func TestFieldsBeyondTheirRanges(t *testing.T) {
	config := config.Config{
		Model: "gmn-ode", Form: config.Published, Layers: 1, Hidden: 4, Integrator: config.Midpoint, NoCharge: true, Fields: []string{"mass", "pinned", "gravity"},
	}
	model, err := builder.New(config, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{})
	require.NoError(t, err)
	session := exported.Open(t, file)
	samples := fixtures.Samples(system.Composition{3, 2, 1}, 2, 1)
	inputs := predict.FileInputs(samples, []string{"position", "velocity", "sticks", "hinges", "mass", "pinned", "gravity"})
	want, err := session.Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	tried := 0
	for _, wrong := range verify.WrongInputs() {
		spoilt, ok := wrong.Spoil(inputs, 2)
		if f := system.FieldNamed(wrong.Input); !ok || f == nil || f.IsState() {
			continue
		}
		tried++
		got, err := session.Run(runtime.Batch{Inputs: spoilt})
		require.NoError(t, err, wrong.Name)
		for output, values := range got {
			half := len(values.Float) / 2
			require.True(t, math.IsNaN(float64(values.Float[0])), "%s: %s", wrong.Name, output)
			require.Equal(t, want[output].Float[half:], values.Float[half:], "%s: %s", wrong.Name, output)
		}
	}
	require.Equal(t, 3+1+2+3+3, tried, "ranges, a fraction, pins, masses, gravity")
}

// reads reports whether a file's outputs depend on an input.
func reads(t *testing.T, file []byte, input string) bool {
	for _, node := range exported.Parse(t, file).Graph.Node {
		for _, name := range node.Input {
			if name == input {
				return true
			}
		}
	}
	return false
}

// TestEmptyBatchesAndSystems have empty outputs.
func TestEmptyBatchesAndSystems(t *testing.T) {
	model, err := builder.New(config.Config{Model: "gmn", Form: config.Published, Layers: 1, Hidden: 4}, false)
	require.NoError(t, err)
	file, err := export.Model(model.Module, model.Draw(1), export.Info{})
	require.NoError(t, err)
	session := exported.Open(t, file)
	for _, size := range [][2]int{{0, 5}, {2, 0}, {0, 0}} {
		batch, n := size[0], size[1]
		empty := func(columns int) runtime.Tensor { return runtime.Floats([]float32{}, batch, n, columns) }
		none := func(members int) runtime.Tensor {
			return runtime.Tensor{Shape: []int{batch, 0, members}, Index: []int64{}}
		}
		got, err := session.Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
			"position": empty(3), "velocity": empty(3), "charge": empty(1), "sticks": none(2), "hinges": none(3),
		}})
		require.NoError(t, err, size)
		require.Equal(t, []int{batch, n, 3}, got["predicted_position"].Shape, size)
	}
}
