package native_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/conformance"
	"gmnc/internal/test/fixtures"
	"gmnc/ir"
	"gmnc/predict"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/system"
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

func (s session) Run(batch runtime.Batch) (tensors, error) {
	outputs, err := s.program.Run(s.weights, batch)
	return copied(outputs), err
}

func (session) Close() error { return nil }

// TestBlocks holds operators to the interpreter, with systems in blocks.
func TestBlocks(t *testing.T) {
	cases, err := conformance.Ops(1)
	require.NoError(t, err)
	conformance.Run(t, cases, openByBlocks, nil)
}

// TestBlocksOfMixedSystems: small systems run whole, large ones by blocks;
// values and gradients equal the results of systems that all run whole, with the same
// bits for any number of workers, whatever ran before.
func TestBlocksOfMixedSystems(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, false)
	module := gradientOf(t, model)
	samples := slices.Concat(mixed(2), fixtures.Samples(system.Composition{20, 5}, 1, 3), mixed(1))
	batch, small := ragged(samples), ragged(samples[2:5])
	want := runProgram(t, compile(t, module, native.Options{}), values, batch)
	for _, limit := range []int{1, 50, 200} {
		var bits tensors
		for _, workers := range []int{1, 2, 3, 8} {
			program := compile(t, module, native.Options{Workers: workers, ShardEdges: 60, SystemEdges: limit})
			for range 3 {
				got := runProgram(t, program, values, batch)
				for name, value := range want {
					conformance.Compare(t, name, runtime.Widen(value), got[name], gradientTolerance)
				}
				if bits == nil {
					bits = got
				}
				require.Empty(t, cmp.Diff(bits, got), "limit %d, %d workers", limit, workers)
				runProgram(t, program, values, small)
			}
		}
	}
}

// TestBlocksReport: an index that leaves a large system is found wherever
// it stands, and the program goes on.
func TestBlocksReport(t *testing.T) {
	model, values := newModel(t, config.Published, 1, 4, false)
	samples := fixtures.Samples(fixtures.Compositions[0], 3, 1)
	joined := system.NewBatch(samples)
	for _, workers := range []int{1, 2} {
		program := compile(t, model.Module, native.Options{Workers: workers, ShardEdges: 20, SystemEdges: 50})
		for range 5 {
			batch := predict.Inputs(joined)
			senders := batch.Inputs["senders"].Clone()
			senders.Index[133], senders.Index[170] = 7, 9
			batch.Inputs["senders"] = senders
			_, err := program.Run(values, batch)
			require.EqualError(t, err, "input senders has the index 7 in row 133; its system has the particles 10 to 19")
			batch = predict.Inputs(joined)
			batch.Inputs["partner"] = batch.Inputs["partner"].Clone()
			batch.Inputs["partner"].Index[11] = 9
			_, err = program.Run(values, batch)
			require.EqualError(t, err, "input partner has the index 9 in row 11; its system has the particles 10 to 19")
			runProgram(t, program, values, predict.Inputs(joined))
		}
	}
}

// TestBlocksAllocateNothing but what starts goroutines.
func TestBlocksAllocateNothing(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, false)
	batch := train.ObjectiveInputs(system.NewBatch(fixtures.Samples(fixtures.Compositions[0], 3, 1)), false)
	program := compile(t, gradientOf(t, model), native.Options{Workers: 1, ShardEdges: 20, SystemEdges: 50})
	require.Zero(t, testing.AllocsPerRun(3, func() {
		_, err := program.Run(values, batch)
		require.NoError(t, err)
	}))
}

// TestSegments looks at the plans of the largest graphs there are: they can
// be cut into blocks, in one round a layer forward and one back, and no
// value is overwritten before its last use.
func TestSegments(t *testing.T) {
	const layers = 4
	for _, form := range []string{config.Published, config.Paper} {
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
	require.Equal(t, []float32{2, 1}, runProgram(t, program, nil, oneSystem(inputs, 2, 1))["y"].Float)
}
