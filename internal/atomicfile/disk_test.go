package atomicfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/atomicfile"
	"gmnc/internal/test/faultydisk"
)

// TestEveryStepOfAWriteMayFail: the file that was there stays, nothing is left
// beside it, and the error names the file; only where the folder cannot be
// synced the new file is there, and the error says so.
func TestEveryStepOfAWriteMayFail(t *testing.T) {
	for _, step := range faultydisk.Steps {
		t.Run(string(step), func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "weights")
			require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
			disk, restore := faultydisk.Use(t, step, 1)
			err := atomicfile.WriteBytes(path, []byte("new"))
			restore()
			require.True(t, disk.Failed())
			want := "old"
			switch step {
			case faultydisk.SyncFolder:
				want = "new"
				require.ErrorContains(t, err, path+" was written, but may be lost in a crash")
			case faultydisk.Flip:
				require.ErrorContains(t, err, "cannot write "+path+": the disk returned something else than was written to it (nothing was written)")
			default:
				require.ErrorContains(t, err, "cannot write "+path+": input/output error")
				require.ErrorIs(t, err, faultydisk.Error)
			}
			got, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, want, string(got))
			entries, err := os.ReadDir(folder)
			require.NoError(t, err)
			require.Len(t, entries, 1)
		})
	}
}
