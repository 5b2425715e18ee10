package ir

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of a module for a file, nothing that weights alone decide is left but their parts,
// no block is the whole row, and no factor is 1.
func TestPassesForFiles(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		x := b.Input("x", Floats(Rows("particles"), 4))
		w, v := b.Param("w", Floats(Fixed(8), 4)), b.Param("v", Floats(Fixed(8), 4))
		y := b.MatMulBlocks(x, b.Sigmoid(w), 1, false, true)
		y = b.Mul(b.MatMul(y, b.Add(v, w), false, false), b.Scalar(1))
		b.Output("y", b.MatMul(y, b.TakeRows(w, 2, 6), false, false))
	}))
	inputs := map[string]Tensor{}
	weights := map[string][]float32{}
	rng := rand.New(rand.NewPCG(1, 2))
	for name, rows := range map[string]int{"x": 3, "w": 8, "v": 8} {
		tensor := Tensor{Shape: []int{rows, 4}, Float: make([]float64, 4*rows)}
		values := make([]float32, 4*rows)
		for i := range values {
			values[i] = rng.Float32()
			tensor.Float[i] = float64(values[i])
		}
		inputs[name] = tensor
		if name != "x" {
			weights[name] = values
		}
	}
	after, err := OptimizeForFile(m, weights)
	require.NoError(t, err)
	var kinds []OpName
	for _, node := range after.Main.Nodes {
		kinds = append(kinds, node.Op.Name)
	}
	require.ElementsMatch(t, []OpName{Const, Const, TakeRows, MatMul, MatMul, MatMul}, kinds)
	requireCloseOutputs(t, m, after, inputs, nil)

	_, err = OptimizeForFile(m, map[string][]float32{"w": {1}})
	require.ErrorContains(t, err, "the weight w has 1 numbers")
}

// Linear layers of known weights make a factor for each component of a vector, and leave
// layers of unknown weights, of other widths and of several readers.
func TestSpreadFactors(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		y, z := b.Input("y", Floats(Rows("particles"), 2)), b.Input("z", Floats(Rows("particles"), 6))
		two := b.Add(b.MatMul(y, b.Param("two", Floats(Fixed(2), 2)), false, false), b.Param("bias", Floats(Fixed(1), 2)))
		b.Output("mixed", b.Mix(two, z, false))
		x := b.Columns(z, 0, 3)
		b.Output("scaled", b.Mul(b.MatMul(y, b.Param("one", Floats(Fixed(2), 1)), false, false), x))
		b.Output("unknown", b.Mul(b.MatMul(y, b.Param("other", Floats(Fixed(2), 1)), false, false), x))
		b.Output("given", b.Mul(b.Input("factor", Floats(Rows("particles"), 1)), x))
		b.Output("unmixed", b.Mix(b.MatMul(y, b.Param("both", Floats(Fixed(2), 2)), false, false), z, false))
		b.Output("wide", b.Mul(b.MatMul(y, b.TakeRows(b.Param("column", Floats(Fixed(3), 1)), 0, 2), false, false), z))
	}))
	inputs, weights := map[string]Tensor{}, map[string][]float32{"two": {1, 2, 3, 4}, "bias": {5, -6}, "one": {7, 8}, "column": {9, 1, 2}}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, input := range m.Main.Inputs {
		rows := input.Type.Rows().Number
		if rows == 0 {
			rows = 3
		}
		tensor := Tensor{Shape: []int{rows, input.Type.Columns()}, Float: make([]float64, rows*input.Type.Columns())}
		for i := range tensor.Float {
			tensor.Float[i] = rng.Float64()
			if given := weights[input.Name]; given != nil {
				tensor.Float[i] = float64(given[i])
			}
		}
		inputs[input.Name] = tensor
	}
	after, err := OptimizeForFile(m, weights)
	require.NoError(t, err)
	requireKnown(t, after)
	requireCloseOutputs(t, m, after, inputs, nil)
	columns := func(output string) int { return after.Main.Output(output).Node.Args[0].Type.Columns() }
	require.Equal(t, 6, columns("mixed"))
	require.Equal(t, 3, columns("scaled"))
	require.Equal(t, 1, columns("unknown"))
	require.Equal(t, 2, columns("unmixed"))
	require.Equal(t, 1, columns("wide"))
}

