package artifact_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/artifact"
)

// TestLine: titles stand in a column, and one that fills it is parted from its text by two spaces,
// as terminals expect of columns.
func TestLine(t *testing.T) {
	for title, want := range map[string]string{
		"mass":      "  mass      1 kg\n",
		"eightlet":  "  eightlet  1 kg\n",
		"particles": "  particles  1 kg\n",
		"turn_axis": "  turn_axis  1 kg\n",
	} {
		var text strings.Builder
		artifact.Line(&text, title, "%d kg", 1)
		require.Equal(t, want, text.String())
	}
}
