package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// sized is a sample of particles in a row.
func sized(particles int) system.Sample {
	s := system.Sample{}
	for i := range particles {
		s.Position = append(s.Position, float32(i), 0, 0)
		s.Velocity = append(s.Velocity, 0, 1, 0)
		s.TargetPosition = append(s.TargetPosition, float32(i), 1, 0)
	}
	return s
}

// TestMixed: samples differ that have other numbers of particles, bonds, slots or objects of a listed kind.
func TestMixed(t *testing.T) {
	require.False(t, mixed([]system.Sample{sized(3), sized(3)}))
	for name, change := range map[string]func(s *system.Sample){
		"particles": func(s *system.Sample) { *s = sized(2) }, "bonds": func(s *system.Sample) { s.Bonds = [][2]int{{0, 1}} },
		"neighbors": func(s *system.Sample) { s.Neighbors = []int64{1, 0, 0} }, "sticks": func(s *system.Sample) { s.Objects = system.Objects{system.Stick.Of(0, 1)} },
	} {
		other := sized(3)
		change(&other)
		require.True(t, mixed([]system.Sample{sized(3), other}), name)
	}
	require.Equal(t, []int{3, 4, 2}, largest([][]int{{3, 1, 2}, {2, 4, 1}}))
	require.Equal(t, []int{1, 2, -1, 3, 4, -1, -1, -1, -1}, padded([]int{1, 2, 3, 4}, []int{2, 2}, []int{3, 3}, -1))
	require.True(t, leftOver([]int{-1, -1}))
	require.False(t, leftOver([]int{-1, 0}))
	require.Equal(t, [][2]int{{0, 1}, {2, 3}}, pairsOf([]int64{0, 1, 2, 3}))
}
