// Package allclose compares numbers in tests.
package allclose

import (
	"math"
	"reflect"
	"testing"

	"gmnc/internal/vector"

	"github.com/stretchr/testify/require"
)

// Require fails the test unless got equals want within a tolerance, relative to the largest
// entry of want.
func Require[T float32 | float64](t testing.TB, name string, want []float64, got []T, tolerance float64) {
	t.Helper()
	require.Len(t, got, len(want), name)
	largest := 0.0
	for _, value := range want {
		largest = max(largest, math.Abs(value))
	}
	for i, value := range want {
		// This is written so that a NaN fails.
		if off := math.Abs(float64(got[i]) - value); !(off <= tolerance*largest) {
			require.Failf(t, name, "entry %d is %g and should be %g: off by %.2g of the largest entry, %g",
				i, got[i], value, off/largest, largest)
		}
	}
}

// Within fails the test unless got has as many numbers as want, each within delta of its own.
// Unlike require.InDeltaSlice, it does not accept a list that ends early.
func Within(t testing.TB, want, got any, delta float64, message ...any) {
	t.Helper()
	require.Len(t, got, reflect.ValueOf(want).Len(), message...)
	if !near(widened(want), widened(got), delta) {
		require.InDeltaSlice(t, want, got, delta, message...)
	}
}

// near reports whether two lists are seen to be within delta without InDeltaSlice, which takes a
// microsecond for each number.
func near(want, got []float64, delta float64) bool {
	if len(want) == 0 || len(got) != len(want) {
		return false
	}
	for i, x := range want {
		if !(math.Abs(x-got[i]) <= delta) {
			return false
		}
	}
	return true
}

// widened returns a list in float64, or nil if it has no floats.
func widened(list any) []float64 {
	switch list := list.(type) {
	case []float64:
		return list
	case []float32:
		return vector.Widened(list)
	}
	return nil
}
