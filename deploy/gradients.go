package deploy

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/builder"
	"gmnc/export"
	"gmnc/internal/fields"
	"gmnc/ir"
	"gmnc/onnx"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// pulling makes the gradients of a file in engines that run modules, to compare them.
// Cotangents of positions are the velocities of the samples, and those of velocities
// their positions.
type pulling struct {
	run    *run.Run
	names  []string   // of the inputs by which there are gradients
	steps  int        // of a file of many, or how many are measured; 0 of a file of one
	loops  bool       // whether the file takes the number of its steps
	module *ir.Module // of one step; of many also with gradients by the state
}

// measuredSteps are taken of a file that takes their number.
const measuredSteps = 5

func newPulling(trained *run.Run, names []string, rollout *export.Rollout) (*pulling, error) {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, fields.Errorf("{gradients} has %s twice", name)
		}
	}
	p := &pulling{run: trained, names: names}
	by := slices.Clone(names)
	if rollout != nil {
		p.steps, p.loops = cmp.Or(rollout.Steps, measuredSteps), rollout.Steps == 0
		for _, name := range builder.State {
			if !slices.Contains(by, name) {
				by = append(by, name)
			}
		}
	}
	var err error
	p.module, err = trained.Model.Pullback(by)
	return p, err
}

// pullingOf are the gradients of a file of the run; nil of a file without.
func pullingOf(m *artifact.Model, trained *run.Run) (*pulling, error) {
	names := m.Gradients()
	if names == nil {
		return nil, nil
	}
	steps, err := artifact.Steps(m.Bytes())
	if err != nil {
		return nil, err
	}
	var rollout *export.Rollout
	if artifact.Loops(m.Bytes()) {
		rollout = &export.Rollout{Steps: steps}
	}
	return newPulling(trained, names, rollout)
}

// puller gives predictions and gradients as the outputs of a predictor.
type puller struct {
	close func() error
	pull  func(samples []system.Sample) (map[string][]float32, error)
}

func (p puller) Close() error { return p.close() }

func (p puller) Predict(samples []system.Sample) (position, velocity []float32, err error) {
	outputs, err := p.Outputs(samples)
	return outputs["position"], outputs["velocity"], err
}

func (p puller) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if err := system.CheckInputs(samples); err != nil {
		return nil, err
	}
	all := map[string][]float32{}
	for _, batch := range predict.Batches(samples) {
		outputs, err := p.pull(batch)
		if err != nil {
			return nil, err
		}
		for name, values := range outputs {
			all[name] = append(all[name], values...)
		}
	}
	return all, nil
}

// open makes the gradients in an engine that runs modules.
func (p *pulling) open(engine runtime.Engine) (predict.Predictor, error) {
	weights, err := runtime.SelectParams(p.module, p.run.Weights)
	if err != nil {
		return nil, err
	}
	session, err := engine.Modes[0].Open(p.module, weights)
	if err != nil {
		return nil, err
	}
	if engine.Name != engines.Reference().Name {
		if session, err = predict.Centered(session, p.module); err != nil {
			return nil, err
		}
	}
	rows := predict.ForModule(session, p.module)
	return puller{session.Close, func(samples []system.Sample) (map[string][]float32, error) {
		var batch system.Batch
		batch.Fill(samples)
		inputs := predict.Inputs(&batch)
		if p.steps == 0 {
			return p.one(rows, inputs)
		}
		return p.many(rows, inputs)
	}}, nil
}

// cotangents are what the outputs of a batch count.
func cotangents(inputs map[string]runtime.Tensor) map[string]runtime.Tensor {
	return map[string]runtime.Tensor{"position": inputs["velocity"], "velocity": inputs["position"]}
}

// one makes a step and its gradients.
func (p *pulling) one(rows runtime.Session, batch runtime.Batch) (map[string][]float32, error) {
	outputs, err := pullBack(rows, batch, cotangents(batch.Inputs))
	return numbers(outputs), err
}

func numbers(tensors map[string]runtime.Tensor) map[string][]float32 {
	all := map[string][]float32{}
	for name, tensor := range tensors {
		all[name] = tensor.Float
	}
	return all
}

// pullBack runs a step on cotangents of its outputs.
func pullBack(rows runtime.Session, batch runtime.Batch, counts map[string]runtime.Tensor) (map[string]runtime.Tensor, error) {
	batch.Inputs = maps.Clone(batch.Inputs)
	for output, tensor := range counts {
		batch.Inputs[ir.CotangentPrefix+output] = tensor
	}
	return rows.Run(batch)
}

