package commandline

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
)

// output writes results. It keeps the first error of a write, such as that of a full disk. It
// replaces control characters, since texts of a stranger's file must not control a terminal.
type output struct {
	to  io.Writer
	err error
}

// Write implements io.Writer. After a failed write it writes nothing more.
func (o *output) Write(text []byte) (int, error) {
	if o.err == nil {
		_, o.err = o.to.Write(bytes.Map(visible, text))
	}
	return len(text), nil // an error here would be taken for a wrong use
}

// exact returns a writer that shares the error but replaces no characters: JSON has escaped
// those that control a terminal.
func (o *output) exact() io.Writer { return exactly{o} }

type exactly struct{ *output }

// Write implements io.Writer.
func (e exactly) Write(text []byte) (int, error) {
	if e.err == nil {
		_, e.err = e.to.Write(text)
	}
	return len(text), nil
}

// visible returns the character to show for another: itself, or a space for a control
// character.
func visible(character rune) rune {
	if character == '\n' || character == '\t' || unicode.IsPrint(character) {
		return character
	}
	return ' '
}

// failure returns an error if results could not be written.
func (o *output) failure() error {
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("the results could not be written: %w", o.err)
}
