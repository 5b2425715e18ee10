package reproduce

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// task is a cell to do, once for all tables that show it.
type task struct {
	cell  cell
	seed  int    // its number among the seeds, from 0
	name  string // for people
	work  float64
	begun float64 // the share of it that was done before this job

	turn   turn   // of its row
	column string // of its class; see byInformation
}

func (t task) left() float64 { return t.work * (1 - t.begun) }

// entry is a place of a table.
type entry struct {
	table  Table
	row    Row
	column Column
}

// settled reports whether a place is the same for all seeds: a closed form of samples that
// others chose, or constants of a robot's log.
func (e entry) settled() bool {
	return e.row.Robot != nil || e.row.Regression != "" && e.column.Data.Kind == corpus.Running
}

// seeds are the seeds that a place has, of some.
func (e entry) seeds(all []uint64) []uint64 {
	if e.settled() {
		return all[:1]
	}
	return all
}

func (e entry) String() string {
	if e.column.TrainSize == 0 {
		return fmt.Sprintf("%s on %s", e.row.Name, e.column.System)
	}
	return fmt.Sprintf("%s on %s, %d samples", e.row.Name, e.column.System, e.column.TrainSize)
}

// entries are all places of a table.
func (t Table) entries() []entry {
	var all []entry
	for _, row := range t.Rows {
		for _, column := range t.Columns {
			if column.Rows == nil || slices.Contains(column.Rows, row.Name) {
				all = append(all, entry{t, row, column})
			}
		}
	}
	return all
}

// All stands for all models, or systems.
const All = "all"

// Select leaves of tables the rows and columns that are asked for: models by
// their row's name in the table or, where no row has it, by that on the command
// line; systems by their name in the table. A name that is in no table is an
// error.
func Select(tables []Table, models, systems []string) ([]Table, error) {
	models, err := known(models, "model", tables, func(t Table) (names []string) {
		for _, row := range t.Rows {
			names = append(names, row.Name, row.Model.Model)
		}
		return names
	})
	if err != nil {
		return nil, err
	}
	systems, err = known(systems, "system", tables, func(t Table) (names []string) {
		for _, column := range t.Columns {
			names = append(names, column.System)
		}
		return names
	})
	if err != nil {
		return nil, err
	}
	asked := func(list []string, names ...string) bool {
		return slices.Contains(list, All) || slices.ContainsFunc(names, func(name string) bool { return slices.Contains(list, strings.ToLower(name)) })
	}
	var selected []Table
	for _, t := range tables {
		t.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(r Row) bool {
			return !asked(models, r.Name) && (t.hasRow(r.Model.Model) || !asked(models, r.Model.Model))
		})
		t.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c Column) bool {
			// An average is one of all its systems.
			return !asked(systems, c.System) || c.Average && slices.ContainsFunc(t.Columns, func(other Column) bool { return !asked(systems, other.System) })
		})
		if len(t.Rows) > 0 && len(t.Columns) > 0 {
			selected = append(selected, t)
		}
	}
	if len(selected) == 0 {
		return nil, fmt.Errorf("no table has a row for [%s] with a column for [%s]", strings.Join(models, "; "), strings.Join(systems, "; "))
	}
	return selected, nil
}

// hasRow reports whether a row has that name, in any case of its letters.
func (t Table) hasRow(name string) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return strings.EqualFold(r.Name, name) })
}

// known trims names and lowers their case, and reports one that no table has.
func known(asked []string, what string, tables []Table, names func(Table) []string) ([]string, error) {
	all := []string{All}
	for _, table := range tables {
		for _, name := range names(table) {
			if !slices.Contains(all, strings.ToLower(name)) {
				all = append(all, strings.ToLower(name))
			}
		}
	}
	var clean []string
	for _, name := range asked {
		name = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(all, name) {
			return nil, fmt.Errorf("the tables asked for have no %s %q: choose of %s", what, name, strings.Join(all, "; "))
		}
		clean = append(clean, name)
	}
	return clean, nil
}

// plan lists the cells of all tables and seeds, the most informative first.
// Cells that cannot be done are left blank, with the reason.
func (r *runner) plan() ([]task, error) {
	var tasks []task
	seen, costs := map[string]bool{}, newCosts()
	for number, seed := range r.job.Seeds {
		for _, table := range r.job.Tables {
			for _, e := range table.entries() {
				if e.column.Average || !slices.Contains(e.seeds(r.job.Seeds), seed) {
					continue
				}
				c, missing, err := r.cell(e, seed)
				if err != nil {
					return nil, err
				}
				name := digest(c)
				if seen[name] || missing != "" {
					continue
				}
				seen[name] = true
				work, err := costs.of(c)
				if err != nil {
					r.blank[name] = r.job.reason(err)
					continue
				}
				tasks = append(tasks, task{cell: c, seed: number, turn: e.row.Turn, name: fmt.Sprintf("%v, seed %d", e, seed), work: work, begun: r.begun(c)})
			}
		}
	}
	byInformation(tasks)
	return tasks, nil
}

// begun is the share of a cell's training that is done.
func (r *runner) begun(c cell) float64 {
	if c.Fit != nil || c.Robot != nil {
		return 0
	}
	rows, err := run.ReadMetrics(run.Folder(r.runFolder(c.training())))
	switch {
	case err != nil:
		return 0
	case overflew(rows):
		return 1
	}
	return float64(len(rows)) / float64(c.Training.Epochs)
}

// cell is the one at a place, for a seed, or what is missing for it.
func (r *runner) cell(e entry, seed uint64) (c cell, missing string, err error) {
	c = e.table.cell(e.row, e.column, seed)
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
