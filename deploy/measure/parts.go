package measure

import (
	"errors"
	"fmt"
	"slices"

	"gmnc/artifact"
	"gmnc/export/rolling"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// parts holds a file that is measured, and its first step if steps are unrolled. The first step
// suffices to measure what single calls promise. Other files are both parts themselves. For a
// file of many nodes, the whole is its first steps. The nodes of compared more steps were
// compared with those of the last of them.
type parts struct {
	whole, first part
	compared     int
}

// part is a file with its measurement.
type part struct {
	*Measurement
	file      []byte
	signature artifact.Signature
}

// parts separates a file into its parts.
func (m *Measurement) parts(file []byte) (p parts, err error) {
	p.whole = part{Measurement: m, file: file}
	if p.whole.signature, err = artifact.ReadSignature(file); err != nil {
		return p, err
	}
	p.first = p.whole
	if !p.whole.unrolled() {
		return p, nil
	}
	if p.first, err = p.whole.steppedTo(1); err != nil {
		return p, err
	}
	few, err := stepsOf(file, p.whole.signature.Steps)
	if err != nil || few == p.whole.signature.Steps {
		return p, err
	}
	p.compared = p.whole.signature.Steps - few
	p.whole, err = p.whole.steppedTo(few)
	return p, err
}

// steppedTo returns the part with only its first steps.
func (p part) steppedTo(steps int) (first part, err error) {
	first = p
	first.signature.Steps = steps
	first.file, err = rolling.FirstSteps(p.file, p.signature.PerFrame, steps)
	return first, err
}

// A runtime takes seconds to open a file of 10,000 nodes, and minutes to open one of 300,000.
// So steps beyond such a number of nodes are not run but compared with earlier ones. At least
// three steps are run: the radii of the third step are the first that grow from grown ones.
const fewestRuns = 3

var mostNodes = 10000 // a variable, which tests lower

// stepsToRun returns the number of steps of a file that are run. All are run, unless the file
// has many nodes, and those of the later steps equal those of the last step that is run, as
// alike reports.
func stepsToRun(steps, nodes int, alike func(pattern int) error) int {
	run := max(fewestRuns, steps*mostNodes/max(1, nodes))
	if run >= steps || alike(run) != nil {
		return steps
	}
	return run
}

// stepsOf returns the number of the unrolled steps of a file that are run.
func stepsOf(file []byte, steps int) (int, error) {
	nodes, err := nodesOf(file)
	return stepsToRun(steps, nodes, func(pattern int) error { return rolling.AlikeSteps(file, pattern) }), err
}

// notRun returns a finding that says how many steps were compared and not run.
func notRun(steps int) verify.Finding {
	return verify.Finding{Promise: verify.AlikeSteps, Where: "later steps", Tried: []verify.Tried{{Count: steps, Of: "later steps"}}}
}

// nodesOf returns the number of nodes in the graph of a file.
func nodesOf(file []byte) (nodes int, err error) {
	model, err := onnx.Read(file)
	if err != nil {
		return 0, err
	}
	err = onnx.EachRecord(model.Graph, onnx.GraphNode, func([]byte) error {
		nodes++
		return nil
	})
	return nodes, err
}

// unrolled reports whether the part predicts several steps, one after another.
func (p part) unrolled() bool {
	return p.signature.Steps > 1 && p.steps == nil && p.pullback == nil
}

// in measures the file in one runtime.
func (p parts) in(engine runtime.Engine) ([]verify.Finding, error) {
	session, err := p.first.open(engine)
	if err != nil {
		return nil, err
	}
	one := p.first.predictor(session)
	defer one.Close()
	ofOne, err := p.first.calls(engine, one)
	if err != nil {
		return nil, err
	}
	ofAll, err := p.allSteps(engine, one)
	if err != nil {
		return nil, err
	}
	var all []verify.Report
	for _, report := range ofOne {
		all = append(all, p.ofFirst(report))
	}
	return findings(append(all, ofAll...))
}

// ofFirst returns a report of the first part. If the file has many steps, the report says that
// it is of the first.
func (p parts) ofFirst(report verify.Report) verify.Report {
	if p.whole.unrolled() {
		return report.OfFirst()
	}
	return report
}

// allSteps measures what needs all steps of a file that predicts: refusals, threads, and
// equality with calls of a single step.
func (p parts) allSteps(engine runtime.Engine, one predict.Predictor) (reports []verify.Report, err error) {
	if p.whole.steps != nil { // threads change the order in which sums over a batch are added
		return nil, nil
	}
	session, err := p.whole.open(engine) // onnxruntime shares it with what opens the file below
	if err != nil {
		return nil, err
	}
	defer session.Close()
	if len(p.whole.signature.PerFrame) > 0 { // a fault of a later step leaves the first its numbers
		reports = append(reports, p.ofFirst(p.first.refusals(engine)))
	} else {
		reports = append(reports, p.whole.refusals(engine))
	}
	if engine.OpenFileThreads != nil {
		// Steps share their nodes, and a session of all of them can take a minute to open.
		reports = append(reports, p.ofFirst(p.first.onThreads(engine)))
	}
	if p.whole.pullback != nil || !p.whole.signature.Rolls() {
		return reports, nil
	}
	report, err := p.whole.sameAsCalls(session, one)
	if p.compared > 0 {
		report.Add(notRun(p.compared))
	}
	return append(reports, report), err
}

// calls measures what single calls promise.
func (p part) calls(engine runtime.Engine, one predict.Predictor) (reports []verify.Report, err error) {
	trusted, closed, err := trust(p.limited, samplesOf(p.Examples), p.trusted, p.twin)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	switch {
	case p.pullback != nil && p.pullback.steps > 0: // rounding grows from step to step
		report, err := p.pullback.agree(p.Groups, p.References, one)
		if err != nil {
			return nil, err
		}
		reports = append(reports, report)
	case p.References != nil:
		reports = append(reports, trusted.Compare(p.Groups, p.References, one))
	}
	if p.steps == nil {
		reports = append(reports, trusted.Symmetries(p.promised, p.Groups, one))
	}
	if !p.Untrusted && engine.Name != engines.ForFiles().Name {
		return reports, nil
	}
	if p.steps == nil {
		groups := p.Groups
		if p.Sampled != nil {
			groups = slices.Concat(groups, p.Sampled.Moved)
		}
		reports = append(reports, trusted.InBatches(groups, p.Amount.Batches, one, predict.AtOnce(one)))
	}
	if p.Sampled != nil {
		report, err := p.Sampled.Measure(p.promised, one)
		if err != nil {
			return nil, err
		}
		reports = append(reports, report...)
	}
	return reports, nil
}

// refusals measures the outputs for wrong inputs, in every step.
func (p part) refusals(engine runtime.Engine) verify.Report {
	return verify.Refusals(p.reads, p.Groups[0], func(within func(runtime.Session) runtime.Session) (predict.Predictor, error) {
		session, err := p.open(engine)
		if err != nil {
			return nil, err
		}
		return p.everyStep(within(session)), nil
	})
}

// reads reports whether outputs depend on an input. Models that are not rigid need to read only
// positions.
func (p part) reads(input string) bool {
	return input == system.Position.Name || p.promised.Rigid && !slices.Contains(p.unread, input)
}

// onThreads compares the outputs of the part for other numbers of threads. It uses true
// training inputs if there are any.
func (p part) onThreads(engine runtime.Engine) verify.Report {
	return verify.SameOnThreads(p.ofOwnKind(), func(threads int) (predict.Predictor, error) {
		session, err := engine.OpenFileThreads(p.file, threads)
		if err != nil {
			return nil, err
		}
		return p.everyStep(session), nil
	})
}

// ofOwnKind returns the true training inputs, or else the first group that was drawn.
func (p part) ofOwnKind() verify.Group {
	own := samplesOf(p.Examples)
	if len(own) == 0 {
		return p.Groups[0]
	}
	return verify.Group{Name: verify.TrainingInput + "s", Kind: verify.TrainingInput + "s", Samples: own}
}

func (p part) open(engine runtime.Engine) (runtime.Session, error) {
	session, err := engine.OpenFile(p.file)
	if err != nil {
		return nil, fmt.Errorf("the file does not load: %w", err)
	}
	return session, nil
}

// predictor returns a predictor that runs the file in a session, and closes the session at the
// end.
func (p part) predictor(session runtime.Session) predict.Predictor {
	if p.steps != nil {
		return p.steps.candidate(p.signature.Inputs, session)
	}
	if p.pullback != nil {
		return p.pullback.candidate(p.signature.Inputs, session)
	}
	return p.signature.Predictor(session)
}

// findings returns the findings of all reports, and what is broken.
func findings(reports []verify.Report) (all []verify.Finding, err error) {
	for _, report := range reports {
		all = append(all, report.Findings...)
		err = errors.Join(err, report.Err())
	}
	return all, err
}
