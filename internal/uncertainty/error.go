// Package uncertainty has what is known of the errors of values, and writes values with it.
package uncertainty

import (
	"fmt"
	"math"

	"gmnc/internal/units"
)

// Error says how far a value may be from the truth, in the unit of the value. Nothing is known if
// both numbers are 0. Values with an upper bound have no standard error.
type Error struct {
	// StandardError is one standard deviation of the value.
	StandardError float64 `json:"standard_error,omitempty"`
	// Most is an upper bound. It takes the place of a standard error where no noise, but
	// rounding or time steps are the reason for the error.
	Most float64 `json:"off_by_at_most,omitempty"`
}

// Text returns a value, which is already written, with its unit and its error: "1.5 +- 0.002 kg", or
// "1.5 kg, off by at most 0.002 kg". The unit may be "".
func (e Error) Text(value, unit string) string {
	switch note := e.Note(unit); {
	case note == "":
		return value + units.Behind(unit)
	case e.Most > 0:
		return value + units.Behind(unit) + ", " + note
	default:
		return value + " " + note
	}
}

// Note returns the error alone: "+- 0.002 kg", or "off by at most 0.002 kg". It is "" if nothing is
// known.
func (e Error) Note(unit string) string {
	behind := units.Behind(unit)
	switch {
	case e.Most > 0:
		return fmt.Sprintf("off by at most %.2g%s", e.Most, behind)
	case e.StandardError > 0 && !math.IsInf(e.StandardError, 1):
		return fmt.Sprintf("+- %.2g%s", e.StandardError, behind)
	}
	return ""
}

// Times returns the error of a value that is multiplied by a factor.
func (e Error) Times(factor float64) Error {
	factor = max(factor, -factor)
	return Error{factor * e.StandardError, factor * e.Most}
}
