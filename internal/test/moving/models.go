package moving

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/builder/config"
	"gmnc/builder/graph"
	"gmnc/internal/vector"
	"gmnc/ir"
	"gmnc/system"
)

// Model is a model with weights in float64.
type Model struct {
	*graph.Model
	Weights map[string]ir.Tensor
}

// All weights are larger than in a new model, and the last weights of coordinate networks much
// larger, so that forces matter. They stay below their limit, which acts on each component and
// is therefore not invariant under rotation. For this, networks on a Gram matrix that is not
// normalized must have small weights.
const (
	weightGain = 2
	forceGain  = 200
	rawGain    = 0.5
)

// IsGate reports whether a weight is the last one of a coordinate network, whose first values
// are small.
func IsGate(p graph.Param) bool { return p.Bound > 0 && p.Bound < 0.01 }

// NewModel returns a model with random weights, which are always the same.
func NewModel(t *testing.T, c config.Config) Model {
	t.Helper()
	built, err := builder.New(c, false)
	require.NoError(t, err)
	m := Model{built, map[string]ir.Tensor{}}
	drawn := built.Draw(11)
	for _, param := range built.Params {
		gain := float64(weightGain)
		switch {
		case IsGate(param):
			gain = forceGain
		case c.Phi2 == config.Phi2RawGram && strings.Contains(param.Name, "_force/"):
			gain = rawGain
		}
		weight := ir.Tensor{Shape: []int{param.Rows, param.Columns}}
		for _, value := range drawn[param.Name] {
			weight.Float = append(weight.Float, gain*float64(value))
		}
		m.Weights[param.Name] = weight
	}
	return m
}

// Inputs returns a system in row form, and the weights.
func (m Model) Inputs(s Particles) map[string]ir.Tensor {
	n := len(s.X)
	batch := system.NewBatch([]system.Sample{{Position: make([]float32, 3*n), Objects: s.Objects()}})
	floats := func(values []float64, width int) ir.Tensor { return ir.Tensor{Shape: []int{n, width}, Float: values} }
	index := func(values []int64) ir.Tensor { return ir.Tensor{Shape: []int{len(values)}, Index: values} }
	inputs := map[string]ir.Tensor{
		"position": floats(Rows(s.X), 3), "velocity": floats(Rows(s.V), 3),
		"charge":  floats(s.Charge, 1),
		"partner": index(batch.Partner), "first": index(batch.First), "second": index(batch.Second),
		"joint": index(batch.Joint), "senders": index(batch.Senders),
	}
	types := make([]float64, n)
	for i, edgeType := range batch.EdgeTypes {
		types[i] = float64(edgeType)
	}
	inputs[system.EdgeTypeInput] = floats(types, 1)
	for _, kind := range system.ListedKinds() {
		mask := make([]float64, n)
		for i, is := range batch.Masks[kind.Number()] {
			mask[i] = float64(is)
		}
		inputs[kind.Mask()] = floats(mask, 1)
	}
	for name, weight := range m.Weights {
		inputs[name] = weight
	}
	return inputs
}

// Predict returns the system that the model predicts.
func (m Model) Predict(t *testing.T, s Particles) Particles {
	t.Helper()
	outputs, err := ir.Eval(m.Module, m.Inputs(s), nil)
	require.NoError(t, err)
	moved := s
	moved.X, moved.V = Vectors(outputs["position"].Float), Vectors(outputs["velocity"].Float)
	return moved
}

const (
	// Difference is the step of the difference quotients below.
	Difference = 1e-5
	// DifferenceError bounds the relative error of the difference quotient. It includes the
	// fourth power of the step times fifth derivatives, which are large for large weights, and
	// rounding divided by the step, 1e-11.
	DifferenceError = 1e-6
)

// WithLoss returns the model's module with a loss, the sum of the squares of all predicted
// coordinates.
func WithLoss(t *testing.T, m Model) *ir.Module {
	t.Helper()
	module := m.Module.Clone()
	require.NoError(t, ir.Extend(module, func(b *ir.Builder) {
		b.Output("loss", b.SumRows(b.SumColumns(b.Square(module.Main.Output("position")))))
	}))
	return module
}

// Moved returns the model with its weights moved along a direction.
func (m Model) Moved(direction map[string][]float64, step float64) Model {
	weights := map[string]ir.Tensor{}
	for name, weight := range m.Weights {
		moved := ir.Tensor{Shape: weight.Shape}
		for i, value := range weight.Float {
			moved.Float = append(moved.Float, value+float64(step*direction[name][i]))
		}
		weights[name] = moved
	}
	return Model{m.Model, weights}
}

// Loss returns the loss of a module made by WithLoss.
func (m Model) Loss(t *testing.T, module *ir.Module, s Particles) float64 {
	t.Helper()
	outputs, err := ir.Eval(module, m.Inputs(s), nil)
	require.NoError(t, err)
	return outputs["loss"].Float[0]
}

const (
	// Symmetric bounds the effect of float64 rounding, 1e-16, after two layers, relative to the
	// largest entry.
	Symmetric = 1e-10
	// Asymmetric is the least error, in units of position, of a symmetry that a model does not
	// have.
	Asymmetric = 1e-3
)

// Farthest returns the largest distance between a particle's two positions.
func Farthest(a, b Particles) float64 {
	largest := 0.0
	for i := range a.X {
		largest = max(largest, a.X[i].Minus(b.X[i]).Norm())
	}
	return largest
}

// SampleInputs returns a sample in row form, and the weights.
func SampleInputs(m Model, s system.Sample) map[string]ir.Tensor {
	batch := system.NewBatch([]system.Sample{s})
	floats := func(values []float32) ir.Tensor {
		return ir.Tensor{Shape: []int{batch.Particles, len(values) / batch.Particles}, Float: vector.Widened(values)}
	}
	index := func(values []int64) ir.Tensor { return ir.Tensor{Shape: []int{len(values)}, Index: values} }
	inputs := map[string]ir.Tensor{"position": floats(batch.Position), "velocity": floats(batch.Velocity)}
	inputs["partner"], inputs["first"], inputs["second"] = index(batch.Partner), index(batch.First), index(batch.Second)
	inputs["joint"], inputs["senders"], inputs[system.RootInput] = index(batch.Joint), index(batch.Senders), index(batch.Root)
	inputs[system.BoxSendersInput], inputs[ir.SystemInput] = index(batch.Senders), index(make([]int64, batch.Particles))
	inputs[system.EdgeTypeInput] = floats(batch.EdgeTypes)
	for _, kind := range slices.Concat(system.ListedKinds(), system.ForestKinds()) {
		inputs[kind.Mask()] = floats(batch.Masks[kind.Number()])
	}
	for _, f := range system.GivenFields() {
		if values := batch.Field(f); values != nil {
			inputs[f.Name] = floats(values)
		}
	}
	for name, weight := range m.Weights {
		inputs[name] = weight
	}
	return inputs
}
