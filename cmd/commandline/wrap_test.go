package commandline

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 8, ""},
		{"one two\n", 7, "one two\n"},
		{"one two\n", 6, "one\n    two\n"},
		{"  a  columns of text", 12, "  a  columns\n     of text"},
		{"  ab  c  columns of text", 16, "  ab  c  columns\n         of text"},
		{"  abcdef  of text", 15, "  abcdef  of\n          text"},
		{"  abcdefg  of text", 15, "  abcdefg  of\n      text"}, // its column is beyond ten of fifteen
		{"größer als", 10, "größer als"},
		{"größer als", 9, "größer\n    als"},
		{"averylongword", 4, "averylongword"},
		{"short\naverylongword x", 8, "short\naverylongword\n    x"},
	} {
		require.Equal(t, c.want, wrap(c.text, c.width), c.text)
	}
}

// TestTextWrapsAtATerminal alone: files and pipes get whole lines.
func TestTextWrapsAtATerminal(t *testing.T) {
	const long = "a note that has more words than a line of thirty letters"
	var out, errors bytes.Buffer
	terminal := newTerminal(&out, &errors, manner{}, runtime.Alone{})
	terminal.notice(long)
	terminal.printf(long)
	require.Equal(t, long+"\n", errors.String())
	require.Equal(t, long, out.String())
	out.Reset()
	errors.Reset()
	terminal.columns, terminal.out = func() int { return 30 }, &wrapping{to: &out, width: 30}
	terminal.notice(long)
	terminal.printf(long)
	const want = "a note that has more words\n    than a line of thirty\n    letters"
	require.Equal(t, want+"\n", errors.String())
	require.Equal(t, want, out.String())
}
