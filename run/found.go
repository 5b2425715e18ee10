package run

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gmnc/builder"
)

// FoundConstant is a value of a constant of mechanics that a run has learned.
type FoundConstant struct {
	Name string `json:"name"`
	// Of says what has the value: a particle by its number, a type, an axis of space;
	// "" of all.
	Of    string  `json:"of,omitempty"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit,omitempty"` // "" where the data's units are not known
	// StandardError is from the curvature of the training loss at the value, with what
	// is left of the loss as the variance of every coordinate, and from the slope that
	// training left; 0 where it is not known.
	StandardError float64 `json:"standard_error,omitempty"`
	// Untold constants have none, as the loss has no minimum where training ended.
	Untold bool `json:"untold,omitempty"`
	// Held says why the value is the one that learning began from; "" for others.
	Held string `json:"held,omitempty"`
}

// Title says which value it is: "mass of 2".
func (c FoundConstant) Title() string {
	if c.Of == "" {
		return c.Name
	}
	return c.Name + " of " + c.Of
}

// weak is the share of a value from which on its standard error means that motions hardly
// tell it.
const weak = 0.05

// hardlyTold reports whether motions hardly tell the value of a positive constant.
func (c FoundConstant) hardlyTold() bool {
	return c.Name != builder.LearnedGravity && c.StandardError > weak*math.Abs(c.Value)
}

// String is the value in a line: "mass of 2: 1.128 +- 2e-06".
func (c FoundConstant) String() string {
	text := fmt.Sprintf("%s: %.6g", c.Title(), c.Value)
	if c.StandardError > 0 {
		text += fmt.Sprintf(" +- %.2g", c.StandardError)
	}
	if c.Unit != "" {
		text += " " + c.Unit
	}
	switch {
	case c.Held != "":
		text += ", held: " + c.Held
	case c.Untold:
		text += ", no standard error: the loss has no minimum here"
	case c.hardlyTold():
		text += ", which the training motions hardly tell"
	}
	return text
}

// errorKey is under which Metrics have the standard errors of a parameter's values.
func errorKey(param string) string { return "standard_error " + param }

// SetStandardErrors stores the standard errors of the values of a parameter: of a
// constant's, or of a law's.
func (r *Run) SetStandardErrors(param string, errors []float64) {
	var texts []string
	for _, of := range errors {
		texts = append(texts, strconv.FormatFloat(of, 'g', 3, 64))
	}
	r.Metrics[errorKey(param)] = strings.Join(texts, " ")
}

// untold stands under errorKey for a parameter whose standard errors the loss does not tell.
const untold = "none"

// SetUntold stores that the values of a parameter have no standard errors, as the loss has
// no minimum where training ended.
func (r *Run) SetUntold(param string) { r.Metrics[errorKey(param)] = untold }

// isUntold reports whether SetUntold has said so of a parameter.
func (r *Run) isUntold(param string) bool { return r.Metrics[errorKey(param)] == untold }

// standardErrors are what SetStandardErrors has stored; nil where nothing.
func (r *Run) standardErrors(param string) (errors []float64) {
	if r.isUntold(param) {
		return nil
	}
	for _, text := range strings.Fields(r.Metrics[errorKey(param)]) {
		value, _ := strconv.ParseFloat(text, 64)
		errors = append(errors, value)
	}
	return errors
}

// Law is the forces in formulas that the run has learned, and the standard errors of the
// constants of each by their names, as Constants has them; none of a run without, and of
// several side by side.
func (r *Run) Law() (formulas []builder.PairFormula, errors []map[string]float64) {
	formulas = r.Model.Formulas(r.Floats())
	for i := range formulas {
		own := map[string]float64{}
		for name, start := range r.Config.Model.Law[i].Constants {
			if of := r.standardErrors(builder.LawParam(i, name)); len(of) == 1 {
				own[name] = math.Abs(start) * of[0]
			}
		}
		errors = append(errors, own)
	}
	return formulas, errors
}

// Constants are the values of all constants that the run has learned.
func (r *Run) Constants() (found []FoundConstant) {
	for _, c := range r.Config.Model.Learn {
		params, known := r.Weights[c.Param()]
		if !known || len(params.Float) != len(c.Start) {
			continue
		}
		errors := r.standardErrors(c.Param())
		for i, value := range c.Values(params.Float) {
			one := FoundConstant{Name: c.Name, Of: of(c, i), Value: value, Unit: r.unitOf(c.Name)}
			if c.Held != nil {
				one.Held = c.Held[i]
			}
			one.Untold = one.Held == "" && r.isUntold(c.Param())
			if len(errors) == len(c.Start) && one.Held == "" {
				slope := c.Unit
				if c.Positive() {
					slope = value
				}
				one.StandardError = math.Abs(slope) * errors[i]
			}
			found = append(found, one)
		}
	}
	return found
}

// of says what has the value of that number.
func of(c builder.Constant, i int) string {
	switch {
	case c.By == builder.ByParticle:
		return "particle " + c.Labels[i]
	case c.Labels != nil:
		return c.Labels[i]
	case len(c.Start) > 1:
		return [...]string{"x", "y", "z"}[i]
	}
	return ""
}

// unitOf is the unit of a constant where the units of the data are known.
func (r *Run) unitOf(name string) string {
	data := r.Config.Data
	if data == nil || data.LengthUnit == "" {
		return ""
	}
	time, known := strings.CutPrefix(data.VelocityUnit, data.LengthUnit+"/")
	switch {
	case name == builder.LearnedRestLength:
		return data.LengthUnit
	case name == builder.LearnedGravity && known:
		return data.LengthUnit + "/" + time + "^2"
	}
	return ""
}
