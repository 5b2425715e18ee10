package commandline

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"gmnc/runtime"
)

// terminal is what a command writes to: results to out, progress and notices to err. Styles are
// used at terminals only, and not with NO_COLOR.
type terminal struct {
	out, err io.Writer // out wraps lines at words if it is a terminal
	// columns returns the width of the terminal behind err. It is nil if no person watches.
	columns func() int
	styled  io.Writer // for headings; nil if out has no styles
	dimmed  bool      // of notices
	width   int       // of tables: the width of the terminal behind out, or defaultColumns
	json    *objects  // nil for text
	quiet   bool
	ranks   runtime.Ranks // that run the command together
}

// manner holds the flags that every command has about its output.
type manner struct {
	Quiet bool `short:"q" help:"Show only results and errors, no progress and no notes."`
	JSON  bool `name:"json" help:"Write results as JSON, one object per line, instead of text."`
}

func newTerminal(out, err io.Writer, how manner, ranks runtime.Ranks) *terminal {
	t := &terminal{out: out, err: err, quiet: how.Quiet, ranks: ranks, width: defaultColumns}
	exact := out
	if wrapped, ok := out.(*output); ok {
		exact, out = wrapped.exact(), wrapped.to
	}
	if file, ok := isTerminal(out); ok {
		t.width = columns(file)
		if !how.JSON {
			if colored(out) {
				t.styled = exact
			}
			t.out = &wrapping{to: t.out, width: t.width}
		}
	}
	if how.JSON {
		t.json = &objects{to: exact}
		t.out = t.json
	}
	file, ok := isTerminal(err)
	switch {
	case how.Quiet:
		t.err = io.Discard
	case ok && os.Getenv("TERM") != "dumb":
		t.columns, t.dimmed = func() int { return columns(file) }, colored(err)
	}
	return t
}

// defaultColumns is the assumed width of a terminal that does not report its own.
const defaultColumns = 80

// columns returns the width of a terminal, which may change at any time.
func columns(file *os.File) int {
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return defaultColumns
}

// interactive reports whether a person watches the progress.
func (t *terminal) interactive() bool { return t.columns != nil }

// printf writes text, or JSON objects that hold its lines.
func (t *terminal) printf(format string, args ...any) {
	fmt.Fprintf(t.out, format, args...)
	t.flush()
}

// flush writes the text that has been written so far but is not a whole line yet.
func (t *terminal) flush() {
	if w, ok := t.out.(*wrapping); ok {
		w.flush()
	}
}

// notice prints something to stderr for the person who watches. The text may quote files, so
// control characters are replaced.
func (t *terminal) notice(format string, args ...any) {
	text := strings.Map(visible, fmt.Sprintf(format, args...))
	if t.interactive() {
		text = wrap(text, t.columns())
	}
	if t.dimmed {
		text = dim.paint(text)
	}
	fmt.Fprintln(t.err, text)
}

// heading writes the headings of a table.
func (t *terminal) heading(text string) {
	if t.styled == nil {
		t.printf("%s", text)
		return
	}
	t.flush()
	io.WriteString(t.styled, bold.paint(text))
}

// tables writes the parts of a table whose rows are known.
func (t *terminal) tables(all *table, rows [][]string) {
	for i, part := range all.parts(t.width, rows) {
		if i > 0 {
			t.printf("\n")
		}
		t.heading(part.head)
		t.printf("%s", part.rows)
	}
}

// notes prints the notes of a reader about a file, as notices.
func (t *terminal) notes(notes []string) {
	for _, note := range notes {
		t.notice("note: %s", note)
	}
}

// report writes a result: the text or, with --json, an object of the kind with the fields of
// value, a struct.
func (t *terminal) report(kind string, value any, format string, args ...any) {
	if t.json != nil {
		t.json.write(kind, value)
	} else {
		t.printf(format, args...)
	}
}
