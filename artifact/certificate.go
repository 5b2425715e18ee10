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

// Certificate is what was measured with an exported file, in the available runtimes, before it
// was written. The file contains it.
type Certificate struct {
	// Kernels lists the kernels that the model was trained with, if they are known.
	Kernels  []string    `json:"kernels,omitempty"`
	Runtimes []Measured  `json:"runtimes"`
	Test     *TestErrors `json:"test,omitempty"`
	// Radius is the coverage of the radius, or nil for a file without a radius.
	Radius *RadiusCoverage `json:"radius,omitempty"`
	// Rounding is the effect of weights in float16, or nil if the weights are float32.
	Rounding *Rounding `json:"rounding,omitempty"`
	// Limited says in how many systems components of forces are limited. Equivariance to
	// rotations is not promised for these. It is "" for a model that limits none.
	Limited string `json:"limited,omitempty"`
}

// Rounding is the largest change of a prediction by weights in float16, relative to the
// output's largest magnitude, and the composition of the system for which it occurs.
type Rounding struct {
	Largest float64 `json:"largest"`
	Where   string  `json:"where"`
}

// Measured is what was measured in one runtime.
type Measured struct {
	Runtime  string           `json:"runtime"` // the name of its engine, with its version
	Findings []verify.Finding `json:"findings"`
}

// TestErrors holds the errors of the file's predictions for the test split of a data set, in
// position units squared or in position units.
type TestErrors struct {
	Data     string  `json:"data"` // the name of the data set
	SHA256   string  `json:"sha256"`
	Samples  int     `json:"samples"`
	Position float64 `json:"mean_squared_error"`
	Unit     string  `json:"length_unit,omitempty"` // of positions; "" if it is not known
	// Line is the mean squared error of the constant-velocity baseline x + vT, or 0 if it was
	// not measured.
	Line       float64 `json:"straight_line_mean_squared_error,omitempty"`
	Constraint float64 `json:"constraint_error"`
	// Overlap says how many samples begin within a span of a training sample. It is empty if
	// there are few.
	Overlap string `json:"overlap,omitempty"`
	// Radius is what was measured with the radius, or nil for a file without one.
	Radius *conformal.Measured `json:"radius,omitempty"`
	// Rolled holds the same measurements after more than one step, for a file that rolls.
	Rolled []conformal.MeasuredStep `json:"rolled,omitempty"`
}

// certificateIn parses the certificate of a file. It returns nil if there is none.
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

// Text returns the certificate as JSON, as a file contains it.
func (c *Certificate) Text() (string, error) {
	text, err := json.Marshal(c)
	return string(text), err
}

// Caveats say of a model of that configuration which roundings the model magnifies, in each runtime,
// and what the file does not check of the system that its constants were learned on. The joints are
// those of a file in joint coordinates, and nil for others.
func (c *Certificate) Caveats(config run.Config, joints *Joints) []string {
	lines := c.magnifying(config)
	switch {
	case joints != nil:
		lines = append(lines, joints.caveats()...)
	case config.Model.LearnedOn != nil:
		lines = append(lines, unchecked)
	}
	return lines
}

// Magnifies reports whether there is a caveat on rounding.
func (c *Certificate) Magnifies(config run.Config) bool { return len(c.magnifying(config)) > 0 }

func (c *Certificate) magnifying(config run.Config) (lines []string) {
	for _, measured := range c.Runtimes {
		lines = append(lines, measured.Caveats(config)...)
	}
	return lines
}

// unchecked says of a file with constants by particle or joint how it knows their system. docs/onnx.md
// has the details.
const unchecked = "The constants are those of the system that the model was trained on. For another system the file answers with NaN only if charges, pins, types, features, masses or distances at rest show the difference. " +
	"It does not check the names of particles, which particles form which object, the axes of joints, or the size of the whole; gmnc predict, rollout and verify check names and objects."

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
