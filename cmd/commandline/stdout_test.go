package commandline

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/internal/test/distinct"
	"gmnc/runtime"
	"gmnc/system"
)

// TestLostOutput: results that do not fit the disk are a failure.
func TestLostOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	for _, arguments := range [][]string{{"--help"}, {"--version"}, {"models"}, {"doctor"}, {"models", "--json"}, {"doctor", "--json"}} {
		var complaints bytes.Buffer
		require.Equal(t, exitFailure, Run(t.Context(), arguments, full, &complaints), "%v", arguments)
		require.Contains(t, complaints.String(), "gmnc: the results could not be written: ")
		require.Contains(t, complaints.String(), "no space left")
	}
}

// TestTextsOfFilesDoNotSteerTheTerminal: names in a file may hold anything.
func TestTextsOfFilesDoNotSteerTheTerminal(t *testing.T) {
	var out, complaints bytes.Buffer
	o := &output{to: &out}
	_, err := o.Write([]byte("a\x1b[2Jb\rc\u009bd\u202ee\tf\n"))
	require.NoError(t, err)
	require.Equal(t, "a [2Jb c d e\tf\n", out.String())

	name := filepath.Join(t.TempDir(), "evil\x1b[31m.npz")
	require.NoError(t, datasets.Write(name, &datasets.Data{Train: []system.Sample{distinct.Sample(1, 1)}}))
	out.Reset()
	require.Zero(t, Run(t.Context(), []string{"inspect", name}, &out, &complaints))
	require.NotContains(t, out.String(), "\x1b")
	require.Equal(t, exitFailure, Run(t.Context(), []string{"inspect", name + "x"}, &out, &complaints))
	require.NotContains(t, complaints.String(), "\x1b")

	complaints.Reset()
	newTerminal(io.Discard, &complaints, manner{}, runtime.Alone{}).notice("note: %s", "a\x1b[2Jb\tc")
	require.Equal(t, "note: a [2Jb\tc\n", complaints.String())
}

func TestVersion(t *testing.T) {
	var out, complaints bytes.Buffer
	require.Zero(t, Run(t.Context(), []string{"--version"}, &out, &complaints))
	require.Regexp(t, `^gmnc \d+\.\d+\.\d+`, out.String())
	require.Empty(t, complaints.String())
}
