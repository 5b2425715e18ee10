package commandline

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
)

// output is where results go. It keeps the first error of a write, such as the error of a
// full disk, and lets no control character through: texts of a stranger's file must not
// steer a terminal.
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

// exact writes as the output does, and lets every character through: JSON has escaped those that
// steer a terminal.
func (o *output) exact() io.Writer { return exactly{o} }

type exactly struct{ *output }

// Write implements io.Writer.
func (e exactly) Write(text []byte) (int, error) {
	if e.err == nil {
		_, e.err = e.to.Write(text)
	}
	return len(text), nil
}

// visible is the character to show in place of another.
func visible(character rune) rune {
	if character == '\n' || character == '\t' || unicode.IsPrint(character) {
		return character
	}
	return ' '
}

// failure reports results that were not written.
func (o *output) failure() error {
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("the results could not be written: %w", o.err)
}
