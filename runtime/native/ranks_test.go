package native_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/internal/test/fixtures"
	"gmnc/internal/test/ranks"
	"gmnc/ir"
	"gmnc/runtime"
	"gmnc/runtime/native"
	"gmnc/system"
)

// TestRanks: loss and gradients have the same bits on any number of ranks and
// workers, of small systems and of large ones by blocks, of fewer systems than
// ranks, and whatever ran before.
func TestRanks(t *testing.T) {
	model, values := newModel(t, config.Published, 2, 16, false)
	module := sumsOf(gradientOf(t, model))
	samples := slices.Concat(mixed(3), fixtures.Samples(system.Composition{20, 5}, 1, 3), mixed(1))
	batches := []runtime.Batch{ragged(samples), ragged(samples[:1]), ragged(samples)}
	var want []tensors
	options := native.Options{ShardEdges: 60, SystemEdges: 200}
	alone := compile(t, module, options)
	for _, batch := range batches {
		want = append(want, runProgram(t, alone, values, batch))
	}
	for _, size := range []int{2, 3, 16, 17} {
		var lock sync.Mutex
		got := make([][]tensors, size)
		for _, err := range ranks.Run(size, func(r runtime.Ranks) error {
			own := options
			own.Ranks, own.Workers = r, 1+r.Rank()%2
			program, err := native.Compile(module, own)
			for _, batch := range batches {
				outputs, failed := program.Run(values, batch)
				if failed != nil {
					err = failed
				}
				lock.Lock()
				got[r.Rank()] = append(got[r.Rank()], copied(outputs))
				lock.Unlock()
			}
			return err
		}) {
			require.NoError(t, err)
		}
		for rank := range got {
			require.Equal(t, want, got[rank], "rank %d of %d", rank, size)
		}
	}
}

// sumsOf are a module's outputs without rows, which alone all ranks know.
func sumsOf(m *ir.Module) *ir.Module {
	m.Main.Outputs = slices.DeleteFunc(m.Main.Outputs, func(o ir.Output) bool { return o.Value.Type.Rows().Symbol != "" })
	return m
}

// TestAFailureOnOneRank ends the run of all, with the error of the one that saw
// the wrong index.
func TestAFailureOnOneRank(t *testing.T) {
	model, values := newModel(t, config.Published, 1, 8, false)
	module := sumsOf(gradientOf(t, model))
	for _, limit := range []int{0, 1} {
		failed := ranks.Run(4, func(r runtime.Ranks) error {
			program, err := native.Compile(module, native.Options{ShardEdges: 20, SystemEdges: limit, Ranks: r})
			if err != nil {
				return err
			}
			batch := ragged(mixed(2))
			senders := batch.Inputs["senders"].Index
			senders[len(senders)-1] = -1
			_, err = program.Run(values, batch)
			return err
		})
		for rank, err := range failed {
			require.ErrorContains(t, err, "input senders has the index -1", "rank %d, limit %d", rank, limit)
		}
	}
}
