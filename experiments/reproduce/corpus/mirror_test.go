package corpus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// ofCMU is a sample of CMU's number of joints with that bone, of which joint j is at
// (j, 1, 2), moves by (1, j, 0) a frame, comes to (j + 1, 1, 2) and moves by (2, j, 0) there.
func ofCMU(bones ...[2]int) system.Sample {
	s := system.Sample{Bonds: bones}
	for j := range 31 {
		at := float32(j)
		s.Position = append(s.Position, at, 1, 2)
		s.Velocity = append(s.Velocity, 1, at, 0)
		s.TargetPosition = append(s.TargetPosition, at+1, 1, 2)
		s.TargetVelocity = append(s.TargetVelocity, 2, at, 0)
	}
	return s
}

// TestMirrored: the left hip has what the right one had, reflected, and the sample itself stays.
func TestMirrored(t *testing.T) {
	data := &datasets.Data{Train: []system.Sample{ofCMU([2]int{0, 1}, [2]int{0, 6})}}
	require.NoError(t, addMirrored(data))
	require.Len(t, data.Train, 2)
	require.Equal(t, []float32{1, 1, 2}, data.Train[0].Position[3:6])
	other := data.Train[1]
	require.Equal(t, []float32{-6, 1, 2}, other.Position[3:6])
	require.Equal(t, []float32{-1, 6, 0}, other.Velocity[3:6])
	require.Equal(t, []float32{-7, 1, 2}, other.TargetPosition[3:6])
	require.Equal(t, []float32{-2, 6, 0}, other.TargetVelocity[3:6])
	twice, err := mirrored(other)
	require.NoError(t, err)
	require.Equal(t, data.Train[0].Position, twice.Position)
}

// TestMirroredThatCannotBe is an error that names the sample and the bone.
func TestMirroredThatCannotBe(t *testing.T) {
	data := &datasets.Data{Train: []system.Sample{ofCMU([2]int{0, 1})}}
	require.ErrorContains(t, addMirrored(data), "train sample 0 cannot be mirrored: there is a bone from joint 0 to 1 and none from 0 to 6")
	data.Train[0] = system.Sample{Position: make([]float32, 9)}
	require.ErrorContains(t, addMirrored(data), "it has 3 joints, expected CMU's skeleton of 31")
	data.Train[0] = system.Sample{Position: make([]float32, 3*30)}
	require.ErrorContains(t, addMirrored(data), "it has 30 joints, expected CMU's skeleton of 31")
}

// TestMirrorIfAsked: reflections are added if the data set asks for them.
func TestMirrorIfAsked(t *testing.T) {
	data := &datasets.Data{Train: []system.Sample{ofCMU()}}
	require.NoError(t, DataSet{}.mirror(data))
	require.Len(t, data.Train, 1)
	asks := DataSet{File: "a.npz", Prepared: Prepared{Mirrored: true}}
	require.NoError(t, asks.mirror(data))
	require.Len(t, data.Train, 2)
	data.Train[0].Bonds = [][2]int{{0, 1}}
	require.ErrorContains(t, asks.mirror(data), "a.npz: train sample 0 cannot be mirrored: there is a bone from joint 0 to 1 and none")
}

// TestSidesOfCMU: each joint of a side has one counterpart, so that all reflections change the same joints back.
func TestSidesOfCMU(t *testing.T) {
	once, err := mirrored(ofCMU())
	require.NoError(t, err)
	for _, side := range sidesOfCMU {
		require.Equal(t, []float32{-float32(side[1]), 1, 2}, once.Position[3*side[0]:3*side[0]+3])
		require.Equal(t, []float32{-float32(side[0]), 1, 2}, once.Position[3*side[1]:3*side[1]+3])
	}
	for _, middle := range []int{0, 11, 12, 13, 14, 15, 16} {
		require.Equal(t, []float32{-float32(middle), 1, 2}, once.Position[3*middle:3*middle+3], "the spine and the head")
	}
	for _, pair := range [][2]int{{1, 6}, {5, 10}, {17, 24}, {23, 30}} {
		require.Contains(t, sidesOfCMU, pair)
	}
	require.Len(t, sidesOfCMU, 12)
}
