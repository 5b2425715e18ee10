package gorgonia

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
)

// eachLevel runs a test at each of the given levels.
func eachLevel(t *testing.T, levels []Level, test func(t *testing.T, level Level)) {
	for _, level := range levels {
		t.Run(level.String(), func(t *testing.T) { test(t, level) })
	}
}

var (
	allLevels = []Level{O0, O1, O2}
	// tapeLevels have an operator in Gorgonia's graph for every node, and so
	// differentiate by any input; a region does by parameters.
	tapeLevels = []Level{O0, O1}
)

// TestRules: each rule is of an operator of the table.
func TestRules(t *testing.T) {
	for name := range stockRules {
		_, err := ir.LookupOp(name)
		require.NoError(t, err)
	}
}

// gradientTolerance bounds the error of an operator's gradient in float32,
// relative to the largest entry: a few operations of 1e-7 each.
const gradientTolerance = 2e-6

// TestOpGradients compares Gorgonia's derivative of each operator with the
// IR's, in the first run and in the third, when every register was reused.
// Operators that are in no table have a row alone, like many of the table.
func TestOpGradients(t *testing.T) {
	eachLevel(t, tapeLevels, opGradients)
}

func opGradients(t *testing.T, level Level) {
	cases, err := conformance.Of(append(ir.Ops(), conformance.Foreign()...), 2)
	require.NoError(t, err)
	for _, c := range cases {
		if c.Want["y"].Index != nil {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			weigh(t, &c)
			names := floatArgs(c.Module)
			differentiated, unreached, err := ir.Gradient(c.Module, runtime.LossName, names)
			require.NoError(t, err)
			wide := map[string]ir.Tensor{}
			for name, input := range c.Batch.Inputs {
				wide[name] = runtime.Widen(input)
			}
			want, err := ir.Eval(differentiated, wide, nil)
			require.NoError(t, err)

			engine, err := newEngine(level, c.Module, nil, names, nil)
			require.NoError(t, err)
			for range 3 {
				got, err := engine.run(c.Batch)
				require.NoError(t, err)
				for _, name := range names {
					expected, ok := want["grad/"+name]
					if !ok {
						require.Contains(t, unreached, name)
						expected = ir.NewTensor(c.Module.Main.Input(name).Type, c.Sizes)
					}
					conformance.Compare(t, name, expected, view(got.gradients[name]), gradientTolerance)
				}
			}
			require.NoError(t, engine.close())
		})
	}
}

// weigh gives the case a loss: the sum of its result, each element with a
// weight of its own.
func weigh(t *testing.T, c *conformance.Case) {
	c.Module = c.Module.Clone() // others have it, too
	y := c.Module.Main.Output("y")
	c.Module.Main.Outputs = nil
	require.NoError(t, ir.Extend(c.Module, func(b *ir.Builder) {
		weights := b.Input("weights", y.Type)
		b.Output(runtime.LossName, b.SumRows(b.SumColumns(b.Mul(y, weights))))
	}))
	weights := ir.NewTensor(y.Type, c.Sizes)
	for i := range weights.Float {
		weights.Float[i] = 0.5 + 0.25*float64(i%7)
	}
	c.Batch.Inputs["weights"] = runtime.Narrow(weights)
}

func floatArgs(m *ir.Module) []string {
	var names []string
	for _, input := range m.Main.Inputs {
		if input.Type.DType == ir.Float {
			names = append(names, input.Name)
		}
	}
	return names
}
