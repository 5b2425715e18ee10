package native_test

import (
	"math"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/system"
	"gmnc/train"
)

// TestWorkers requires the same bits of predictions and of training steps from
// any number of workers, on the first run and on the third, with other batches
// between.
func TestWorkers(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, true)
	predicting, err := ir.OptimizeForKernels(model.Module)
	require.NoError(t, err)
	batch, small := system.NewBatch(mixed(12)), system.NewBatch(mixed(1)[2:4])
	for _, module := range []*ir.Module{gradientOf(t, model), predicting} {
		inputs := func(b *system.Batch) runtime.Batch {
			all := train.ObjectiveInputs(b, true)
			predict.Match(all, module)
			return all
		}
		requireSameBits(t, module, values, inputs(batch), inputs(small))
	}
}

func requireSameBits(t *testing.T, m *ir.Module, values weights, batch, between runtime.Batch) {
	t.Helper()
	var want tensors
	for _, workers := range []int{1, 2, 3, 8} {
		program := compile(t, m, native.Options{Workers: workers, ShardEdges: 200})
		for range 3 {
			got := runProgram(t, program, values, batch)
			if want == nil {
				want = got
			}
			require.Empty(t, cmp.Diff(want, got), "%d workers", workers)
			runProgram(t, program, values, between)
		}
	}
}

// TestShards requires the same rows from any size of shards, and the same
// sums except for rounding.
func TestShards(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, false)
	module := gradientOf(t, model)
	batch := system.NewBatch(fixtures.Samples(fixtures.Compositions[0], 21, 1))
	inputs := train.ObjectiveInputs(batch, false)
	want := runProgram(t, compile(t, module, native.Options{ShardEdges: 1}), values, inputs)
	for _, shard := range []int{200, 500, 1e6} {
		program := compile(t, module, native.Options{ShardEdges: shard})
		got := runProgram(t, program, values, inputs)
		for name, value := range want {
			if rows := value.Shape[0]; rows == batch.Particles {
				require.Equal(t, value, got[name], "%s in shards of %d", name, shard)
			} else {
				conformance.Compare(t, name, runtime.Widen(value), got[name], gradientTolerance)
			}
		}
	}
}

// TestEvenLanes: no lane has more than one system more than another, and the larger
// ones come first.
func TestEvenLanes(t *testing.T) {
	model, values := newModel(t, config.Published, 1, 4, false)
	for _, c := range []struct{ systems, shardEdges, shards int }{{200, 1250, 16}, {200, 320, 64}, {100, 320, 32}, {50, 320, 16}, {7, 100, 7}} {
		program := compile(t, model.Module, native.Options{ShardEdges: c.shardEdges})
		runProgram(t, program, values, predict.Inputs(system.NewBatch(fixtures.Samples(fixtures.Compositions[0], c.systems, 1))))
		systems, shards := program.LaneSystems()
		require.Equal(t, c.shards, shards, "%d systems", c.systems)
		left := c.systems
		for i, own := range systems {
			want := (left + len(systems) - i - 1) / (len(systems) - i) // what is left, evenly and the larger first
			require.Equal(t, want, own, "lane %d of %d systems in %d shards: %v", i, c.systems, shards, systems)
			left -= own
		}
		require.Zero(t, left)
	}
}

// ragged are the objective's inputs of complete systems of all sizes.
func ragged(samples []system.Sample) runtime.Batch {
	batch := &system.Batch{Ragged: true}
	batch.Fill(samples)
	return train.ObjectiveInputs(batch, false)
}

// oneSystem is a batch of one system.
func oneSystem(inputs tensors, particles, neighbors int) runtime.Batch {
	return runtime.Batch{Inputs: inputs, Systems: []runtime.System{{Particles: particles, Neighbors: neighbors}}}
}

