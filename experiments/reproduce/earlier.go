package reproduce

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
)

// cellMap are cells by place and seed.
type cellMap map[cellKey]Measured

type cellKey struct {
	place place
	seed  uint64
}

// readEarlier reads the measured cells of a table's file; of one that is not
// there it has none.
func readEarlier(path string) (cellMap, error) {
	file, err := plainfile.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the table of an earlier call: %w", err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) == 0 {
		return nil, fmt.Errorf("%s is not a table of gmnc reproduce: %v (move it away to write a new one)", path, err)
	}
	cells := cellMap{}
	for number, line := range lines[1:] {
		column := map[string]string{}
		for i, name := range lines[0] {
			column[name] = line[i]
		}
		key, m, err := parseEarlier(column)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w (move the file away to write a new one)", path, number+2, err)
		}
		if m.Blank == "" {
			cells[key] = m
		}
	}
	return cells, nil
}

// parseEarlier reads a line that TableReport.record wrote, now or before it
// recorded builds.
func parseEarlier(column map[string]string) (cellKey, Measured, error) {
	seed, err := strconv.ParseUint(column["seed"], 10, 64)
	if err != nil {
		return cellKey{}, Measured{}, fmt.Errorf("the seed %q is not a number", column["seed"])
	}
	key := cellKey{place{column["table"], column["system"], column["train_size"], column["model"]}, seed}
	m := Measured{Seed: seed}
	overflow, overflowed := strings.CutPrefix(column["note"], overflowed+" ")
	switch {
	case overflowed:
		m.Overflow = overflow
	case column["mse"] == "":
		m.Blank = column["note"]
		return key, m, nil
	default:
		m.Errors = new(Errors)
		for name, value := range m.Errors.columns() {
			var ok bool
			if *value, ok = numeral.CSV.Parse(column[name]); !ok {
				return key, m, fmt.Errorf("the %s %q is not a number", name, column[name])
			}
		}
		for name, value := range m.Errors.more() {
			*value, _ = numeral.CSV.Parse(column[name]) // blank of most
		}
	}
	if column["run"] == "" && column["build"] == "" {
		return key, m, nil // an average
	}
	note := column["note"]
	if overflowed {
		note = ""
	}
	m.Result = &Result{Run: column["run"], Version: column["build"], Graph: column["graph"], Options: column["options"], Note: note, Source: column["source"]}
	if m.Result.Version == "" {
		m.Result.Version = unrecorded
	}
	m.Result.Seconds, _ = numeral.CSV.Parse(column["seconds"]) // blank of what was not trained
	return key, m, nil
}

// whole is the table with all of its rows and columns, asked for or not.
func (t TableReport) whole() Table {
	for _, table := range Tables {
		if table.Name == t.Name {
			return table
		}
	}
	return t.Table
}

// with adds to a report the cells of an earlier call, of the same table, that
// it lacks: those that it left blank, and other seeds, rows and columns.
func (t TableReport) with(cells cellMap) TableReport {
	if len(cells) == 0 {
		return t
	}
	whole, now, known := t, cellMap{}, map[place]bool{}
	whole.Table = t.whole()
	for _, p := range t.Places {
		at := placeIn(t.Table, p.Column, p.Row)
		known[at] = true
		for _, m := range p.Measured {
			now[cellKey{at, m.Seed}] = m
		}
	}
	for key := range cells {
		known[key.place] = true
		if !slices.Contains(whole.Seeds, key.seed) {
			whole.Seeds = append(slices.Clone(whole.Seeds), key.seed)
		}
	}
	slices.Sort(whole.Seeds)
	rows, columns := whole.Rows, whole.Columns
	whole.Rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return !slices.ContainsFunc(columns, func(c Column) bool { return known[placeIn(t.Table, c, r)] })
	})
	whole.Columns = slices.DeleteFunc(slices.Clone(columns), func(c Column) bool {
		return !slices.ContainsFunc(rows, func(r Row) bool { return known[placeIn(t.Table, c, r)] })
	})
	whole.Places = nil
	for _, e := range whole.entries() {
		whole.Places = append(whole.Places, merged(e, whole.Seeds, now, cells))
	}
	whole.average()
	return whole
}

// merged is a place with what is known of each seed, now or earlier.
func merged(e entry, seeds []uint64, now, before cellMap) Place {
	p := Place{Row: e.row, Column: e.column}
	if figure, found := publishedAt(e.table, e.column, e.row); found {
		p.Published = &figure
	}
	if e.column.Average {
		return p
	}
	at := placeIn(e.table, e.column, e.row)
	if e.settled() {
		seeds = settledBy(at, seeds, now, before)
	}
	for _, seed := range seeds {
		key := cellKey{at, seed}
		m, asked := now[key]
		if !asked {
			m = Measured{Seed: seed, Blank: "not asked for"}
		}
		if known, found := before[key]; found && m.Blank != "" {
			m = known
		}
		p.Measured = append(p.Measured, m)
	}
	return p
}

// settledBy is the seed whose result stands for all at a settled place: the first with one
// now or else earlier; without any the first.
func settledBy(at place, seeds []uint64, now, before cellMap) []uint64 {
	for _, known := range []cellMap{now, before} {
		for i, seed := range seeds {
			if m, found := known[cellKey{at, seed}]; found && m.Blank == "" {
				return seeds[i : i+1]
			}
		}
	}
	return seeds[:1]
}
