package protocol

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"

	"gmnc/predict"
)

// Errors holds the errors of a test, in position units.
type Errors struct {
	Mean                float64 `json:"mean"`
	Median              float64 `json:"median"`
	TrimmedMean         float64 `json:"trimmed_mean"`
	Constraint          float64 `json:"constraint_error"`            // the total change of lengths
	ConstraintPerObject float64 `json:"constraint_error_per_object"` // predict.ConstraintErrorsPerObject
	// These are predict.Runaways, for cells in which they are measured.
	LargestOverBound float64 `json:"largest_over_bound,omitempty"`
	OverBound        float64 `json:"over_bound,omitempty"` // the number of errors over the bound
	// These are the error of a rollout and the largest relative error of the constants found,
	// for cells that are measured over a rollout.
	Rollout   float64 `json:"rollout_error,omitempty"`
	Constants float64 `json:"constants_error,omitempty"`
	// RadiusMeasures is set for cells whose radii are measured.
	RadiusMeasures
	// FoundConstant is set for cells in whose law a constant is sought.
	FoundConstant
	// ErrorCoverage is set for cells whose true constants are known.
	ErrorCoverage
	// TorqueErrors is set for logs of robots.
	TorqueErrors
}

// NewErrors returns the errors of predictions in the form of a cell.
func NewErrors(errs predict.Errors) Errors {
	return Errors{Mean: errs.Position.Mean, Median: errs.Position.Median, TrimmedMean: errs.Position.TrimmedMean,
		Constraint: errs.Constraint, ConstraintPerObject: errs.ConstraintPerObject}
}

// Result is the result of a cell.
type Result struct {
	Format int  `json:"format"`
	Cell   Cell `json:"cell"`
	// Overflow says what overflowed; if it is set, there are no errors.
	Overflow string  `json:"overflow,omitempty"`
	Errors   *Errors `json:"errors,omitempty"`
	Source   string  `json:"source,omitempty"` // the source of recorded data
	Note     string  `json:"note,omitempty"`   // a note on the data
	Run      string  `json:"run"`              // the run folder
	Best     string  `json:"best"`             // the validation for which its weights were taken
	Seconds  float64 `json:"seconds"`          // the time of training, while other cells were computed
	Version  string  `json:"gmnc"`             // the build that trained, or fitted
	Graph    string  `json:"graph,omitempty"`  // the digest of the model's graph
	Finished string  `json:"finished"`         // date and time
	// Options holds the options in the form of a table: those of a cell from an earlier call,
	// or of the run that was tested instead of the cell's own.
	Options string `json:"options,omitempty"`
}

// Columns returns the errors by their names in a CSV file.
func (e *Errors) Columns() map[string]*float64 {
	return map[string]*float64{"mse": &e.Mean, "median": &e.Median, "trimmed_mean": &e.TrimmedMean,
		"constraint_error": &e.Constraint, "constraint_error_per_object": &e.ConstraintPerObject}
}

// More returns the errors that few cells have, by their names in a CSV file.
func (e *Errors) More() map[string]*float64 {
	all := e.TorqueErrors.columns()
	maps.Copy(all, map[string]*float64{"largest_over_bound": &e.LargestOverBound, "over_bound": &e.OverBound,
		"rollout_error": &e.Rollout, "constants_error": &e.Constants,
		"particles_covered": &e.Particles, "systems_covered": &e.Systems, "sharpness": &e.Sharpness, "rank_correlation": &e.Rank, "time": &e.Time,
		"found": &e.Found, "standard_error": &e.StandardError,
		"constants_with_errors": &e.WithErrors, "constants_covered": &e.Covered, "farthest": &e.Farthest, "constants_without_errors": &e.Without})
	return all
}

// String returns the result in the unit of its tables.
func (r *Result) String() string {
	if r.Errors == nil {
		return Overflowed + " " + r.Overflow
	}
	if r.Cell.Fit != nil {
		return fmt.Sprintf("%s %.3g", RelativeError.Name, r.Errors.Mean)
	}
	if r.Cell.Robot != nil {
		return fmt.Sprintf("torque errors %.3g N m", r.Errors.Torque)
	}
	if r.Cell.Runaways {
		return fmt.Sprintf("%s %.3g, %g over it", LargestError.Name, r.Errors.LargestOverBound, r.Errors.OverBound)
	}
	if r.Cell.Rollout != nil {
		return fmt.Sprintf("%s %.2g", rolloutError.Name, r.Errors.Rollout)
	}
	if r.Cell.Sought != nil {
		return fmt.Sprintf("%s: %.4g, standard error %.2g", r.Cell.Sought.Constant, r.Errors.Found, r.Errors.StandardError)
	}
	if r.Cell.Truth != nil {
		return fmt.Sprintf("%g of %g constants within %d standard errors, the farthest at %.2g", r.Errors.Covered, r.Errors.WithErrors, CoveringErrors, r.Errors.Farthest)
	}
	if r.Cell.Knowing {
		return fmt.Sprintf("%s %.3g, rank correlation %.2f", radiusCoverage.Name, r.Errors.Particles, r.Errors.Rank)
	}
	return fmt.Sprintf("mean squared error x100 %.4g, constraint error %.2g", 100*r.Errors.Mean, r.Errors.Constraint)
}

// AfterInterrupt says what becomes of a cell after an interrupt.
func (c Cell) AfterInterrupt() string {
	if c.Fit != nil || c.Robot != nil {
		return "" // it takes seconds, and is computed again
	}
	return "; its training goes on next time"
}

// Digest returns a name for something by its content.
func Digest(content any) string {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // plain structs always have JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Overflowed marks a training that overflowed in tables.
const Overflowed = "O.F."
