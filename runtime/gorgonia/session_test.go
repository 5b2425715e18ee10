package gorgonia

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/conformance"
	"gmnc/ir"
	"gmnc/runtime"
)

func TestSession(t *testing.T) { eachLevel(t, allLevels, sessionRuns) }

func sessionRuns(t *testing.T, level Level) {
	m, params := conformance.MessagePassing(t), conformance.MessagePassingParams()
	session, err := Open(m, params, level)
	require.NoError(t, err)
	for _, shape := range conformance.Shapes {
		batch := conformance.MessagePassingBatch(shape[0], shape[1])
		want := conformance.Everything(t, m, params, batch)
		for range 3 {
			got, err := session.Run(batch)
			require.NoError(t, err)
			require.Len(t, got, len(want))
			for name := range want {
				conformance.Compare(t, name, want[name], got[name], conformance.LayerTolerance)
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
	batch := runtime.Batch{
		Inputs:  map[string]runtime.Tensor{"x": runtime.Floats(kinks, 3, 3), "edge_rows": runtime.Floats([]float32{}, 0, 1)},
		Systems: []runtime.System{{Particles: 3}},
	}
	for name, output := range conformance.Everything(t, m, nil, batch) {
		session, err := Open(m, nil, level)
		require.NoError(t, err)
		got, err := session.Run(batch)
		require.NoError(t, err)
		conformance.Compare(t, name, output, got[name], 0)
		slopes(t, level, m, name, batch)
	}
}

// slopes compares the gradient by x of the sum of an output.
func slopes(t *testing.T, level Level, m *ir.Module, name string, batch runtime.Batch) {
	m = m.Clone()
	y := m.Main.Output(name)
	m.Main.Outputs = nil
	require.NoError(t, ir.Extend(m, func(b *ir.Builder) { b.Output(runtime.LossName, b.SumRows(b.SumColumns(y))) }))
	differentiated, unreached, err := ir.Gradient(m, runtime.LossName, []string{"x"})
	require.NoError(t, err)
	engine, err := newEngine(level, m, nil, []string{"x"}, nil)
	require.NoError(t, err)
	got, err := engine.run(batch)
	require.NoError(t, err)
	want, ok := conformance.Everything(t, differentiated, nil, batch)["grad/x"]
	if !ok {
		require.Equal(t, []string{"x"}, unreached)
		want = ir.NewTensor(m.Main.Input("x").Type, ir.Sizes{"particles": 3})
	}
	conformance.Compare(t, "slope of "+name, want, view(got.gradients["x"]), 0)
}

func TestLevels(t *testing.T) {
	m, params := conformance.MessagePassing(t), conformance.MessagePassingParams()
	_, err := Open(m, params, 3)
	require.EqualError(t, err, "-O3 is no optimization level: use -O0, -O1 or -O2")
	_, err = NewTrainer(m, params, 3, runtime.Solver{LearningRate: 1})
	require.EqualError(t, err, "-O3 is no optimization level: use -O0, -O1 or -O2")
}

// TestOperatorsAreNotMerged: two operators of one name and one argument are two, with results of their own.
func TestOperatorsAreNotMerged(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 2))
		b.Output("first", b.Columns(x, 0, 1))
		b.Output("second", b.Columns(x, 1, 2))
		b.Output("x", x)
	}))
	batch := runtime.Batch{Inputs: map[string]runtime.Tensor{"x": runtime.Floats([]float32{1, 2, 3, 4}, 2, 2)}, Systems: []runtime.System{{Particles: 2}}}
	eachLevel(t, tapeLevels, func(t *testing.T, level Level) {
		session, err := Open(m, nil, level)
		require.NoError(t, err)
		got, err := session.Run(batch)
		require.NoError(t, err)
		require.Equal(t, [][]float32{{1, 3}, {2, 4}, {1, 2, 3, 4}}, [][]float32{got["first"].Float, got["second"].Float, got["x"].Float})
		require.NoError(t, session.Close())
	})
}

// TestClosedSessions: a session that is closed does not run, and closes again.
func TestClosedSessions(t *testing.T) {
	eachLevel(t, allLevels, func(t *testing.T, level Level) {
		session, err := Open(conformance.MessagePassing(t), conformance.MessagePassingParams(), level)
		require.NoError(t, err)
		batch := conformance.MessagePassingBatch(3, 2)
		_, err = session.Run(batch)
		require.NoError(t, err)
		require.NoError(t, session.Close())
		_, err = session.Run(batch)
		require.ErrorIs(t, err, runtime.ErrClosed)
		require.NoError(t, session.Close())
	})
}

// TestEqualHashes gives two inputs names that Gorgonia's 32-bit hash does
// not distinguish, which it would take for one.
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

	session, err := Open(m, nil, O0)
	require.NoError(t, err)
	got, err := session.Run(runtime.Batch{Inputs: map[string]runtime.Tensor{
		first: runtime.Floats([]float32{5, 6, 7}, 1, 3), second: runtime.Floats([]float32{1, 1, 1}, 1, 3),
	}})
	require.NoError(t, err)
	require.Equal(t, []float32{4, 5, 6}, got["y"].Float)
}
