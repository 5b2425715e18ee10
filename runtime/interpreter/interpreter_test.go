package interpreter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

const text = `module pull
rows particles
count neighbors
rows edges = particles * neighbors

main(%x: float[particles,2], %senders: index<particles>[edges], param %w: float[2,2], param %unused: float[1,3]) {
  %far = gather %x, %senders : float[edges,2]
  %sum = sum_groups %far {count=neighbors} : float[particles,2]
  %y = matmul %sum, %w {transpose_x=false, transpose_y=false} : float[particles,2]
  %dead = mul %unused, %unused : float[1,3]
  return y=%y, senders=%senders
}
`

func module(t *testing.T) *ir.Module {
	m, err := ir.Parse(text)
	require.NoError(t, err)
	return m
}

func params() map[string]runtime.Tensor {
	return map[string]runtime.Tensor{"w": runtime.Floats([]float32{1, 2, 3, 4}, 2, 2)}
}

func inputs() map[string]runtime.Tensor {
	return map[string]runtime.Tensor{
		"x":       runtime.Floats([]float32{1, 0, 0, 1, 1, 1}, 3, 2),
		"senders": runtime.Indices([]int64{1, 2, 0, 2, 0, 1}, 6),
	}
}

func oneSystem(inputs map[string]runtime.Tensor) runtime.Batch {
	return runtime.Batch{Inputs: inputs, Systems: []runtime.System{{Particles: 3, Neighbors: 2}}}
}

func TestRun(t *testing.T) {
	session, err := Open(module(t), params())
	require.NoError(t, err)
	outputs, err := session.Run(oneSystem(inputs()))
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{7, 10, 5, 8, 4, 6}, 3, 2), outputs["y"])
	require.Equal(t, inputs()["senders"], outputs["senders"])
	require.NoError(t, session.Close())
}

func TestWrongParams(t *testing.T) {
	for _, wrong := range []struct {
		params map[string]runtime.Tensor
		says   string
	}{
		{nil, "values are missing for 1 parameters: w"},
		{map[string]runtime.Tensor{"w": runtime.Floats(make([]float32, 2), 1, 2)}, "parameter w has the shape [1 2]; it is float[2,2]"},
		{map[string]runtime.Tensor{"w": runtime.Floats(make([]float32, 3), 2, 2)}, "parameter w: tensor of shape [2 2] needs 4 elements and holds 3"},
		{map[string]runtime.Tensor{"w": runtime.Indices(make([]int64, 4), 2, 2)}, "parameter w has the shape"},
		{map[string]runtime.Tensor{"w": params()["w"], "v": params()["w"]}, "v, which is no parameter"},
		{map[string]runtime.Tensor{"w": params()["w"], "unused": params()["w"]}, "parameter unused has the shape"},
	} {
		_, err := Open(module(t), wrong.params)
		require.ErrorContains(t, err, wrong.says)
	}
}

func TestParamWithoutRows(t *testing.T) {
	m := module(t)
	m.Main.Input("x").Param = true
	_, err := Open(m, map[string]runtime.Tensor{"w": params()["w"], "x": inputs()["x"]})
	require.EqualError(t, err, "parameter x: float[particles,2] cannot be a parameter: its rows are not a number")
}

func TestWrongInputs(t *testing.T) {
	session, err := Open(module(t), params())
	require.NoError(t, err)
	for _, wrong := range []struct {
		change func(map[string]runtime.Tensor)
		says   string
	}{
		{func(in map[string]runtime.Tensor) { delete(in, "x") }, "input x is missing"},
		{func(in map[string]runtime.Tensor) { in["y"] = in["x"] }, "y is no input"},
		{func(in map[string]runtime.Tensor) { in["w"] = in["x"] }, "w is no input"},
		{func(in map[string]runtime.Tensor) { in["x"] = runtime.Floats(make([]float32, 9), 3, 3) }, "input x has the shape [3 3]"},
		{func(in map[string]runtime.Tensor) { in["x"] = runtime.Indices(make([]int64, 6), 3, 2) }, "input x is float[particles,2]"},
		{func(in map[string]runtime.Tensor) { in["senders"] = runtime.Floats(make([]float32, 6), 6) }, "input senders is index"},
		{func(in map[string]runtime.Tensor) { in["senders"] = runtime.Indices(make([]int64, 5), 5) }, "input senders has the shape [5]"},
		{func(in map[string]runtime.Tensor) { in["senders"] = runtime.Indices([]int64{0, 0, 0, 0, 3, 0}, 6) }, "input senders has the index 3 in row 4"},
		{func(in map[string]runtime.Tensor) { in["senders"] = runtime.Indices([]int64{0, -1, 0, 0, 0, 0}, 6) }, "input senders has the index -1"},
	} {
		in := inputs()
		wrong.change(in)
		_, err := session.Run(oneSystem(in))
		require.ErrorContains(t, err, wrong.says)
	}
}
