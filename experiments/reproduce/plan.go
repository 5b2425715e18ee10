package reproduce

import (
	"errors"
	"fmt"
	"slices"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

// task is a cell to compute, once for all tables that show it.
type task struct {
	cell  protocol.Cell
	seed  int    // the index of its seed
	name  string // for people
	work  float64
	begun float64 // the fraction of it that was done before this job

	turn   protocol.Turn // the turn of its row
	column string        // the column of its class; see byInformation
}

func (t task) left() float64 { return t.work * (1 - t.begun) }

// plan lists the cells of all tables and seeds, the most informative first. Cells that cannot
// be computed are left blank, with the reason.
func (r *runner) plan() ([]task, error) {
	var tasks []task
	seen, costs := map[string]bool{}, newCosts()
	for number, seed := range r.job.Seeds {
		for _, table := range r.job.Tables {
			for _, e := range table.Entries() {
				if e.Column.Average || !slices.Contains(e.Seeds(r.job.Seeds), seed) {
					continue
				}
				c, missing, err := r.cell(e, seed)
				if err != nil {
					return nil, err
				}
				name := protocol.Digest(c)
				if seen[name] || missing != "" {
					continue
				}
				seen[name] = true
				work, err := costs.of(c)
				if err != nil {
					r.blank[name] = r.job.reason(err)
					continue
				}
				tasks = append(tasks, task{cell: c, seed: number, turn: e.Row.Turn, name: fmt.Sprintf("%v, seed %d", e, seed), work: work, begun: r.begun(c)})
			}
		}
	}
	byInformation(tasks)
	return tasks, nil
}

// begun returns the fraction of a cell's training that is done.
func (r *runner) begun(c protocol.Cell) float64 {
	if c.Fit != nil || c.Robot != nil {
		return 0
	}
	rows, err := run.ReadMetrics(run.Folder(r.runFolder(c.TrainingKey())))
	switch {
	case err != nil:
		return 0
	case overflew(rows):
		return 1
	}
	return float64(len(rows)) / float64(c.Training.Epochs)
}

// cell returns the cell of an entry for a seed, or what is missing for it.
func (r *runner) cell(e protocol.Entry, seed uint64) (c protocol.Cell, missing string, err error) {
	c = e.Table.Cell(e.Row, e.Column, seed)
	for _, d := range []*corpus.DataSet{&c.Data, &c.Test} {
		var absent corpus.AbsentError
		err := r.recordings.Locate(d)
		switch {
		case errors.As(err, &absent):
			return c, r.job.reason(absent.Unwrap()), nil
		case err != nil:
			return c, "", err
		}
	}
	return c, "", nil
}
