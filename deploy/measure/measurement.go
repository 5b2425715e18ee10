// Package measure compares files with their promises, in every available runtime: agreement with
// the float64 interpreter, symmetries, lengths, steps, gradients and joint coordinates.
package measure

import (
	"context"
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

// Measurement compares files of one model with the model.
type Measurement struct {
	promised   config.Description
	Untrusted  bool // the file is not the one that was exported
	Groups     []verify.Group
	Examples   []verify.Group   // true training inputs, which are among the groups
	References []verify.Outputs // nil if the model can't be rebuilt
	steps      *TrainingStep    // training steps; nil if the files predict
	pullback   *Pullback        // gradients with respect to inputs; nil for files without gradients
	Sampled    *Sampled         // nil if the ranges of the training data are not known
	Amount     Amount
	radius     *config.Radius // the radius of the model; nil if it has none
	unread     []string       // the result of unreadOf; nil if the model can't be rebuilt
	// trusted opens the model with which files are compared, to find how rounding changes it.
	// It is nil if that model is not known.
	trusted func() (predict.Predictor, error)
	twin    func() (predict.Predictor, error) // opens the same model in float32
	limited verify.Limited                    // nil for a model that limits no components of forces
}

// New computes the references of a run. The topology inside replaces inputs of its file, or is
// nil. The argument steps holds the training steps that the file makes, and gradients its
// gradients with respect to its inputs; both may be nil. The amount says how many systems like
// those of the training are drawn.
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

// reference opens the predictor with which the files are compared.
func (m *Measurement) reference(trained *run.Run) (predict.Predictor, error) {
	if m.steps != nil {
		return m.steps.reference(), nil
	}
	if m.pullback != nil {
		return m.pullback.open(engines.Reference())
	}
	return artifact.OpenRun(engines.Reference(), trained)
}

// unreadOf returns the inputs of a module's file on which no output depends. For mechanics
// without a network these are features, and neighbors if there are no springs.
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

// WithoutReference returns a measurement without references. The argument edgeMemory is the
// number of bytes that measuring takes for each edge.
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

// AddExamples adds the true training inputs of the data, and a perturbed copy of each, to what
// is measured in every runtime.
func (m *Measurement) AddExamples(config run.Config, inside *artifact.Topology) {
	m.Examples = verify.Examples(config.Model, ExamplesOf(config, inside), inside != nil)
	if len(m.Examples) == 0 {
		return
	}
	perturbed := verify.Perturbed(config.Model, config.Data.Ranges.Drawn(), m.Examples, 1, rand.New(rand.NewPCG(11, 12)))
	m.Groups = slices.Concat(m.Groups, m.Examples, perturbed)
}

// Measurer measures files. All returns what was measured in every available runtime, why other
// runtimes are not available, and what is broken; once ctx has ended, it returns only the cause of
// that as the error. CountLimited says in how many systems, test samples of a file included,
// components of forces are limited; it is "" if they never are.
type Measurer interface {
	All(ctx context.Context, file []byte) (measured []artifact.Measured, missing []string, broken error)
	CountLimited(test []system.Sample, file string) (string, error)
}

// All implements Measurer.
func (m *Measurement) All(ctx context.Context, file []byte) (measured []artifact.Measured, missing []string, broken error) {
	parts, broken := m.parts(file)
	if broken != nil {
		return nil, nil, broken
	}
	measured, missing, broken = inEngines(ctx, engines.All(), m.Untrusted, parts.whole.signature.HasLoop, parts.in)
	if m.pullback != nil {
		measured, broken = withDifferences(measured, broken, m.differences)
	}
	return measured, missing, broken
}

// inEngines measures a file in those of the engines that can run it until ctx ends, and returns the
// results of Measurer. The last engine of the table comes first. An untrusted file is measured only
// in the bounded engine.
func inEngines(ctx context.Context, table []runtime.Engine, untrusted, hasLoop bool, in func(engine runtime.Engine) ([]verify.Finding, error)) (measured []artifact.Measured, missing []string, broken error) {
	var found faults
	for _, engine := range slices.Backward(table) { // those that are always available come first
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
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		report, err := in(stoppable(ctx, engine))
		found.add(engine.Name, err)
		measured = append(measured, artifact.Measured{Runtime: EngineName(engine), Findings: report})
	}
	if ctx.Err() != nil {
		return nil, nil, context.Cause(ctx)
	}
	if len(measured) == 0 {
		return nil, missing, errors.New("no runtime at hand runs the file, so nothing is known of it: gmnc doctor says how to get one")
	}
	return measured, missing, found.joined()
}

// EngineName returns the name of an engine, with its version if it has one.
func EngineName(engine runtime.Engine) string {
	if engine.Version == nil {
		return engine.Name
	}
	return strings.TrimSpace(engine.Name + " " + engine.Version())
}

// ExamplesOf returns those true training inputs of a run that its model, or a file with that
// topology inside, takes. They keep only the fields that the model takes, and have the arrays of
// trees and bodies where the file declares them.
func ExamplesOf(config run.Config, inside *artifact.Topology) (examples []system.Example) {
	if config.Data == nil {
		return nil
	}
	for _, example := range config.Data.Examples {
		example = example.Keep(func(f *system.Field) bool { return config.Model.Takes(f) })
		if artifact.Check(config.Model, inside, []system.Sample{example.Sample}) == nil {
			example.Forests = config.Model.Depth > 0 && inside == nil
			examples = append(examples, example)
		}
	}
	return examples
}

// samplesOf returns the systems of groups.
func samplesOf(groups []verify.Group) (samples []system.Sample) {
	for _, group := range groups {
		samples = append(samples, group.Samples...)
	}
	return samples
}
