package rotation

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSincosIsThatOfTheLibrary to the last place, where the compiler may contract
// the library's, and to the bit where it does not (amd64 below GOAMD64=v3).
func TestSincosIsThatOfTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 100000 {
		angle := random.NormFloat64() * math.Exp(12*random.Float64()-8)
		sin, cos := Sincos(angle)
		wantSin, wantCos := math.Sincos(angle)
		require.InDelta(t, wantSin, sin, 3e-16, angle)
		require.InDelta(t, wantCos, cos, 3e-16, angle)
	}
	for _, angle := range []float64{0, math.Inf(1), math.NaN(), 1e300} {
		sin, cos := Sincos(angle)
		wantSin, wantCos := math.Sincos(angle)
		require.Equal(t, []uint64{math.Float64bits(wantSin), math.Float64bits(wantCos)}, []uint64{math.Float64bits(sin), math.Float64bits(cos)})
	}
}
