package datasets

import (
	"testing"

	"github.com/stretchr/testify/require"
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
		"the first of such":           {Origin{Cases: []int64{4, 4, 2}, Starts: []int64{1, 2, 3}}, 2, []Moment{{4, 1}, {4, 2}}},
		"no equal number of each":     {Origin{Cases: []int64{4, 2}, Starts: []int64{1, 2, 3, 4}}, 3, nil},
		"nothing":                     {Origin{}, 2, nil},
		"nothing, and no sample":      {Origin{}, 0, nil},
		"recordings without a sample": {Origin{Cases: []int64{4}, Starts: []int64{1}}, 0, nil},
	} {
		require.Equal(t, c.moments, c.origin.Moments(c.samples), name)
	}
}
