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

// Errors are the errors of a test, in position units.
type Errors struct {
	Mean                float64 `json:"mean"`
	Median              float64 `json:"median"`
	TrimmedMean         float64 `json:"trimmed_mean"`
	Constraint          float64 `json:"constraint_error"`            // total change of lengths
	ConstraintPerObject float64 `json:"constraint_error_per_object"` // predict.ConstraintErrorsPerObject
	// Of cells that have them measured, predict.Runaways.
	LargestOverBound float64 `json:"largest_over_bound,omitempty"`
	OverBound        float64 `json:"over_bound,omitempty"` // how many
	// Of cells that are measured over a rollout, its error and the largest relative
	// one of the constants found.
	Rollout   float64 `json:"rollout_error,omitempty"`
	Constants float64 `json:"constants_error,omitempty"`
	// Of cells whose radii are measured.
	RadiusMeasures
	// Of cells whose law is looked at.
	FoundConstant
	// Of cells whose true constants are known.
	ErrorCoverage
	// Of logs of robots.
	TorqueErrors
}

// NewErrors are the errors of predictions as a cell keeps them.
func NewErrors(errs predict.Errors) Errors {
	return Errors{Mean: errs.Position.Mean, Median: errs.Position.Median, TrimmedMean: errs.Position.TrimmedMean,
		Constraint: errs.Constraint, ConstraintPerObject: errs.ConstraintPerObject}
}

// Result is what came out of a cell.
type Result struct {
	Format int  `json:"format"`
	Cell   Cell `json:"cell"`
	// Overflow says what overflowed; there are no errors then.
	Overflow string  `json:"overflow,omitempty"`
	Errors   *Errors `json:"errors,omitempty"`
	Source   string  `json:"source,omitempty"` // of recorded data
	Note     string  `json:"note,omitempty"`   // what there is to know of the data
	Run      string  `json:"run"`              // the run folder
	Best     string  `json:"best"`             // the validation that its weights were taken for
	Seconds  float64 `json:"seconds"`          // of training, beside other cells
	Version  string  `json:"gmnc"`             // the build that trained, or fitted
	Graph    string  `json:"graph,omitempty"`  // digest of the model's graph
	Finished string  `json:"finished"`         // date and time
	// Options are as a table has them: of a cell of an earlier call, or of the run that was
	// tested in the place of the cell's.
	Options string `json:"options,omitempty"`
}

// Columns are the errors by their names in a CSV file.
func (e *Errors) Columns() map[string]*float64 {
	return map[string]*float64{"mse": &e.Mean, "median": &e.Median, "trimmed_mean": &e.TrimmedMean,
		"constraint_error": &e.Constraint, "constraint_error_per_object": &e.ConstraintPerObject}
}

// More are the errors that few cells have, by their names in a CSV file.
func (e *Errors) More() map[string]*float64 {
	all := e.TorqueErrors.columns()
	maps.Copy(all, map[string]*float64{"largest_over_bound": &e.LargestOverBound, "over_bound": &e.OverBound,
		"rollout_error": &e.Rollout, "constants_error": &e.Constants,
		"particles_covered": &e.Particles, "systems_covered": &e.Systems, "sharpness": &e.Sharpness, "rank_correlation": &e.Rank, "time": &e.Time,
		"found": &e.Found, "standard_error": &e.StandardError,
		"constants_with_errors": &e.Told, "constants_covered": &e.Covered, "farthest": &e.Farthest, "constants_without_errors": &e.Without})
	return all
}

// String is the result in the unit of its tables.
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
		return fmt.Sprintf("%g of %g constants within %d standard errors, the farthest at %.2g", r.Errors.Covered, r.Errors.Told, CoveringErrors, r.Errors.Farthest)
	}
	if r.Cell.Knowing {
		return fmt.Sprintf("%s %.3g, rank correlation %.2f", radiusCoverage.Name, r.Errors.Particles, r.Errors.Rank)
	}
	return fmt.Sprintf("mean squared error x100 %.4g, constraint error %.2g", 100*r.Errors.Mean, r.Errors.Constraint)
}

// AfterInterrupt says what an interrupt leaves of a cell.
func (c Cell) AfterInterrupt() string {
	if c.Fit != nil || c.Robot != nil {
		return "" // it is done in seconds, and then anew
	}
	return "; its training goes on next time"
}

// Digest names a thing by its content.
func Digest(content any) string {
	text, err := json.Marshal(content)
	if err != nil {
		panic(err) // plain structs
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Overflowed stands in tables for a training that overflowed.
const Overflowed = "O.F."
