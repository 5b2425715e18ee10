// Package measure compares files with their promises, in every available runtime: agreement with
// the float64 interpreter, symmetries, lengths, steps, gradients and joint coordinates.
package measure

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// Measurement is what files of one model are held against.
type Measurement struct {
	promised   config.Description
	Untrusted  bool // the file is not the one that was exported
	Groups     []verify.Group
	Examples   []verify.Group   // true training inputs, which are among the groups
	References []verify.Outputs // nil where the model can't be built again
	steps      *TrainingStep    // of training; nil where the files predict
	pullback   *Pullback        // gradients by inputs; nil of files without
	Sampled    *Sampled         // nil where the ranges of the training are not known
	Amount     Amount
	radius     *config.Radius // of the model; nil of one without
	unread     []string       // unreadOf the model; nil where it can't be built again
	// trusted opens what files are held against, for what roundings change in it; nil where
	// that is not known.
	trusted func() (predict.Predictor, error)
	twin    func() (predict.Predictor, error) // the same in float32
	limited verify.Limited                    // nil of a model that limits no components of forces
}

// New computes the references of a run. inside is the topology that its
// file has in place of inputs, or nil. steps are the steps of training that the file
// makes, or nil, and gradients the gradients by its inputs. amount is how many systems
// like the training's are drawn.
func New(trained *run.Run, inside *artifact.Topology, steps *TrainingStep, gradients *Pullback, amount Amount) (*Measurement, error) {
	module := trained.Model.Module
	if steps != nil {
		module = steps.Module
	}
	if gradients != nil {
		module = gradients.Module
	}
	m, err := WithoutReference(trained.Config, inside, referenceEdgeMemory(module))
	if err != nil {
		return nil, err
	}
	if steps == nil {
		m.AddExamples(trained.Config, inside)
	}
	m.steps, m.pullback, m.Amount = steps, gradients, amount
	m.unread = unreadOf(module)
	if inside == nil && steps == nil {
		if m.Sampled, err = SampleLike(trained.Config, amount, m.Examples); err != nil {
			return nil, err
		}
	}
	if m.Sampled != nil {
		m.Sampled.Trusted, m.Sampled.own = OpenNative(trained), samplesOf(m.Examples)
		m.Sampled.twin = func() (predict.Predictor, error) { return m.reference(trained) }
		if gradients != nil {
			m.Sampled.Trusted = func() (predict.Predictor, error) { return gradients.open(native()) }
		}
	}
	if steps == nil && gradients == nil {
		m.trusted, m.twin = func() (predict.Predictor, error) { return m.reference(trained) }, OpenNative(trained)
	}
	if m.limited, err = LimitedBy(trained); err != nil {
		return nil, err
	}
	if m.Sampled != nil {
		m.Sampled.Limited = m.limited
	}
	reference, err := m.reference(trained)
	if err != nil {
		return nil, err
	}
	defer reference.Close()
	m.References, err = verify.Reference(m.Groups, reference)
	return m, err
}

// reference is what the files are held against.
func (m *Measurement) reference(trained *run.Run) (predict.Predictor, error) {
	if m.steps != nil {
		return m.steps.reference(), nil
	}
	if m.pullback != nil {
		return m.pullback.open(engines.Reference())
	}
	return artifact.OpenRun(engines.Reference(), trained)
}

// unreadOf are the inputs of a module's file on which no output depends: of mechanics without
// a network features, and neighbours without springs.
func unreadOf(module *ir.Module) (unread []string) {
	for input, live := range ir.Live(module) {
		if input == system.SendersInput {
			input = graph.Neighbors
		}
		if !live {
			unread = append(unread, input)
		}
	}
	return unread
}

// WithoutReference measures without references; edgeMemory is how many bytes of an edge
// that takes.
func WithoutReference(config run.Config, inside *artifact.Topology, edgeMemory float64) (*Measurement, error) {
	m := &Measurement{promised: config.Model.Describe(), radius: config.Model.Radius}
	var ranges *system.Ranges
	if config.Data != nil {
		ranges = config.Data.Ranges.Drawn()
	}
	if inside == nil {
		m.Groups = verify.Random(config.Model, ranges)
		return m, nil
	}
	if err := checkMemory(*inside, edgeMemory); err != nil {
		return nil, err
	}
	m.Groups = verify.OfTopology(config.Model, inside.Sample(), ranges)
	return m, nil
}

