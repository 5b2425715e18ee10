package run

import (
	"fmt"
	"math"
	"slices"
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
	// Untold constants have none, as the loss has no minimum along them where training
	// ended. Beside names them where others have an error, which is with these held.
	Untold bool     `json:"untold,omitempty"`
	Beside []string `json:"with_held,omitempty"`
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

// weak is the share of a value from which on its standard error means that the training hardly
// tells it: by its motions, or as it ended too early.
const weak = 0.05

// hardlyTold reports whether the training hardly tells the value of a positive constant.
func (c FoundConstant) hardlyTold() bool {
	return c.Name != builder.LearnedGravity && c.StandardError > weak*math.Abs(c.Value)
}

// String is the value in a line: "mass of 2: 1.128 +- 2e-06".
func (c FoundConstant) String() string {
	text := fmt.Sprintf("%s: %.6g", c.Title(), c.Value)
	if c.StandardError > 0 {
		text += fmt.Sprintf(" +- %.2g", c.StandardError)
		if c.Beside != nil {
			text += fmt.Sprintf(" with %s held", strings.Join(c.Beside, ", "))
		}
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
		text += ", which the training hardly tells"
	}
	return text
}

// errorKey is under which Metrics have the standard errors of a parameter's values.
func errorKey(param string) string { return "standard_error " + param }

// SetStandardErrors stores the standard errors of the values of a parameter: of a
// constant's, or of a law's. NaN is of a value that has none, as the loss has no minimum
// along it where training ended.
func (r *Run) SetStandardErrors(param string, errors []float64) {
	var texts []string
	for _, of := range errors {
		text := strconv.FormatFloat(of, 'g', 3, 64)
		if math.IsNaN(of) {
			text = untold
		}
		texts = append(texts, text)
	}
	r.Metrics[errorKey(param)] = strings.Join(texts, " ")
}

// untold stands in the place of a standard error that the loss does not tell. Once for all
// values of a parameter, in runs of earlier builds.
const untold = "none"

// standardErrors are what SetStandardErrors has stored of a parameter of as many values;
// nil where nothing.
func (r *Run) standardErrors(param string, values int) (errors []float64) {
	texts := strings.Fields(r.Metrics[errorKey(param)])
	if len(texts) == 1 && texts[0] == untold {
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

// Law is the forces in formulas that the run has learned, and the standard errors of the
// constants of each by their names, as Constants has them; none of a run without, and of
// several side by side. Where one constant has no error, none has.
func (r *Run) Law() (formulas []builder.PairFormula, errors []map[string]float64) {
	formulas = r.Model.Formulas(r.Floats())
	told := true
	for i := range formulas {
		own := map[string]float64{}
		for name, start := range r.Config.Model.Law[i].Constants {
			if of := r.standardErrors(builder.LawParam(i, name), 1); of != nil {
				own[name] = math.Abs(start) * of[0]
				told = told && !math.IsNaN(of[0])
			}
		}
		errors = append(errors, own)
	}
	if !told {
		for _, own := range errors {
			clear(own)
		}
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
		errors := r.standardErrors(c.Param(), len(c.Start))
		for i, value := range c.Values(params.Float) {
			one := FoundConstant{Name: c.Name, Of: of(c, i), Value: value, Unit: r.unitOf(c.Name)}
			if c.Held != nil {
				one.Held = c.Held[i]
			}
			if errors != nil && one.Held == "" {
				one.setError(c, errors[i])
			}
			found = append(found, one)
		}
	}
	besideOthers(found)
	return found
}

// setError sets the standard error of a value by its parameter's.
func (c *FoundConstant) setError(of builder.Constant, parameter float64) {
	if c.Untold = math.IsNaN(parameter); c.Untold {
		return
	}
	slope := of.Unit
	if of.Positive() {
		slope = c.Value
	}
	c.StandardError = math.Abs(slope) * parameter
}

// besideOthers has constants with a standard error name the ones without.
func besideOthers(all []FoundConstant) {
	var held []string
	for _, c := range all {
		if c.Untold {
			held = append(held, c.Title())
		}
	}
	for i := range all {
		if all[i].StandardError > 0 {
			all[i].Beside = held
		}
	}
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
