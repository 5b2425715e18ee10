package deploy

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/builder"
	"gmnc/export"
	"gmnc/internal/strictjson"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
)

// Certificate is what was measured of an exported file, in the runtimes at hand,
// before it was written. The file holds it.
type Certificate struct {
	// Kernels are those that the model was trained with, if that is known.
	Kernels  []string    `json:"kernels,omitempty"`
	Runtimes []Measured  `json:"runtimes"`
	Test     *TestErrors `json:"test,omitempty"`
	// Rounding is what weights in float16 change; nil if they are float32.
	Rounding *Rounding `json:"rounding,omitempty"`
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

// certificateIn reads the certificate of a file, nil if there is none.
func certificateIn(file *export.File) (*Certificate, error) {
	text, certified := file.Metadata[certificateKey]
	if !certified {
		return nil, nil
	}
	certificate := new(Certificate)
	if err := strictjson.Unmarshal([]byte(text), certificate); err != nil {
		return nil, fmt.Errorf("its certificate is damaged (%w): export the model again", err)
	}
	return certificate, nil
}

func (c *Certificate) text() (string, error) {
	text, err := json.Marshal(c)
	return string(text), err
}

// Lines say what was measured, two lines a runtime, and of the test errors.
func (c *Certificate) Lines() (lines []string) {
	for _, measured := range c.Runtimes {
		lines = append(lines, measured.lines()...)
	}
	if r := c.Rounding; r != nil {
		lines = append(lines, fmt.Sprintf("weights in float16 change predictions by %.1e of the largest entry at most, at %s", r.Largest, r.Where))
	}
	if t := c.Test; t != nil {
		lines = append(lines, fmt.Sprintf("test errors on %d samples of %s (SHA-256 %.12s): mean squared error x100 %.5f, constraint error %.1e",
			t.Samples, t.Data, t.SHA256, 100*t.Position, t.Constraint))
	}
	return lines
}

func (m Measured) lines() (lines []string) {
	var compositions, others []string
	largest := 0.0
	for _, f := range m.Findings {
		if f.Promise == verify.Agreement {
			largest = max(largest, f.Largest)
			compositions = append(compositions, strings.TrimPrefix(f.Where, "composition "))
			continue
		}
		if f.Allowed == 0 {
			others = append(others, f.Promise)
		} else {
			others = append(others, fmt.Sprintf("%s to %.1e", f.Promise, f.Largest))
		}
	}
	if compositions != nil {
		lines = append(lines, fmt.Sprintf("%s agrees with the float64 interpreter to %.1e of the largest entry at %s",
			m.Runtime, largest, strings.Join(compositions, " ")))
	}
	if others != nil {
		lines = append(lines, fmt.Sprintf("%s keeps %s", m.Runtime, strings.Join(others, ", ")))
	}
	return lines
}

// measurement is what files of one model are held against.
type measurement struct {
	promised   builder.Description
	groups     []verify.Group
	references []verify.Outputs // nil where the model can't be built again
	steps      *stepping        // of training; nil where the files predict
}

// newMeasurement computes the references of a run; inside is the topology that
// its file has in place of inputs, or nil, and steps are those of training that
// the file makes, or nil.
func newMeasurement(trained *run.Run, inside *topology, steps *stepping) (*measurement, error) {
	module := trained.Model.Module
	if steps != nil {
		module = steps.module
	}
	m, err := unreferenced(trained.Config.Model, inside, referenceEdgeMemory(module))
	if err != nil {
		return nil, err
	}
	m.steps = steps
	reference, err := m.reference(trained)
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	m.references, err = verify.Reference(m.groups, reference)
	return m, err
}

// reference is what the files are held against.
func (m *measurement) reference(trained *run.Run) (predict.Predictor, error) {
	if m.steps != nil {
		return m.steps.reference(), nil
	}
	return rebuild(engines.Reference(), trained)
}

// unreferenced measures without references; edgeMemory is how many bytes of an edge
// that takes.
func unreferenced(config builder.Config, inside *topology, edgeMemory float64) (*measurement, error) {
	m := &measurement{promised: config.Describe()}
	if inside == nil {
		m.groups = verify.Random(config)
		return m, nil
	}
	if err := inside.checkMemory(edgeMemory); err != nil {
		return nil, err
	}
	m.groups = verify.OfTopology(config, inside.sample())
	return m, nil
}

// all measures a file in every runtime at hand. It returns what is broken, and
// of runtimes that are not at hand, why.
func (m *measurement) all(file []byte) (measured []Measured, missing []string, broken error) {
	for _, engine := range slices.Backward(engines.All) { // the ones that are always at hand first
		if engine.OpenFile == nil {
			continue
		}
		if reason := engine.Available(); reason != nil {
			missing = append(missing, fmt.Sprintf("not checked in %s: %v", engine.Name, reason))
			continue
		}
		if loops(file) && !engine.Loops {
			missing = append(missing, fmt.Sprintf("not checked in %s: it has no Loop", engine.Name))
			continue
		}
		report, err := m.in(engine, file)
		if err != nil {
			broken = errors.Join(broken, fmt.Errorf("in %s: %w", engine.Name, err))
		}
		measured = append(measured, Measured{nameOf(engine), report})
	}
	if len(measured) == 0 {
		broken = errors.New("no runtime at hand runs the file, so nothing is known of it: gmnc doctor says how to get one")
	}
	return measured, missing, broken
}

// in measures a file in one runtime.
func (m *measurement) in(engine runtime.Engine, file []byte) ([]verify.Finding, error) {
	candidate, err := m.open(file, func() (runtime.Session, error) { return engine.OpenFile(file) })
	if err != nil {
		return nil, fmt.Errorf("the file does not load: %w", err)
	}
	defer candidate.Close()
	var reports []verify.Report
	if m.references != nil {
		reports = append(reports, verify.Compare(m.groups, m.references, candidate))
	}
	if m.steps == nil {
		reports = append(reports, verify.Symmetries(m.promised, m.groups, candidate))
	}
	// Sums over a batch, which gradients are, are added up thread by thread.
	if engine.OpenFileThreads != nil && m.steps == nil {
		reports = append(reports, verify.SameOnThreads(m.groups[0], func(threads int) (predict.Predictor, error) {
			return m.open(file, func() (runtime.Session, error) { return engine.OpenFileThreads(file, threads) })
		}))
	}
	if rolled, err := sameAsCalls(engine, file, mostKinds(m.groups), candidate); err != nil {
		return nil, err
	} else if rolled != nil {
		reports = append(reports, *rolled)
	}
	var findings []verify.Finding
	for _, report := range reports {
		findings = append(findings, report.Findings...)
		err = errors.Join(err, report.Err())
	}
	return findings, err
}

// open runs a file in a session.
func (m *measurement) open(file []byte, session func() (runtime.Session, error)) (predict.Predictor, error) {
	if m.steps != nil {
		return m.steps.candidate(file, session)
	}
	return openWith(file, session)
}

func nameOf(engine runtime.Engine) string {
	if engine.Version == nil {
		return engine.Name
	}
	return strings.TrimSpace(engine.Name + " " + engine.Version())
}
