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
