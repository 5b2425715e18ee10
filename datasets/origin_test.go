package datasets

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestMoments: samples are the first of each entry of recordings, or the first of all where
// each sample has an entry of its own.
func TestMoments(t *testing.T) {
	for name, c := range map[string]struct {
		origin  Origin
		samples int
		moments []Moment
	}{
		"one recording":               {Origin{Starts: []int64{5, 9}}, 2, []Moment{{0, 5}, {0, 9}}},
		"the first of one":            {Origin{Starts: []int64{5, 9}}, 1, []Moment{{0, 5}}},
		"too few starts":              {Origin{Starts: []int64{5}}, 2, nil},
		"the first of each":           {Origin{Cases: []int64{4, 2}, Starts: []int64{1, 2, 3, 4}}, 2, []Moment{{4, 1}, {2, 3}}},
		"an entry a sample":           {Origin{Cases: []int64{4, 4, 2}, Starts: []int64{1, 2, 3}}, 3, []Moment{{4, 1}, {4, 2}, {2, 3}}},
		"fewer than recordings":       {Origin{Cases: []int64{4, 2}, Starts: []int64{1, 2, 3, 4}}, 1, nil},
		"the first of such":           {Origin{Cases: []int64{4, 4, 2}, Starts: []int64{1, 2, 3}}, 2, []Moment{{4, 1}, {4, 2}}},
		"no equal number of each":     {Origin{Cases: []int64{4, 2}, Starts: []int64{1, 2, 3, 4}}, 3, nil},
		"nothing":                     {Origin{}, 2, nil},
		"nothing, and no sample":      {Origin{}, 0, nil},
		"recordings without a sample": {Origin{Cases: []int64{4}, Starts: []int64{1}}, 0, nil},
	} {
		require.Equal(t, c.moments, c.origin.Moments(c.samples), name)
	}
}

// TestSpansOfOrigins: the span of an origin is 1 or more, and is read as it was written, with the cases.
func TestSpansOfOrigins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.npz")
	data := &Data{Train: []system.Sample{sized(2), sized(2)}, Origins: map[string]Origin{"train": {Cases: []int64{4, 2}, Starts: []int64{3, 9}, Span: 1}}}
	require.NoError(t, Write(path, data))
	read, err := Read(path)
	require.NoError(t, err)
	require.Equal(t, data.Origins, read.Origins)
	arrays := func(more ...npz.Array) []npz.Array {
		s := sized(1)
		shape := []int{1, 1, 3}
		return append([]npz.Array{{Key: "train_x0", Shape: shape, Floats: s.Position}, {Key: "train_v0", Shape: shape, Floats: s.Velocity}, {Key: "train_xT", Shape: shape, Floats: s.TargetPosition}}, more...)
	}
	start := npz.Array{Key: "train_start", Shape: []int{1}, Ints: []int64{0}}
	for want, more := range map[string][]npz.Array{
		"train_span is 0, expected how many frames after its start a sample ends: 1 or more": {start, {Key: "train_span", Shape: []int{1}, Ints: []int64{0}}},
		"train_span has shape [2], expected":                                                 {start, {Key: "train_span", Shape: []int{2}, Ints: []int64{1, 1}}},
		"train_case has shape [], expected":                                                  {start, {Key: "train_case", Shape: []int{}, Ints: []int64{1}}},
	} {
		require.NoError(t, npz.Write(path, arrays(more...)))
		_, err := Read(path)
		require.ErrorContains(t, err, want)
	}
}
