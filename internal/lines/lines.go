// Package lines reads text files of words and numbers, with errors that name
// file and line.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"gmnc/internal/numeral"
)

// Reader reads a text line by line.
type Reader struct {
	Path   string
	Number int      // the number of the line, from 1
	Text   string   // the text of the line
	Words  []string // the words of the line
	// Numbers is the grammar of numbers in the format.
	Numbers numeral.Grammar

	scanner *bufio.Scanner
}

// New returns a reader of a text; path is only for errors. Lines may end as on any system, and
// a byte order mark of UTF-8 or UTF-16 is skipped.
func New(path string, text io.Reader, numbers numeral.Grammar) *Reader {
	r := &Reader{Path: path, Numbers: numbers, scanner: bufio.NewScanner(transform.NewReader(text, unicode.BOMOverride(transform.Nop)))}
	r.scanner.Split(splitLine)
	return r
}

// splitLine is bufio.ScanLines, except that a lone carriage return also ends a line.
func splitLine(data []byte, atEnd bool) (advance int, line []byte, err error) {
	end := bytes.IndexAny(data, "\r\n")
	switch {
	case end < 0 && atEnd && len(data) > 0:
		return len(data), data, nil
	case end < 0 || data[end] == '\r' && end+1 == len(data) && !atEnd:
		return 0, nil, nil // more is needed
	case data[end] == '\r' && end+1 < len(data) && data[end+1] == '\n':
		return end + 2, data[:end], nil
	}
	return end + 1, data[:end], nil
}

// Next advances to the next line and reports whether there is one. There is none at the end, or
// after a read error, which Err returns.
func (r *Reader) Next() bool {
	if !r.scanner.Scan() {
		r.Text, r.Words = "", nil
		return false
	}
	r.Number++
	r.Text = r.scanner.Text()
	r.Words = strings.Fields(r.Text)
	return true
}

// NextWords advances to the next line with words, and reports whether there is one. A word that
// begins with # starts a comment.
func (r *Reader) NextWords() bool {
	for r.Next() {
		if comment := slices.IndexFunc(r.Words, func(word string) bool { return word[0] == '#' }); comment >= 0 {
			r.Words = r.Words[:comment]
		}
		if len(r.Words) > 0 {
			return true
		}
	}
	return false
}

// Err returns the error that stopped Next, or nil at the end of the text.
func (r *Reader) Err() error {
	err := r.scanner.Err()
	if err == nil {
		return nil
	}
	r.Number++ // the number of the line that could not be read
	if errors.Is(err, bufio.ErrTooLong) {
		return r.Errorf("the line is longer than %d bytes: expected a text file with a line for each entry", bufio.MaxScanTokenSize)
	}
	return r.Errorf("cannot be read: %w", err)
}

// Errorf returns an error about the current line.
func (r *Reader) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", r.Path, max(r.Number, 1), fmt.Errorf(format, args...))
}

// Float reads a number that is finite in float32, in which data sets are stored; of says what
// the number belongs to.
func (r *Reader) Float(word, of string) (float64, error) {
	value, ok := r.Numbers.Parse(word)
	switch {
	case !ok && isFortran(word):
		return 0, r.Errorf("%.40q of %.40q has Fortran's exponent, which readers of this format do not know: write E in the place of D", word, of)
	case !ok || math.IsNaN(value) || math.IsInf(value, 0):
		return 0, r.Errorf("%.40q of %.40q is not a finite number", word, of)
	case math.Abs(value) > math.MaxFloat32:
		return 0, r.Errorf("%.40q of %.40q is too large for float32", word, of)
	}
	return value, nil
}

func isFortran(word string) bool {
	_, ok := numeral.Fortran.Parse(word)
	return ok
}

// Floats reads count finite numbers after the line's first word.
func (r *Reader) Floats(count int) ([]float64, error) {
	if len(r.Words)-1 != count {
		return nil, r.Errorf("%.40q has %d values, expected %d", r.Words[0], len(r.Words)-1, count)
	}
	numbers := make([]float64, count)
	for i, word := range r.Words[1:] {
		var err error
		if numbers[i], err = r.Float(word, r.Words[0]); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}
