package protocol

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/experiments/reproduce/corpus"
)

// Entry is a place in a table.
type Entry struct {
	Table  Table
	Row    Row
	Column Column
}

// Settled reports whether a place is the same for all seeds. It is if it has a closed form of
// samples that others chose, or the constants of a robot's log.
func (e Entry) Settled() bool {
	return e.Row.Robot != nil || e.Row.Regression != "" && e.Column.Data.Kind == corpus.Running
}

// Seeds returns those of some seeds that a place has.
func (e Entry) Seeds(all []uint64) []uint64 {
	if e.Settled() {
		return all[:1]
	}
	return all
}

// String names the model, the system and the number of samples.
func (e Entry) String() string {
	if e.Column.TrainSize == 0 {
		return fmt.Sprintf("%s on %s", e.Row.Name, e.Column.System)
	}
	return fmt.Sprintf("%s on %s, %d samples", e.Row.Name, e.Column.System, e.Column.TrainSize)
}

// Entries returns all places of a table.
func (t Table) Entries() []Entry {
	var all []Entry
	for _, row := range t.Rows {
		for _, column := range t.Columns {
			if column.Rows == nil || slices.Contains(column.Rows, row.Name) {
				all = append(all, Entry{t, row, column})
			}
		}
	}
	return all
}

// All stands for all models, or systems.
const All = "all"

// Select returns the tables with only the rows and columns that are asked for. Models are named
// by their row in the table or, if no row has that name, by their name on the command line.
// Systems are named as in the table. A name that is in no table is an error.
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
			// An average is one over all its systems, so it is kept only if all are asked for.
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

// hasRow reports whether a row has that name, ignoring case.
func (t Table) hasRow(name string) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return strings.EqualFold(r.Name, name) })
}

// known trims names and changes them to lower case. It returns an error for a name that no
// table has.
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
