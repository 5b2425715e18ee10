package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestPathsOfSets: whatever distinguishes data sets is part of their files' names, and test samples alone count as a set
// without others.
func TestPathsOfSets(t *testing.T) {
	store := &Store{Folder: "folder"}
	one := DataSet{Kind: Motion, System: "35 walk", Train: 1, Valid: 2, Test: 3, Seed: 4}
	require.Equal(t, filepath.Join("folder", "mocap_35-walk_1_2_3_seed4.npz"), store.path(one))
	seen := map[string]bool{}
	for _, change := range []func(d *DataSet){
		func(d *DataSet) {}, func(d *DataSet) { d.Hinges = true }, func(d *DataSet) { d.Tree = true }, func(d *DataSet) { d.Joints = true },
		func(d *DataSet) { d.Mirrored = true }, func(d *DataSet) { d.Hidden = "mass" }, func(d *DataSet) { d.Extreme = "near" }, func(d *DataSet) { d.Content = "abc" },
		func(d *DataSet) { d.TestOnly = true },
	} {
		other := one
		change(&other)
		require.False(t, seen[store.path(other)], store.path(other))
		seen[store.path(other)] = true
	}
	one.TestOnly = true
	require.True(t, strings.HasSuffix(store.path(one), "_0_0_3_seed4.npz"))
}

// TestSizesOfSystems: kinds that are known before their data are made have an extent, and others a work.
func TestSizesOfSystems(t *testing.T) {
	for kind, want := range map[string][2]int{FiveCharges: {5, 4}, Forest: {10, 9}, Argon: {125, 43}} {
		particles, neighbors, known := DataSet{Kind: kind}.Extent()
		require.True(t, known)
		require.Equal(t, want, [2]int{particles, neighbors}, kind)
		require.Zero(t, DataSet{Kind: kind}.EpochWork())
	}
	_, _, known := DataSet{Kind: Mechanics}.Extent()
	require.False(t, known)
	require.Equal(t, 1e9, DataSet{Kind: Contact}.EpochWork())
	require.True(t, DataSet{Kind: Mechanics}.HasConstants())
	require.False(t, DataSet{Kind: Contact}.HasConstants())
}

// TestFilesOfKinds: the names under which recordings are looked for.
func TestFilesOfKinds(t *testing.T) {
	for kind, want := range map[string][]string{
		Forest: {"trees/a b.npz", "a b.npz"}, Mechanics: {"mechanics/ab.npz", "ab.npz"}, Running: {"a b.npz"}, Motion: {"cmu_35"},
		RobotLog: {filepath.Join("ur10e", "a b.npz")}, Molecule: {"md17_a b.npz", "a b_dft.npz", "md17_reconstructed_a b.npz"},
	} {
		require.Equal(t, want, kinds[kind].files("a b"), kind)
	}
	require.Equal(t, "md17_benzene_old.npz", moleculeFiles("benzene")[0])
	require.Equal(t, "joint07", JointName(7))
}

// TestAbsentRecordings: what is missing is said, and a folder that cannot be read is an error.
func TestAbsentRecordings(t *testing.T) {
	none := NewRecordings("")
	require.NoError(t, none.Check())
	err := none.Locate(&DataSet{Kind: Motion})
	require.ErrorAs(t, err, new(AbsentError))
	require.ErrorContains(t, err, "it needs recorded data")
	folder := t.TempDir()
	empty := NewRecordings(folder)
	require.NoError(t, empty.Check())
	err = empty.Locate(&DataSet{Kind: Forest, System: "a"})
	require.ErrorAs(t, err, new(AbsentError))
	require.EqualError(t, err, "the folder of recorded data has no trees/a.npz, a.npz")
	absent := NewRecordings(filepath.Join(folder, "absent"))
	require.ErrorContains(t, absent.Check(), "cannot read the folder of recorded data: ")
	require.NoError(t, none.Locate(&DataSet{Kind: NBody}))
}

