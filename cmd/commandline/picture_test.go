package commandline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/run"
)

// TestTrainingWithoutItsPicture: a folder in the picture's place keeps it from
// being drawn, which is said once, and training goes on.
func TestTrainingWithoutItsPicture(t *testing.T) {
	s := getSession(t)
	folder := copyRun(t, s.run)
	picture := filepath.Join(folder, run.CurveName)
	require.NoError(t, os.Remove(picture))
	require.NoError(t, os.Mkdir(picture, 0o755))
	r := gmnc(t, s.training(folder, "--epochs", "8", "--resume")...)
	require.Equal(t, 1, strings.Count(r.err, "training continues without the learning curve: cannot write "+picture+": it is a folder"), r.err)
}
