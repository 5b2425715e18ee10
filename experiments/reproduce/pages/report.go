package pages

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/experiments/reproduce/protocol"
)

// Report is what is known of the tables of a job.
type Report struct {
	Seeds  []uint64
	Tables []TableReport
}

// TableReport is a table with all that was measured for it.
type TableReport struct {
	protocol.Table
	Seeds       []uint64
	Comparisons []Comparison // rows, and in each row columns
}

// Comparison is a cell of a table: what was measured, and what was published.
type Comparison struct {
	Row       protocol.Row
	Column    protocol.Column
	Published *Published // nil if the paper has nothing there
	Measured  []Measured // one a seed
}

// Measured is what a seed gave at a place of a table.
type Measured struct {
	Seed   uint64
	Errors *protocol.Errors // nil if the training overflowed, or if blank
	// Overflow says what overflowed.
	Overflow string
	// Blank says why nothing was measured; empty if something was.
	Blank  string
	Result *protocol.Result // nil of an average
}

// Average fills the columns that are the mean of the others with their
// training size, for the seeds that all of these have.
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

// by is what a seed gave at a place, nothing of a seed that it does not have.
func (p Comparison) by(seed uint64) []Measured {
	at := slices.IndexFunc(p.Measured, func(m Measured) bool { return m.Seed == seed })
	if at < 0 {
		return nil
	}
	return p.Measured[at : at+1]
}

// averaged is the mean of what a seed gave at several places, as far as it
// gave something at each.
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

// values are what a metric gives for the seeds that have errors.
func (p Comparison) values(of func(protocol.Errors) float64) []float64 {
	var values []float64
	for _, m := range p.Measured {
		if m.Errors != nil {
			values = append(values, of(*m.Errors))
		}
	}
	return values
}

// Overflows counts the seeds whose training overflowed.
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

// blanks are the reasons why seeds have nothing, each once.
func (p Comparison) blanks() []string {
	var reasons []string
	for _, m := range p.Measured {
		if m.Blank != "" && !slices.Contains(reasons, m.Blank) {
			reasons = append(reasons, m.Blank)
		}
	}
	return reasons
}

// blankSeeds names the seeds that are blank for a reason, if not all are.
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

// Missing counts the cells without a result.
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

// cells counts the cells of the whole table, asked for or not, for the report's seeds.
func (t TableReport) cells() (count int) {
	for _, e := range t.whole().Entries() {
		if !e.Column.Average {
			count += len(e.Seeds(t.Seeds))
		}
	}
	return count
}

// measured counts the cells with a result.
func (t TableReport) measured() (count int) {
	for _, p := range t.Comparisons {
		if !p.Column.Average {
			count += len(p.values(t.Metric.Of)) + p.Overflows()
		}
	}
	return count
}