// AddExamples adds the true training inputs of the data, and one like each, to what is measured
// in every runtime.
func (m *Measurement) AddExamples(config run.Config, inside *artifact.Topology) {
	m.Examples = verify.Examples(config.Model, ExamplesOf(config, inside), inside != nil)
	if len(m.Examples) == 0 {
		return
	}
	perturbed := verify.Perturbed(config.Model, config.Data.Ranges.Drawn(), m.Examples, 1, rand.New(rand.NewPCG(11, 12)))
	m.Groups = slices.Concat(m.Groups, m.Examples, perturbed)
}

// Measurer is what files are held against. It returns what was measured in every runtime at
// hand, of runtimes that are not at hand why, and what is broken.
type Measurer interface {
	All(file []byte) (measured []artifact.Measured, missing []string, broken error)
}

// All implements holder.
func (m *Measurement) All(file []byte) (measured []artifact.Measured, missing []string, broken error) {
	parts, broken := m.parts(file)
	if broken != nil {
		return nil, nil, broken
	}
	measured, missing, broken = inEngines(m.Untrusted, parts.whole.signature.HasLoop, parts.in)
	if m.pullback != nil && len(measured) > 0 {
		differences, err := m.differences()
		measured, broken = append(measured, differences), errors.Join(broken, err)
	}
	return measured, missing, broken
}

// inEngines measures a file in every runtime at hand, as holder says; an untrusted one in the
// bounded runtime alone.
func inEngines(untrusted, hasLoop bool, in func(engine runtime.Engine) ([]verify.Finding, error)) (measured []artifact.Measured, missing []string, broken error) {
	var found faults
	for _, engine := range slices.Backward(engines.All) { // the ones that are always at hand first
		if engine.OpenFile == nil {
			continue
		}
		if reason := engine.Available(); reason != nil {
			missing = append(missing, fmt.Sprintf("The file was not checked in %s: %v.", engine.Name, reason))
			continue
		}
		if untrusted && engine.Name != engines.Bounded().Name {
			missing = append(missing, fmt.Sprintf("The file was not checked in %s: it was changed, and may end a process that it runs in.", engine.Name))
			continue
		}
		if hasLoop && !engine.Loops {
			missing = append(missing, fmt.Sprintf("The file was not checked in %s, which has no Loop.", engine.Name))
			continue
		}
		report, err := in(engine)
		found.add(engine.Name, err)
		measured = append(measured, artifact.Measured{Runtime: EngineName(engine), Findings: report})
	}
	if len(measured) == 0 {
		return nil, missing, errors.New("no runtime at hand runs the file, so nothing is known of it: gmnc doctor says how to get one")
	}
	return measured, missing, found.joined()
}

// EngineName is the name of an engine, with its version where it has one.
func EngineName(engine runtime.Engine) string {
	if engine.Version == nil {
		return engine.Name
	}
	return strings.TrimSpace(engine.Name + " " + engine.Version())
}

// ExamplesOf are the true training inputs of a run that its model, or a file with that topology
// inside, takes, with the fields that the model takes.
func ExamplesOf(config run.Config, inside *artifact.Topology) (examples []system.Example) {
	if config.Data == nil {
		return nil
	}
	for _, example := range config.Data.Examples {
		example = example.Keep(func(f *system.Field) bool { return config.Model.Takes(f) })
		if artifact.Check(config.Model, inside, []system.Sample{example.Sample}) == nil {
			examples = append(examples, example)
		}
	}
	return examples
}

// samplesOf are the systems of groups.
func samplesOf(groups []verify.Group) (samples []system.Sample) {
	for _, group := range groups {
		samples = append(samples, group.Samples...)
	}
	return samples
}
