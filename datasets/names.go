package datasets

import (
	"errors"
	"regexp"
	"strconv"
)

// These match the numbers of particles in an error.
var (
	numbered = regexp.MustCompile(`\bparticles? \d+( and \d+)?`)
	digits   = regexp.MustCompile(`\d+`)
)

// namedError adds the names of particles after their numbers in an error.
type namedError struct {
	error
	names []string
}

// Error implements error.
func (e *namedError) Error() string {
	return numbered.ReplaceAllStringFunc(e.error.Error(), func(found string) string {
		return digits.ReplaceAllStringFunc(found, func(number string) string {
			if i, err := strconv.Atoi(number); err == nil && i < len(e.names) && e.names[i] != "" {
				number += " (" + e.names[i] + ")"
			}
			return number
		})
	})
}

// Unwrap returns the error without names.
func (e *namedError) Unwrap() error { return e.error }

// NameParticles adds names after the numbers of particles in an error, if the data have names
// and the error has none yet.
func (a About) NameParticles(err error) error {
	var named *namedError
	if err == nil || a.Names == "" || errors.As(err, &named) {
		return err
	}
	return &namedError{err, a.ParticleNames()}
}
