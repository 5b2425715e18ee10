package datasets

import (
	"archive/zip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestMassesOfFeatures: a feature of masses gives the masses of particles, unless the file has these, and is written as a feature alone.
func TestMassesOfFeatures(t *testing.T) {
	feature, own := npyFile("<f4", "False", "(1, 3)", []float32{1, 2, 3}), npyFile("<f4", "False", "(1, 3)", []float32{4, 5, 6})
	data, err := readBytes(zipFile(zip.Store, replaced(smallEntries(), "train_node_mass", feature)...))
	require.NoError(t, err)
	require.Equal(t, []float32{1, 2, 3}, system.Mass.Of(&data.Train[0]))
	arrays, err := data.arrays("")
	require.NoError(t, err)
	var keys []string
	for _, array := range arrays {
		if strings.Contains(array.Key, "mass") {
			keys = append(keys, array.Key)
		}
	}
	require.Equal(t, []string{"train_node_mass"}, keys)
	data, err = readBytes(zipFile(zip.Store, replaced(replaced(smallEntries(), "train_node_mass", feature), "train_mass", own)...))
	require.NoError(t, err)
	require.Equal(t, []float32{4, 5, 6}, system.Mass.Of(&data.Train[0]))
}

// TestWhatBelongsTogether: arrays that belong together are missing by their key, and the first error of a split stands.
func TestWhatBelongsTogether(t *testing.T) {
	energy, forces := npyFile("<f4", "False", "(1,)", []float32{7}), npyFile("<f4", "False", "(1, 3, 3)", make([]float32, 9))
	frames := npyFile("<f4", "False", "(1, 2, 3, 3)", []float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	column := npyFile("<f4", "False", "(1, 3)", make([]float32, 3))
	add := func(more ...entry) (all []entry) {
		all = smallEntries()
		for _, e := range more {
			all = replaced(all, e.key, e.data)
		}
		return all
	}
	for _, c := range []struct {
		want string
		all  []entry
	}{
		{"", add(entry{"train_energy", energy}, entry{"train_forces", forces})},
		{"x.npz: train_forces is missing: the energies of samples and the forces in them belong together", add(entry{"train_energy", energy})},
		{"x.npz: train_energy is missing: the energies of samples and the forces in them belong together", add(entry{"train_forces", forces})},
		{"", add(entry{"train_positions", frames}, entry{"train_velocities", frames})},
		{"x.npz: train_velocities is missing: the positions of a trajectory and its velocities belong together", add(entry{"train_positions", frames})},
		{"x.npz: train_positions is missing: the positions of a trajectory and its velocities belong together", add(entry{"train_velocities", frames})},
		{"x.npz: train_neighbors is missing, though there is the feature edge_hop: expected neighbors, of the same shape", add(entry{"train_edge_hop", npyFile("<f4", "False", "(1, 3, 1)", make([]float32, 3))})},
		{"x.npz: train_v0 is missing, though train_x0 is there: a split needs x0, v0, xT", []entry{smallEntries()[0]}},
		{`x.npz is not a data set: it has "x0", but none of {train,valid,test}_x0`, []entry{{"x0", column}}},
		{`x.npz is not a data set: it has "train_q", but none of {train,valid,test}_x0`, []entry{{"train_q", column}}},
		{"x.npz holds the unknown key \"q\": known are {train,valid,test}_{x0,v0,xT,", add(entry{"q", column})},
		{"x.npz holds the unknown key \"node_\": known are", add(entry{"node_", column})},
		{"", add(entry{"train_node_a", column})},
		{"x.npz: train_x0 has shape [1 3], expected", add(entry{"train_x0", column}, entry{"train_sizes", npyFile("<i8", "False", "(1,)", []int64{4})})},
		{"x.npz: train_x0 has shape [1 3], expected", add(entry{"train_x0", column}, entry{"train_positions", frames}, entry{"train_velocities", frames})},
		{"x.npz: train_x0 has shape [1 3], expected", add(entry{"train_x0", column}, entry{"train_energy", energy}, entry{"train_forces", forces})},
		{"x.npz: train_x0 has shape [1 3], expected", add(entry{"train_x0", column}, entry{"train_start", npyFile("<i8", "False", "(1,)", []int64{4})})},
		{"x.npz: train_sizes says that sample 0 has 4 particles, expected 1 to 3, for which the arrays have room", add(entry{"train_sizes", npyFile("<i8", "False", "(1,)", []int64{4})})},
		{"x.npz: train_sizes says that sample 0 has 0 particles", add(entry{"train_sizes", npyFile("<i8", "False", "(1,)", []int64{0})})},
		{"x.npz: train_force has 4 axes, one of them of frames, and there are no frames: expected train_positions and train_velocities [samples, frames, particles, 3], too, or an array without that axis", add(entry{"train_force", npyFile("<f4", "False", "(1, 2, 3, 3)", make([]float32, 18))})},
		{"x.npz: train_force has shape [1 3 2], expected [1 samples, 3 particles, 3 axes]", add(entry{"train_force", npyFile("<f4", "False", "(1, 3, 2)", make([]float32, 6))})},
		{"x.npz: source is an array", add(entry{"source", column})},
		{"x.npz: train_span is 0, expected how many frames after its start a sample ends: 1 or more", add(entry{"train_start", npyFile("<i8", "False", "(1,)", []int64{4})}, entry{"train_span", npyFile("<i8", "False", "(1,)", []int64{0})})},
	} {
		if _, err := readBytes(zipFile(zip.Store, c.all...)); c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}
