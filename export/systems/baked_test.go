package systems_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/export"
	"gmnc/export/systems"
	"gmnc/internal/test/exported"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// written returns the outputs of a file of a module of particles, and whether each number is one.
func written(t *testing.T, info export.Info, write func(b *ir.Builder, x *ir.Value), inputs map[string]runtime.Tensor) map[string][]bool {
	t.Helper()
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) { write(b, b.Input("position", ir.Floats(ir.Rows("particles"), 3))) }))
	file, err := export.Model(m, nil, info)
	require.NoError(t, err)
	outputs, err := exported.Open(t, file).Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	numbers := map[string][]bool{}
	for name, output := range outputs {
		for _, x := range output.Float {
			numbers[name] = append(numbers[name], !math.IsNaN(float64(x)))
		}
	}
	return numbers
}

// TestFaultsThatMatter: a fault counts in what the outputs depend on, and in the positions for outputs
// that depend on nothing.
func TestFaultsThatMatter(t *testing.T) {
	rows, none := ir.Rows("particles"), float32(math.NaN())
	number := func(b *ir.Builder, name string) *ir.Value { return b.Input(name, ir.Floats(rows, 1)) }
	position := func(x float32) runtime.Tensor { return runtime.Floats([]float32{x, 0, 0, 1, 0, 0}, 2, 1, 3) }
	for _, c := range []struct {
		name   string
		write  func(b *ir.Builder, x *ir.Value)
		inputs map[string]runtime.Tensor
		want   []bool
	}{
		{"a constant", func(b *ir.Builder, _ *ir.Value) { b.Output("y", b.Broadcast(b.Scalar(2), "particles")) },
			map[string]runtime.Tensor{"position": position(none)}, []bool{false, true}},
		{"of an input by another name", func(b *ir.Builder, _ *ir.Value) { b.Output("y", b.Greater(number(b, "own"), b.Scalar(0))) },
			map[string]runtime.Tensor{"position": position(0), "own": runtime.Floats([]float32{1, none}, 2, 1, 1)}, []bool{true, false}},
		{"of masses", func(b *ir.Builder, _ *ir.Value) { b.Output("y", b.Neg(number(b, "mass"))) },
			map[string]runtime.Tensor{"position": position(0), "mass": runtime.Floats([]float32{1, 0}, 2, 1, 1)}, []bool{true, false}},
		{"of masses that it does not read", func(b *ir.Builder, x *ir.Value) {
			number(b, "mass")
			b.Output("y", b.Columns(x, 0, 1))
		}, map[string]runtime.Tensor{"position": position(0), "mass": runtime.Floats([]float32{1, 0}, 2, 1, 1)}, []bool{true, true}},
		{"of all systems", func(b *ir.Builder, x *ir.Value) { b.Output("y", b.SumRows(b.Columns(x, 1, 2))) },
			map[string]runtime.Tensor{"position": position(none)}, []bool{false}},
	} {
		require.Equal(t, c.want, written(t, export.Info{}, c.write, c.inputs)["y"], c.name)
	}
}

// TestBakedFields: a field in the file obeys the rules of data as an input does, and planes in the file need
// no check.
func TestBakedFields(t *testing.T) {
	position := map[string]runtime.Tensor{"position": runtime.Floats([]float32{0, 0, 0, 1, 0, 0}, 2, 1, 3)}
	mass := func(b *ir.Builder, x *ir.Value) {
		b.Output("y", b.Mul(b.Columns(x, 0, 1), b.Input("mass", ir.Floats(ir.Rows("particles"), 1))))
	}
	for value, want := range map[float32]bool{1: true, 0: false} {
		baked := []systems.Baked{{Input: "mass", Shape: []int{1, 1}, Floats: []float32{value}}}
		require.Equal(t, []bool{want, want}, written(t, export.Info{Baked: baked}, mass, position)["y"])
	}
	planes := func(b *ir.Builder, x *ir.Value) {
		normal := b.Columns(b.Input("planes", ir.Floats(ir.Rows("particles"), system.Planes.Columns)), 0, 3)
		b.Output("y", b.Inner(normal, x))
	}
	baked := []systems.Baked{{Input: "planes", Shape: []int{system.Planes.Columns}, Floats: make([]float32, system.Planes.Columns)}}
	require.Equal(t, []bool{true, true}, written(t, export.Info{Baked: baked}, planes, position)["y"])
}

