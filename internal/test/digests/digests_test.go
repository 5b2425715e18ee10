package digests

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRenewed: what Renew writes is what Read returns and Require finds equal, and the digits are
// those of SHA-256.
func TestRenewed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.txt")
	lines := []string{"a: " + Of([]byte("abc"), 8), "b: " + Of(nil, 4)}
	require.Equal(t, []string{"a: ba7816bf", "b: e3b0"}, lines)
	Renew(t, path, lines)
	Require(t, Read(t, path), lines, "other lines")
}

// TestOfTest: the line of a test is written once, in the order of names.
func TestOfTest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.txt")
	Renew(t, path, []string{"A: 1", "Z: 2"})
	for _, text := range []string{"old", "new"} {
		RequireOfTest(t, path, true, text)
	}
	RequireOfTest(t, path, false, "new")
	require.Equal(t, []string{"A: 1", "TestOfTest: new", "Z: 2"}, Read(t, path))
}
