package sysid

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/urdf"
	"gmnc/sysid/rigid"
)

// TestAddedConstants: a constant is reported as its value and its errors, with 0 in place of -0. One that is fitted as a
// logarithm is reported as a number, and its errors are shares of it. A delay is as uncertain as a turn
// between two stamps, besides. Constants of presliding are rough, and never determined.
func TestAddedConstants(t *testing.T) {
	of := &motion{time: []float64{0, 0.01, 0.02}}
	l := &law{tree: &rigid.Tree{Links: []urdf.Link{{Joint: "hip", Links: []string{"leg"}}}}, changes: map[*motion]changes{
		of: {first: [][]float64{{1, 1}}, friction: [][]float64{{1, 1}}},
	}}
	turning := 0.01 / math.Sqrt(12)
	two := math.Log(2)
	for _, c := range []struct {
		name         string
		c            int
		start, value float64
		most         float64
		want         Constant
	}{
		{"of a link", 0, 3, 4, 0.5, Constant{Start: 3, Value: 4, Error: 0.1, Most: 0.5, Determined: true}},
		{"negative zero", 0, math.Copysign(0, -1), math.Copysign(0, -1), 0, Constant{Error: 0.1, Determined: true}},
		{"viscous", l.of(0, viscous), 3, 4, 0.5, Constant{Start: 3, Value: 4, Error: 0.1, Most: 0.5, Determined: true}},
		{"a logarithm", l.of(0, logStill), 0, two, 0.5, Constant{Start: 1, Value: 2, Error: 0.2, Most: 1, Determined: true}},
		{"a delay", l.of(0, delay), 3, 4, 0.5, Constant{Start: 3, Value: 4, Error: math.Hypot(0.1, turning), Most: 0.5 + turning, Determined: true}},
		{"a delay without a bound", l.of(0, delay), 3, 4, 0, Constant{Start: 3, Value: 4, Error: math.Hypot(0.1, turning), Determined: true}},
		{"presliding", l.of(0, logDisplacement), 0, two, 0.5, Constant{Start: 1, Value: 2, Rough: true}},
		{"creep", l.of(0, logCreep), 0, two, 0.5, Constant{Start: 1, Value: 2, Rough: true}},
	} {
		constants := make([]float64, l.of(1, 0))
		constants[c.c] = c.value
		m := &Model{fit: &fit{law: l, motions: []*motion{of}, constants: constants}}
		m.add(c.c, c.start, func(asked int) (sd, most float64, determined bool) {
			require.Equal(t, c.c, asked)
			return 0.1, c.most, true
		})
		require.Len(t, m.Constants, 1, c.name)
		got := m.Constants[0]
		require.NotEmpty(t, got.Name, c.name)
		require.Equal(t, map[bool]string{true: "leg", false: "hip"}[c.c == 0], got.Of, c.name)
		require.False(t, math.Signbit(got.Start) || math.Signbit(got.Value), c.name)
		for _, pair := range [][2]float64{{c.want.Start, got.Start}, {c.want.Value, got.Value}, {c.want.Error, got.Error}, {c.want.Most, got.Most}} {
			require.InDelta(t, pair[0], pair[1], 1e-12, c.name)
		}
		require.Equal(t, [2]bool{c.want.Determined, c.want.Rough}, [2]bool{got.Determined, got.Rough}, c.name)
	}
	m := &Model{fit: &fit{law: l, motions: []*motion{of}, constants: make([]float64, l.of(1, 0))}}
	m.add(l.of(0, logCreep), 0, func(int) (sd, most float64, determined bool) { return 0.1, 0.5, false })
	require.False(t, m.Constants[0].Rough, "it is not determined")
	require.Equal(t, 0.1, m.Constants[0].Error)
}
