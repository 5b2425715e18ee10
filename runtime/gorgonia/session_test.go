package gorgonia

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/conformance"
)

// layerTolerance bounds the float32 error of a layer and its gradients,
// relative to the largest entry: some ten operations in a row.
const layerTolerance = 1e-5

// shapes are more than keep their tape, back and forth, with a single
// particle and an empty batch among them.
var shapes = [][2]int{{6, 2}, {1, 0}, {6, 2}, {4, 3}, {1, 0}, {5, 1}, {3, 2}, {2, 1}, {0, 0}, {6, 2}}

func TestSession(t *testing.T) { eachLevel(t, allLevels, sessionRuns) }

func sessionRuns(t *testing.T, level Level) {
	m, params := pull(t), pullParams(t)
	session, err := Open(m, params, level)
	require.NoError(t, err)
	for _, shape := range shapes {
		inputs := pullBatch(shape[0], shape[1])
		want := everything(t, m, params, inputs)
		for range 3 {
			got, err := session.Run(inputs)
			require.NoError(t, err)
			require.Len(t, got, len(want))
			for name := range want {
				conformance.Compare(t, name, want[name], got[name], layerTolerance)
				// Results are the caller's.
				clear(got[name].Float)
				clear(got[name].Index)
			}
		}
	}
	require.NoError(t, session.Close())
}

// TestKinks requires the IR's values where a function has none of its own.
func TestKinks(t *testing.T) { eachLevel(t, tapeLevels, kinks) }

func kinks(t *testing.T, level Level) {
	kinks := []float32{-2, -1, -0.5, 0, 0.5, 0.75, 2, 0, -1}
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 3))
		b.Input("edge_rows", ir.Floats(ir.Rows("edges"), 1))
		half := b.Scalar(0.5)
		for name, y := range map[string]*ir.Value{
			"sign": b.Sign(x), "abs": b.Abs(x), "relu": b.ReLU(x), "greater": b.Greater(x, half),
			"clamp": b.Clamp(x, -1, 0.75), "inside": b.Inside(x, -1, 0.75),
			"maximum": b.Maximum(x, half), "minimum": b.Minimum(x, half),
		} {
			b.Output(name, y)
		}
	}))
	inputs := map[string]runtime.Tensor{
		"x": runtime.Floats(kinks, 3, 3), "edge_rows": runtime.Floats([]float32{}, 0, 1),
	}
	for name, output := range everything(t, m, &Params{}, inputs) {
		session, err := Open(m, &Params{}, level)
		require.NoError(t, err)
		got, err := session.Run(inputs)
		require.NoError(t, err)
		conformance.Compare(t, name, output, got[name], 0)
		slopes(t, level, m, name, inputs)
	}
}

// slopes compares the gradient by x of the sum of an output.
func slopes(t *testing.T, level Level, m *ir.Module, name string, inputs map[string]runtime.Tensor) {
	m = m.Clone()
	y := m.Main.Output(name)
	m.Main.Outputs = nil
	require.NoError(t, ir.Extend(m, func(b *ir.Builder) { b.Output(lossName, b.SumRows(b.SumColumns(y))) }))
	differentiated, unreached, err := ir.Gradient(m, lossName, []string{"x"})
	require.NoError(t, err)
	engine, err := newEngine(level, m, nil, []string{"x"})
	require.NoError(t, err)
	sizes, err := runtime.Bind(m, inputs)
	require.NoError(t, err)
	got, err := engine.run(sizes, inputs)
	require.NoError(t, err)
	want, ok := everything(t, differentiated, &Params{}, inputs)["grad/x"]
	if !ok {
		require.Equal(t, []string{"x"}, unreached)
		want = ir.NewTensor(m.Main.Input("x").Type, sizes)
	}
	conformance.Compare(t, "slope of "+name, want, copied(got.gradients["x"]), 0)
}

func TestLevels(t *testing.T) {
	_, err := Open(pull(t), pullParams(t), 3)
	require.EqualError(t, err, "-O3 is no optimisation level: use -O0, -O1 or -O2")
	_, err = NewTrainer(pull(t), pullParams(t), 3, NewAdam(1, 0))
	require.EqualError(t, err, "-O3 is no optimisation level: use -O0, -O1 or -O2")
}

func TestWrongCalls(t *testing.T) {
	_, err := NewParams(pull(t), nil)
	require.ErrorContains(t, err, "values are missing for 4 parameters: inner, bias, outer, scale")
	other := &Params{}
	_, err = Open(pull(t), other, O0)
	require.ErrorContains(t, err, "the parameters do not fit module sample")

	session, err := Open(pull(t), pullParams(t), O0)
	require.NoError(t, err)
	inputs := pullBatch(6, 2)
	delete(inputs, "senders")
	_, err = session.Run(inputs)
	require.ErrorContains(t, err, "input senders is missing")
	inputs = pullBatch(6, 2)
	inputs["senders"].Index[3] = 6
	_, err = session.Run(inputs)
	require.ErrorContains(t, err, "input senders has the index 6 in row 3")
}

// TestConcurrentUse is for the race detector: sessions and a trainer on the
// same parameters.
func TestConcurrentUse(t *testing.T) { eachLevel(t, allLevels, concurrentUse) }

func concurrentUse(t *testing.T, level Level) {
	m, params := pull(t), pullParams(t)
	trainer, err := NewTrainer(m, params, level, NewAdam(1e-3, 0))
	require.NoError(t, err)
	session, err := Open(m, params, level)
	require.NoError(t, err)
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for k := range 8 {
				inputs := pullBatch(2+(i+k)%3, 2)
				var err error
				if i == 0 {
					_, err = trainer.Step(inputs)
				} else {
					_, err = session.Run(inputs)
				}
				if err != nil {
					t.Error(err)
				}
				params.Values()
			}
		})
	}
	group.Wait()
}

// TestEqualHashes gives two inputs names that Gorgonia's 32-bit hash does
// not tell apart, which it would take for one.
func TestEqualHashes(t *testing.T) {
	const first, second = "x1437786", "x2176240"
	m := &ir.Module{Name: "pair"}
	row := ir.Floats(ir.Fixed(1), 3)
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		b.Output("y", b.Sub(b.Input(first, row), b.Input(second, row)))
	}))
	graph := newLowering(source{module: m}, nil, 0)
	graph.node(m.Main.Inputs[0])
	graph.node(m.Main.Inputs[1])
	require.False(t, distinct(graph.graph), "the names were chosen to have one hash")

	session, err := Open(m, &Params{}, O0)
	require.NoError(t, err)
	got, err := session.Run(map[string]runtime.Tensor{
		first: runtime.Floats([]float32{5, 6, 7}, 1, 3), second: runtime.Floats([]float32{1, 1, 1}, 1, 3),
	})
	require.NoError(t, err)
	require.Equal(t, []float32{4, 5, 6}, got["y"].Float)
}
