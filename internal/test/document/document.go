// Package document compares pages of the documentation with their sources.
package document

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
)

// generated matches a generated part of a page.
var generated = regexp.MustCompile(`(?s)(<!-- generated: ([\w -]+) -->\n)(.*?)(<!-- end -->\n)`)

// Page returns the path of a page.
func Page(name string) string { return filepath.Join(testenv.Root(), "docs", name) }

// Require compares a page with text whose generated parts are made again. text is that of the
// page, or of the page with additions. With update it writes the page instead; how names the
// test that does so.
func Require(t *testing.T, name, text, how string, update bool, make func(part string) string) {
	t.Helper()
	text = generated.ReplaceAllStringFunc(text, func(old string) string {
		parts := generated.FindStringSubmatch(old)
		return parts[1] + make(parts[2]) + parts[4]
	})
	if update {
		require.NoError(t, os.WriteFile(Page(name), []byte(text), 0o644))
		return
	}
	require.Equal(t, Read(t, name), text, how+" -update renews it")
}

// Read returns the text of a page.
func Read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(Page(name))
	require.NoError(t, err)
	return string(content)
}
