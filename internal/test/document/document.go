// Package document holds pages of the documentation to what they are made from.
package document

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/testenv"
)

// generated is a part of a page that is made.
var generated = regexp.MustCompile(`(?s)(<!-- generated: ([\w -]+) -->\n)(.*?)(<!-- end -->\n)`)

// Page is the path of a page.
func Page(name string) string { return filepath.Join(testenv.Root(), "docs", name) }

// Require holds a page to text, which is the page's or has more, with its generated parts
// made anew. With update it renews the page; the test named by how does so.
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

// Read is the text of a page.
func Read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(Page(name))
	require.NoError(t, err)
	return string(content)
}
