package reproduce

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
)

// largeSystem is the number of particles from which on systems come last, as the work grows
// with its square.
const largeSystem = 20

// byInformation sorts tasks, the most informative first. All tasks of the first seed come
// before those of a second one. Plain models on all systems come before variants, of which
// those on the main system come first. Large systems come last. Cells with one data set and
// training size are together, so that columns are completed: first those with the least work
// per cell, where tests of one training share its work. Within columns, cheaper cells come
// first; a cell that was begun is cheaper by what is done.
func byInformation(tasks []task) {
	work, cells, counted := map[string]float64{}, map[string]float64{}, map[string]bool{}
	for i := range tasks {
		t := &tasks[i]
		t.column = fmt.Sprintf("%d %d %s %d", t.seed, t.class(), protocol.Digest(t.cell.Data), t.cell.Training.TrainSize)
		cells[t.column]++
		if training := t.column + t.training(); !counted[training] {
			counted[training] = true
			work[t.column] += t.left()
		}
	}
	perCell := func(t task) float64 { return work[t.column] / cells[t.column] }
	slices.SortStableFunc(tasks, func(a, b task) int {
		return cmp.Or(cmp.Compare(a.seed, b.seed), cmp.Compare(a.class(), b.class()),
			cmp.Compare(perCell(a), perCell(b)), cmp.Compare(a.column, b.column),
			cmp.Compare(a.left(), b.left()))
	})
}

// class returns the task's class among the tasks of its seed: by its turn, then by whether its
// systems are large.
func (t task) class() (class int) {
	class = int(t.turn) * 4
	if t.turn == protocol.Variants && t.cell.Data.System != protocol.MainSystem {
		class += 2
	}
	if t.large() {
		class++
	}
	return class
}

// large reports whether the systems on which a task tests or trains are large.
func (t task) large() bool {
	for _, d := range []corpus.DataSet{t.cell.Data, t.cell.Test} {
		if particles, _, _ := d.Extent(); d.Kind == corpus.NBody && particles >= largeSystem {
			return true
		}
	}
	return false
}

// training returns a key for the training that a task tests.
func (t task) training() string {
	return protocol.Digest(protocol.Cell{Model: t.cell.Model, Training: t.cell.Training, Data: t.cell.Data, Fit: t.cell.Fit, Robot: t.cell.Robot, Regression: t.cell.Regression, Curve: t.cell.Curve})
}

// turnOfTraining is like training, but differs for tests on large systems. Their data take long
// to simulate, so they stay in their place.
func (t task) turnOfTraining() string { return fmt.Sprint(t.training(), t.large()) }

// together groups tasks with the same key, in the order of the first task of each group.
func together(tasks []task, key func(task) string) [][]task {
	var all [][]task
	at := map[string]int{}
	for _, t := range tasks {
		i, known := at[key(t)]
		if !known {
			i, at[key(t)] = len(all), len(all)
			all = append(all, nil)
		}
		all[i] = append(all[i], t)
	}
	return all
}
