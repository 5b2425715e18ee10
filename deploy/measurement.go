package deploy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/export"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// measurement is what files of one model are held against.
type measurement struct {
	promised   builder.Description
	untrusted  bool // the file is not the one that was exported
	groups     []verify.Group
	references []verify.Outputs // nil where the model can't be built again
	steps      *stepping        // of training; nil where the files predict
	pullback   *pullback        // gradients by inputs; nil of files without
	sampled    *sampled         // nil where the ranges of the training are not known
	amount     amount
	radius     *builder.Radius    // of the model; nil of one without
	signature  artifact.Signature // of the file that is being measured
}

// newMeasurement computes the references of a run. inside is the topology that its
// file has in place of inputs, or nil. steps are the steps of training that the file
// makes, or nil, and gradients the gradients by its inputs. amount is how many systems
// like the training's are drawn.
func newMeasurement(trained *run.Run, inside *artifact.Topology, steps *stepping, gradients *pullback, amount amount) (*measurement, error) {
	module := trained.Model.Module
	if steps != nil {
		module = steps.module
	}
	if gradients != nil {
		module = gradients.module
	}
	m, err := unreferenced(trained.Config, inside, referenceEdgeMemory(module))
	if err != nil {
		return nil, err
	}
	m.steps, m.pullback, m.amount = steps, gradients, amount
	if inside == nil && steps == nil {
		if m.sampled, err = sample(trained.Config, amount); err != nil {
			return nil, err
		}
	}
	if m.sampled != nil {
		m.sampled.trusted = openNative(trained)
		if gradients != nil {
			m.sampled.trusted = func() (predict.Predictor, error) { return gradients.open(native()) }
		}
	}
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
	if m.pullback != nil {
		return m.pullback.open(engines.Reference())
	}
	return artifact.OpenRun(engines.Reference(), trained)
}

// unreferenced measures without references; edgeMemory is how many bytes of an edge
// that takes.
func unreferenced(config run.Config, inside *artifact.Topology, edgeMemory float64) (*measurement, error) {
	m := &measurement{promised: config.Model.Describe(), radius: config.Model.Radius}
	var ranges *system.Ranges
	if config.Data != nil {
		ranges = config.Data.Ranges
	}
	if inside == nil {
		m.groups = verify.Random(config.Model, ranges)
		return m, nil
	}
	if err := checkMemory(*inside, edgeMemory); err != nil {
		return nil, err
	}
	m.groups = verify.OfTopology(config.Model, inside.Sample(), ranges)
	return m, nil
}

// all measures a file in every runtime at hand. It returns what is broken, and
// of runtimes that are not at hand, why.
func (m *measurement) all(file []byte) (measured []artifact.Measured, missing []string, broken error) {
	if m.signature, broken = artifact.ReadSignature(file); broken != nil {
		return nil, nil, broken
	}
	for _, engine := range slices.Backward(engines.All) { // the ones that are always at hand first
		if engine.OpenFile == nil {
			continue
		}
		if reason := engine.Available(); reason != nil {
			missing = append(missing, fmt.Sprintf("not checked in %s: %v", engine.Name, reason))
			continue
		}
		if m.untrusted && engine.Name != engines.Bounded().Name {
			missing = append(missing, fmt.Sprintf("not checked in %s: the file was changed, and may end a process that it runs in", engine.Name))
			continue
		}
		if m.signature.HasLoop && !engine.Loops {
			missing = append(missing, fmt.Sprintf("not checked in %s: it has no Loop", engine.Name))
			continue
		}
		report, err := m.in(engine, file)
		for _, one := range several(err) {
			broken = errors.Join(broken, fmt.Errorf("in %s: %w", engine.Name, one))
		}
		measured = append(measured, artifact.Measured{Runtime: nameOf(engine), Findings: report})
	}
	if len(measured) == 0 {
		return nil, missing, errors.New("no runtime at hand runs the file, so nothing is known of it: gmnc doctor says how to get one")
	}
	if m.pullback != nil {
		differences, err := m.differences()
		measured, broken = append(measured, differences), errors.Join(broken, err)
	}
	return measured, missing, broken
}

