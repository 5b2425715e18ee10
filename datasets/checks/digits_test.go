package checks

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSignificantDigits: numbers of a few significant digits are recognized up to six, and a
// rounding to decimals is reported as such.
func TestSignificantDigits(t *testing.T) {
	rounded := func(format byte, digits int) (numbers []float64) {
		random := rand.New(rand.NewPCG(1, 2))
		for range 200 {
			x, _ := strconv.ParseFloat(strconv.FormatFloat(100*random.NormFloat64(), format, digits, 64), 32)
			numbers = append(numbers, x)
		}
		return numbers
	}
	for digits := range 8 {
		if digits > 0 {
			require.Equal(t, min(digits, mostDigits+1), digitsOf(slices.Values(rounded('g', digits))))
		}
	}
	for off, want := range map[float64]int{0.9: 3, 1.1: mostDigits + 1} { // of the rounding of float32
		require.Equal(t, want, digitsOf(slices.Values([]float64{1.23 * (1 + off*0x1p-23)})), off)
	}
	seven := line1(make([][3]float32, 100)...)
	for k, x := range rounded('g', 7)[:100] {
		seven[k].Position, seven[k].TargetPosition = []float32{float32(x), 0, 0}, []float32{float32(x) + 1, 0, 0}
	}
	require.Empty(t, digits(at(seven)).args[0])
	decimals := rounded('f', 2)
	for k := range decimals { // below 1 and, often, 1, which has fewer digits
		decimals[k] = math.Round(100*min(1, math.Abs(decimals[k])/99)) / 100
	}
	for want, numbers := range map[string][]float64{"3 significant digits": rounded('g', 3), "6 significant digits": rounded('g', 6), "0.1": rounded('f', 1), "0.01": decimals} {
		samples := line1(make([][3]float32, 100)...)
		for k := range samples {
			samples[k].Position = []float32{float32(numbers[k]), 0, 0}
			samples[k].TargetPosition = []float32{float32(numbers[k+100]), 0, 0}
		}
		require.Equal(t, want, digits(at(samples)).args[0])
	}
}
