package commandline

import (
	"io"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// style is the way in which a text stands out at a terminal: the parameter of the escape
// sequence "select graphic rendition" of ECMA-48. Styles keep the colors of the terminal
// except for red.
type style string

const (
	bold style = "1" // headings of tables
	dim  style = "2" // notes
	red  style = "31"
)

// paint returns the text in the style. Each line of it is styled by itself.
func (s style) paint(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = "\x1b[" + string(s) + "m" + line + "\x1b[0m"
		}
	}
	return strings.Join(lines, "\n")
}

// isTerminal returns the file behind a writer, and reports whether it is a terminal.
func isTerminal(w io.Writer) (*os.File, bool) {
	file, ok := w.(*os.File)
	return file, ok && term.IsTerminal(int(file.Fd()))
}

// colored reports whether a writer shows styles. A terminal does, unless NO_COLOR is set to
// anything (https://no-color.org), TERM is dumb, or it is a console of Windows older than
// Windows Terminal.
func colored(w io.Writer) bool {
	_, ok := isTerminal(w)
	return ok && allowsColor(runtime.GOOS, os.Getenv)
}

// allowsColor reports whether terminals show styles on an operating system with an
// environment.
func allowsColor(goos string, getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("TERM") != "dumb" && (goos != "windows" || getenv("WT_SESSION") != "")
}
