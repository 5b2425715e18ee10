// Package digests compares lines that a test makes, such as digests of graphs, with those in a
// file, and writes the file again.
package digests

import (
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of returns the first digits of the SHA-256 sum of a text, in base 16.
func Of(text []byte, digits int) string { return fmt.Sprintf("%x", sha256.Sum256(text))[:digits] }

// Read returns the lines of a file.
func Read(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// Renew writes lines to a file.
func Renew(t *testing.T, path string, lines []string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
}

// Require fails the test at the first line that is not the known one. The message says what
// differs, and which command renews the file.
func Require(t *testing.T, known, lines []string, message string) {
	t.Helper()
	for i, line := range lines {
		require.Less(t, i, len(known), line)
		require.Equal(t, known[i], line, message)
	}
	require.Len(t, known, len(lines), message)
}

// RequireOfTest requires the line of the running test in a file, its name and a text, to be known.
// If renew is true, it writes the line there first.
func RequireOfTest(t *testing.T, path string, renew bool, text string) {
	t.Helper()
	lines, line := Read(t, path), t.Name()+": "+text
	if renew {
		lines = slices.DeleteFunc(lines, func(known string) bool { return known == "" || strings.HasPrefix(known, t.Name()+": ") })
		lines = append(lines, line)
		slices.Sort(lines)
		Renew(t, path, lines)
	}
	require.Contains(t, lines, line, "%s has another line; go test -update renews it", path)
}
