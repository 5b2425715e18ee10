package commandline

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime"
)

func TestPaint(t *testing.T) {
	require.Equal(t, "\x1b[1ma\x1b[0m\n\n\x1b[1m b\x1b[0m\n", bold.paint("a\n\n b\n"))
	require.Equal(t, "\x1b[31mgmnc: \x1b[0m", red.paint("gmnc: "))
	require.Equal(t, "\x1b[2mnote\x1b[0m", dim.paint("note"))
}

func TestWhatAllowsColor(t *testing.T) {
	for _, c := range []struct {
		goos string
		set  map[string]string
		want bool
	}{
		{"linux", nil, true},
		{"linux", map[string]string{"TERM": "xterm"}, true},
		{"linux", map[string]string{"NO_COLOR": "0"}, false},
		{"linux", map[string]string{"NO_COLOR": ""}, true},
		{"linux", map[string]string{"TERM": "dumb"}, false},
		{"windows", nil, false},
		{"windows", map[string]string{"WT_SESSION": "1"}, true},
		{"windows", map[string]string{"WT_SESSION": "1", "NO_COLOR": "1"}, false},
	} {
		require.Equal(t, c.want, allowsColor(c.goos, func(name string) string { return c.set[name] }), c)
	}
}

// TestOnlyTerminalsHaveStyles: pipes and files get the bare text.
func TestOnlyTerminalsHaveStyles(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/file")
	require.NoError(t, err)
	defer file.Close()
	terminal := newTerminal(&output{to: file}, file, manner{}, runtime.Alone{})
	terminal.heading("head\n")
	terminal.notice("note: text")
	complain(file, errors.New("wrong"))
	text, err := os.ReadFile(file.Name())
	require.NoError(t, err)
	require.Equal(t, "head\nnote: text\ngmnc: wrong\n", string(text))
}

func TestStylesOfATerminal(t *testing.T) {
	var out, notes bytes.Buffer
	terminal := newTerminal(&out, &notes, manner{}, runtime.Alone{})
	terminal.styled, terminal.dimmed = &out, true
	terminal.out = &wrapping{to: &out, width: 80}
	terminal.printf("before, ")
	terminal.heading("  a\n")
	terminal.notice("note: text")
	require.Equal(t, "before, \x1b[1m  a\x1b[0m\n", out.String())
	require.Equal(t, "\x1b[2mnote: text\x1b[0m\n", notes.String())
}
