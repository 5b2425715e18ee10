package reproduce

import (
	"path/filepath"
)

// takeOver keeps as finished what the folder's tables have of cells that are not: a folder
// that begins with tables alone goes on where these end. A cell is the same if its training
// has the same name, its model the same graph, and its build is recorded.
func (r *runner) takeOver() error {
	for _, table := range r.job.Tables {
		earlier, err := readEarlier(filepath.Join(r.job.Folder, table.Name+".csv"))
		if err != nil {
			return err
		}
		for _, e := range table.entries() {
			for _, seed := range r.job.Seeds {
				m, known := earlier[cellKey{placeIn(table, e.column, e.row), seed}]
				if !known {
					continue
				}
				if err := r.takeFrom(e, m); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// takeFrom keeps an earlier measurement as the result of its cell, if it is that.
func (r *runner) takeFrom(e entry, m Measured) error {
	result := m.Result
	if result == nil || result.Version == unrecorded {
		return nil
	}
	c, missing, err := r.cell(e, m.Seed)
	if err != nil || missing != "" {
		return err
	}
	if result.Run != digest(c.training()) || result.Graph != c.Graph {
		return nil
	}
	finished, err := r.results.get(c)
	if err != nil || finished != nil {
		return err
	}
	result.Cell, result.Errors, result.Overflow = c, m.Errors, m.Overflow
	return r.results.put(result)
}
