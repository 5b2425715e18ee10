package system

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestMembersOfKinds: roles are those of the members, of which the last stands for the rest. Two ends of a
// stick view each other, of a hinge one of each bar.
func TestMembersOfKinds(t *testing.T) {
	require.Equal(t, []string{"joint", "end", "end", "end"}, []string{Hinge.Role(0), Hinge.Role(1), Hinge.Role(2), Hinge.Role(3)})
	require.Equal(t, []int{2, 1, 0}, []int{Stick.Views(), Hinge.Views(), Isolated.Views()})
	require.Equal(t, []string{"particles", "sticks", "hinges", "parents", "bodies"}, []string{Isolated.Array(), Stick.Array(), Hinge.Array(), Tree.Array(), Body.Array()})
	for number, kind := range Kinds() {
		require.Equal(t, number, kind.Number())
	}
	require.Equal(t, 1, len(Kinds())-len(ObjectKinds()))
	s := Sample{Position: make([]float32, 15), Objects: Objects{Stick.Of(0, 1)}}
	require.Equal(t, []int{3, 1, 0}, []int{s.Count(Isolated), s.Count(Stick), s.Count(Hinge)})
	require.Equal(t, 20, s.Edges())
	s.Neighbors = []int64{1, 2, 0, 2, 0, 1, 4, -1, 3, -1}
	require.Equal(t, 2, s.Slots())
	require.Equal(t, []int{0, 4, -1}, []int{s.Neighbor(2, 0), s.Neighbor(3, 0), s.Neighbor(3, 1)})
}

// TestMeanOfSomeVectors: the mean of the vectors at the given indices.
func TestMeanOfSomeVectors(t *testing.T) {
	got := mean([][3]float64{{1, 0, 2}, {9, 9, 9}, {3, 4, 2}}, []int{0, 2})
	allclose.Within(t, []float64{2, 2, 2}, got[:], 1e-12)
}

// TestSizesOfStructures: a structure has 1 to 64 particles, and of many samples a bounded number of different
// structures are kept.
func TestSizesOfStructures(t *testing.T) {
	_, err := Structure{}.Draw(nil)
	require.EqualError(t, err, "a structure of 0 particles: particles: expected 1 to 64")
	_, err = Structure{Particles: 65}.Draw(nil)
	require.EqualError(t, err, "a structure of 65 particles: particles: expected 1 to 64")
	var many []Sample
	for n := range 12 {
		many = append(many, Sample{Position: make([]float32, 3*(n+1))})
	}
	require.Len(t, structures(many), mostStructures)
	require.Len(t, structures(append(many[:2:2], many[0], many[1])), 2)
	require.Empty(t, structures([]Sample{{Position: make([]float32, 3*65)}}))
	require.Len(t, structures([]Sample{{Position: make([]float32, 3*65)}, {Position: make([]float32, 3*64)}}), 1)
}

// TestRegisterField: a field that a program adds is found by its name, and is flat if it has one column.
func TestRegisterField(t *testing.T) {
	before := table
	defer func() { table = before }()
	table = slices.Clone(table)
	added := &Field{Name: "added", Columns: 1}
	RegisterField(added)
	require.Same(t, added, FieldNamed("added"))
	require.True(t, added.Flat())
	require.Equal(t, len(before), added.number())
	wide := &Field{Name: "wide", Columns: 2}
	RegisterField(wide)
	require.False(t, wide.Flat())
	require.Nil(t, FieldNamed("none"))
	require.Equal(t, 1, Planes.Count(&Sample{}))
}

// TestCenterOfMass: the mean by masses, or of the particles if there are none.
func TestCenterOfMass(t *testing.T) {
	s := Sample{Position: []float32{0, 0, 0, 4, 0, 0, 9, 9, 9}}
	require.Equal(t, [3]float64{2, 0, 0}, s.centerOfMass([]int{0, 1}))
	Mass.Set(&s, []float32{1, 3, 5})
	require.Equal(t, [3]float64{3, 0, 0}, s.centerOfMass([]int{0, 1}))
}
