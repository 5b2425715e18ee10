package native_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/internal/drawn"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/conformance"
	"gmnc/runtime/native"
	"gmnc/sim"
	"gmnc/train"
)

// byBlocks runs every system of more than one particle by blocks of a few
// receivers.
var byBlocks = native.Options{ShardEdges: 20, SystemEdges: 1}

// openByBlocks is native.Open with systems in blocks.
func openByBlocks(m *ir.Module, params tensors) (runtime.Session, error) {
	program, err := native.Compile(m, byBlocks)
	values := weights{}
	for name, value := range params {
		values[name] = value.Float
	}
	return session{program, values}, err
}

type session struct {
	program *native.Program
	weights weights
}

func (s session) Run(inputs tensors) (tensors, error) {
	outputs, err := s.program.Run(s.weights, inputs, nil)
	return copied(outputs), err
}

func (session) Close() error { return nil }

// TestBlocks holds operators, models and gradients to the interpreter, with
// systems in blocks.
func TestBlocks(t *testing.T) {
	cases, err := conformance.Ops(1)
	require.NoError(t, err)
	conformance.Run(t, append(cases, allModelCases(t)...), openByBlocks, nil)
}

// TestBlocksOfMixedSystems: small systems run whole, large ones by blocks;
// values and gradients are those of systems that all run whole, and the
// same bits for any number of workers, whatever ran before.
func TestBlocksOfMixedSystems(t *testing.T) {
	model, values := newModel(t, builder.Published, 2, 16, false)
	module := gradientOf(t, model)
	samples := slices.Concat(mixed(2), drawn.Samples(sim.System{Particles: 20, Sticks: 5}, 1, 3), mixed(1))
	inputs, sizes := joined(t, samples)
	small, smallSizes := joined(t, samples[2:5])
	want := run(t, compile(t, module, native.Options{}), values, inputs, sizes)
	for _, limit := range []int{1, 50, 200} {
		var bits tensors
		for _, workers := range []int{1, 2, 8} {
			program := compile(t, module, native.Options{Workers: workers, ShardEdges: 60, SystemEdges: limit})
			for range 3 {
				got := run(t, program, values, inputs, sizes)
				for name, value := range want {
					conformance.Compare(t, name, runtime.Widen(value), got[name], gradientTolerance)
				}
				if bits == nil {
					bits = got
				}
				require.Empty(t, cmp.Diff(bits, got), "limit %d, %d workers", limit, workers)
				run(t, program, values, small, smallSizes)
			}
		}
	}
}

// TestBlocksReport: an index that leaves a large system is found wherever
// it stands, and the program goes on.
func TestBlocksReport(t *testing.T) {
	model, values := newModel(t, builder.Published, 1, 4, false)
	samples := drawn.Samples(drawn.Compositions[0], 3, 1)
	batch := datasets.NewBatch(samples)
	for _, workers := range []int{1, 2} {
		program := compile(t, model.Module, native.Options{Workers: workers, ShardEdges: 20, SystemEdges: 50})
		for range 5 {
			inputs := train.Inputs(batch)
			inputs["senders"] = copied(inputs)["senders"]
			inputs["senders"].Index[133], inputs["senders"].Index[170] = 7, 9
			_, err := program.Run(values, inputs, batch.Sizes)
			require.EqualError(t, err, "input senders has the index 7 in row 133; its system has the particles 10 to 19")
			inputs = train.Inputs(batch)
			inputs["partner"] = copied(inputs)["partner"]
			inputs["partner"].Index[11] = 9
			_, err = program.Run(values, inputs, batch.Sizes)
			require.EqualError(t, err, "input partner has the index 9 in row 11; its system has the particles 10 to 19")
			run(t, program, values, train.Inputs(batch), batch.Sizes)
		}
	}
}

// TestBlocksAllocateNothing but what starts goroutines.
func TestBlocksAllocateNothing(t *testing.T) {
	model, values := newModel(t, builder.Published, 2, 16, false)
	batch := datasets.NewBatch(drawn.Samples(drawn.Compositions[0], 3, 1))
	inputs := train.ObjectiveInputs(batch, false)
	program := compile(t, gradientOf(t, model), native.Options{Workers: 1, ShardEdges: 20, SystemEdges: 50})
	require.Zero(t, testing.AllocsPerRun(3, func() {
		_, err := program.Run(values, inputs, batch.Sizes)
		require.NoError(t, err)
	}))
}

// TestSegments looks at the plans of the largest graphs there are: they can
// be cut into blocks, in one round a layer forward and one back, and no
// value is overwritten before its last use.
func TestSegments(t *testing.T) {
	const layers = 4
	for _, form := range []string{builder.Published, builder.Paper} {
		for _, padded := range []bool{false, true} {
			model, _ := newModel(t, form, layers, 64, padded)
			for name, m := range map[string]*ir.Module{"forward": model.Module, "training": gradientOf(t, model)} {
				program := compile(t, m, native.Options{})
				rounds := map[string]int{"forward": layers, "training": 2 * layers}
				particles, blocks, calls, blockCalls := program.Segments()
				require.Equal(t, rounds[name], blocks, name)
				for _, rows := range [][2]int{{1000, 999}, {30, 300}, {1, 1}} {
					require.NoError(t, program.OverlapOfSegments(rows[0], rows[1]), "%s, %v", name, rows)
				}
				rows, edges := program.SegmentArena(1000, 1000)
				t.Logf("%s, %s: %d segments of particles with %d calls, %d of blocks with %d; %d kB a 1000 particles, %d kB a 1000 edges",
					form, name, particles, calls, blocks, blockCalls, rows/256, edges/256)
			}
		}
	}
}

// TestUncuttable: where an edge needs another edge, systems run whole.
func TestUncuttable(t *testing.T) {
	m := ir.SampleModule()
	require.NoError(t, ir.Build(m, func(b *ir.Builder) {
		x := b.Input("x", ir.Floats(ir.Rows("edges"), 1))
		reverse := b.Input("reverse", ir.Indices("edges", ir.Rows("edges")))
		b.Output("y", b.Gather(x, reverse))
	}))
	program := compile(t, m, byBlocks)
	inputs := tensors{"x": runtime.Floats([]float32{1, 2}, 2, 1), "reverse": runtime.Indices([]int64{1, 0}, 2)}
	require.Equal(t, []float32{2, 1}, run(t, program, nil, inputs, []int{2})["y"].Float)
}

// joined are the objective's inputs of complete systems one after the other.
func joined(t *testing.T, samples []datasets.Sample) (inputs tensors, sizes []int) {
	t.Helper()
	inputs = tensors{}
	particles := 0
	for _, sample := range samples {
		batch := datasets.NewBatch([]datasets.Sample{sample})
		appendRows(inputs, train.ObjectiveInputs(batch, false), int64(particles))
		sizes, particles = append(sizes, batch.Particles), particles+batch.Particles
	}
	inputs["normalizer"] = runtime.Floats([]float32{1 / float32(3*particles)}, 1, 1)
	return inputs, sizes
}
