package run

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/folderlock"
)

// TestLinksInARunLeadNowhere: in the place of each of a run's files a link, also
// a dangling one, is an error that names it, and what it leads to stays.
func TestLinksInARunLeadNowhere(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "precious")
	for _, name := range append([]string{folderlock.Name}, runFiles...) {
		for _, there := range []bool{true, false} {
			folder := Folder(t.TempDir())
			if there {
				require.NoError(t, os.WriteFile(outside, []byte("text"), 0o600))
			} else {
				require.NoError(t, os.Remove(outside))
			}
			require.NoError(t, os.Symlink(outside, folder.path(name)))
			_, err := folder.Lock()
			require.ErrorContains(t, err, folder.path(name)+" is a link")
			_, err = folder.Read(name)
			require.ErrorContains(t, err, "is a link")
			require.ErrorContains(t, folder.Write(name, []byte("new")), "is a link")
			require.True(t, folder.Has(name))
			text, err := os.ReadFile(outside)
			require.Equal(t, there, err == nil)
			if there {
				require.Equal(t, "text", string(text))
			}
		}
	}
}

// TestLinksToFolders: a run's folder itself may be a link.
func TestLinksToFolders(t *testing.T) {
	folder, elsewhere := Folder(t.TempDir()), t.TempDir()
	require.NoError(t, os.Symlink(elsewhere, folder.path("linked")))
	release, err := Folder(folder.path("linked")).Lock()
	require.NoError(t, err)
	release()
}
