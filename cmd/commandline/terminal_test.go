package commandline

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
)

// TestTablesInParts: the parts of a table that does not fit are apart by an empty line, each below its headings.
func TestTablesInParts(t *testing.T) {
	var out, notes bytes.Buffer
	terminal := newTerminal(&out, &notes, manner{}, runtime.Alone{})
	terminal.width = 14
	terminal.tables(newTable(numberColumn("a", 3), numberColumn("b", 3), numberColumn("c", 3)), [][]string{{"1", "2", "3"}})
	require.Equal(t, "    a    b\n    1    2\n\n    a    c\n    1    3\n", out.String())
}

// TestHeadings: headings with styles come after what was written before them, though it is not a whole line yet.
func TestHeadings(t *testing.T) {
	var out bytes.Buffer
	terminal := &terminal{out: &wrapping{to: &out, width: 80}, styled: &out}
	_, err := terminal.out.Write([]byte("before "))
	require.NoError(t, err)
	terminal.heading("title\n")
	require.Equal(t, "before "+bold.paint("title\n"), out.String())
}
