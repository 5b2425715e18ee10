package reproduce

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
)

// planned are the tasks of a table, of which Select leaves what is named, in their
// order.
func planned(t *testing.T, name, models, systems string, seeds ...uint64) []task {
	t.Helper()
	tables, err := protocol.Select(protocol.Tables, strings.Split(models, ";"), strings.Split(systems, ";"))
	require.NoError(t, err)
	i := slices.IndexFunc(tables, func(t protocol.Table) bool { return t.Name == name })
	r := &runner{job: Job{Tables: tables[i : i+1], Seeds: seeds}, blank: map[string]string{}}
	tasks, err := r.plan()
	require.NoError(t, err)
	return tasks
}

// TestPlan: the first seed before the second; a column before the next, first
// the one whose cells take less each; what shares a training together.
func TestPlan(t *testing.T) {
	var names [][]string
	for _, tests := range together(planned(t, "generalization", "GMN;GMN-Original", "3,2,1;2,4,0", 1, 2), task.turnOfTraining) {
		names = append(names, nil)
		for _, task := range tests {
			names[len(names)-1] = append(names[len(names)-1], task.name)
		}
	}
	require.Equal(t, [][]string{
		{"GMN on 3,2,1, 500 samples, seed 1", "GMN on 2,4,0, 500 samples, seed 1"},
		{"GMN-Original on 2,4,0, 500 samples, seed 1"},
		{"GMN on 3,2,1, 1500 samples, seed 1", "GMN on 2,4,0, 1500 samples, seed 1"},
		{"GMN-Original on 2,4,0, 1500 samples, seed 1"},
		{"GMN on 3,2,1, 500 samples, seed 2", "GMN on 2,4,0, 500 samples, seed 2"},
		{"GMN-Original on 2,4,0, 500 samples, seed 2"},
		{"GMN on 3,2,1, 1500 samples, seed 2", "GMN on 2,4,0, 1500 samples, seed 2"},
		{"GMN-Original on 2,4,0, 1500 samples, seed 2"},
	}, names)
}

// TestPlainModelsComeFirst: on all systems, before a variant on any; of variants
// those on the main system come first. Large systems are last, also where they are
// only tested on.
func TestPlainModelsComeFirst(t *testing.T) {
	names := func(tasks []task) (all []string) {
		for _, t := range tasks {
			all = append(all, t.name)
		}
		return all
	}
	require.Equal(t, []string{
		"GMN on 1,2,0, 500 samples, seed 1",
		"GMN-ODE on 1,2,0, 500 samples, seed 1",
		"GMN on 1,2,0, 1500 samples, seed 1",
		"GMN-ODE on 1,2,0, 1500 samples, seed 1",
		"GMN on 3,2,1, 500 samples, seed 1",
		"GMN-ODE on 3,2,1, 500 samples, seed 1",
		"GMN on 3,2,1, 1500 samples, seed 1",
		"GMN-ODE on 3,2,1, 1500 samples, seed 1",
		"GMN on 5,3,3, 500 samples, seed 1",
		"GMN-ODE on 5,3,3, 500 samples, seed 1",
		"GMN on 5,3,3, 1500 samples, seed 1",
		"GMN-ODE on 5,3,3, 1500 samples, seed 1",
		"GMN-ODE, first order on 3,2,1, 500 samples, seed 1",
		"GMN-ODE, first order on 3,2,1, 1500 samples, seed 1",
		"GMN-ODE, first order on 1,2,0, 500 samples, seed 1",
		"GMN-ODE, first order on 1,2,0, 1500 samples, seed 1",
		"GMN-ODE, first order on 5,3,3, 500 samples, seed 1",
		"GMN-ODE, first order on 5,3,3, 1500 samples, seed 1",
	}, names(planned(t, "laws", "GMN;GMN-ODE;GMN-ODE, first order", "1,2,0;3,2,1;5,3,3", 1)))
	require.Equal(t, []string{
		"GMN-ODE on 2,4,0, 500 samples, seed 1",
		"GMN-ODE on 1,0,3, 500 samples, seed 1",
		"GMN-ODE on 5,3,3, 500 samples, seed 1",
		"GMN-ODE on 8,6,0, 500 samples, seed 1",
		"GMN-ODE on 0,30,20, 500 samples, seed 1",
	}, names(planned(t, "extrapolation", "GMN-ODE", "all", 1)))
}

// TestLargeSystems: systems of 20 particles and more are large, whether a task trains or tests on them. Variants on other systems than the main one
// come after those on it.
func TestLargeSystems(t *testing.T) {
	of := func(trained, tested string, turn protocol.Turn) int {
		return task{cell: protocol.Cell{Data: smallData(trained), Test: smallData(tested)}, turn: turn}.class()
	}
	for _, c := range []struct {
		trained, tested string
		turn            protocol.Turn
		want            int
	}{
		{"19,0,0", "19,0,0", 0, 0}, {"20,0,0", "19,0,0", 0, 1}, {"19,0,0", "20,0,0", 0, 1}, {"18,1,0", "1,1,0", 0, 1},
		{protocol.MainSystem, "1,1,0", protocol.Variants, 4}, {"1,1,0", protocol.MainSystem, protocol.Variants, 6}, {"1,1,0", "20,0,0", protocol.Variants, 7},
		{"1,1,0", "1,1,0", protocol.Variants + 1, 8},
	} {
		require.Equal(t, c.want, of(c.trained, c.tested, c.turn), "%+v", c)
	}
	motion := corpus.DataSet{Kind: corpus.Motion}
	require.False(t, task{cell: protocol.Cell{Data: motion, Test: motion}}.large(), "its size does not vary")
}
