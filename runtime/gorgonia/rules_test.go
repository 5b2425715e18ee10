package gorgonia

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
)

// TestFailedEvaluation: a run ends with the error of an operator's row, which names the operator and
// its result.
func TestFailedEvaluation(t *testing.T) {
	op := &ir.Op{Name: "convolve", Arity: 1,
		Infer: func(_ *ir.Module, args []ir.Type, _ ir.Attrs) (ir.Type, error) { return args[0], nil },
		Eval:  func(ir.Tensor, []ir.Tensor, *ir.Node, ir.Sizes) error { return errors.New("no inverse") }}
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Output("y", b.Name("result", b.Apply(op, nil, b.Input("x", ir.Floats(ir.Rows("particles"), 1)))[0]))
	}))
	session, err := Open(m, nil, O0)
	require.NoError(t, err)
	_, err = session.Run(runtime.Batch{
		Inputs:  map[string]runtime.Tensor{"x": runtime.Floats([]float32{1, 2}, 2, 1)},
		Systems: []runtime.System{{Particles: 2}},
	})
	require.ErrorContains(t, err, "convolve (%result")
	require.ErrorContains(t, err, "no inverse")
	require.NoError(t, session.Close())
}
