package bench

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSmallerBatches: each size is compared with the last one that was measured, and one that was not
// measured leaves it. An error ends the measurements.
func TestSmallerBatches(t *testing.T) {
	for _, c := range []struct {
		missing, fails int
		smaller        []int
	}{{0, 0, []int{1, 10, 20}}, {20, 0, []int{1, 10, 10}}, {10, 0, []int{1, 1, 20}}, {0, 20, []int{1, 10}}} {
		var smaller []int
		err := ofSizes([]int{10, 20, 30}, func(size int, before Growth) (Growth, error) {
			smaller = append(smaller, before.Edges)
			g := Growth{Edges: size}
			if size == c.missing {
				g.Missing = "too little memory"
			}
			if size == c.fails {
				return g, errors.New("no session")
			}
			return g, nil
		})
		require.Equal(t, c.fails > 0, err != nil, "%+v", c)
		require.Equal(t, c.smaller, smaller, "%+v", c)
	}
}
