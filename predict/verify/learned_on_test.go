package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestHungAsLearned: a body hangs on the one before it up to the most bars from the root, and
// beside it beyond; the first body and those that float hang on none.
func TestHungAsLearned(t *testing.T) {
	const hinge, ball, floating = system.OnAxis, system.OnBall, system.Floating
	for _, c := range []struct {
		types []int
		most  int
		want  []int
	}{
		{nil, 2, nil},
		{[]int{floating}, 2, []int{-1}},
		{[]int{hinge, hinge}, -1, []int{-1, -1}},
		{[]int{hinge, hinge, hinge}, 0, []int{-1, -1, -1}},
		{[]int{hinge, ball, hinge, ball}, 1, []int{-1, 0, 0, 0}},
		{[]int{hinge, ball, hinge, ball, hinge}, 2, []int{-1, 0, 1, 1, 1}},
		{[]int{hinge, hinge, hinge, hinge}, 3, []int{-1, 0, 1, 2}},
		{[]int{hinge, hinge, floating, hinge, hinge}, 1, []int{-1, 0, -1, 2, 2}},
	} {
		require.Equal(t, c.want, hungAsLearned(c.types, c.most), "%v, %d", c.types, c.most)
	}
}
