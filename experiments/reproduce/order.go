package reproduce

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
)

// largeSystem is the number of particles from which on systems come last, as
// work grows with the square.
const largeSystem = 20

// byInformation sorts tasks, the most informative first: all that the first seed
// can do before any second one; plain models on all systems before variants on
// any, of which those on the main system come first; large systems last. Cells of
// one data set and training size come together, so that columns become whole:
// first the columns of which a cell takes the least work, where tests of one
// training share it. Within them cheaper cells come first, and what was
// begun is the cheaper for it.
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

// class is the task's class among the tasks of its seed: its turn, then whether its
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

// large reports whether the systems that a task tests, or trains on, are large.
func (t task) large() bool {
	for _, d := range []corpus.DataSet{t.cell.Data, t.cell.Test} {
		if particles, _, _ := d.Extent(); d.Kind == corpus.NBody && particles >= largeSystem {
			return true
		}
	}
	return false
}

// training names what a task tests.
func (t task) training() string {
	return protocol.Digest(protocol.Cell{Model: t.cell.Model, Training: t.cell.Training, Data: t.cell.Data, Fit: t.cell.Fit, Robot: t.cell.Robot, Regression: t.cell.Regression, Curve: t.cell.Curve})
}

// turnOfTraining is training, for tests on large systems another: their data take
// long to simulate, so they keep their place.
func (t task) turnOfTraining() string { return fmt.Sprint(t.training(), t.large()) }

// together puts tasks of one key together, where the first of them stands.
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
