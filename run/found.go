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

// String is the value in a line: "mass of 2: 1.128 +- 2e-06".
func (c FoundConstant) String() string {
	text := fmt.Sprintf("%s: %.6g", c.Title(), c.Value)
	if c.StandardError > 0 {
		text += fmt.Sprintf(" +- %.2g", c.StandardError)
	}
	if c.Unit != "" {
		text += " " + c.Unit
	}
	if c.Held != "" {
		text += ", held: " + c.Held
	}
	return text
}

// errorKey is under which Metrics have the standard errors of a constant's parameters.
func errorKey(c builder.Constant) string { return "standard_error " + c.Param() }

// SetStandardErrors stores the standard errors of a constant's parameters.
func (r *Run) SetStandardErrors(c builder.Constant, errors []float64) {
	var texts []string
	for _, of := range errors {
		texts = append(texts, strconv.FormatFloat(of, 'g', 3, 64))
	}
	r.Metrics[errorKey(c)] = strings.Join(texts, " ")
}

// Constants are the values of all constants that the run has learned.
func (r *Run) Constants() (found []FoundConstant) {
	for _, c := range r.Config.Model.Learn {
		params, known := r.Weights[c.Param()]
		if !known || len(params.Float) != len(c.Start) {
			continue
		}
		errors := strings.Fields(r.Metrics[errorKey(c)])
		for i, value := range c.Values(params.Float) {
			one := FoundConstant{Name: c.Name, Of: of(c, i), Value: value, Unit: r.unitOf(c.Name)}
			if c.Held != nil {
				one.Held = c.Held[i]
			}
			if len(errors) == len(c.Start) && one.Held == "" {
				slope := c.Unit
				if c.Positive() {
					slope = value
				}
				ofParam, _ := strconv.ParseFloat(errors[i], 64)
				one.StandardError = math.Abs(slope) * ofParam
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
