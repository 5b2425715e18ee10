package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestSharedOnceOnly: what all of several samples share is one array, and what one sample has is one of its split.
func TestSharedOnceOnly(t *testing.T) {
	mass, other := []float32{1, 2}, []float32{1, 2}
	with := func(values []float32) system.Sample {
		s := sized(2)
		system.Mass.Set(&s, values)
		return s
	}
	for _, c := range []struct {
		train, valid []system.Sample
		want         []string
	}{
		{[]system.Sample{with(mass)}, nil, []string{"train_mass"}},
		{[]system.Sample{with(mass), with(mass)}, nil, []string{"mass"}},
		{[]system.Sample{with(mass)}, []system.Sample{with(mass)}, []string{"mass"}},
		{[]system.Sample{with(mass)}, []system.Sample{with(other)}, []string{"train_mass", "valid_mass"}},
	} {
		arrays, err := (&Data{Train: c.train, Valid: c.valid}).arrays("")
		require.NoError(t, err)
		var keys []string
		for _, array := range arrays {
			if _, name := cutSplit(array.Key); name == "mass" {
				keys = append(keys, array.Key)
			}
		}
		require.Equal(t, c.want, keys)
	}
}

// TestOriginsWritten: the starts of samples are written by their recordings, with the span if that is known.
func TestOriginsWritten(t *testing.T) {
	for _, c := range []struct {
		origin Origin
		want   []npz.Array
	}{
		{Origin{}, nil},
		{Origin{Starts: []int64{3, 5}}, []npz.Array{{Key: "train_start", Shape: []int{2}, Ints: []int64{3, 5}}}},
		{Origin{Starts: []int64{3, 5}, Span: 1}, []npz.Array{
			{Key: "train_span", Shape: []int{1}, Ints: []int64{1}}, {Key: "train_start", Shape: []int{2}, Ints: []int64{3, 5}},
		}},
		{Origin{Starts: []int64{3, 5, 7, 9}, Cases: []int64{8, 6}}, []npz.Array{
			{Key: "train_case", Shape: []int{2}, Ints: []int64{8, 6}}, {Key: "train_start", Shape: []int{2, 2}, Ints: []int64{3, 5, 7, 9}},
		}},
	} {
		arrays, err := (&Data{Train: []system.Sample{sized(2), sized(2)}, Origins: map[string]Origin{"train": c.origin}}).arrays("")
		require.NoError(t, err)
		var got []npz.Array
		for _, array := range arrays {
			if array.Ints != nil {
				got = append(got, array)
			}
		}
		require.Equal(t, c.want, got)
	}
}
