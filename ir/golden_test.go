package ir

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "renew testdata/onnx_forms.txt and the second half of testdata/ir/*.txt")

// goldens hold, each, a module before and after a pass. The first half is
// written by hand.
var goldens = filepath.Join("..", "testdata", "ir")

const beforeMark, afterMark = "# before\n", "\n# after\n"

// readGolden parses the first half and returns the second.
func readGolden(t *testing.T, name string) (before *Module, after string) {
	data, err := os.ReadFile(filepath.Join(goldens, name))
	require.NoError(t, err)
	text, after, _ := strings.Cut(string(data), afterMark)
	before, err = Parse(text)
	require.NoError(t, err, name)
	return before, after
}

// requireGolden compares the module with the second half, or renews both.
func requireGolden(t *testing.T, name string, before *Module, after *Module) {
	_, want := readGolden(t, name)
	if *update {
		text := beforeMark + Print(before) + afterMark + Print(after)
		require.NoError(t, os.WriteFile(filepath.Join(goldens, name), []byte(text), 0o644))
		return
	}
	require.Equal(t, want, Print(after), "%s; go test ./ir -update renews it", name)
}
