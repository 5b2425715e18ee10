package run

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/strictjson"
	"gmnc/internal/uncertainty"
	"gmnc/internal/units"
)

// FoundConstant is a value of a constant of mechanics that a run has learned.
type FoundConstant struct {
	Name string `json:"name"`
	// Of says what has the value: a particle by its number, a type, or an axis of space. It is
	// "" for a value that all share.
	Of string `json:"of,omitempty"`
	// OfBody reports whether Of is the number of a body on a joint, in the input of bodies.
	OfBody bool `json:"-"`
	// Joint is the name of the joint that moves the body, or "" if joints have no names.
	Joint string  `json:"joint,omitempty"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"` // "" if the data's units are not known
	// Error is what package shooting computes of the value's error.
	uncertainty.Error
	// Undetermined reports whether a fit found no standard error, as the data do not determine the
	// value.
	Undetermined bool `json:"untold,omitempty"`
	// Vanished reports whether the value is 0 as far as the data tell. Below is then its upper
	// bound, at two standard deviations.
	Vanished bool    `json:"vanished,omitempty"`
	Below    float64 `json:"below,omitempty"`
	// Fixed says why the value stayed at its initial value. It is "" for other values.
	Fixed string `json:"held,omitempty"`
	// Unfinished reports whether the fit of the constants stopped before its end.
	Unfinished bool `json:"unfinished,omitempty"`
}

// Title returns the name of the value, such as "mass of 2".
func (c FoundConstant) Title() string {
	if c.Of == "" {
		return c.Name
	}
	return c.Name + " of " + c.Of
}

// subject returns the title in words, such as "mass of elbow's link" or "damping of the joint
// elbow", or "mass of body 2" and "damping of body 2's joint" if joints have no names.
func (c FoundConstant) subject() string {
	switch {
	case !c.OfBody:
		return c.Title()
	case c.Joint != "" && c.Name == config.LearnedMass:
		return c.Name + " of " + c.Joint + "'s link"
	case c.Joint != "":
		return c.Name + " of the joint " + c.Joint
	case c.Name == config.LearnedMass:
		return c.Name + " of body " + c.Of
	default:
		return c.Name + " of body " + c.Of + "'s joint"
	}
}

// weak is the relative standard error above which the training hardly determines a value. Its
// motions may tell too little, or it may have ended too early.
const weak = 0.05

// isWeak reports whether the training hardly determines the value. It is false for gravity,
// which may be 0.
func (c FoundConstant) isWeak() bool {
	return c.Name != config.LearnedGravity && c.StandardError > weak*math.Abs(c.Value)
}

// String returns the value in a line, such as "mass of elbow's link: 1.128 +- 0.002 kg".
func (c FoundConstant) String() string {
	text := c.subject() + ": " + c.Text(fmt.Sprintf("%.6g", c.Value), c.Unit)
	switch {
	case c.Fixed != "":
		text += ", held: " + c.Fixed
	case c.Unfinished:
		text += ", not finished: its fit did not come to an end"
	case c.Vanished:
		text += fmt.Sprintf(", indistinguishable from 0: below %.2g%s", c.Below, units.Behind(c.Unit))
	case c.Undetermined:
		text += ", no standard error: the data do not determine it"
	case c.isWeak():
		text += ", which the training hardly tells"
	}
	return text
}

// errorKey returns the key in Metrics of the standard errors of a parameter's values.
func errorKey(param string) string { return "standard_error " + param }

// SetStandardErrors stores the standard errors of the values of a parameter, which belongs to a
// constant or a law. NaN marks a value without one, as the loss has no minimum along it at the
// end of training.
func (r *Run) SetStandardErrors(param string, errors []float64) {
	var texts []string
	for _, of := range errors {
		text := strconv.FormatFloat(of, 'g', 3, 64)
		if math.IsNaN(of) {
			text = noError
		}
		texts = append(texts, text)
	}
	r.Metrics[errorKey(param)] = strings.Join(texts, " ")
}

// noError replaces a standard error that the loss does not determine. Runs of earlier builds
// store it once for all values of a parameter.
const noError = "none"

// standardErrors returns what SetStandardErrors stored for a parameter with the given number of
// values, or nil if nothing was stored. A fit that did not end has no standard errors: its
// distance from the end is not known.
func (r *Run) standardErrors(param string, values int) (errors []float64) {
	if r.Unfinished() {
		return nil
	}
	texts := strings.Fields(r.Metrics[errorKey(param)])
	if len(texts) == 1 && texts[0] == noError {
		texts = slices.Repeat(texts, values)
	}
	if len(texts) != values {
		return nil
	}
	for _, text := range texts {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			value = math.NaN()
		}
		errors = append(errors, value)
	}
	return errors
}

// Finding is what a fit says about a value besides its standard error. Below is relative to the
// initial value, and Most is an upper bound of the error of the value's parameter.
type Finding struct {
	Fixed    string  `json:"held,omitempty"`
	Vanished bool    `json:"vanished,omitempty"`
	Below    float64 `json:"below,omitempty"`
	Most     float64 `json:"off_by_at_most,omitempty"`
}

