// Package fields lets errors name the options that they are about. A library then names fields,
// and a command line names the flags that set them.
package fields

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// reference matches an option in a format: its name in a configuration and, after a colon, what
// a program says instead if it has no such field.
var reference = regexp.MustCompile(`\{([a-z0-9_]+)(?::([A-Za-z.]+))?\}`)

// namedError is an error whose format names options.
type namedError struct {
	error
	format string
	args   []any
}

// Errorf is fmt.Errorf for a format that names options in braces, as in "{batch} is 1 or more".
// The error's text has the names without braces, and for "{force:run.Remove}" it has
// run.Remove.
func Errorf(format string, args ...any) error {
	text := reference.ReplaceAllStringFunc(format, func(option string) string {
		parts := reference.FindStringSubmatch(option)
		return cmp.Or(parts[2], parts[1])
	})
	return &namedError{fmt.Errorf(text, args...), format, args}
}

func (e *namedError) Unwrap() error { return errors.Unwrap(e.error) }

// Translate returns the text of an error in which each option, named in the error or in one
// that it wraps, is replaced by what flag returns for its name.
func Translate(err error, flag func(name string) string) string {
	return translate(err.Error(), err, flag)
}

func translate(text string, err error, flag func(name string) string) string {
	if named, ok := err.(*namedError); ok {
		format := reference.ReplaceAllStringFunc(named.format, func(name string) string { return flag(reference.FindStringSubmatch(name)[1]) })
		text = strings.Replace(text, named.Error(), fmt.Errorf(format, named.args...).Error(), 1)
	}
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			text = translate(text, one, flag)
		}
	} else if inner := errors.Unwrap(err); inner != nil {
		text = translate(text, inner, flag)
	}
	return text
}
