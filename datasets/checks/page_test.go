package checks

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/document"
)

// TestChecksOnAPage: docs/data.md has a row for each check.
func TestChecksOnAPage(t *testing.T) {
	_, page, found := strings.Cut(document.Read(t, "data.md"), "| check | what it finds |")
	require.True(t, found)
	listed := map[string]bool{}
	for line := range strings.Lines(page) {
		if row := strings.Split(line, "|"); len(row) > 1 {
			for _, name := range strings.Split(row[1], ", ") {
				listed[strings.TrimSpace(name)] = true
			}
		}
	}
	for _, row := range table {
		require.True(t, listed[row.name], "docs/data.md has no row of the check %q", row.name)
	}
}
