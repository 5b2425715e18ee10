package commandline

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"gmnc/runtime"
)

// terminal is where a command writes: results to out, progress and notices to
// err. Styles are shown by terminals alone, and not with NO_COLOR.
type terminal struct {
	out, err io.Writer // out wraps lines at words where it is a terminal
	// columns is the width of the terminal behind err; nil where no person
	// watches.
	columns func() int
	styled  io.Writer // shows headings; nil where out has no styles
	dimmed  bool      // of notices
	width   int       // of tables: the width of the terminal behind out, or the usual one
	json    *objects  // nil for text
	quiet   bool
	ranks   runtime.Ranks // who do the command together
}

// manner are the flags of every command about how it speaks.
type manner struct {
	Quiet bool `short:"q" help:"Show only results and errors, no progress and no notes."`
	JSON  bool `name:"json" help:"Write results as JSON, one object per line, instead of text."`
}

func newTerminal(out, err io.Writer, how manner, ranks runtime.Ranks) *terminal {
	t := &terminal{out: out, err: err, quiet: how.Quiet, ranks: ranks, width: usualColumns}
	exact := out
	if wrapped, ok := out.(*output); ok {
		exact, out = wrapped.exact(), wrapped.to
	}
	if file, ok := isTerminal(out); ok {
		t.width = columns(file)
		if !how.JSON {
			if coloured(out) {
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
		t.columns, t.dimmed = func() int { return columns(file) }, coloured(err)
	}
	return t
}

// usualColumns is the width of a terminal that does not say how many columns it has.
const usualColumns = 80

// columns is the width of a terminal, which may change at any time.
func columns(file *os.File) int {
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return usualColumns
}

// interactive reports whether a person sees progress.
func (t *terminal) interactive() bool { return t.columns != nil }

// printf writes text, or what stands for it among JSON objects.
func (t *terminal) printf(format string, args ...any) {
	fmt.Fprintf(t.out, format, args...)
	t.flush()
}

// flush writes what has been written and is no whole line yet.
func (t *terminal) flush() {
	if w, ok := t.out.(*wrapping); ok {
		w.flush()
	}
}

// notice tells the person who watches something beside the results. It may quote
// files, and lets no control character of theirs through.
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

// notes tells what a reader noted of a file, as notice does.
func (t *terminal) notes(notes []string) {
	for _, note := range notes {
		t.notice("note: %s", note)
	}
}

// report writes a result: the text, or in its place an object of the kind
// with the fields of value, a struct.
func (t *terminal) report(kind string, value any, format string, args ...any) {
	if t.json != nil {
		t.json.write(kind, value)
	} else {
		t.printf(format, args...)
	}
}