// many makes steps forward, each with the same inputs besides the state, and their
// gradients back, as a file of many steps does in one call. The predictions are those of
// the first step.
func (p *pulling) many(rows runtime.Session, batch runtime.Batch) (map[string][]float32, error) {
	counts := cotangents(batch.Inputs)
	before := make([]runtime.Batch, p.steps)
	result := map[string][]float32{}
	for k := range p.steps {
		before[k] = batch
		outputs, err := pullBack(rows, batch, counts)
		if err != nil {
			return nil, err
		}
		batch.Inputs = maps.Clone(batch.Inputs)
		for _, name := range builder.State {
			batch.Inputs[name] = outputs[name]
			if k == 0 {
				result[name] = outputs[name].Float
			}
		}
	}
	frames := map[string][]runtime.Tensor{} // of gradients, the last step first
	carried := counts
	for k := range p.steps {
		outputs, err := pullBack(rows, before[p.steps-1-k], carried)
		if err != nil {
			return nil, err
		}
		carried = map[string]runtime.Tensor{}
		for _, name := range builder.State {
			carried[name] = sum(counts[name], outputs[ir.GradientPrefix+name])
		}
		for _, name := range p.names {
			frames[name] = append(frames[name], outputs[ir.GradientPrefix+name])
		}
	}
	for name, all := range frames {
		result[ir.GradientPrefix+name] = p.through(name, all)
	}
	return result, nil
}

// through is the gradient by an input through all steps, of those of the steps, the last
// one first: side by side where each step has its own.
func (p *pulling) through(name string, frames []runtime.Tensor) []float32 {
	last := len(frames) - 1
	switch {
	case slices.Contains(builder.State, name):
		return frames[last].Float
	case slices.Contains(p.run.Config.Model.PerFrame, name):
		width := frames[0].Shape[len(frames[0].Shape)-1]
		var all []float32
		for row := range len(frames[0].Float) / width {
			for k := range frames {
				all = append(all, frames[last-k].Float[row*width:(row+1)*width]...)
			}
		}
		return all
	}
	total := frames[0]
	for _, frame := range frames[1:] {
		total = sum(total, frame)
	}
	return total.Float
}

func sum(a, b runtime.Tensor) runtime.Tensor {
	all := slices.Clone(a.Float)
	for i, value := range b.Float {
		all[i] += value
	}
	return runtime.Floats(all, a.Shape...)
}

// candidate makes the gradients with a session on the file.
func (p *pulling) candidate(file []byte, open func() (runtime.Session, error)) (predict.Predictor, error) {
	declared, err := artifact.Declared(file, onnx.GraphInput)
	if err != nil {
		return nil, err
	}
	session, err := open()
	if err != nil {
		return nil, err
	}
	return puller{session.Close, func(samples []system.Sample) (map[string][]float32, error) {
		outputs, err := session.Run(runtime.Batch{Inputs: p.fileInputs(samples, declared)})
		if err != nil {
			return nil, err
		}
		return p.fileOutputs(outputs), nil
	}}, nil
}

// fileInputs are those of the file; inputs of steps are the same in all.
func (p *pulling) fileInputs(samples []system.Sample, declared []string) map[string]runtime.Tensor {
	inputs := predict.FileInputs(samples, declared)
	counts := cotangents(predict.SystemInputs(samples))
	if p.steps == 0 {
		for output, tensor := range counts {
			inputs[ir.CotangentPrefix+output] = tensor
		}
		return inputs
	}
	if p.loops {
		inputs[export.StepsInput] = runtime.Indices([]int64{int64(p.steps)})
	}
	eachStep := func(tensor runtime.Tensor) runtime.Tensor {
		return runtime.Floats(slices.Repeat(tensor.Float, p.steps), append([]int{p.steps}, tensor.Shape...)...)
	}
	for output, tensor := range counts {
		inputs[export.Cotangents(output)] = eachStep(tensor)
	}
	for _, name := range p.run.Config.Model.PerFrame {
		if tensor, given := inputs[name]; given {
			inputs[name] = eachStep(tensor)
		}
	}
	return inputs
}

// fileOutputs are those of the file as many has them.
func (p *pulling) fileOutputs(outputs map[string]runtime.Tensor) map[string][]float32 {
	all := map[string][]float32{}
	for name, tensor := range outputs {
		values := tensor.Float
		input := strings.TrimPrefix(name, ir.GradientPrefix)
		switch {
		case export.OfStep(name) != "":
			name, values = export.OfStep(name), values[:len(values)/p.steps]
		case p.steps > 0 && slices.Contains(p.run.Config.Model.PerFrame, input):
			frames := slices.Collect(slices.Chunk(values, max(1, len(values)/p.steps)))
			var reversed []runtime.Tensor
			for _, frame := range slices.Backward(frames) {
				reversed = append(reversed, runtime.Floats(frame, tensor.Shape[1:]...))
			}
			values = p.through(input, reversed)
		}
		all[strings.TrimPrefix(name, "predicted_")] = values
	}
	return all
}

