package md17

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/datasets/npz"
)

// archive returns a reader of arrays.
func archive(t *testing.T, arrays ...npz.Array) *npz.Archive {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, npz.Encode(&file, arrays))
	a, err := npz.New("m.npz", bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return a
}

// TestWrongArchives: what is wrong with the arrays of a file is named by its key and place.
func TestWrongArchives(t *testing.T) {
	floats := func(key string, values ...float32) npz.Array {
		return npz.Array{Key: key, Shape: []int{len(values) / 6, 2, 3}, Floats: append([]float32{}, values...)}
	}
	z := npz.Array{Key: "z", Shape: []int{2}, Ints: []int64{6, 1}}
	frames := floats("R", 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0)
	pairs := func(without string, more ...npz.Array) (all []npz.Array) {
		for _, split := range datasets.SplitNames {
			for _, name := range []string{"x0", "v0", "xT"} {
				if key := split + "_" + name; key != without {
					all = append(all, floats(key, 0, 0, 0, 1, 0, 0))
				}
			}
		}
		return append(append(all, z), more...)
	}
	nan, large := float32(math.NaN()), float32(math.Inf(1))
	for want, arrays := range map[string][]npz.Array{
		"z is missing: expected the atomic numbers z [atoms], and R [frames, atoms, 3]": {frames},
		"z has no atoms": {frames, {Key: "z", Shape: []int{0}, Ints: []int64{}}},
		"z has 0 for atom 1, expected an atomic number, 1 to 118":                                                {frames, {Key: "z", Shape: []int{2}, Ints: []int64{6, 0}}},
		"z has 119 for atom 0, expected an atomic number, 1 to 118":                                              {frames, {Key: "z", Shape: []int{2}, Ints: []int64{119, 6}}},
		"dt_fs is 0, expected the time from frame to frame in fs, above 0":                                       {z, frames, {Key: "dt_fs", Shape: []int{}, Floats: []float32{0}}},
		"R has no frames, expected two or more":                                                                  {z, floats("R")},
		"F has shape [1 2 3], expected":                                                                          {z, frames, floats("F", 0, 0, 0, 0, 0, 0)},
		"V has shape [1 2 3], expected":                                                                          {z, frames, floats("V", 0, 0, 0, 0, 0, 0)},
		"E has shape [3], expected":                                                                              {z, frames, {Key: "E", Shape: []int{3}, Floats: []float32{0, 0, 0}}},
		`v_unit is "mile/h", which is not known here: expected a length by a time, such as angstrom/fs, or ASE`:  {z, frames, floats("V", frames.Floats...), {Key: "v_unit", Text: "mile/h"}},
		"valid_v0 is missing: expected R [frames, atoms, 3], or {train,valid,test}_{x0,v0,xT} [pairs, atoms, 3]": pairs("valid_v0"),
		"delta_frame holds [0], expected one number of frames above 0":                                           pairs("", npz.Array{Key: "delta_frame", Shape: []int{}, Ints: []int64{0}}),
		"train_frame has shape [2], expected":                                                                    pairs("", npz.Array{Key: "train_frame", Shape: []int{2}, Ints: []int64{0, 1}}),
		"test_vT has shape [2 2 3], expected":                                                                    pairs("", floats("test_vT", make([]float32, 12)...)),
		"test_x0 has no pairs, expected one or more":                                                             append(pairs("test_x0"), floats("test_x0")),
	} {
		require.ErrorContains(t, new(source).readArchive(archive(t, arrays...)), want)
	}
	for at, value := range map[int]float32{7: nan, 11: large} {
		wrong := slices.Clone(frames.Floats)
		wrong[at] = value
		for _, key := range []string{"R", "F", "V"} {
			arrays := []npz.Array{z, floats(key, wrong...)}
			if key != "R" {
				arrays = append(arrays, frames)
			}
			require.ErrorContains(t, new(source).readArchive(archive(t, arrays...)), fmt.Sprintf("m.npz: %s has %v at [1, %d, %d], expected finite", key, value, at/3%2, at%3))
		}
		require.ErrorContains(t, new(source).readArchive(archive(t, append(pairs("train_xT"), floats("train_xT", wrong[6:]...))...)), "m.npz: train_xT has ")
	}
	require.EqualError(t, checkFinite(archive(t), "R", []float64{0, 0, 0, 0, 0, 0, 0, math.NaN(), 0, 0, 0, 0}, 2), "m.npz: R has NaN at [1, 0, 1], expected finite float32 numbers")
	_, err := energies(archive(t, npz.Array{Key: "E", Shape: []int{2, 2}, Floats: make([]float32, 4)}), "E", npz.Axis{Name: "frames", Size: 2})
	require.ErrorContains(t, err, "m.npz: E has shape [2 2], expected [2 frames]")
	column, err := energies(archive(t, npz.Array{Key: "E", Shape: []int{2, 1}, Floats: []float32{3, 4}}), "E", npz.Axis{Name: "frames", Size: 2})
	require.NoError(t, err)
	require.Equal(t, []float64{3, 4}, column)
	s := new(source)
	require.NoError(t, s.readArchive(archive(t, pairs("", floats("test_vT", 1, 2, 3, 4, 5, 6), npz.Array{Key: "delta_frame", Shape: []int{}, Ints: []int64{7}}, npz.Array{Key: "test_frame", Shape: []int{1}, Ints: []int64{9}})...)))
	require.EqualValues(t, 7, s.interval)
	require.Equal(t, []int64{9}, s.pairs.Origins["test"].Starts)
	require.Equal(t, []float32{1, 2, 3, 4, 5, 6}, s.pairs.Test[0].TargetVelocity)
	require.Nil(t, s.pairs.Train[0].TargetVelocity)
}