// TestSizes gives systems of different sizes to a model without a mask,
// where every particle neighbors all others of its own system.
func TestSizes(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, false)
	program := compile(t, gradientOf(t, model), native.Options{ShardEdges: 60})
	samples := mixed(3)
	position, loss, gradient := []float32{}, 0.0, ir.Tensor{Shape: []int{1, 16}, Float: make([]float64, 16)}
	together := ragged(samples)
	for i := range samples {
		one := ragged(samples[i : i+1])
		one.Inputs["normalizer"] = together.Inputs["normalizer"]
		alone := runProgram(t, program, values, one)
		position = append(position, alone["position"].Float...)
		loss += float64(alone["loss"].Float[0])
		for i, x := range alone["grad/layer0/edge/linear1/bias"].Float {
			gradient.Float[i] += float64(x)
		}
	}
	got := runProgram(t, program, values, together)
	require.Equal(t, position, got["position"].Float)
	conformance.Compare(t, "loss", ir.Tensor{Shape: []int{1, 1}, Float: []float64{loss}}, got["loss"], 1e-6)
	conformance.Compare(t, "gradient", gradient, got["grad/layer0/edge/linear1/bias"], gradientTolerance)
}

// TestRaggedIsPadded: without padding a batch of mixed sizes gives what it
// gives with padding and a mask, to rounding.
func TestRaggedIsPadded(t *testing.T) {
	samples := mixed(3)
	complete, values := newModel(t, config.Published, 2, 16, false)
	padded, _ := newModel(t, config.Published, 2, 16, true)
	want := runProgram(t, compile(t, gradientOf(t, padded), native.Options{}), values, train.ObjectiveInputs(system.NewBatch(samples), true))
	got := runProgram(t, compile(t, gradientOf(t, complete), native.Options{}), values, ragged(samples))
	require.Len(t, got, len(want))
	for name, value := range want {
		conformance.Compare(t, name, runtime.Widen(value), got[name], gradientTolerance)
	}
}

// TestEmptyBatch has no rows: nothing comes out, and sums are zero.
func TestEmptyBatch(t *testing.T) {
	for _, padded := range []bool{false, true} {
		model, values := newModel(t, config.Published, 1, 4, padded)
		module := gradientOf(t, model)
		batch := train.ObjectiveInputs(system.NewBatch(nil), padded)
		batch.Inputs["normalizer"] = runtime.Floats([]float32{1}, 1, 1)
		program := compile(t, module, native.Options{})
		full := system.NewBatch(fixtures.Samples(fixtures.Compositions[0], 2, 1))
		runProgram(t, program, values, train.ObjectiveInputs(full, padded))
		got := runProgram(t, program, values, batch)
		require.Equal(t, []int{0, 3}, got["position"].Shape)
		for name, value := range got {
			require.NotNil(t, value.Float, name)
			for _, x := range value.Float {
				require.Zero(t, x, name)
			}
		}
	}
}

// TestNoAllocations: runs after the first allocate nothing but what starts
// goroutines.
func TestNoAllocations(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, false)
	batch := system.NewBatch(fixtures.Samples(fixtures.Compositions[0], 20, 1))
	for name, c := range map[string]struct {
		module *ir.Module
		batch  runtime.Batch
	}{
		"forward":  {model.Module, predict.Inputs(batch)},
		"training": {gradientOf(t, model), train.ObjectiveInputs(batch, false)},
	} {
		for _, workers := range []int{1, 2} {
			program := compile(t, c.module, native.Options{Workers: workers})
			allocations := math.Inf(1)
			for range 5 { // other goroutines of the process may allocate meanwhile
				allocations = min(allocations, testing.AllocsPerRun(3, func() {
					_, err := program.Run(values, c.batch)
					require.NoError(t, err)
				}))
			}
			// Two phases start goroutines, all workers but one.
			require.LessOrEqual(t, allocations, float64(2*2*(workers-1)), "%s, %d workers", name, workers)
		}
	}
}

