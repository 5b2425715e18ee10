package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestZeroFrames: frames in which all joints are at 0, and one of which a joint jumps to, have one note.
// One that they reach without a jump, one joint alone and frames at another number are no such frames.
func TestZeroFrames(t *testing.T) {
	two := func(joints int, change func(frame int, x []float64)) *Recording {
		r := &Recording{Elements: joints, Each: 1, Starts: []int{0, 60}}
		for frame := range 60 {
			x := make([]float64, joints)
			for k := range x {
				x[k] = 2 + float64(k) + math.Sin(0.1*float64(frame))
			}
			change(frame, x)
			r.Positions = append(r.Positions, x...)
		}
		return r
	}
	fill := func(first, last int, with float64) func(frame int, x []float64) {
		return func(frame int, x []float64) {
			for k := range x {
				if first <= frame && frame <= last {
					x[k] = with
				}
			}
		}
	}
	for name, c := range map[string]struct {
		r           *Recording
		first, last int
	}{
		"within":       {two(2, fill(20, 29, 0)), 20, 29},
		"at the start": {two(2, fill(0, 9, 0)), 0, 9},
		"at the end":   {two(2, fill(50, 59, 0)), 50, 59},
	} {
		require.Equal(t, []Misplaced{{Frame: c.first, Last: c.last, All: true}}, c.r.Zeros(), name)
		require.Equal(t, []string{ZeroPosition}, reported(c.r), name)
		require.Len(t, c.r.Broken(), c.last-max(0, c.first-1)+1, name)
	}
	require.Contains(t, two(2, fill(20, 29, 0)).Check(words)[0].Found, "every joint is at 0 from this frame to frame 129, and jumps there or back (the only such gap)")
	for name, r := range map[string]*Recording{
		"one joint":      two(1, fill(20, 29, 0)),
		"another number": two(2, fill(20, 29, 1)),
		"one of two": two(2, func(frame int, x []float64) {
			if frame >= 20 && frame < 30 {
				x[0] = 0
			}
		}),
		"rest at 0": two(2, func(frame int, x []float64) {
			for k := range x {
				x[k] = max(0, 0.01*float64(frame-20))
			}
		}),
	} {
		require.Empty(t, r.Zeros(), name)
	}
}
