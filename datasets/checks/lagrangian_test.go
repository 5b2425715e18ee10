package checks

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFirstTerms: the equations of motion of the first frames are those of a recording that ends there.
func TestFirstTerms(t *testing.T) {
	r := logged(240, 0, 0.01)
	r.Starts = []int{0, 100, 240}
	m := r.lagrangian()
	require.Same(t, m, r.lagrangian(), "they are computed once")
	for _, most := range []int{150, 240, 300} {
		few := m.first(most)
		frames := min(most, 240)
		want := newLagrangian(r.part(0, frames))
		require.Equal(t, want.r.Starts, few.r.Starts)
		got, wanted := few.averaged(8, 0), want.averaged(8, 0)
		require.Equal(t, wanted.frames, got.frames)
		for joint, terms := range wanted.terms {
			require.Equal(t, terms, got.terms[joint])
		}
		require.Less(t, slices.Max(wanted.frames)+8, frames, "the last frame leads nowhere")
	}
}
