package predict

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/graph"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/system"
)

// ran is a session that runs a function.
type ran struct {
	runtime.Session
	run func(batch runtime.Batch) (map[string]runtime.Tensor, error)
}

func (r ran) Run(batch runtime.Batch) (map[string]runtime.Tensor, error) { return r.run(batch) }

// moduleOf is a module with rows of particles that build writes.
func moduleOf(t *testing.T, build func(b *ir.Builder, rows ir.Type)) *ir.Module {
	t.Helper()
	module := &ir.Module{Dims: []ir.Dimension{{Symbol: graph.Particles, Rows: true}}}
	require.NoError(t, ir.Build(module, func(b *ir.Builder) { build(b, ir.Floats(ir.Rows(graph.Particles), 3)) }))
	return module
}

// twoSystems are one particle at 1 and two at 2 and 4.
func twoSystems() runtime.Batch {
	return runtime.Batch{
		Inputs: map[string]runtime.Tensor{
			"position": runtime.Floats([]float32{1, 1, 1, 2, 2, 2, 4, 4, 4}, 3, 3), "velocity": runtime.Floats(make([]float32, 9), 3, 3), "other": runtime.Floats(nil, 0, 1),
		},
		Systems: []runtime.System{{Particles: 1}, {Particles: 2, Neighbors: 1}},
	}
}

// TestCentered: a module that moves with positions gets them relative to the mean of their system,
// which is added to its positions alone. One that sees the origin gets them as they are.
func TestCentered(t *testing.T) {
	moves := moduleOf(t, func(b *ir.Builder, rows ir.Type) {
		x, v := b.Input("position", rows), b.Input("velocity", rows)
		b.Output("position", b.Add(x, v))
		b.Output("velocity", v)
	})
	var given runtime.Tensor
	echo := ran{run: func(batch runtime.Batch) (map[string]runtime.Tensor, error) {
		given = batch.Inputs["position"]
		return map[string]runtime.Tensor{"position": given, "velocity": batch.Inputs["velocity"]}, nil
	}}
	session, err := Centered(echo, moves)
	require.NoError(t, err)
	batch := twoSystems()
	outputs, err := session.Run(batch)
	require.NoError(t, err)
	require.Equal(t, runtime.Floats([]float32{0, 0, 0, -1, -1, -1, 1, 1, 1}, 3, 3), given)
	require.Equal(t, batch.Inputs["position"], outputs["position"])
	require.Equal(t, batch.Inputs["velocity"], outputs["velocity"])
	require.Equal(t, float32(1), batch.Inputs["position"].Float[0], "the caller's own stay")

	sees := moduleOf(t, func(b *ir.Builder, rows ir.Type) {
		x := b.Input("position", rows)
		b.Output("position", b.Mul(x, x))
	})
	session, err = Centered(echo, sees)
	require.NoError(t, err)
	_, err = session.Run(batch)
	require.NoError(t, err)
	require.Equal(t, batch.Inputs["position"], given)
	broken := errors.New("no memory")
	session, err = Centered(ran{run: func(runtime.Batch) (map[string]runtime.Tensor, error) { return nil, broken }}, moves)
	require.NoError(t, err)
	_, err = session.Run(batch)
	require.ErrorIs(t, err, broken)
}

// TestForModule: a module gets its own inputs, the rows of a faulty system are NaN, and an output of
// systems has a row for each.
func TestForModule(t *testing.T) {
	module := moduleOf(t, func(b *ir.Builder, rows ir.Type) {
		x := b.Input("position", rows)
		b.Output("position", x)
	})
	batch := twoSystems()
	echo := ran{run: func(given runtime.Batch) (map[string]runtime.Tensor, error) {
		require.Len(t, given.Inputs, 1)
		return map[string]runtime.Tensor{"position": runtime.Floats(append([]float32{}, given.Inputs["position"].Float...), 3, 3)}, nil
	}}
	outputs, err := ForModule(echo, module).Run(batch)
	require.NoError(t, err)
	require.Equal(t, batch.Inputs["position"], outputs["position"])
	require.Contains(t, batch.Inputs, "other", "the caller's own stay")
	batch.Inputs["position"].Float[3] = float32(math.Inf(1))
	outputs, err = ForModule(echo, module).Run(batch)
	require.NoError(t, err)
	for i, x := range outputs["position"].Float {
		require.Equal(t, i >= 3, math.IsNaN(float64(x)), "%d", i)
	}
	broken := errors.New("no index")
	_, err = ForModule(ran{run: func(runtime.Batch) (map[string]runtime.Tensor, error) { return nil, broken }}, module).Run(batch)
	require.ErrorIs(t, err, broken)
	require.Equal(t, runtime.Floats([]float32{1, 2, 5, 6}, 2, 2), firstRows(runtime.Floats([]float32{1, 2, 5, 6, 7, 8}, 3, 2), batch.Systems))
}

// TestMatchSystems: a module that sums over systems gets the first particle of each particle's
// system.
func TestMatchSystems(t *testing.T) {
	module := moduleOf(t, func(b *ir.Builder, rows ir.Type) {
		x := b.Input("position", rows)
		first := b.Input(ir.SystemInput, ir.Indices(graph.Particles, ir.Rows(graph.Particles)))
		b.Output("position", b.Gather(x, first))
	})
	batch := twoSystems()
	Match(batch, module)
	require.Equal(t, runtime.Indices([]int64{0, 1, 1}, 3), batch.Inputs[ir.SystemInput])
	require.NotContains(t, batch.Inputs, "velocity")
}

// TestBatches: batches have 20 samples of one composition at most.
func TestBatches(t *testing.T) {
	of := func(particles int) system.Sample { return system.Sample{Position: make([]float32, 3*particles)} }
	var samples []system.Sample
	for range 21 {
		samples = append(samples, of(1))
	}
	samples = append(samples, of(2), of(1))
	var counts []int
	for _, batch := range Batches(samples) {
		counts = append(counts, len(batch))
	}
	require.Equal(t, []int{20, 1, 1, 1}, counts)
	require.Empty(t, Batches(nil))
}
