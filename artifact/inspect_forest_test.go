package artifact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestNamesInForests: bodies have the names of their links, and particles of trees their own, where the data have names.
func TestNamesInForests(t *testing.T) {
	first := system.Sample{Objects: system.Objects{system.TreeOf([]int{0, 2}, []int{-1, 0}), system.Body.Of(0, 1), system.Body.Of(2, 3)}}
	text := func(names []string) string {
		var text strings.Builder
		describeForest(&text, first, names)
		return text.String()
	}
	named := text([]string{"hip 1", "hip 2", "knee 1", "knee 2"})
	require.Contains(t, named, "└─ 2 knee 1\n")
	require.Contains(t, named, " hip: 2 particles (of the first sample): 0 1, joined to a tree at 0\n")
	require.Contains(t, named, " knee: 2 particles (of the first sample): 2 3, joined to a tree at 2\n")
	require.Contains(t, text(nil), "└─ 2\n")
	require.Contains(t, text(nil), " 2 particles (of the first sample): 2 3, joined to a tree at 2\n")
	require.NotContains(t, text(nil), "knee")
}
