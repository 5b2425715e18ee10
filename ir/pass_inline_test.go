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

// TestFoldLeavesCalls: a call of a function with constants is left to inlining.
func TestFoldLeavesCalls(t *testing.T) {
	m, err := Parse(head + `func @f(%x: float[1,1]) {
  %y = neg %x : float[1,1]
  return y=%y
}
main(%x: float[particles,3]) {
  %c = const {columns=1, rows=1, values=[2.0]} : float[1,1]
  %y = call @f %c {scope=f} : float[1,1]
  return y=%y
}`)
	require.NoError(t, err)
	before := Print(m)
	changed, err := passNamed("fold constants").Run(m)
	require.NoError(t, err)
	require.Zero(t, changed)
	require.Equal(t, before, Print(m))
}

// TestLiveThroughOneResult: an argument is live if any of the results that depend on it is read.
func TestLiveThroughOneResult(t *testing.T) {
	for read, live := range map[string]bool{"a": true, "b": true, "c": false} {
		m, err := Parse(head + `func @f(%x: float[1,3], %z: float[1,3]) {
  %y = neg %x : float[1,3]
  return a=%y, b=%y, c=%z
}
main(%x: float[1,3], param %w: float[1,3]) {
  %a, %b, %c = call @f %w, %x {scope=f} : float[1,3], float[1,3], float[1,3]
  return y=%` + read + `
}`)
		require.NoError(t, err)
		require.Equal(t, map[string]bool{"w": live, "x": !live}, Live(m), read)
	}
}
