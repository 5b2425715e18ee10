package gmnc_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestListsAreComparedWhole: no test compares lists by a function of testify that accepts a list
// which ends early, an empty one included. allclose.Within takes its place.
func TestListsAreComparedWhole(t *testing.T) {
	const function = "require.InDelta" + "Slice("
	for _, files := range filesOfGo(t, func(path string) bool { return strings.HasSuffix(path, "_test.go") }) {
		for _, file := range files {
			source, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NotContains(t, string(source), function, "%s: allclose.Within also compares the lengths", file)
		}
	}
}
