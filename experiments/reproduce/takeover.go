package reproduce

import (
	"path/filepath"

	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
)

// takeOver keeps the results in the folder's tables as those of unfinished cells. A folder that
// has only tables is thereby continued. A result belongs to a cell if the name of the training
// and the graph of the model are equal, and its build is recorded.
func (r *runner) takeOver() error {
	for _, table := range r.job.Tables {
		earlier, err := pages.ReadEarlier(filepath.Join(r.job.Folder, table.Name+".csv"))
		if err != nil {
			return err
		}
		for _, e := range table.Entries() {
			for _, seed := range r.job.Seeds {
				m, known := earlier[pages.CellKey{Entry: pages.EntryKeyOf(table, e.Column, e.Row), Seed: seed}]
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

// takeFrom keeps an earlier measurement as the result of its cell, if it belongs to it.
func (r *runner) takeFrom(e protocol.Entry, m pages.Measured) error {
	result := m.Result
	if result == nil || result.Version == protocol.Unrecorded {
		return nil
	}
	c, missing, err := r.cell(e, m.Seed)
	if err != nil || missing != "" {
		return err
	}
	if result.Run != protocol.Digest(c.TrainingKey()) || result.Graph != c.Graph {
		return nil
	}
	finished, err := r.results.get(c)
	if err != nil || finished != nil {
		return err
	}
	result.Cell, result.Errors, result.Overflow = c, m.Errors, m.Overflow
	return r.results.put(result)
}
