package pages

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/internal/numeral"
	"gmnc/internal/plainfile"
)

// CellMap holds cells by place and seed.
type CellMap map[CellKey]Measured

// CellKey is the place of a cell in a table, with its seed.
type CellKey struct {
	Entry entryKey
	Seed  uint64
}

// ReadEarlier reads the measured cells from a table's file. If there is no file, it returns
// none.
func ReadEarlier(path string) (CellMap, error) {
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
	cells := CellMap{}
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

// parseEarlier reads a line that TableReport.record wrote, now or before builds were recorded.
func parseEarlier(column map[string]string) (CellKey, Measured, error) {
	seed, err := strconv.ParseUint(column["seed"], 10, 64)
	if err != nil {
		return CellKey{}, Measured{}, fmt.Errorf("the seed %q is not a number", column["seed"])
	}
	key := CellKey{entryKey{column["table"], column["system"], column["train_size"], column["model"]}, seed}
	m := Measured{Seed: seed}
	overflow, overflowed := strings.CutPrefix(column["note"], protocol.Overflowed+" ")
	switch {
	case overflowed:
		m.Overflow = overflow
	case column["mse"] == "":
		m.Blank = column["note"]
		return key, m, nil
	default:
		m.Errors = new(protocol.Errors)
		for name, value := range m.Errors.Columns() {
			var ok bool
			if *value, ok = numeral.CSV.Parse(column[name]); !ok {
				return key, m, fmt.Errorf("the %s %q is not a number", name, column[name])
			}
		}
		for name, value := range m.Errors.More() {
			*value, _ = numeral.CSV.Parse(column[name]) // most lines have a blank here
		}
	}
	if column["run"] == "" && column["build"] == "" {
		return key, m, nil // this is an average
	}
	note := column["note"]
	if overflowed {
		note = ""
	}
	m.Result = &protocol.Result{Run: column["run"], Version: column["build"], Graph: column["graph"], Options: column["options"], Note: note, Source: column["source"]}
	if m.Result.Version == "" {
		m.Result.Version = protocol.Unrecorded
	}
	m.Result.Seconds, _ = numeral.CSV.Parse(column["seconds"]) // it is blank if nothing was trained
	return key, m, nil
}

// whole returns the table with all of its rows and columns, whether asked for or not.
func (t TableReport) whole() protocol.Table {
	for _, table := range protocol.Tables {
		if table.Name == t.Name {
			return table
		}
	}
	return t.Table
}

// With returns the report with the cells of an earlier call for the same table that it lacks:
// those that it left blank, and other seeds, rows and columns.
func (t TableReport) With(cells CellMap) TableReport {
	if len(cells) == 0 {
		return t
	}
	whole, now, known := t, CellMap{}, map[entryKey]bool{}
	whole.Table = t.whole()
	for _, p := range t.Comparisons {
		at := EntryKeyOf(t.Table, p.Column, p.Row)
		known[at] = true
		for _, m := range p.Measured {
			now[CellKey{Entry: at, Seed: m.Seed}] = m
		}
	}
	for key := range cells {
		known[key.Entry] = true
		if !slices.Contains(whole.Seeds, key.Seed) {
			whole.Seeds = append(slices.Clone(whole.Seeds), key.Seed)
		}
	}
	slices.Sort(whole.Seeds)
	rows, columns := whole.Rows, whole.Columns
	whole.Rows = slices.DeleteFunc(slices.Clone(rows), func(r protocol.Row) bool {
		return !slices.ContainsFunc(columns, func(c protocol.Column) bool { return known[EntryKeyOf(t.Table, c, r)] })
	})
	whole.Columns = slices.DeleteFunc(slices.Clone(columns), func(c protocol.Column) bool {
		return !slices.ContainsFunc(rows, func(r protocol.Row) bool { return known[EntryKeyOf(t.Table, c, r)] })
	})
	whole.Comparisons = nil
	for _, e := range whole.Entries() {
		whole.Comparisons = append(whole.Comparisons, merged(e, whole.Seeds, now, cells))
	}
	whole.Average()
	return whole
}

// merged returns a place with what is known for each seed, from now or earlier.
func merged(e protocol.Entry, seeds []uint64, now, before CellMap) Comparison {
	p := Comparison{Row: e.Row, Column: e.Column}
	if figure, found := PublishedAt(e.Table, e.Column, e.Row); found {
		p.Published = &figure
	}
	if e.Column.Average {
		return p
	}
	at := EntryKeyOf(e.Table, e.Column, e.Row)
	if e.Settled() {
		seeds = settledBy(at, seeds, now, before)
	}
	for _, seed := range seeds {
		key := CellKey{Entry: at, Seed: seed}
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

// settledBy returns the seed whose result stands for all seeds at a settled place. It is the
// first seed with a result from now, or else from earlier. Without a result it is the first
// seed.
func settledBy(at entryKey, seeds []uint64, now, before CellMap) []uint64 {
	for _, known := range []CellMap{now, before} {
		for i, seed := range seeds {
			if m, found := known[CellKey{Entry: at, Seed: seed}]; found && m.Blank == "" {
				return seeds[i : i+1]
			}
		}
	}
	return seeds[:1]
}