// agree holds the gradients of many steps against the float64 interpreter, system by
// system, as far as rounding of inputs leaves them.
func (p *pulling) agree(groups []verify.Group, candidate predict.Predictor) (verify.Report, error) {
	reference, err := p.open(engines.Reference())
	if err != nil {
		return verify.Report{}, err
	}
	defer reference.Close()
	return verify.Trusted{Predictor: reference, Promise: verify.Agreement}.Agree(groups, candidate), nil
}

// differences are the findings of all groups.
func (m *measurement) differences() (artifact.Measured, error) {
	measured := artifact.Measured{Runtime: engines.Reference().Name}
	var broken error
	for _, group := range m.groups {
		f, err := m.pull.differences(group)
		if err == nil && !f.Holds() {
			err = fmt.Errorf("%s: off by %.2g at %s; %.2g is allowed", f.Promise, f.Largest, f.Where, f.Allowed)
		}
		measured.Findings, broken = append(measured.Findings, f), errors.Join(broken, err)
	}
	return measured, broken
}

// Differences is the promise that gradients are what predictions change by.
const Differences = "the gradients of finite differences in float64"

// differenceAllowed is what the two may differ by, of the gradients' parts.
const differenceAllowed = 1e-5

// differences holds the gradients of a step in the float64 interpreter against its
// predictions for inputs that are moved along a random direction, up and down.
func (p *pulling) differences(group verify.Group) (verify.Finding, error) {
	f := verify.Finding{Promise: Differences, Allowed: differenceAllowed, Where: "composition " + group.Name}
	var batch system.Batch
	batch.Fill(group.Samples)
	rows := predict.Inputs(&batch)
	for output, tensor := range cotangents(rows.Inputs) {
		rows.Inputs[ir.CotangentPrefix+output] = tensor
	}
	predict.Match(rows, p.module)
	given := map[string]ir.Tensor{}
	for name, value := range rows.Inputs {
		given[name] = runtime.Widen(value)
	}
	for _, param := range p.module.Main.Params() {
		given[param.Name] = ir.NewTensor(param.Type, nil) // files lack weights that nothing depends on
		if weight, has := p.run.Weights[param.Name]; has {
			given[param.Name] = runtime.Widen(weight)
		}
	}
	outputs, err := ir.Eval(p.module, given, nil)
	if err != nil {
		return f, err
	}
	source := rand.New(rand.NewPCG(3, 4))
	for _, name := range p.names {
		off, err := p.difference(given, outputs[ir.GradientPrefix+name], name, group.Samples[0].Particles(), source)
		if err != nil {
			return f, err
		}
		if !(off <= f.Largest) {
			f.Largest, f.Where = off, fmt.Sprintf("%s of composition %s", name, group.Name)
		}
	}
	return f, nil
}

// difference is how far the gradient by an input is from what its change by little
// changes, of the parts of the gradient. Systems have so many particles.
func (p *pulling) difference(given map[string]ir.Tensor, gradient ir.Tensor, name string, particles int, source *rand.Rand) (float64, error) {
	x := given[name]
	width, each := x.Shape[len(x.Shape)-1], 1
	if f := system.FieldNamed(name); f.Rows == system.OfSystem {
		each = particles
	}
	size, direction := 0., make([]float64, len(x.Float))
	var wanted, parts float64
	for i := range direction {
		row, column := i/width, i%width
		if row%each > 0 {
			direction[i] = direction[i-width]
			continue
		}
		direction[i] = source.NormFloat64()
		part := gradient.Float[row*width+column] * direction[i]
		wanted, parts, size = wanted+part, parts+float64(part*part), max(size, math.Abs(x.Float[i]))
	}
	h := 1e-5 * max(size, 1e-3)
	moved := func(sign float64) (map[string]ir.Tensor, error) {
		values := slices.Clone(x.Float)
		for i := range values {
			values[i] += float64(sign * h * direction[i])
		}
		changed := maps.Clone(given)
		changed[name] = ir.Tensor{Shape: x.Shape, Float: values}
		return ir.Eval(p.module, changed, nil)
	}
	up, err := moved(1)
	if err != nil {
		return 0, err
	}
	down, err := moved(-1)
	if err != nil {
		return 0, err
	}
	change := 0.
	for _, output := range builder.State {
		for i, counts := range given[ir.CotangentPrefix+output].Float {
			change += float64((up[output].Float[i] - down[output].Float[i]) * counts)
		}
	}
	if parts == 0 && change == 0 {
		return 0, nil
	}
	return math.Abs(change/(2*h)-wanted) / math.Sqrt(parts), nil
}