// TestColumnsOfMorePlanes: a system has no more planes than the model reads, and other inputs may have as
// many columns.
func TestColumnsOfMorePlanes(t *testing.T) {
	write := func(b *ir.Builder, x *ir.Value) {
		rows := ir.Rows("particles")
		plane := b.Columns(b.Input("planes", ir.Floats(rows, system.Planes.Columns)), 0, system.PlaneColumns)
		wide := b.Input("wide", ir.Floats(rows, system.Planes.Columns))
		b.Output("y", b.Add(b.Inner(b.Columns(plane, 0, 3), x), b.Add(b.Columns(plane, 3, 4), b.SumColumns(wide))))
	}
	planes := make([]float32, 3*system.Planes.Columns)
	for i := range 3 {
		planes[i*system.Planes.Columns+2] = 1
	}
	planes[system.Planes.Columns+3] = 2                     // an offset of the plane that there is
	planes[2*system.Planes.Columns+system.PlaneColumns] = 1 // and one plane more
	wide := make([]float32, 3*system.Planes.Columns)
	for i := range wide {
		wide[i] = 1
	}
	require.Equal(t, []bool{true, true, false}, written(t, export.Info{}, write, map[string]runtime.Tensor{
		"position": runtime.Floats(make([]float32, 9), 3, 1, 3), "planes": runtime.Floats(planes, 3, system.Planes.Columns), "wide": runtime.Floats(wide, 3, 1, system.Planes.Columns),
	})["y"])
}

// TestNoObjects: a file in which there are no objects computes as one that is given none.
func TestNoObjects(t *testing.T) {
	position := runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 1, 2, 3)
	inputs := map[string]runtime.Tensor{"position": position, "velocity": position, "charge": runtime.Floats([]float32{1, -1}, 1, 2, 1)}
	file, err := export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{Baked: []systems.Baked{{Input: "sticks", Shape: []int{0, 2}}, {Input: "hinges", Shape: []int{0, 3}}}})
	require.NoError(t, err)
	got, err := exported.Open(t, file).Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	file, err = export.Model(exported.Probe(t), exported.ProbeWeights, export.Info{})
	require.NoError(t, err)
	inputs["sticks"], inputs["hinges"] = runtime.Indices([]int64{}, 1, 0, 2), runtime.Indices([]int64{}, 1, 0, 3)
	want, err := exported.Open(t, file).Run(runtime.Batch{Inputs: inputs})
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// TestCellsWithoutImages: a model that reads a cell and sees no images has numbers in every cell.
func TestCellsWithoutImages(t *testing.T) {
	inputs := map[string]runtime.Tensor{"position": runtime.Floats([]float32{1, 2, 3}, 1, 1, 3)}
	for i, name := range []string{"cell_a", "cell_b", "cell_c"} {
		inputs[name] = runtime.Floats([]float32{1, 1, float32(i)}, 1, 3)
	}
	require.Equal(t, []bool{true, true, true}, written(t, export.Info{}, func(b *ir.Builder, x *ir.Value) {
		for _, name := range []string{"cell_a", "cell_b", "cell_c"} {
			x = b.Add(x, b.Input(name, ir.Floats(ir.Rows("particles"), 3)))
		}
		b.Output("y", x)
	}, inputs)["y"])
}

// TestEdgesOfLists: an output of edges has a row for each slot of the lists of neighbors.
func TestEdgesOfLists(t *testing.T) {
	m := exported.SystemModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Columns(b.Input("position", ir.Floats(ir.Rows("particles"), 3)), 0, 1)
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		mask := b.Input("edge_mask", ir.Floats(ir.Rows("edges"), 1))
		b.Output("edges", b.Mul(mask, b.Sub(b.Repeat(x, "neighbors"), b.Gather(x, senders))))
	}))
	file, err := export.Model(m, nil, export.Info{})
	require.NoError(t, err)
	outputs, err := exported.Open(t, file).Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		"position": runtime.Floats([]float32{1, 0, 0, 2, 0, 0, 4, 0, 0}, 1, 3, 3), "neighbors": runtime.Indices([]int64{2, -1, 0, 2, -1, -1}, 1, 3, 2),
	}})
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{-3, 0, 1, -2, 0, 0}, 1, 3, 2, 1), outputs["edges"])
}
