package native_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
)

// TestOperatorsWithoutKernels: what has a row alone is evaluated, in whole systems, in blocks and
// node by node.
func TestOperatorsWithoutKernels(t *testing.T) {
	cases, err := conformance.Of(conformance.Foreign(), 1)
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for name, open := range map[string]conformance.Opener{"whole": native.Open, "blocks": openByBlocks} {
		t.Run(name, func(t *testing.T) { conformance.Run(t, cases, open, nil) })
	}
	ran := 0
	for _, c := range cases {
		node := c.Module.Main.Output("y").Node
		args, possible := arguments(node, c)
		if !possible {
			continue
		}
		kernel, err := native.NewKernel(node, c.Sizes)
		require.NoError(t, err)
		result := make([]float32, len(c.Want["y"].Float))
		for range 2 {
			kernel.Run(result, args...)
			conformance.Compare(t, "y", c.Want["y"], runtime.Floats(result, c.Want["y"].Shape...), c.Tolerance)
		}
		ran++
	}
	require.GreaterOrEqual(t, ran, len(conformance.Foreign()))
}

// TestOperatorsThatNeedKernels: an operator cannot be evaluated between particles and edges, to
// a sum, to indices, and without an evaluation.
func TestOperatorsThatNeedKernels(t *testing.T) {
	particles, edges := ir.Floats(ir.Rows("particles"), 1), ir.Floats(ir.Rows("edges"), 1)
	nothing := func(ir.Tensor, []ir.Tensor, *ir.Node, ir.Sizes) error { return nil }
	for _, c := range []struct {
		from, to  ir.Type
		eval      func(ir.Tensor, []ir.Tensor, *ir.Node, ir.Sizes) error
		evaluable bool
	}{
		{particles, particles, nothing, true},
		{ir.Floats(ir.Fixed(1), 1), particles, nothing, true},
		{particles, edges, nothing, false},
		{edges, particles, nothing, false},
		{particles, ir.Floats(ir.Fixed(1), 1), nothing, false},
		{particles, ir.Indices("particles", ir.Rows("particles")), nothing, false},
		{particles, particles, nil, false},
	} {
		op := &ir.Op{Name: "convolve", Arity: 1, Eval: c.eval, Infer: func(*ir.Module, []ir.Type, ir.Attrs) (ir.Type, error) { return c.to, nil }}
		m := ir.SampleModule()
		require.NoError(t, ir.Build(m, func(b *ir.Builder) { b.Output("y", b.Apply(op, nil, b.Input("x", c.from))[0]) }))
		_, err := native.Compile(m, native.Options{})
		if c.evaluable {
			require.NoError(t, err, "%s to %s", c.from, c.to)
		} else {
			require.ErrorContains(t, err, "has no kernel for the operator convolve", "%s to %s", c.from, c.to)
		}
	}
}

// TestFailedEvaluation: the result of an evaluation that fails is not a number.
func TestFailedEvaluation(t *testing.T) {
	op := &ir.Op{Name: "convolve", Arity: 1,
		Infer: func(_ *ir.Module, args []ir.Type, _ ir.Attrs) (ir.Type, error) { return args[0], nil },
		Eval: func(result ir.Tensor, _ []ir.Tensor, _ *ir.Node, _ ir.Sizes) error {
			result.Float[0] = 1
			return errors.New("no")
		}}
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Output("y", b.Apply(op, nil, b.Input("x", ir.Floats(ir.Rows("particles"), 1)))[0])
	}))
	batch := runtime.Batch{Inputs: tensors{"x": runtime.Floats([]float32{1, 2}, 2, 1)}, Systems: []runtime.System{{Particles: 2}}}
	outputs, err := compile(t, m, native.Options{}).Run(nil, batch)
	require.NoError(t, err)
	for _, x := range outputs["y"].Float {
		require.True(t, math.IsNaN(float64(x)))
	}
}
