package ir

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// pulled is a module of y = x w, z = 3 x and an index, with the rows of particles.
func pulled(t *testing.T) *Module {
	t.Helper()
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		x, w := b.Input("x", Floats(Rows("particles"), 1)), b.Input("w", Floats(Rows("particles"), 1))
		b.Input("unread", Floats(Rows("particles"), 1))
		at := b.Input("at", Indices("particles", Rows("particles")))
		b.Output("y", b.Mul(x, w))
		b.Output("z", b.Mul(b.Scalar(3), x))
		b.Output("same", m.Main.Output("y"))
		b.Output("index", b.Gather(at, at))
	}))
	return m
}

// TestPullback: gradients of all outputs together are sums over the cotangents of each, also of a
// value that is two outputs, and inputs that none depends on are named.
func TestPullback(t *testing.T) {
	m := pulled(t)
	pullback, unreached, err := Pullback(m, []string{"y", "z", "same"}, []string{"x", "w", "unread"})
	require.NoError(t, err)
	require.Equal(t, []string{"unread"}, unreached)
	require.Nil(t, m.Main.Input("cotangent_y"), "the module stays as it is")
	column := func(values ...float64) Tensor { return matrix(1, values...) }
	at := Tensor{Shape: []int{2}, Index: []int64{0, 1}}
	outputs, err := Eval(pullback, map[string]Tensor{
		"x": column(2, 3), "w": column(5, 7), "unread": column(0, 0), "at": at,
		"cotangent_y": column(1, 10), "cotangent_z": column(100, 1000), "cotangent_same": column(2, 20),
	}, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{3*5 + 300, 30*7 + 3000}, outputs["gradient_x"].Float)
	require.Equal(t, []float64{3 * 2, 30 * 3}, outputs["gradient_w"].Float)

	for want, names := range map[string][2]string{
		`"at" is not a float input`:                          {"y", "at"},
		`"bogus" is not a float input`:                       {"y", "bogus"},
		`gradient of [index]: "index" is not a float output`: {"index", "x"},
		`"none" is not a float output`:                       {"none", "x"},
	} {
		_, _, err := Pullback(m, []string{names[0]}, []string{names[1]})
		require.ErrorContains(t, err, want)
	}
}

// TestSumSystems: each particle has the sum of its system, which is known by the first of its
// particles, and such an output is one of systems.
func TestSumSystems(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		x, system := b.Input("x", Floats(Rows("particles"), 1)), b.Input(SystemInput, Indices("particles", Rows("particles")))
		other := b.Input("other", Indices("particles", Rows("particles")))
		b.Output("sum", b.SumSystems(x, system))
		b.Output("gathered", b.Gather(x, other))
		b.Output("particles", b.Neg(x))
		b.Output("x", x)
	}))
	first := Tensor{Shape: []int{3}, Index: []int64{0, 0, 2}}
	outputs, err := Eval(m, map[string]Tensor{"x": matrix(1, 1, 2, 4), SystemInput: first, "other": first}, nil)
	require.NoError(t, err)
	require.Equal(t, []float64{3, 3, 4}, outputs["sum"].Float)
	for output, want := range map[string]bool{"sum": true, "gathered": false, "particles": false, "x": false, "none": false} {
		require.Equal(t, want, m.OfSystem(output), output)
	}
	require.False(t, pulled(t).OfSystem("y"), "without an input that tells systems apart")
}

// TestSolver: a symmetric matrix with a shift of its diagonal is inverted row by row.
func TestSolver(t *testing.T) {
	m := SampleModule()
	require.NoError(t, Build(m, func(b *Builder) {
		a, z := b.Input("a", Floats(Rows("particles"), 6)), b.Input("z", Floats(Rows("particles"), 3))
		at := func(x *Value, i int) *Value { return b.Columns(x, i, i+1) }
		solve := b.Solver(Symmetric{at(a, 0), at(a, 1), at(a, 2), at(a, 3), at(a, 4), at(a, 5)}, b.Scalar(1))
		w := solve([3]*Value{at(z, 0), at(z, 1), at(z, 2)})
		b.Output("w", b.Concat(w[:]...))
	}))
	// The matrix with its shift is (4 1 -1; 1 5 2; -1 2 6), and w is (1 2 3).
	outputs, err := Eval(m, map[string]Tensor{"a": matrix(6, 3, 4, 5, 1, -1, 2), "z": matrix(3, 3, 17, 21)}, nil)
	require.NoError(t, err)
	allclose.Within(t, []float64{1, 2, 3}, outputs["w"].Float, 1e-14)
}

// TestCountOf: rows of a product are in groups of the inner count, and others in none.
func TestCountOf(t *testing.T) {
	require.NoError(t, Build(SampleModule(), func(b *Builder) {
		require.Equal(t, "neighbors", b.CountOf(b.Input("x", Floats(Rows("edges"), 1))))
	}))
	err := Build(SampleModule(), func(b *Builder) { b.CountOf(b.Input("x", Floats(Rows("particles"), 1))) })
	require.ErrorContains(t, err, "%x is float[particles,1], whose rows are in no groups")
}

// TestAttributesHaveKinds: a value is of the kind that its Go type has, and of no other.
func TestAttributesHaveKinds(t *testing.T) {
	for kind, value := range map[AttrKind]any{FloatAttr: 1., IntAttr: 1, BoolAttr: true, SymbolAttr: "s", FloatsAttr: []float64{1}, OpAttr: Add} {
		for other := range OpAttr + 1 {
			require.Equal(t, kind == other, AttrSpec{Kind: other}.accepts(value), "%T as %d", value, other)
		}
		require.False(t, AttrSpec{Kind: kind}.accepts(float32(1)))
	}
}

// TestGradientsRefused: the loss is one number that is an output, and gradients are by inputs of floats.
func TestGradientsRefused(t *testing.T) {
	m := pulled(t)
	_, _, err := Gradient(m, "y", []string{"x"})
	require.ErrorContains(t, err, `the loss "y" is not an output of type float[1,1]`)
	require.NoError(t, Extend(m, func(b *Builder) { b.Output("loss", b.SumRows(m.Main.Output("y"))) }))
	_, _, err = Gradient(m, "loss", []string{"at"})
	require.ErrorContains(t, err, `"at" is not a float input`)
	gradient, unreached, err := Gradient(m, "loss", []string{"x", "unread"})
	require.NoError(t, err)
	require.Equal(t, []string{"unread"}, unreached)
	require.NotNil(t, gradient.Main.Output("grad/x"))
	require.Nil(t, gradient.Main.Output("grad/unread"))
}

// TestNothingToTranslate: a graph without positions does not move with them.
func TestNothingToTranslate(t *testing.T) {
	m := pulled(t)
	_, ok := TranslationFactors(m.Main, "position", "x")
	require.False(t, ok)
	m.Main.Outputs = m.Main.Outputs[:1]
	_, ok = TranslationFactors(m.Main, "x")
	require.False(t, ok, "a product with another value")
}