// TestJointsOfRunning: each joint has a feature of its own if they are asked for, and the bones of the other side must be
// there to mirror them.
func TestJointsOfRunning(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.npz")
	require.NoError(t, npz.Write(path, recordedRuns()))
	data, err := prepareRunning(t.Context(), DataSet{File: path, Prepared: Prepared{Joints: true}})
	require.NoError(t, err)
	require.Equal(t, []string{"joint00", "joint01", "joint02"}, data.NodeFeatures)
	require.Equal(t, []float32{1, 0, 0, 0, 1, 0, 0, 0, 1}, data.Train[0].NodeFeatures)
	require.Equal(t, "30 frames", data.About.Interval)
	_, err = prepareRunning(t.Context(), DataSet{File: path, Prepared: Prepared{Mirrored: true}})
	require.ErrorContains(t, err, "run.npz: train sample 0 cannot be mirrored: it has 3 joints, expected CMU's skeleton of 31")
	_, err = prepareRunning(t.Context(), DataSet{File: "absent.npz"})
	require.ErrorIs(t, err, os.ErrNotExist)
	for _, key := range []string{"positions", "start", "bones", "valid_case", "valid_starts"} {
		var arrays []npz.Array
		for _, a := range recordedRuns() {
			if a.Key != key {
				arrays = append(arrays, a)
			}
		}
		require.NoError(t, npz.Write(path, arrays))
		_, err := prepareRunning(t.Context(), DataSet{File: path})
		require.ErrorContains(t, err, key)
	}
}

// TestBoundsOfRunning: a start, a trial and the frames of a trial may be at their bounds, and not beyond.
func TestBoundsOfRunning(t *testing.T) {
	for _, c := range []struct {
		key    string
		change func(a *npz.Array)
		wrong  bool
	}{
		{"test_starts", func(a *npz.Array) { a.Ints[0] = 14 }, false}, {"test_starts", func(a *npz.Array) { a.Ints[0] = 0 }, false}, {"test_starts", func(a *npz.Array) { a.Ints[0] = -1 }, true},
		{"train_case", func(a *npz.Array) { a.Ints[0] = 1 }, false}, {"train_case", func(a *npz.Array) { a.Ints[0] = -1 }, true},
		{"start", func(a *npz.Array) { a.Ints[2] = 86 }, true}, {"start", func(a *npz.Array) { a.Ints[0] = -1 }, true},
		{"bones", func(a *npz.Array) { a.Ints[0] = -1 }, true}, {"bones", func(a *npz.Array) { a.Ints[3] = 3 }, true}, {"bones", func(a *npz.Array) { a.Ints[1] = 2 }, true},
	} {
		arrays := recordedRuns()
		for i := range arrays {
			of(c.key, c.change)(&arrays[i])
		}
		path := filepath.Join(t.TempDir(), "run.npz")
		require.NoError(t, npz.Write(path, arrays))
		_, err := prepareRunning(t.Context(), DataSet{File: path})
		require.Equal(t, c.wrong, err != nil, "%s: %v", c.key, err)
	}
}

// TestHingesOfRecordings: as many hinges are chosen as fit, and samples without one are refused.
func TestHingesOfRecordings(t *testing.T) {
	chain := func(particles int) *datasets.Data {
		s := system.Sample{Position: make([]float32, 3*particles)}
		for i := range particles - 1 {
			s.Bonds = append(s.Bonds, [2]int{i, i + 1})
		}
		return &datasets.Data{Train: []system.Sample{s}}
	}
	data, err := DataSet{}.decomposed(chain(6))
	require.NoError(t, err)
	require.Empty(t, data.Train[0].Objects.Of(system.Hinge))
	hinged := DataSet{File: "a.npz", Prepared: Prepared{Hinges: true}}
	data, err = hinged.decomposed(chain(6))
	require.NoError(t, err)
	require.Len(t, data.Train[0].Objects.Of(system.Hinge), 2)
	_, err = hinged.decomposed(chain(2))
	require.EqualError(t, err, "a.npz: there is no hinge: its samples have fewer than three particles")
	apart := chain(4)
	apart.Train[0].Bonds = [][2]int{{0, 1}, {2, 3}}
	_, err = hinged.decomposed(apart)
	require.ErrorContains(t, err, "a.npz: there is no hinge: ")
}