// findingsKey returns the key in Metrics of the findings about a parameter's values.
func findingsKey(param string) string { return "told " + param }

// SetFindings stores the findings of a fit about the values of a parameter. It returns an error for
// a number that is not finite.
func (r *Run) SetFindings(param string, findings []Finding) error {
	text, err := json.Marshal(findings)
	if err != nil {
		return fmt.Errorf("what the fit found of %s cannot be stored: %w", param, err)
	}
	r.Metrics[findingsKey(param)] = string(text)
	return nil
}

// findings returns what SetFindings stored for a parameter with the given number of values, or zero
// values if nothing was stored.
func (r *Run) findings(param string, values int) []Finding {
	var all []Finding
	if err := strictjson.Unmarshal([]byte(r.Metrics[findingsKey(param)]), &all); err != nil || len(all) != values {
		return make([]Finding, values)
	}
	return all
}

// Fitted reports whether the run's constants were fitted after the epochs of the training.
func (r *Run) Fitted() bool {
	for key := range r.Metrics {
		if strings.HasPrefix(key, findingsKey("")) {
			return true
		}
	}
	return false
}

// unfinishedMetric is the key in Metrics that marks constants whose fit stopped before its end.
const unfinishedMetric = "constants_unfinished"

// SetUnfinished records whether the fit of the run's constants stopped before its end.
func (r *Run) SetUnfinished(unfinished bool) {
	delete(r.Metrics, unfinishedMetric)
	if unfinished {
		r.Metrics[unfinishedMetric] = "true"
	}
}

// Unfinished reports whether the fit of the run's constants stopped before its end.
func (r *Run) Unfinished() bool { return r.Metrics[unfinishedMetric] != "" }

// Law returns the forces in formulas that the run has learned, and for each the errors of its
// constants by name. It returns none for a run without such forces, and for several combined
// runs. If one constant has no standard error, the others have none either.
func (r *Run) Law() (formulas []config.PairFormula, errors []map[string]uncertainty.Error) {
	formulas = r.Model.Config.Formulas(r.Floats())
	known := true // all constants of laws have an error
	for i := range formulas {
		own := map[string]uncertainty.Error{}
		for name, start := range r.Config.Model.Law[i].Constants {
			param := config.LawParam(i, name)
			if of := r.standardErrors(param, 1); of != nil {
				own[name] = uncertainty.Error{StandardError: of[0], Most: r.findings(param, 1)[0].Most}.Times(start)
				known = known && !math.IsNaN(of[0])
			}
		}
		errors = append(errors, own)
	}
	if !known {
		for _, own := range errors {
			clear(own)
		}
	}
	return formulas, errors
}

// Constants returns the values of all constants that the run has learned.
func (r *Run) Constants() (found []FoundConstant) {
	for _, c := range r.Config.Model.Learn {
		params, known := r.Weights[c.Param()]
		if !known || len(params.Float) != len(c.Start) {
			continue
		}
		errors, findings := r.standardErrors(c.Param(), len(c.Start)), r.findings(c.Param(), len(c.Start))
		joints := r.jointNames(c)
		for i, value := range c.Values(params.Float) {
			one := FoundConstant{Name: c.Name, Of: c.Of(i), OfBody: c.By == config.ByJoint, Value: value, Unit: r.unitOf(c), Fixed: findings[i].Fixed,
				Vanished: findings[i].Vanished, Below: findings[i].Below * c.Start[i], Unfinished: r.Unfinished()}
			if joints != nil {
				one.Joint = joints[i]
			}
			if c.Fixed != nil && c.Fixed[i] != "" {
				one.Fixed, one.Unfinished = c.Fixed[i], false
			}
			if errors != nil && one.Fixed == "" && !one.Vanished {
				one.setError(c, errors[i], findings[i].Most)
			}
			found = append(found, one)
		}
	}
	return found
}

// jointNames returns the names of the joints that have the values of a constant. It returns nil for
// other constants, and if particles have no names.
func (r *Run) jointNames(c config.Constant) []string {
	on := r.Config.Model.LearnedOn
	if c.By != config.ByJoint || on == nil || on.Names == nil {
		return nil
	}
	bodies := make([][]int, len(c.Start))
	for particle, joint := range c.Joints {
		if joint < 0 || joint >= len(bodies) || particle >= len(on.Names) {
			return nil // of a damaged configuration
		}
		bodies[joint] = append(bodies[joint], particle)
	}
	if slices.ContainsFunc(bodies, func(members []int) bool { return members == nil }) {
		return nil
	}
	return datasets.JointNames(bodies, on.Names)
}

// setError sets the error of a value from the standard error and the bound of its parameter.
func (c *FoundConstant) setError(of config.Constant, parameter, most float64) {
	if c.Undetermined = math.IsNaN(parameter); c.Undetermined {
		return
	}
	slope := of.Unit
	if of.Positive() {
		slope = c.Value
	}
	c.Error = uncertainty.Error{StandardError: parameter, Most: most}.Times(slope)
}
