package reproduce

import (
	"gmnc/experiments/reproduce/pages"
	"gmnc/experiments/reproduce/protocol"
)

// report reads the results of all tables.
func (r *runner) report() (*pages.Report, error) {
	report := &pages.Report{Seeds: r.job.Seeds}
	for _, table := range r.job.Tables {
		t := pages.TableReport{Table: table, Seeds: r.job.Seeds}
		for _, e := range table.Entries() {
			p := pages.Comparison{Row: e.Row, Column: e.Column}
			if figure, found := pages.PublishedAt(table, e.Column, e.Row); found {
				p.Published = &figure
			}
			for _, seed := range e.Seeds(r.job.Seeds) {
				if e.Column.Average {
					continue
				}
				m, err := r.measured(e, seed)
				if err != nil {
					return nil, err
				}
				p.Measured = append(p.Measured, m)
			}
			t.Comparisons = append(t.Comparisons, p)
		}
		t.Average()
		report.Tables = append(report.Tables, t)
	}
	return report, nil
}

func (r *runner) measured(e protocol.Entry, seed uint64) (pages.Measured, error) {
	c, missing, err := r.cell(e, seed)
	if err != nil || missing != "" {
		return pages.Measured{Seed: seed, Blank: missing}, err
	}
	result, err := r.results.get(c)
	if err != nil {
		return pages.Measured{}, err
	}
	if result == nil {
		return pages.Measured{Seed: seed, Blank: r.blank[protocol.Digest(c)]}, nil
	}
	return pages.Measured{Seed: seed, Errors: result.Errors, Overflow: result.Overflow, Result: result}, nil
}
