package measure

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/artifact"
	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/predict/verify"
	"gmnc/runtime"
	"gmnc/runtime/engines"
	"gmnc/system"
)

// agree compares the gradients of many steps with the references of the float64 interpreter,
// system by system, to within the effect of rounding the inputs.
func (p *Pullback) agree(groups []verify.Group, references []verify.Outputs, candidate predict.Predictor) (verify.Report, error) {
	reference, err := p.open(engines.Reference())
	if err != nil {
		return verify.Report{}, err
	}
	defer reference.Close()
	return verify.Trusted{Predictor: reference, Promise: verify.Agreement, References: references}.Agree(groups, candidate), nil
}

// withDifferences adds finite differences to what was measured in engines. It adds nothing if no
// engine ran, as then nothing is known of the file.
func withDifferences(measured []artifact.Measured, broken error, differences func() (artifact.Measured, error)) ([]artifact.Measured, error) {
	if len(measured) == 0 {
		return measured, broken
	}
	found, err := differences()
	return append(measured, found), errors.Join(broken, err)
}

// differences compares gradients with finite differences for all groups.
func (m *Measurement) differences() (artifact.Measured, error) {
	measured := artifact.Measured{Runtime: ours}
	var broken error
	for _, group := range m.Groups {
		f, err := m.pullback.differences(group)
		if err == nil && !f.Holds() {
			err = fmt.Errorf("%s: off by %.2g at %s; %.2g is allowed", f.Promise, f.Largest, f.Where, f.Allowed)
		}
		measured.Findings, broken = append(measured.Findings, f), errors.Join(broken, err)
	}
	return measured, broken
}

// ours is the name of the engine of finite differences in a certificate.
var ours = "gmnc's " + engines.Reference().Name

// Differences is the promise that gradients equal the changes of predictions.
const Differences = "the gradients of finite differences in float64"

// differenceAllowed is the allowed difference between the two, relative to the gradient's
// parts.
const differenceAllowed = 1e-5

// zeroGradient bounds from below the size to which the error of a gradient is relative, as a
// share of the size that the outputs allow.
const zeroGradient = 1e-5

// leastInput is the least magnitude that an input counts as, so that inputs at rest are moved, too.
const leastInput = 1e-3

// differences compares the gradients of a step in the float64 interpreter with finite
// differences of its predictions, for inputs that move along a random direction, forward and
// back.
func (p *Pullback) differences(group verify.Group) (verify.Finding, error) {
	f := verify.Finding{Promise: Differences, Allowed: differenceAllowed, Where: "composition " + group.Name, Tried: group.Tried()}
	var batch system.Batch
	batch.Fill(group.Samples)
	rows := predict.Inputs(&batch)
	for output, tensor := range cotangents(rows.Inputs) {
		rows.Inputs[ir.CotangentPrefix+output] = tensor
	}
	predict.Match(rows, p.Module)
	given := map[string]ir.Tensor{}
	for name, value := range rows.Inputs {
		given[name] = runtime.Widen(value)
	}
	for _, param := range p.Module.Main.Params() {
		given[param.Name] = ir.NewTensor(param.Type, nil) // files lack weights on which nothing depends
		if weight, has := p.run.Weights[param.Name]; has {
			given[param.Name] = runtime.Widen(weight)
		}
	}
	outputs, err := ir.Eval(p.Module, given, nil)
	if err != nil {
		return f, err
	}
	source := rand.New(rand.NewPCG(3, 4))
	for _, name := range p.Names {
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

// difference returns the difference between the gradient with respect to an input and the
// finite difference, relative to the parts of the gradient. Each system has the given number of
// particles.
func (p *Pullback) difference(given map[string]ir.Tensor, gradient ir.Tensor, name string, particles int, source *rand.Rand) (float64, error) {
	x := given[name]
	each := 1
	if f := system.FieldNamed(name); f.Rows == system.OfSystem {
		each = particles
	}
	along := randomDirection(x, gradient, each, source)
	h := 1e-5 * max(along.size, leastInput)
	moved := func(sign float64) (map[string]ir.Tensor, error) {
		values := slices.Clone(x.Float)
		for i := range values {
			values[i] += float64(sign * h * along.direction[i])
		}
		changed := maps.Clone(given)
		changed[name] = ir.Tensor{Shape: x.Shape, Float: values}
		return ir.Eval(p.Module, changed, nil)
	}
	up, err := moved(1)
	if err != nil {
		return 0, err
	}
	down, err := moved(-1)
	if err != nil {
		return 0, err
	}
	change, squares := 0., 0.
	for _, output := range graph.State {
		for i, counts := range given[ir.CotangentPrefix+output].Float {
			change += float64((up[output].Float[i] - down[output].Float[i]) * counts)
			term := up[output].Float[i] * counts
			squares += float64(term * term)
		}
	}
	return offBy(change/(2*h)-along.derivative, math.Sqrt(along.parts), math.Sqrt(squares), along.size), nil
}

// offBy returns the difference of a gradient from finite differences, relative to the magnitude of
// its parts. That counts as at least zeroGradient of what follows from outputs that would change by all
// of themselves if the largest input did: roundings hide smaller gradients, such as that of friction
// whose memory ends within a step. The outputs are the root of the sum of the squares of all, times cotangents.
func offBy(difference, parts, outputs, largest float64) float64 {
	least := zeroGradient * outputs / max(largest, leastInput)
	return math.Abs(difference) / max(parts, least, math.SmallestNonzeroFloat64)
}

// derivative is a gradient along a direction.
type derivative struct {
	direction  []float64
	derivative float64
	parts      float64 // the sum of the squares of the derivative's terms
	size       float64 // the magnitude of the largest number that is moved
}

// randomDirection returns a random direction of an input, and the gradient along it. The rows
// of a system, whose number is each, move together.
func randomDirection(x, gradient ir.Tensor, each int, source *rand.Rand) derivative {
	d := derivative{direction: make([]float64, len(x.Float))}
	width := x.Shape[len(x.Shape)-1]
	for i := range d.direction {
		if i/width%each > 0 {
			d.direction[i] = d.direction[i-width]
			continue
		}
		d.direction[i] = source.NormFloat64()
		part := float64(gradient.Float[i] * d.direction[i])
		d.derivative, d.parts, d.size = d.derivative+part, d.parts+float64(part*part), max(d.size, math.Abs(x.Float[i]))
	}
	return d
}
