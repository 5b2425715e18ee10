package datasets

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/internal/test/distinct"
	"gmnc/internal/test/testenv"
	"gmnc/system"
)

// forestData has another forest in every sample, and none in some.
func forestData() *Data {
	return &Data{
		Train: []system.Sample{
			distinct.Sample(6, 1),
			distinct.Sample(6, 2, system.Stick.Of(5, 4), system.TreeOf([]int{3, 0, 1}, []int{-1, 3, 3})),
		},
		Valid: []system.Sample{distinct.Sample(5, 3, system.TreeOf([]int{0, 3}, []int{-1, 0}), system.TreeOf([]int{4, 2}, []int{-1, 4}))},
		Test:  []system.Sample{distinct.Sample(4, 4, system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(1, 3))},
	}
}

func TestForestsRoundTrip(t *testing.T) {
	data := forestData()
	data.Train[0].Objects = system.Objects{system.Stick.Of(1, 2), system.Body.Of(0, 5)}
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, data))
	have, err := Read(path)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(data, have))
	require.True(t, have.Forest())
}

// TestSharedForest: a forest that all samples share is written and made once.
func TestSharedForest(t *testing.T) {
	data := &Data{Train: []system.Sample{distinct.Sample(4, 1), distinct.Sample(4, 2)}, Test: []system.Sample{distinct.Sample(4, 3)}}
	objects := system.Objects{system.TreeOf([]int{1, 3}, []int{-1, 1})}
	data.Train[0].Objects, data.Train[1].Objects, data.Test[0].Objects = objects, objects, objects
	path := filepath.Join(t.TempDir(), "data.npz")
	require.NoError(t, Write(path, data))
	require.NoError(t, npz.Open(path, func(a *npz.Archive) error {
		require.True(t, a.Has("parents"))
		require.False(t, slices.Contains(a.Keys, "bodies"))
		return nil
	}))
	have, err := Read(path)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(data, have))
	require.Same(t, &have.Train[0].Objects[0].Members[0], &have.Test[0].Objects[0].Members[0])
}

func TestForestErrors(t *testing.T) {
	vectors := make([]float32, 2*3*3)
	for i := range vectors {
		vectors[i] = float32(i)
	}
	write := func(t *testing.T, extra ...npz.Array) string {
		path := filepath.Join(t.TempDir(), "data.npz")
		arrays := extra
		for _, key := range []string{"train_x0", "train_v0", "train_xT"} {
			arrays = append(arrays, npz.Array{Key: key, Shape: []int{2, 3, 3}, Floats: vectors})
		}
		require.NoError(t, npz.Write(path, arrays))
		return path
	}
	for want, array := range map[string]npz.Array{
		": train_parents: sample 1, particle 0: its parents lead in a circle, expected a way to a particle without a parent": {Key: "train_parents", Shape: []int{2, 3}, Ints: []int64{-1, 0, 0, 2, -1, 0}},
		": parents, particle 2: the parent 4 is not in its system, expected 0 to 2, or -1 for none":                          {Key: "parents", Shape: []int{3}, Ints: []int64{-1, 0, 4}},
		": train_bodies: sample 0, particle 1: there is no body -2, expected 0 or more, or -1 for none":                      {Key: "train_bodies", Shape: []int{2, 3}, Ints: []int64{0, -2, 0, 0, 0, 0}},
		": bodies, body 1 (particles [2]): a body has two particles or more":                                                 {Key: "bodies", Shape: []int{3}, Ints: []int64{0, 0, 4}},
	} {
		path := write(t, array)
		_, err := Read(path)
		require.EqualError(t, err, path+want)
	}
	path := write(t, npz.Array{Key: "parents", Shape: []int{3}, Ints: []int64{-1, 0, -1}}, npz.Array{Key: "bodies", Shape: []int{3}, Ints: []int64{0, 0, 0}})
	_, err := Read(path)
	require.ErrorContains(t, err, "bodies, body 0: its particles 0 and 1 are both in trees, expected one at most")
}

// TestReadTrees reads chains and stars whose bars, given twice, are rigid.
func TestReadTrees(t *testing.T) {
	data, err := Read(filepath.Join(testenv.Data(t), "trees", "chains_and_stars.npz"))
	require.NoError(t, err)
	for split, count := range map[string]int{"train": 500, "valid": 1000, "test": 1000} {
		samples, err := data.Split(split)
		require.NoError(t, err)
		require.Len(t, samples, count)
		for _, sample := range samples {
			require.Equal(t, 2, sample.Isolated())
			require.Equal(t, 2, sample.Count(system.Tree))
			bars := sample.Objects.Bars(system.Tree)
			require.Len(t, bars, len(sample.Bonds))
			for _, bar := range bars {
				before, after := system.Distance(sample.Position, bar[0], bar[1]), system.Distance(sample.TargetPosition, bar[0], bar[1])
				require.InDelta(t, before, after, 1e-4, "the simulation of valid lets lengths drift by 1e-5")
			}
		}
	}
}

// TestJointsAreReadHanging: the trees of bodies with joints keep no distances after reading.
func TestJointsAreReadHanging(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	s := sized(4)
	s.Position[1], s.Position[5], s.Position[8] = 1, 1, 1
	s.TargetPosition = append([]float32{}, s.Position...)
	require.NoError(t, s.Join(s.Position, []system.Joint{{Parent: -1, Members: []int{0, 1, 2, 3}, Axis: [3]float64{0, 0, 1}}}))
	require.NoError(t, Write(path, &Data{Train: []system.Sample{s}}))
	read, err := Read(path)
	require.NoError(t, err)
	require.Equal(t, s.Objects, read.Train[0].Objects)
	require.Empty(t, read.Train[0].Objects.Bars(system.Tree))
}