// A factor of what a limit and a sum make of a linear layer is in its weights, unless what
// lies between is read elsewhere.
func TestScaleWeights(t *testing.T) {
	m := &Module{Name: "edges", Dims: []Dimension{
		{Symbol: "particles", Rows: true}, {Symbol: "neighbors"}, {Symbol: "edges", Rows: true, Outer: "particles", Inner: "neighbors"},
	}}
	require.NoError(t, Build(m, func(b *Builder) {
		y, x := b.Input("y", Floats(Rows("edges"), 2)), b.Input("x", Floats(Rows("edges"), 3))
		forces := func(low float64) *Value {
			gate := b.MatMul(y, b.Const(2, 3, 1, 2, 3, 4, 5, 6), false, false)
			return b.SumGroups(b.Clamp(b.Mul(gate, x), low, 2), "neighbors")
		}
		b.Output("force", b.Mul(forces(-2), b.Scalar(0.1)))
		b.Output("against", b.Mul(forces(-3), b.Scalar(-0.1)))
		read := forces(-4)
		b.Output("read", read)
		b.Output("both", b.Mul(read, b.Scalar(0.1)))
		bounded := func(least float64, also func(factor, long, root *Value)) *Value {
			factor := b.MatMul(y, b.Const(2, 1, 1, 2), false, false)
			long := b.Mul(b.Mul(b.Square(factor), b.Inner(x, x)), b.Scalar(0.2))
			root := b.Sqrt(b.Maximum(long, b.Scalar(least)))
			also(factor, long, root)
			return b.Mul(b.SumGroups(b.Mul(x, b.Div(factor, root)), "neighbors"), b.Scalar(0.1))
		}
		b.Output("bounded", bounded(1, func(_, _, _ *Value) {}))
		b.Output("bounded_by_others", bounded(2, func(_, _, _ *Value) {}))
		b.Output("factor_read", bounded(1, func(factor, _, _ *Value) { b.Output("factor", factor) }))
		b.Output("long_read", bounded(1, func(_, long, _ *Value) { b.Output("long", long) }))
		b.Output("root_read", bounded(1, func(_, _, root *Value) { b.Output("root", root) }))
		b.Output("quotient", b.Mul(b.Div(b.MatMul(y, b.Const(2, 1, 1, 2), false, false), b.Inner(x, x)), b.Scalar(0.1)))
	}))
	after := m.Clone()
	changed, err := scaleWeights(after)
	require.NoError(t, err)
	require.Equal(t, 2, changed)
	for output, folded := range map[string]bool{
		"force": true, "bounded": true, "bounded_by_others": false, "factor_read": false, "long_read": false, "root_read": false,
	} {
		require.Equal(t, folded, after.Main.Output(output).Is(SumGroups), output)
	}
	inputs := map[string]Tensor{}
	rng := rand.New(rand.NewPCG(5, 6))
	for name, columns := range map[string]int{"x": 3, "y": 2} {
		tensor := Tensor{Shape: []int{6, columns}, Float: make([]float64, 6*columns)}
		for i := range tensor.Float {
			tensor.Float[i] = rng.NormFloat64()
		}
		inputs[name] = tensor
	}
	requireKnown(t, after)
	requireCloseOutputs(t, m, after, inputs, map[string]int{"particles": 3, "neighbors": 2})
}

// TestPerpendicular: two spins of a vector that they are perpendicular to are a square, of
// limited spins, too; spins of other vectors are left.
func TestPerpendicular(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		r, u, a := b.Input("r", Floats(Rows("particles"), 3)), b.Input("u", Floats(Rows("particles"), 3)), b.Input("a", Floats(Rows("particles"), 3))
		s := b.Div(b.Cross(r, u), b.Add(b.Inner(r, r), b.Scalar(1)))
		limited := b.Div(s, b.Sqrt(b.Add(b.Inner(s, s), b.Scalar(1))))
		b.Output("spin", b.Sub(a, b.Cross(s, b.Cross(s, r))))
		b.Output("limited", b.Sub(a, b.Cross(limited, b.Cross(limited, r))))
		b.Output("other", b.Sub(a, b.Cross(s, b.Cross(s, a))))
	}))
	after := m.Clone()
	changed, err := perpendicular(after)
	require.NoError(t, err)
	require.Equal(t, 2, changed)
	_, err = deadCode(after)
	require.NoError(t, err)
	crosses := 0
	for _, node := range after.Main.Nodes {
		if node.Is(Cross) {
			crosses++
		}
	}
	require.Equal(t, 1+2, crosses)
	inputs, rng := map[string]Tensor{}, rand.New(rand.NewPCG(7, 8))
	for _, input := range m.Main.Inputs {
		tensor := Tensor{Shape: []int{4, 3}, Float: make([]float64, 12)}
		for i := range tensor.Float {
			tensor.Float[i] = rng.NormFloat64()
		}
		inputs[input.Name] = tensor
	}
	requireKnown(t, after)
	requireCloseOutputs(t, m, after, inputs, nil)
}

// TestUnwrittenOperators: other operators stand for one without an ONNX form of its own, fewer
// where no joint slides, and one that has a form stays.
func TestUnwrittenOperators(t *testing.T) {
	nodes := func(slides bool) int {
		m := SampleModule()
		require.NoError(t, Build(m, func(b *Builder) {
			vector := func(name string) *Value { return b.Input(name, Floats(Rows("particles"), 3)) }
			j := JointBodies{Turn: vector("turn"), Anchor: vector("anchor"), Rest: vector("rest"), Parents: b.Input("parents", Indices("particles", Rows("particles"))), Count: 2, Depth: 3}
			j.Slide = b.Mul(b.Scalar(0), j.Turn)
			if slides {
				j.Slide = vector("slide")
			}
			j.First = b.JointMeasure(j, vector("position"))
			b.Output("placed", b.JointPlace(j, b.Input("state", Floats(Rows("particles"), 2))))
		}))
		for _, write := range []func() (*Module, error){
			func() (*Module, error) { return ExpandUnwritten(m) },
			func() (*Module, error) { return OptimizeForFile(m, nil) },
		} {
			written, err := write()
			require.NoError(t, err)
			places := 0
			for _, node := range written.Main.Nodes {
				require.NotNil(t, node.Op.ONNX, node.Op.Name)
				if node.Is(JointPlace) {
					places++
				}
			}
			require.Equal(t, 1, places)
			m = written
		}
		return len(m.Main.Nodes)
	}
	require.Less(t, nodes(false), nodes(true))
}
