package conformance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// Opener opens a module with the values of its parameters.
type Opener func(m *ir.Module, params map[string]runtime.Tensor) (runtime.Session, error)

// Run runs every case and compares its outputs. The cases of one module share a session, one
// after another, like the batches of a user. exceptions gives the reasons why an engine cannot
// run cases, by name or by the leading parts of names (an operator, a sample). An exception
// that fits no case fails the test.
func Run(t *testing.T, cases []Case, open Opener, exceptions map[string]string) {
	requireNeeded(t, cases, exceptions)
	cases = byModule(cases)
	var session runtime.Session
	nearest, at := 0.0, "nothing"
	for i, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			if name, found := excepted(c.Name, exceptions); found {
				t.Skip(exceptions[name])
			}
			var err error
			if session == nil {
				session, err = open(c.Module, c.Params)
				require.NoError(t, err)
			}
			outputs, err := session.Run(c.Batch)
			require.NoError(t, err)
			require.Len(t, outputs, len(c.Want))
			for name, want := range c.Want {
				off := Compare(t, name, want, outputs[name], c.Tolerance)
				if part := off / c.Tolerance; part > nearest {
					nearest, at = part, fmt.Sprintf("%s of %s is off by %.1e of %.1e", name, c.Name, off, c.Tolerance)
				}
			}
		})
		if session != nil && (i+1 == len(cases) || cases[i+1].Module != c.Module) {
			require.NoError(t, session.Close())
			session = nil
		}
	}
	t.Logf("nearest to its tolerance (%.0f %%): %s", 100*nearest, at)
}

// byModule sorts cases by module, in the order in which the modules first appear.
func byModule(cases []Case) []Case {
	place := map[*ir.Module]int{}
	for _, c := range cases {
		if _, known := place[c.Module]; !known {
			place[c.Module] = len(place)
		}
	}
	return slices.SortedStableFunc(slices.Values(cases), func(a, b Case) int {
		return cmp.Compare(place[a.Module], place[b.Module])
	})
}

// requireNeeded fails if an exception fits no case.
func requireNeeded(t *testing.T, cases []Case, exceptions map[string]string) {
	used := map[string]bool{}
	for _, c := range cases {
		if name, found := excepted(c.Name, exceptions); found {
			used[name] = true
		}
	}
	for name := range exceptions {
		require.True(t, used[name], "the exception %q fits no case", name)
	}
}

func excepted(name string, exceptions map[string]string) (string, bool) {
	for {
		if _, found := exceptions[name]; found {
			return name, true
		}
		at := strings.LastIndexByte(name, '/')
		if at < 0 {
			return "", false
		}
		name = name[:at]
	}
}

// Compare requires got to equal want within tolerance, relative to the largest entry of want,
// and returns the largest difference.
func Compare(t testing.TB, name string, want ir.Tensor, got runtime.Tensor, tolerance float64) (largest float64) {
	t.Helper()
	require.NoError(t, got.Check(), name)
	require.Equal(t, want.Shape, got.Shape, "shape of %s", name)
	if want.Index != nil {
		require.Equal(t, want.Index, got.Index, name)
		return 0
	}
	require.Len(t, got.Float, len(want.Float), name)
	scale := scaleOf(want)
	for i, x := range want.Float {
		off := math.Abs(float64(got.Float[i])-x) / scale
		if !(off <= tolerance) { // so that a NaN fails
			require.Fail(t, "not close", "%s[%d] = %g, want %g: off by %.2g of the largest entry, more than %g",
				name, i, got.Float[i], x, off, tolerance)
		}
		largest = math.Max(largest, off)
	}
	return largest
}

// zero is larger than sums of terms of order 1 that cancel in float64, such as the gradient
// with respect to the mass of a particle on which no force acts.
const zero = 1.0 / (1 << 48)

// scaleOf returns the largest entry, or 1 if all are 0.
func scaleOf(want ir.Tensor) (scale float64) {
	for _, x := range want.Float {
		scale = math.Max(scale, math.Abs(x))
	}
	if scale < zero {
		return 1
	}
	return scale
}
