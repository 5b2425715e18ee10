package export_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/export/systems"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/runtime"
)

// lever is a module of a joint with two particles, whose torque counts times the mass of the last,
// and its coordinates. Its points are the first particle and the middle of both.
func lever(t *testing.T) (*ir.Module, *export.Coordinates) {
	t.Helper()
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		number := func(name string) *ir.Value { return b.Input(name, ir.Floats(ir.Rows("particles"), 1)) }
		q, torque, mass := number("q"), number("torque"), number("mass")
		g := b.Columns(b.Input("gravity", ir.Floats(ir.Rows("particles"), 3)), 2, 3)
		b.Output("q", b.Add(q, b.Mul(torque, mass)))
		b.Output("position", b.Concat(q, g, mass))
	}))
	joint := []export.Column{{Joint: 0, Part: 0}}
	return m, &export.Coordinates{
		Particles: 2, Joint: []int{0, 0}, First: []int{1}, Columns: map[string][]export.Column{"q": joint, "torque": joint},
		Inputs:  []systems.Baked{{Input: "mass", Shape: []int{2, 1}, Floats: []float32{3, 4}}},
		Gravity: [3]float32{0, 0, -9}, Points: [][]float64{{1, 0}, {0.5, 0.5}},
	}
}

// TestCoordinatesOfALever: a file in joint coordinates has a column for each joint, whose first
// particle counts, points as sums over particles, and a gravity that acts unless another is given.
// A system with a number too large has none.
func TestCoordinatesOfALever(t *testing.T) {
	m, c := lever(t)
	file, err := export.Model(m, nil, export.Info{Coordinates: c})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(file))
	session := exported.Open(t, file)
	inputs := map[string]runtime.Tensor{
		"q": runtime.Floats([]float32{1, 2}, 2, 1), "torque": runtime.Floats([]float32{10, 10}, 2, 1),
	}
	got, err := session.Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{41, 42}, 2, 1), got["next_q"])
	require.Equal(t, runtime.Floats([]float32{1, -9, 3, 1, -9, 3.5, 2, -9, 3, 2, -9, 3.5}, 2, 2, 3), got["next_points"])

	inputs["q"] = runtime.Floats([]float32{1e30, 2}, 2, 1)
	got, err = session.Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	require.True(t, math.IsNaN(float64(got["next_q"].Float[0])))
	require.Equal(t, float32(42), got["next_q"].Float[1])
}

// TestRefusedCoordinates: joints, particles and points fit together, and each input is of joints or
// has its numbers in the file.
func TestRefusedCoordinates(t *testing.T) {
	for want, spoil := range map[string]func(c *export.Coordinates){
		"0 joints of 2 particles":                                                  func(c *export.Coordinates) { c.First = nil },
		"1 joints of 2 particles":                                                  func(c *export.Coordinates) { c.Joint = []int{0} },
		"point 1 is not a sum over 2 particles":                                    func(c *export.Coordinates) { c.Points[1] = []float64{1} },
		"point 0 is not a sum over 2 particles":                                    func(c *export.Coordinates) { c.Points[0][1] = math.NaN() },
		"the model's input mass (float[particles,1]) is none of joint coordinates": func(c *export.Coordinates) { c.Inputs = nil },
	} {
		m, c := lever(t)
		spoil(c)
		_, err := export.Model(m, nil, export.Info{Coordinates: c})
		require.ErrorContains(t, err, want)
	}
}

// TestOutputNames: the outputs of a file are one step later, or those of all steps, and gradients keep
// their names.
func TestOutputNames(t *testing.T) {
	_, c := lever(t)
	for output, want := range map[string][2]string{
		"q": {"next_q", "q_path"}, "position": {"next_points", "points_path"}, "gradient_q": {"gradient_q", "gradient_q"}, "other": {"next_other", "next_other"},
	} {
		require.Equal(t, want[0], c.OutputName(output, false))
		require.Equal(t, want[1], c.OutputName(output, true))
	}
	for name, columns := range map[string]int{"q": 1, "cotangent_q": 1, "gradient_q": 1, "mass": 0} {
		require.Len(t, c.Of(name), columns)
	}
}

// TestCoordinatesOfParts: columns are of any joint and any part of its row, in any order. What a model returns is in
// the row of a joint's first particle, and gradients are by all particles of its body.
func TestCoordinatesOfParts(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		rows := ir.Rows("particles")
		q, mass := b.Input("q", ir.Floats(rows, 2)), b.Input("mass", ir.Floats(rows, 1))
		g := b.Columns(b.Input("gravity", ir.Floats(rows, 3)), 2, 3)
		b.Output("q", b.Add(b.Mul(b.Mul(q, b.Const(1, 2, 10, 100)), mass), g))
	}))
	c := &export.Coordinates{
		Particles: 4, Joint: []int{0, 0, 1, 1}, First: []int{1, 2}, Columns: map[string][]export.Column{"q": {{Joint: 0}, {Joint: 1, Part: 1}, {Joint: 0, Part: 1}}},
		Inputs: []systems.Baked{{Input: "mass", Shape: []int{4, 1}, Floats: []float32{2, 3, 5, 7}}}, Gravity: [3]float32{0, 0, 0.5},
	}
	pulled, _, err := ir.Pullback(m, []string{"q"}, []string{"q", "gravity"})
	require.NoError(t, err)
	file, err := export.Model(pulled, nil, export.Info{Coordinates: c, Gradients: []string{"q", "gravity"}})
	require.NoError(t, err)
	require.NoError(t, onnx.Check(file))
	got, err := exported.Open(t, file).Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		"q": runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 2, 3), "cotangent_q": runtime.Floats([]float32{1, 0, 2, 0, 1, 1}, 2, 3),
	}})
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{30.5, 1000.5, 900.5, 120.5, 2500.5, 1800.5}, 2, 3), got["next_q"])
	require.Equal(t, runtime.Floats([]float32{30, 0, 600, 0, 500, 300}, 2, 3), got["gradient_q"])
	require.Equal(t, runtime.Floats([]float32{0, 0, 3, 0, 0, 2}, 2, 3), got["gradient_gravity"])
}
