package emit

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
)

// TestStoredParts: rows of a weight and its transpose are initializers of their own, each once.
func TestStoredParts(t *testing.T) {
	e := New("test", 17)
	param := &ir.Value{Name: "w", Type: ir.Floats(ir.Fixed(3), 2)}
	for range 2 {
		e.Weight(param, []float32{1, 2, 3, 4, 5, 6})
		require.Equal(t, "w^T", e.Op("Transpose", nil, "w"))
		require.Equal(t, "w[1:3]", e.Part(&ir.Node{Args: []*ir.Value{param}, Attrs: ir.Attrs{"start": 1, "stop": 3}}))
	}
	require.NoError(t, e.Err)
	require.Len(t, e.Graph.Initializer, 3)
	require.Empty(t, e.Graph.Node)
	for name, want := range map[string]struct {
		dims   []int64
		values []float32
	}{
		"w": {[]int64{3, 2}, []float32{1, 2, 3, 4, 5, 6}}, "w^T": {[]int64{2, 3}, []float32{1, 3, 5, 2, 4, 6}}, "w[1:3]": {[]int64{2, 2}, []float32{3, 4, 5, 6}},
	} {
		tensor := e.Tensor(name)
		require.NotNil(t, tensor, name)
		require.Equal(t, want.dims, tensor.Dims, name)
		require.Equal(t, want.values, Floats(tensor.RawData), name)
	}
	require.Nil(t, e.Tensor("v"))
	for _, other := range []string{"x", e.Ints([]int64{1, 2}, 1, 2), e.Floats([]float64{1, 2}, 2)} {
		before := len(e.Graph.Node)
		e.Op("Transpose", nil, other)
		require.Len(t, e.Graph.Node, before+1, "%s is no matrix of float32 in the file", other)
	}
	require.Len(t, e.Graph.Initializer, 5)
	require.Equal(t, map[string]any{"allowzero": int64(1)}, KeepZero)
}

// TestFreedNames: a value that takes a name gives up the one before, and one that was there keeps its own.
func TestFreedNames(t *testing.T) {
	e := New("test", 17)
	for i, input := range []string{"a", "b"} {
		name := e.Named("value", func() string {
			result := e.Op("Neg", nil, input)
			require.Equal(t, "value/neg", result)
			return result
		})
		require.Equal(t, []string{"value", "value.2"}[i], name)
	}
	require.Equal(t, "value.2", e.Named("other", func() string { return "value.2" }))
	e.Output(ValueInfo("abs", "", ir.Float))
	require.Equal(t, "abs.2", e.Op("Abs", nil, "z"))
	e.Input(ValueInfo("exp", "", ir.Float))
	require.Equal(t, "exp.2", e.Op("Exp", nil, "z"))
}