// TestConcurrentSessions is for the race detector.
func TestConcurrentSessions(t *testing.T) {
	model, values := newModel(t, config.Published, 1, 8, false)
	session, err := native.Open(model.Module, run.WithShapes(model, values))
	require.NoError(t, err)
	var batches []*system.Batch
	var want []tensors
	for i := range 4 {
		batches = append(batches, system.NewBatch(fixtures.Samples(fixtures.Compositions[i], 30, 1)))
		outputs, err := session.Run(predict.Inputs(batches[i]))
		require.NoError(t, err)
		want = append(want, outputs)
	}
	var group sync.WaitGroup
	for i := range batches {
		group.Go(func() {
			for range 8 {
				got, err := session.Run(predict.Inputs(batches[i]))
				if err != nil || !cmp.Equal(want[i], got) {
					t.Errorf("batch %d differs: %v", i, err)
				}
			}
		})
	}
	group.Wait()
	require.NoError(t, session.Close())
	_, err = session.Run(predict.Inputs(batches[0]))
	require.ErrorIs(t, err, runtime.ErrClosed)
}

// TestOutputs returns what no kernel writes to its place: inputs, indices,
// one value twice, weights, sums and the count of neighbors.
func TestOutputs(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 2))
		senders := b.Input("senders", ir.Indices("particles", ir.Rows("edges")))
		w, y := b.Param("w", ir.Floats(ir.Fixed(1), 2)), b.Neg(x)
		b.Output("x", x)
		b.Output("y", y)
		b.Output("again", y)
		b.Output("senders", senders)
		b.Output("numbers", b.Repeat(b.RowNumbers("particles"), "neighbors"))
		b.Output("w", w)
		b.Output("sum", b.SumRows(x))
		b.Output("neighbors", b.Size("neighbors"))
		b.Output("particles", b.Size("particles"))
	}))
	inputs := tensors{
		"x":       runtime.Floats([]float32{1, 2, 3, 4, 5, 6, 7, 8}, 4, 2),
		"senders": runtime.Indices([]int64{1, 0, 3, 2}, 4),
	}
	w := weights{"w": {7, 9}}
	program := compile(t, m, native.Options{ShardEdges: 1})
	negative := []float32{-1, -2, -3, -4, -5, -6, -7, -8}
	want := tensors{
		"x": inputs["x"], "y": runtime.Floats(negative, 4, 2), "again": runtime.Floats(negative, 4, 2),
		"senders": inputs["senders"], "numbers": runtime.Indices([]int64{0, 1, 2, 3}, 4),
		"w": runtime.Floats(w["w"], 1, 2), "sum": runtime.Floats([]float32{16, 20}, 1, 2),
		"neighbors": runtime.Floats([]float32{1}, 1, 1), "particles": runtime.Floats([]float32{4}, 1, 1),
	}
	pairs := runtime.Batch{Inputs: inputs, Systems: []runtime.System{{Particles: 2, Neighbors: 1}, {Particles: 2, Neighbors: 1}}}
	require.Empty(t, cmp.Diff(want, runProgram(t, program, w, pairs)))
	outputs, err := program.Run(w, pairs)
	require.NoError(t, err)
	for name, value := range outputs {
		clear(value.Float)
		clear(value.Index)
		require.NotZero(t, w["w"][0]*inputs["x"].Float[0]*float32(inputs["senders"].Index[0]), "%s is the caller's", name)
	}

	inputs["x"] = runtime.Floats([]float32{1, 2, 3, 4, 5, 6}, 3, 2)
	inputs["senders"] = runtime.Indices([]int64{1, 0}, 2)
	pairs.Systems[1] = runtime.System{Particles: 1}
	_, err = program.Run(w, pairs)
	require.EqualError(t, err, "the output neighbors depends on the size of neighbors, which is 1 and 0 in this batch")
}

// TestSystemsWithoutEdges takes the neighbors from the systems alone.
func TestSystemsWithoutEdges(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("particles"), 1))
		b.Output("y", b.SumGroups(b.Repeat(x, "neighbors"), "neighbors"))
	}))
	batch := runtime.Batch{
		Inputs:  tensors{"x": runtime.Floats([]float32{1, 10, 100}, 3, 1)},
		Systems: []runtime.System{{Particles: 2, Neighbors: 3}, {Particles: 1}},
	}
	require.Equal(t, []float32{3, 30, 0}, runProgram(t, compile(t, m, native.Options{}), nil, batch)["y"].Float)
}
