package verify

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gmnc/system"
)

// Finding is the result of one measurement.
type Finding struct {
	Promise string  `json:"promise"`
	Largest float64 `json:"largest"` // the largest difference that was found
	Allowed float64 `json:"allowed"`
	Where   string  `json:"where"` // where the largest difference is
	// Magnified is the largest difference beyond Allowed, relative to the largest entry, that
	// is no more than what roundings of a system's inputs change in the trusted model. It is 0
	// if there is none. MagnifiedIn says where it is, and MagnifiedSystems how many systems
	// have such differences. Largest is the largest difference in the other systems.
	Magnified   float64 `json:"magnified,omitempty"`
	MagnifiedIn string  `json:"magnified_in,omitempty"`
	// MagnifiedSystems is 0 if it was not recorded.
	MagnifiedSystems int `json:"magnified_systems,omitempty"`
	// Own is the largest difference on true training inputs, including what roundings explain,
	// or 0 if none were measured.
	Own float64 `json:"own,omitempty"`
	// Batches holds the sizes of the batches that were tried, if the promise is about batches.
	Batches []int `json:"batches,omitempty"`
	// FewestBatches is the least number of these sizes that any group had, or 0 if it was not
	// recorded.
	FewestBatches int `json:"fewest_batches,omitempty"`
	// Copies is the number of copies of each system in the batch, if that is more than one.
	Copies int `json:"copies,omitempty"`
	// Tried holds what was measured, each thing once.
	Tried []Tried `json:"tried,omitempty"`

	magnified []*system.Sample // the systems that MagnifiedSystems counts, each once
}

// Holds reports whether the difference is allowed.
func (f Finding) Holds() bool { return f.Largest <= f.Allowed }

// Report holds the results of measurements. A promise that does not hold is in Broken, with
// where and by how much it is off.
type Report struct {
	Findings []Finding
	Broken   []error
}

// Add adds a finding, or an error to the broken promises if the finding does not hold.
func (r *Report) Add(f Finding) {
	if !f.Holds() {
		r.breaks(fmt.Errorf("%s: off by %.2g at %s; %.2g is allowed", f.Promise, f.Largest, f.Where, f.Allowed))
		return
	}
	r.Findings = append(r.Findings, f)
}

func (r *Report) breaks(err error) { r.Broken = append(r.Broken, err) }

// OfFirstStep ends the names of promises that were measured on the first of a file's unrolled
// steps.
const OfFirstStep = " of the first step"

// OfFirst returns a copy of a report on the first of many steps that says so: OfFirstStep ends
// the names of its promises, and the error of each broken promise begins with the step.
func (r Report) OfFirst() (of Report) {
	for _, f := range r.Findings {
		f.Promise += OfFirstStep
		of.Findings = append(of.Findings, f)
	}
	for _, err := range r.Broken {
		of.Broken = append(of.Broken, fmt.Errorf("first step: %w", err))
	}
	return of
}

// Worst returns a report with only the worst finding of each promise.
func (r Report) Worst() Report {
	worst := Report{Broken: r.Broken}
	for _, f := range r.Findings {
		at := slices.IndexFunc(worst.Findings, func(w Finding) bool { return w.Promise == f.Promise })
		switch {
		case at < 0:
			worst.Findings = append(worst.Findings, f)
		default:
			worst.Findings[at] = worst.Findings[at].With(f)
		}
	}
	return worst
}

// With returns the worse of two findings of one promise, with the larger of their magnified
// differences.
func (f Finding) With(other Finding) Finding {
	worse := f
	if other.Largest > f.Largest || math.IsNaN(other.Largest) {
		worse = other
	}
	for _, one := range []Finding{f, other} {
		if one.Magnified > worse.Magnified {
			worse.Magnified, worse.MagnifiedIn = one.Magnified, one.MagnifiedIn
		}
		worse.Own = max(worse.Own, one.Own)
	}
	worse.Tried = withTried(f.Tried, other.Tried)
	worse.magnified = slices.Clone(f.magnified)
	worse.MagnifiedSystems = f.MagnifiedSystems + other.MagnifiedSystems
	for _, sample := range other.magnified {
		if slices.Contains(f.magnified, sample) {
			worse.MagnifiedSystems--
		} else {
			worse.magnified = append(worse.magnified, sample)
		}
	}
	return worse
}

// magnifies adds a system whose difference, found at where, is explained by roundings.
func (f *Finding) magnifies(difference float64, sample *system.Sample, where string) {
	if !slices.Contains(f.magnified, sample) {
		f.magnified = append(f.magnified, sample)
		f.MagnifiedSystems++
	}
	if difference > f.Magnified {
		f.Magnified, f.MagnifiedIn = difference, where
	}
}

// Err returns the broken promises as one error, or nil if there are none.
func (r Report) Err() error { return errors.Join(r.Broken...) }
