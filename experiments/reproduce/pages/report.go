package pages

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/experiments/reproduce/protocol"
)

// Report holds what is known about the tables of a job.
type Report struct {
	Seeds  []uint64
	Tables []TableReport
}

// TableReport is a table with all its measurements.
type TableReport struct {
	protocol.Table
	Seeds       []uint64
	Comparisons []Comparison // by rows, and in each row by columns
}

// Comparison is a cell of a table: what was measured, and what was published.
type Comparison struct {
	Row       protocol.Row
	Column    protocol.Column
	Published *Published // nil if the paper has no figure there
	Measured  []Measured // one for each seed
}

// Measured is the result of a seed at a place of a table.
type Measured struct {
	Seed   uint64
	Errors *protocol.Errors // nil if the training overflowed, or if the cell is blank
	// Overflow says what overflowed.
	Overflow string
	// Blank says why nothing was measured, and is "" if something was.
	Blank  string
	Result *protocol.Result // nil for an average
}

// Average fills the columns that are means of the others with the same training size, for the
// seeds that all of these have.
func (t *TableReport) Average() {
	for i := range t.Comparisons {
		p := &t.Comparisons[i]
		if !p.Column.Average {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(t.Comparisons), func(other Comparison) bool {
			return other.Row.Name != p.Row.Name || other.Column.TrainSize != p.Column.TrainSize || other.Column.Average
		})
		for _, seed := range t.Seeds {
			var of []Measured
			for _, other := range others {
				of = append(of, other.by(seed)...)
			}
			if len(of) == len(others) {
				p.Measured = append(p.Measured, averaged(seed, of))
			}
		}
	}
}

// by returns the result of a seed at a place, or nil if the place does not have the seed.
func (p Comparison) by(seed uint64) []Measured {
	at := slices.IndexFunc(p.Measured, func(m Measured) bool { return m.Seed == seed })
	if at < 0 {
		return nil
	}
	return p.Measured[at : at+1]
}

// averaged returns the mean of a seed's results at several places, if it has one at each.
func averaged(seed uint64, of []Measured) Measured {
	sum := protocol.Errors{}
	for _, m := range of {
		switch {
		case m.Blank != "":
			return Measured{Seed: seed, Blank: "a system of the average is blank"}
		case m.Overflow != "":
			return Measured{Seed: seed, Overflow: m.Overflow}
		}
		sum.Mean += m.Errors.Mean / float64(len(of))
		sum.Median += m.Errors.Median / float64(len(of))
		sum.TrimmedMean += m.Errors.TrimmedMean / float64(len(of))
		sum.Constraint += m.Errors.Constraint / float64(len(of))
		sum.ConstraintPerObject += m.Errors.ConstraintPerObject / float64(len(of))
	}
	return Measured{Seed: seed, Errors: &sum}
}

// values returns the values of a metric for the seeds that have errors.
func (p Comparison) values(of func(protocol.Errors) float64) []float64 {
	var values []float64
	for _, m := range p.Measured {
		if m.Errors != nil {
			values = append(values, of(*m.Errors))
		}
	}
	return values
}

// Overflows returns the number of seeds whose training overflowed.
func (p Comparison) Overflows() int {
	count := 0
	for _, m := range p.Measured {
		if m.Overflow != "" {
			count++
		}
	}
	return count
}

// blank reports whether no seed has a result.
func (p Comparison) blank() bool {
	return !slices.ContainsFunc(p.Measured, func(m Measured) bool { return m.Blank == "" })
}

// hasMeasured reports whether a row has a result anywhere.
func (t TableReport) hasMeasured(r protocol.Row) bool {
	return slices.ContainsFunc(t.Comparisons, func(p Comparison) bool { return p.Row.Name == r.Name && !p.blank() })
}

// blanks returns the reasons why seeds are blank, each once.
func (p Comparison) blanks() []string {
	var reasons []string
	for _, m := range p.Measured {
		if m.Blank != "" && !slices.Contains(reasons, m.Blank) {
			reasons = append(reasons, m.Blank)
		}
	}
	return reasons
}

// blankSeeds names the seeds that are blank for a reason, or returns "" if all are.
func (p Comparison) blankSeeds(reason string) string {
	var seeds []string
	for _, m := range p.Measured {
		if m.Blank == reason {
			seeds = append(seeds, fmt.Sprint(m.Seed))
		}
	}
	if len(seeds) == len(p.Measured) {
		return ""
	}
	return fmt.Sprintf(" (seed %s)", strings.Join(seeds, ", "))
}

// Missing returns the number of cells without a result, and that of all cells.
func (t TableReport) Missing() (blank, all int) {
	for _, p := range t.Comparisons {
		for _, m := range p.Measured {
			all++
			if m.Blank != "" {
				blank++
			}
		}
	}
	return blank, all
}

// cells returns the number of cells of the whole table, whether asked for or not, for the
// report's seeds.
func (t TableReport) cells() (count int) {
	for _, e := range t.whole().Entries() {
		if !e.Column.Average {
			count += len(e.Seeds(t.Seeds))
		}
	}
	return count
}

// measured returns the number of cells with a result.
func (t TableReport) measured() (count int) {
	for _, p := range t.Comparisons {
		if !p.Column.Average {
			count += len(p.values(t.Metric.Of)) + p.Overflows()
		}
	}
	return count
}
