package train

import (
	"math"
	"testing"

	"gmnc/internal/adam"

	"github.com/stretchr/testify/require"
)

// worstMoments are Adam's moments after the gradients that make the first largest
// beside the second: by Cauchy and Schwarz each is b1/b2 times the one after it.
func worstMoments() (first, second float64) {
	const b1, b2 = 0.9, 0.999
	for k := 200; k >= 0; k-- {
		gradient := math.Pow(b1/b2, float64(k))
		first, second = b1*first+(1-b1)*gradient, b2*second+(1-b2)*gradient*gradient
	}
	return first, second
}

// TestTheWorstGradientsLeaveMomentsThatAreTaken, and moments a tenth beyond the
// bound are refused; of squares too small for float32 none is.
func TestTheWorstGradientsLeaveMomentsThatAreTaken(t *testing.T) {
	first, second := worstMoments()
	for _, c := range []struct {
		first, second float64
		taken         bool
	}{
		{first, second, true}, {-first, second, true}, {1.1 * first, second, false},
		{1e-19, 0, true}, {1e-17, 0, false}, {0, 0, true}, {0, -1e-30, false},
		{math.Inf(1), 1, false}, {math.NaN(), 1, false}, {1, math.Inf(1), false}, {1, math.NaN(), false},
	} {
		err := checkMoments([]float32{float32(c.first)}, []float32{float32(c.second)}, adam.Decays{})
		require.Equal(t, c.taken, err == nil, "%g and %g", c.first, c.second)
	}
}
