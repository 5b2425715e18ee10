package law

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/system"
)

// TestKindOfAPair: pairs of one name are of one kind, in either order of the particles.
func TestKindOfAPair(t *testing.T) {
	s := &system.Sample{
		Position: make([]float32, 9), Neighbors: []int64{1, 2, 0, 2, 0, 1},
		NodeFeatures: []float32{5, 1, 5, 0, 5, 1}, EdgeFeatures: []float32{7, 8, 7, 8, 8, 8},
	}
	k := newKinds([]string{"size", "hue"}, []string{"order"})
	for _, c := range []struct {
		particle, other, slot int
		constrained           bool
		want                  int
	}{
		{0, 1, 0, false, 0}, {1, 0, 0, false, 0}, {0, 2, 1, false, 1}, {2, 0, 0, false, 1}, {0, 1, 0, true, 2}, {1, 2, 1, false, 3}, {2, 1, 1, false, 3},
	} {
		kind, err := k.of(s, c.particle, c.other, c.slot, c.constrained)
		require.NoError(t, err)
		require.Equal(t, c.want, kind, "%+v", c)
	}
	require.Equal(t, []string{
		"free, size 5 hue 0 and size 5 hue 1, order 7", "free, size 5 hue 1 and size 5 hue 1, order 8",
		"rigid, size 5 hue 0 and size 5 hue 1, order 7", "free, size 5 hue 0 and size 5 hue 1, order 8",
	}, k.names)
	require.Equal(t, []bool{false, false, true, false}, k.constrained)
	first, second := map[string]float32{"size": 5, "hue": 0}, map[string]float32{"size": 5, "hue": 1}
	require.Equal(t, &config.PairKind{Ends: []map[string]float32{first, second}, Edge: map[string]float32{"order": 7}}, k.pairs[0])
	require.Equal(t, &config.PairKind{Ends: []map[string]float32{second, second}, Edge: map[string]float32{"order": 8}}, k.pairs[1])
}

// TestKindsWithoutFeatures: nothing but bars distinguishes pairs, and formulas have no kinds.
func TestKindsWithoutFeatures(t *testing.T) {
	s := &system.Sample{Position: make([]float32, 6)}
	k := newKinds(nil, nil)
	for kind, constrained := range []bool{false, true} {
		got, err := k.of(s, 0, 1, 0, constrained)
		require.NoError(t, err)
		require.Equal(t, kind, got)
	}
	require.Equal(t, []string{"free", "rigid"}, k.names)
	require.Equal(t, []*config.PairKind{nil, nil}, k.pairs)
	k = newKinds(nil, []string{"order"})
	_, err := k.of(&system.Sample{Position: make([]float32, 6), Neighbors: []int64{1, 0}, EdgeFeatures: []float32{3, 4}}, 1, 0, 0, false)
	require.NoError(t, err)
	require.Equal(t, []*config.PairKind{{Edge: map[string]float32{"order": 4}}}, k.pairs)
	k = newKinds(nil, []string{"order", "length"})
	_, err = k.of(&system.Sample{Position: make([]float32, 6), Neighbors: []int64{1, 0}, EdgeFeatures: []float32{3, 4, 5, 6}}, 1, 0, 0, false)
	require.NoError(t, err)
	require.Equal(t, []*config.PairKind{{Edge: map[string]float32{"order": 5, "length": 6}}}, k.pairs)
}

// TestMostKinds: there are 12 kinds, and no thirteenth.
func TestMostKinds(t *testing.T) {
	s := &system.Sample{Position: make([]float32, 6), Neighbors: []int64{1, 0}}
	k := newKinds(nil, []string{"order"})
	for order := range 13 {
		s.EdgeFeatures = []float32{float32(order), 0}
		_, err := k.of(s, 0, 1, 0, false)
		require.Equal(t, order == 12, err != nil)
		if err != nil {
			require.ErrorContains(t, err, "more than 12 kinds of pairs, the last free, order 12")
		}
	}
}

// TestCurvesOfKinds: a kind has a second curve where its charges differ.
func TestCurvesOfKinds(t *testing.T) {
	k := &kinds{names: []string{"a", "b", "c"}, constrained: []bool{false, true, false}, pairs: make([]*config.PairKind, 3)}
	curves := k.curves([]pair{
		{kind: 0, distance: 1, charges: 2}, {kind: 1, distance: 1, charges: -1}, {kind: 0, distance: 2, charges: 2}, {kind: 1, distance: 3, charges: -2},
		{kind: 2, distance: 1, charges: -1}, {kind: 2, distance: 3, charges: 1},
	})
	type one struct {
		name                 string
		charges, constrained bool
	}
	var got []one
	for _, c := range curves {
		got = append(got, one{c.name, c.charges, c.constrained})
	}
	require.Equal(t, []one{{"a", false, false}, {"b", false, true}, {"b", true, true}, {"c", false, false}, {"c", true, false}}, got)
	require.Equal(t, knotsOf([]float64{1, 2}), curves[0].knots)
}
