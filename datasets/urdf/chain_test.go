package urdf

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/rotation"
	"gmnc/internal/test/allclose"
)

// TestAt: a joint turns its link's frame, or slides it along the axis in the parent's frame.
func TestAt(t *testing.T) {
	quarter := rotation.About(2, math.Pi/2)
	l := Link{Turn: quarter, Origin: [3]float64{1, 2, 3}, Axis: [3]float64{1, 0, 0}}
	turn, place := l.At(0.7)
	require.Equal(t, l.Origin, place)
	require.Equal(t, quarter.Times(rotation.By([3]float64{0.7, 0, 0})), turn)
	l.Slides = true
	turn, place = l.At(0.5)
	require.Equal(t, quarter, turn)
	allclose.Within(t, []float64{1, 2.5, 3}, place[:], 1e-15)
}
