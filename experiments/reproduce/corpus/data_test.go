package corpus

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestExtents: a simulated system says its particles, all of which interact, and recordings have about those of their kind.
func TestExtents(t *testing.T) {
	for _, c := range []struct {
		of                   DataSet
		particles, neighbors int
	}{
		{DataSet{Kind: NBody, System: "1,2,1"}, 8, 7}, {DataSet{Kind: NBodyFrames, System: "3,0,0"}, 3, 2}, {DataSet{Kind: NBody, System: "?"}, 0, 0},
		{DataSet{Kind: Molecule}, 8, 5}, {DataSet{Kind: Motion}, 31, 5}, {DataSet{Kind: Running}, 31, 5},
	} {
		particles, neighbors, known := c.of.Extent()
		require.True(t, known)
		require.Equal(t, [2]int{c.particles, c.neighbors}, [2]int{particles, neighbors}, "%+v", c.of)
	}
}

// TestSimulatedKinds: systems are those that are asked for, without charges or along many frames, and the test systems
// are moved far away where that is asked for.
func TestSimulatedKinds(t *testing.T) {
	d := DataSet{System: "2,0,0", Train: 1, Valid: 1, Test: 1, Seed: 3}
	plain, err := simulate(t.Context(), d)
	require.NoError(t, err)
	require.NotNil(t, plain.Train[0].Charge)
	require.Nil(t, plain.Train[0].Trajectory)
	neutral, err := simulateNeutral(t.Context(), d)
	require.NoError(t, err)
	require.Nil(t, neutral.Train[0].Charge)
	frames, err := simulateFrames(t.Context(), d)
	require.NoError(t, err)
	require.Equal(t, 51, frames.Train[0].Trajectory.Frames())
	for _, extreme := range system.Extremes() {
		d.Extreme = extreme.Name
		far, err := simulate(t.Context(), d)
		require.NoError(t, err, extreme.Name)
		require.Equal(t, plain.Train, far.Train)
		require.Equal(t, extreme.Apply(plain.Test[0]).Position, far.Test[0].Position)
		require.Contains(t, far.About.Source, extreme.Name+", simulated on from there")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	_, err = simulate(ended, d)
	require.ErrorIs(t, err, context.Canceled)
	d.Extreme = "nothing"
	_, err = simulate(t.Context(), d)
	require.ErrorContains(t, err, "there are no systems with nothing")
	_, err = simulate(t.Context(), DataSet{System: "?"})
	require.ErrorContains(t, err, "?")
}

// TestStore: a data set is made once, and a store that is shared is locked meanwhile.
func TestStore(t *testing.T) {
	d := DataSet{Kind: NBody, System: "1,0,0", Train: 1, Valid: 1, Test: 1}
	for _, shared := range []bool{false, true} {
		store := &Store{Folder: t.TempDir(), Shared: shared}
		made, path, err := store.Get(t.Context(), d)
		require.NoError(t, err)
		require.FileExists(t, path)
		_, err = os.Stat(path + ".lock")
		require.Equal(t, shared, err == nil)
		read, _, err := store.Get(t.Context(), d)
		require.NoError(t, err)
		require.Equal(t, made.Train[0].Position, read.Train[0].Position)
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		_, _, err = store.Get(t.Context(), d)
		require.ErrorContains(t, err, "is an empty file, expected an .npz file")
	}
	_, _, err := (&Store{Folder: t.TempDir()}).Get(t.Context(), DataSet{Kind: NBody, System: "?"})
	require.ErrorContains(t, err, "?")
}

// TestPrepareMechanics: arrays that follow from others are left out, and those that models are not given.
func TestPrepareMechanics(t *testing.T) {
	var all []npz.Array
	for _, split := range []string{"train", "valid", "test"} {
		positions := npz.Array{Key: split + "_positions", Shape: []int{1, 3, 2, 3}, Floats: make([]float32, 18)}
		for i := range positions.Floats {
			positions.Floats[i] = float32(i % 6)
		}
		all = append(all, positions, npz.Array{Key: split + "_angle", Shape: []int{1, 3, 1}, Floats: make([]float32, 3)})
	}
	all = append(all, npz.Array{Key: "mass", Shape: []int{2}, Floats: []float32{1, 2}}, npz.Array{Key: "lengths", Shape: []int{1}, Floats: []float32{1}})
	path := filepath.Join(t.TempDir(), "arm.npz")
	require.NoError(t, npz.Write(path, all))
	d := DataSet{File: path}
	data, err := PrepareMechanics(t.Context(), d)
	require.NoError(t, err)
	first := data.First()
	require.Equal(t, []float32{1, 2}, system.Mass.Of(&first))
	d.Hidden = "mass"
	data, err = PrepareMechanics(t.Context(), d)
	require.NoError(t, err)
	first = data.First()
	require.Nil(t, system.Mass.Of(&first))
	_, err = PrepareMechanics(t.Context(), DataSet{File: "absent.npz"})
	require.ErrorContains(t, err, "absent.npz")
}