// in measures a file in one runtime.
func (m *measurement) in(engine runtime.Engine, file []byte) ([]verify.Finding, error) {
	whole := file
	rolled, m, file, err := m.ofOneStep(file)
	if err != nil {
		return nil, err
	}
	session, err := engine.OpenFile(file)
	if err != nil {
		return nil, fmt.Errorf("the file does not load: %w", err)
	}
	candidate := m.predictor(session)
	defer candidate.Close()
	var reports []verify.Report
	switch {
	case m.pullback != nil && m.pullback.steps > 0: // rounding grows from step to step
		report, err := m.pullback.agree(m.groups, m.references, candidate)
		if err != nil {
			return nil, err
		}
		reports = append(reports, report)
	case m.references != nil:
		reports = append(reports, verify.Compare(m.groups, m.references, candidate))
	}
	if m.steps == nil {
		reports = append(reports, verify.Symmetries(m.promised, m.groups, candidate))
		if len(rolled.signature.PerFrame) > 0 { // a fault of a later step leaves the first its numbers
			reports = append(reports, m.refusals(engine, file))
		} else {
			reports = append(reports, rolled.refusals(engine, whole))
		}
	}
	if m.sampled != nil && (m.untrusted || engine.Name == engines.ForFiles().Name) {
		report, err := m.sampled.hold(m.promised, candidate)
		if err != nil {
			return nil, err
		}
		reports = append(reports, report...)
	}
	// Sums over a batch, which gradients are, are added up thread by thread.
	if engine.OpenFileThreads != nil && m.steps == nil {
		reports = append(reports, rolled.onThreads(engine, whole))
	}
	if m.pullback != nil {
		return findings(reports)
	}
	if m.signature.Rolls() {
		if rolled != m {
			if session, err = engine.OpenFile(whole); err != nil {
				return nil, fmt.Errorf("the file does not load: %w", err)
			}
			defer session.Close()
		}
		report, err := rolled.sameAsCalls(session, candidate)
		if err != nil {
			return nil, err
		}
		reports = append(reports, report)
	}
	return findings(reports)
}

// refusals measures what a file returns of wrong inputs, in every step.
func (m *measurement) refusals(engine runtime.Engine, file []byte) verify.Report {
	return verify.Refusals(m.promised.Rigid, m.groups[0], func(within func(runtime.Session) runtime.Session) (predict.Predictor, error) {
		session, err := engine.OpenFile(file)
		if err != nil {
			return nil, err
		}
		return m.everyStep(within(session)), nil
	})
}

// onThreads compares what a file returns in every step on other numbers of threads.
func (m *measurement) onThreads(engine runtime.Engine, file []byte) verify.Report {
	return verify.SameOnThreads(m.groups[0], func(threads int) (predict.Predictor, error) {
		session, err := engine.OpenFileThreads(file, threads)
		if err != nil {
			return nil, err
		}
		return m.everyStep(session), nil
	})
}

// ofOneStep returns itself, and the measurement and the file of the first step, where
// steps are unrolled: what single calls promise needs no others.
func (m *measurement) ofOneStep(file []byte) (whole, one *measurement, first []byte, err error) {
	if m.signature.Steps <= 1 || m.steps != nil || m.pullback != nil {
		return m, m, file, nil
	}
	first, err = export.FirstStep(file, m.signature.PerFrame)
	step := *m
	step.signature.Steps = 1
	return m, &step, first, err
}

// findings returns the findings of all reports, and what is broken.
func findings(reports []verify.Report) (all []verify.Finding, err error) {
	for _, report := range reports {
		all = append(all, report.Findings...)
		err = errors.Join(err, report.Err())
	}
	return all, err
}

// predictor runs the file in a session, which it closes in the end.
func (m *measurement) predictor(session runtime.Session) predict.Predictor {
	if m.steps != nil {
		return m.steps.candidate(m.signature.Inputs, session)
	}
	if m.pullback != nil {
		return m.pullback.candidate(m.signature.Inputs, session)
	}
	return m.signature.Predictor(session)
}

func nameOf(engine runtime.Engine) string {
	if engine.Version == nil {
		return engine.Name
	}
	return strings.TrimSpace(engine.Name + " " + engine.Version())
}
