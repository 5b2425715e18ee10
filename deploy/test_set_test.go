package deploy

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
)

// TestDifferingErrors: stated errors hold if mean squares, and sums of lengths beyond their
// rounding, are the same to a thousandth.
func TestDifferingErrors(t *testing.T) {
	for _, c := range []struct {
		position, constraint, rounding float64
		want                           []string
	}{
		{4, 2, 0, nil},
		{4 * 1.0009, 2 * 1.0009, 0, nil},
		{4 * 0.9991, 2 * 0.9991, 0, nil},
		{4 * 1.0011, 2, 0, []string{"root mean squared error on d.npz is stated as 2.0011 and is 2"}},
		{4, 2 * 1.0011, 0, []string{"constraint error on d.npz is stated as 2.0022 and is 2"}},
		{4, 2 * 1.0011, 0.001, nil},
	} {
		stated := &artifact.TestErrors{Data: "d.npz", Position: c.position, Constraint: c.constraint}
		require.Equal(t, c.want, differing(stated, &artifact.TestErrors{Position: 4, Constraint: 2}, c.rounding), "%+v", c)
	}
	require.Len(t, differing(&artifact.TestErrors{Position: math.NaN(), Constraint: math.NaN()}, &artifact.TestErrors{}, 0), 2)
}
