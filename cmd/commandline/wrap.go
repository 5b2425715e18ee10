package commandline

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"
)

// hanging is the further indentation of the continued lines of a wrapped text without columns.
const hanging = 4

// wrapping is a writer that wraps whole lines to a width.
type wrapping struct {
	to    io.Writer
	width int
	line  []byte // the line that has not ended
}

func (w *wrapping) Write(text []byte) (int, error) {
	w.line = append(w.line, text...)
	ended := bytes.LastIndexByte(w.line, '\n') + 1
	_, err := io.WriteString(w.to, wrap(string(w.line[:ended]), w.width))
	w.line = w.line[ended:]
	return len(text), err
}

// flush writes a line that has not ended yet.
func (w *wrapping) flush() {
	io.WriteString(w.to, wrap(string(w.line), w.width))
	w.line = nil
}

// wrap breaks the lines of a text at spaces, so that each fits into width letters if its words
// do. A line that fits stays as it is.
func wrap(text string, width int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if letters(line) > width {
			lines[i] = wrapLine(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

// lastColumn returns the indentation of the continued lines of a line. It is where the last
// column begins: after two spaces or more, at two thirds of the width at most. A line without
// columns has a hanging indent.
func lastColumn(line string, width int) int {
	start := len(line) - len(strings.TrimLeft(line, " "))
	at := strings.LastIndex(line[start:], "  ") + start + 2
	if before := letters(line[:at]); at >= start+2 && 3*before <= 2*width {
		return before
	}
	return start + hanging
}

func wrapLine(line string, width int) string {
	start := line[:len(line)-len(strings.TrimLeft(line, " "))]
	next := strings.Repeat(" ", lastColumn(line, width))
	var all strings.Builder
	all.WriteString(start)
	used, spaces := len(start), 0
	for i, word := range strings.Split(line[len(start):], " ") {
		if i > 0 {
			spaces++
		}
		if word == "" {
			continue // between two spaces
		}
		long := letters(word)
		if i > 0 && used+spaces+long > width {
			all.WriteString("\n" + next)
			used, spaces = len(next), 0
		}
		all.WriteString(strings.Repeat(" ", spaces) + word)
		used, spaces = used+spaces+long, 0
	}
	return all.String()
}

// letters returns the number of columns of a terminal that a text takes.
func letters(text string) int { return utf8.RuneCountInString(text) }
