package reproduce

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/plainfile"
)

// earlier are the cells that the CSV file of a table has, by place and seed.
type earlier map[earlierKey]Measured

type earlierKey struct {
	place place
	seed  uint64
}

// readEarlier reads the measured cells of a table's file; of one that is not
// there it has none.
func readEarlier(path string) (earlier, error) {
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
	cells := earlier{}
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
func parseEarlier(column map[string]string) (earlierKey, Measured, error) {
	seed, err := strconv.ParseUint(column["seed"], 10, 64)
	if err != nil {
		return earlierKey{}, Measured{}, fmt.Errorf("the seed %q is not a number", column["seed"])
	}
	key := earlierKey{place{column["table"], column["system"], column["train_size"], column["model"]}, seed}
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
			if *value, err = strconv.ParseFloat(column[name], 64); err != nil {
				return key, m, fmt.Errorf("the %s %q is not a number", name, column[name])
			}
		}
	}
	if column["run"] == "" && column["build"] == "" {
		return key, m, nil // an average
	}
	m.Result = &Result{Run: column["run"], Version: column["build"], Graph: column["graph"], options: column["options"]}
	if m.Result.Version == "" {
		m.Result.Version = unrecorded
	}
	m.Result.Seconds, _ = strconv.ParseFloat(column["seconds"], 64) // blank of what was not trained
	return key, m, nil
}

// with adds to a report the cells of an earlier call, of the same table, that
// it lacks: those that it left blank, and other seeds, rows and columns.
func (t TableReport) with(cells earlier) TableReport {
	if len(cells) == 0 {
		return t
	}
	whole := t
	for _, known := range Tables {
		if known.Name == t.Name {
			whole.Table = known
		}
	}
	asked := func(e entry) bool {
		return slices.ContainsFunc(t.Places, func(p Place) bool { return t.place(p.Column, p.Row) == whole.place(e.column, e.row) })
	}
	had := func(e entry) bool {
		for key := range cells {
			if key.place == whole.place(e.column, e.row) {
				return true
			}
		}
		return false
	}
	rows, columns := whole.Rows, whole.Columns
	needed := func(of func(entry) bool) bool {
		return slices.ContainsFunc(whole.entries(), func(e entry) bool { return of(e) && (asked(e) || had(e)) })
	}
	whole.Rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return !needed(func(e entry) bool { return e.row.Name == r.Name })
	})
	whole.Columns = slices.DeleteFunc(slices.Clone(columns), func(c Column) bool {
		return !needed(func(e entry) bool { return e.column.System == c.System && e.column.TrainSize == c.TrainSize })
	})
	for key := range cells {
		if key.place[0] == t.Name && !slices.Contains(whole.Seeds, key.seed) {
			whole.Seeds = append(slices.Clone(whole.Seeds), key.seed)
		}
	}
	slices.Sort(whole.Seeds)
	whole.Places = nil
	for _, e := range whole.entries() {
		whole.Places = append(whole.Places, t.mergedPlace(e, whole.Seeds, cells))
	}
	whole.average()
	return whole
}

// mergedPlace is a place with what is known of each seed, now or earlier.
func (t TableReport) mergedPlace(e entry, seeds []uint64, cells earlier) Place {
	merged := Place{Row: e.row, Column: e.column}
	if figure, found := t.published(e.column, e.row); found {
		merged.Published = &figure
	}
	if e.column.Average {
		return merged
	}
	for _, seed := range seeds {
		m := Measured{Seed: seed, Blank: "not asked for"}
		for _, p := range t.Places {
			if t.place(p.Column, p.Row) != t.place(e.column, e.row) {
				continue
			}
			if i := slices.IndexFunc(p.Measured, func(m Measured) bool { return m.Seed == seed }); i >= 0 {
				m = p.Measured[i]
			}
		}
		if before, found := cells[earlierKey{t.place(e.column, e.row), seed}]; found && m.Blank != "" {
			m = before
		}
		merged.Measured = append(merged.Measured, m)
	}
	return merged
}
