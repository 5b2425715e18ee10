package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/ir"
	"gmnc/runtime/native"
)

// mostCalls is how many calls a shard of the paper's model may take.
var mostCalls = map[string]int{"forward": 170, "training": 385}

// TestPlan looks at the plan of the largest graph there is: no value is
// overwritten before its last use, most of the memory is used again, and the
// calls are few.
func TestPlan(t *testing.T) {
	for _, padded := range []bool{false, true} {
		model, _ := newModel(t, config.Published, 4, 64, padded)
		for name, m := range map[string]*ir.Module{"forward": model.Module, "training": gradientOf(t, model)} {
			program := compile(t, m, native.Options{})
			for _, rows := range [][2]int{{30, 270}, {1, 0}, {0, 0}, {1, 1}, {7, 300}} {
				require.NoError(t, program.Overlap(rows[0], rows[1]), "%s, %v", name, rows)
			}
			planned, total := program.Arena(30, 270)
			// Training keeps what it goes back through.
			require.Less(t, planned, total*map[string]int{"forward": 20, "training": 60}[name]/100, name)
			constants, befores, withins, afters := program.Phases()
			require.LessOrEqual(t, withins, mostCalls[name], name)
			t.Logf("%s: %d calls once, %d before, %d a shard, %d after; %d of %d kB",
				name, constants, befores, withins, afters, planned/256, total/256)
		}
	}
}

func TestEvenParts(t *testing.T) {
	for total, want := range map[int]int{0: 1, 400: 1, 401: 2, 800: 2, 1100: 4, 3300: 16, 5000: 16, 9500: 16, 9600: 32, 20000: 48} {
		require.Equal(t, want, native.EvenParts(total, 400, 400), total)
	}
	// Larger parts only where there are enough for all lanes.
	for total, want := range map[int]int{5000: 16, 9600: 16, 20000: 16, 29900: 16, 30000: 32, 80000: 64} {
		require.Equal(t, want, native.EvenParts(total, 400, 1250), total)
	}
	for total, want := range map[int]int{700: 1, 1400: 2, 5000: 8, 5601: 16, 20000: 16, 30000: 32} {
		require.Equal(t, want, native.EvenParts(total, 700, 1250), total)
	}
}

// TestShardsByMemory: models whose edges take much memory have small shards.
func TestShardsByMemory(t *testing.T) {
	training := func(name string) int {
		model, _ := newModelOf(t, config.Config{Model: name, Form: config.Published, Layers: 4, Hidden: 64}, false)
		return compile(t, gradientOf(t, model), native.Options{}).MostEdges()
	}
	require.Equal(t, 1250, training("gmn"))
	require.Less(t, training("se3-transformer"), 400)
	model, _ := newModel(t, config.Published, 1, 8, false)
	require.Equal(t, 60, compile(t, model.Module, native.Options{ShardEdges: 60}).MostEdges())
}

// TestTrainingLooksAhead: predictions have nothing to fetch for.
func TestTrainingLooksAhead(t *testing.T) {
	model, _ := newModel(t, config.Published, 1, 8, false)
	require.True(t, compile(t, gradientOf(t, model), native.Options{}).LooksAhead())
	require.False(t, compile(t, model.Module, native.Options{}).LooksAhead())
}
