package ir

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestInlineNames: values of an inlined function get names that no other value has, also where one that is made for
// them is taken, and where the result has the name of another value of the function.
func TestInlineNames(t *testing.T) {
	m, err := Parse(head + `func @f(%x: float[particles,3]) {
  %y = neg %x : float[particles,3]
  %y_ = exp %y : float[particles,3]
  %z = tanh %y_ : float[particles,3]
  return z=%z, again=%z
}
main(%x: float[particles,3]) {
  %f/y = abs %x : float[particles,3]
  %f/y__, %a = call @f %f/y {scope=f} : float[particles,3], float[particles,3]
  %b, %c = call @f %a {scope=g} : float[particles,3], float[particles,3]
  return y=%f/y__, z=%c
}`)
	require.NoError(t, err)
	changed, err := inline(m)
	require.NoError(t, err)
	require.Equal(t, 2, changed)
	require.NoError(t, Verify(m))
	require.Equal(t, head+`
main(%x: float[particles,3]) {
  %f/y = abs %x : float[particles,3]
  %f/y_ = neg %f/y : float[particles,3]
  %f/y__ = exp %f/y_ : float[particles,3]
  %a = tanh %f/y__ : float[particles,3]
  %g/y = neg %a : float[particles,3]
  %g/y_ = exp %g/y : float[particles,3]
  %b = tanh %g/y_ : float[particles,3]
  return y=%a, z=%b
}
`, Print(m))
}
