package artifact

import (
	"encoding/json"
	"fmt"

	"gmnc/export"
	"gmnc/internal/strictjson"
	"gmnc/predict/conformal"
	"gmnc/predict/verify"
	"gmnc/run"
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
	Data     string  `json:"data"` // the name of the data set
	SHA256   string  `json:"sha256"`
	Samples  int     `json:"samples"`
	Position float64 `json:"mean_squared_error"`
	Unit     string  `json:"length_unit,omitempty"` // of positions; "" where it is not known
	// Line is the mean squared error of the straight line x + vT; 0 where it was not measured.
	Line       float64 `json:"straight_line_mean_squared_error,omitempty"`
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

// Caveats say of a model of that configuration which roundings the model magnifies, in each runtime.
func (c *Certificate) Caveats(config run.Config) (lines []string) {
	for _, measured := range c.Runtimes {
		lines = append(lines, measured.Caveats(config)...)
	}
	return lines
}

// Lines say what was measured of such a model, and on what: of each runtime, of the first of many steps, and of
// the test errors.
func (c *Certificate) Lines(config run.Config) (lines []string) {
	for _, measured := range c.Runtimes {
		lines = append(lines, measured.Lines(config)...)
	}
	if c.Limited != "" {
		lines = append(lines, c.Limited)
	}
	if r := c.Rounding; r != nil {
		lines = append(lines, fmt.Sprintf("The weights are stored in float16, which changes predictions by %s at most, %s. The largest change is in %s.", figureOf(r.Largest), ofLargest, verify.TriedText([]verify.Tried{{Count: 1, Of: verify.SystemsOf + r.Where}})))
	}
	if r := c.Radius; r != nil {
		lines = append(lines, r.lines()...)
	}
	if t := c.Test; t != nil {
		lines = append(lines, t.lines()...)
	}
	return lines
}
