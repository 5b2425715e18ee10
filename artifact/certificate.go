package artifact

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gmnc/export"
	"gmnc/internal/hundredfold"
	"gmnc/internal/strictjson"
	"gmnc/predict/conformal"
	"gmnc/predict/verify"
)

// Certificate is what was measured of an exported file, in the runtimes at hand,
// before it was written. The file holds it.
type Certificate struct {
	// Kernels are those that the model was trained with, if that is known.
	Kernels  []string    `json:"kernels,omitempty"`
	Runtimes []Measured  `json:"runtimes"`
	Test     *TestErrors `json:"test,omitempty"`
	// Radius is how much the radius covers; nil of a file without.
	Radius *RadiusCoverage `json:"radius,omitempty"`
	// Rounding is what weights in float16 change; nil if they are float32.
	Rounding *Rounding `json:"rounding,omitempty"`
	// Limited says in how many systems components of forces are limited, of which turning is
	// not promised; "" of a model that limits none.
	Limited string `json:"limited,omitempty"`
}

// Rounding is the largest change of a prediction by weights in float16, of the largest
// entry, and the composition where it is.
type Rounding struct {
	Largest float64 `json:"largest"`
	Where   string  `json:"where"`
}

// Measured is what was measured in one runtime.
type Measured struct {
	Runtime  string           `json:"runtime"` // the name of its engine, with its version
	Findings []verify.Finding `json:"findings"`
}

// TestErrors are the errors of the file's predictions for the test split of a data set,
// in squares of the position's unit and in that unit.
type TestErrors struct {
	Data       string  `json:"data"` // the name of the data set
	SHA256     string  `json:"sha256"`
	Samples    int     `json:"samples"`
	Position   float64 `json:"mean_squared_error"`
	Constraint float64 `json:"constraint_error"`
	// Overlap says how many samples begin within a span of a training sample; empty of few.
	Overlap string `json:"overlap,omitempty"`
	// Radius is what was measured of the radius; nil of a file without.
	Radius *conformal.Measured `json:"radius,omitempty"`
	// Rolled is the same of a file that rolls, after more than one step.
	Rolled []conformal.MeasuredStep `json:"rolled,omitempty"`
}

// certificateIn reads the certificate of a file, nil if there is none.
func certificateIn(file *export.File) (*Certificate, error) {
	text, certified := file.Metadata[CertificateKey]
	if !certified {
		return nil, nil
	}
	certificate := new(Certificate)
	if err := strictjson.Unmarshal([]byte(text), certificate); err != nil {
		return nil, fmt.Errorf("its certificate is damaged (%w): export the model again", err)
	}
	return certificate, nil
}

// Text is the certificate as a file holds it.
func (c *Certificate) Text() (string, error) {
	text, err := json.Marshal(c)
	return string(text), err
}

// Lines say what was measured, and on what: of each runtime, of the first of many steps, and of
// the test errors.
func (c *Certificate) Lines() (lines []string) {
	for _, measured := range c.Runtimes {
		lines = append(lines, measured.lines()...)
	}
	if c.Limited != "" {
		lines = append(lines, c.Limited)
	}
	if r := c.Rounding; r != nil {
		lines = append(lines, fmt.Sprintf("weights in float16 change predictions by %.1e of the largest entry at most, at %s", r.Largest, r.Where))
	}
	if r := c.Radius; r != nil {
		lines = append(lines, fmt.Sprintf("%s of the validation split of %s, each fifth by the others", r.Coverage, r.Data))
		if r.Overlap != "" {
			lines = append(lines, r.OverlapText())
		}
		for _, step := range r.Steps {
			lines = append(lines, step.String())
		}
	}
	if t := c.Test; t != nil {
		lines = append(lines, fmt.Sprintf("test errors on %d samples of %s (SHA-256 %.12s): mean squared error x100 %s, constraint error %.1e",
			t.Samples, t.Data, t.SHA256, hundredfold.Text(t.Position), t.Constraint))
		if t.Overlap != "" {
			lines = append(lines, t.Overlap+": errors on later motion may be larger")
		}
		if t.Radius != nil {
			lines = append(lines, "on them "+t.Radius.String())
		}
		for _, step := range t.Rolled {
			lines = append(lines, "on them "+step.String())
		}
	}
	return lines
}

// lines say what was measured of the first of many steps, and then the rest.
func (m Measured) lines() []string {
	var first, others []verify.Finding
	for _, f := range m.Findings {
		promise, isOfFirst := strings.CutSuffix(f.Promise, verify.OfFirstStep)
		if f.Promise = promise; isOfFirst {
			first = append(first, f)
		} else {
			others = append(others, f)
		}
	}
	return append(m.linesOf(verify.OfFirstStep, first), m.linesOf("", others)...)
}

// linesOf say what was measured of a part of the file.
func (m Measured) linesOf(part string, findings []verify.Finding) (lines []string) {
	var agreement, magnified verify.Finding
	var sentences []sentence
	for _, f := range findings {
		if f.Magnified > magnified.Magnified {
			magnified = f
		}
		if f.Promise == verify.Agreement {
			agreement = agreement.With(f)
			continue
		}
		s := sentence{tried: f.TriedText()}
		promise, isLike := strings.CutSuffix(f.Promise, verify.LikeTraining)
		s.verb = verify.Verb(promise) + part
		if isLike {
			s.verb += verify.LikeTraining
		}
		if f.Allowed > 0 {
			promise += fmt.Sprintf(" to %.1e", f.Largest)
		}
		if last := len(sentences) - 1; last >= 0 && sentences[last].verb == s.verb && sentences[last].tried == s.tried {
			sentences[last].promises += ", " + promise
		} else {
			s.promises = promise
			sentences = append(sentences, s)
		}
	}
	if agreement.Promise != "" {
		s := sentence{"agrees with the float64 interpreter", fmt.Sprintf("to %.1e of the largest entry%s", agreement.Largest, part), agreement.TriedText()}
		sentences = slices.Insert(sentences, 0, s)
	}
	before := ""
	for _, s := range sentences {
		text := fmt.Sprintf("%s %s %s", m.Runtime, s.verb, s.promises)
		switch s.tried {
		case "": // of a file from before this was kept
		case before:
			text += ". It was tried on the same."
		default:
			text += fmt.Sprintf(". It was tried on %s.", s.tried)
		}
		before = s.tried
		lines = append(lines, text)
	}
	if magnified.Magnified > 0 {
		own := ""
		if magnified.Own > 0 {
			own = fmt.Sprintf(" (to %.1e on training inputs)", magnified.Own)
		}
		lines = append(lines, fmt.Sprintf("%s magnifies roundings%s to %.1e of the largest entry%s, as the model's weights do: %s, at %s",
			m.Runtime, part, magnified.Magnified, own, strings.TrimSuffix(magnified.Promise, verify.LikeTraining), magnified.MagnifiedIn))
	}
	return lines
}

// sentence says what a runtime does, and on what that was tried.
type sentence struct{ verb, promises, tried string }
