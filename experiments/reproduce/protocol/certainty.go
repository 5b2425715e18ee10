package protocol

import (
	"fmt"
	"math"
	"strings"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// CoveringErrors is the number of standard errors within which the true value of a constant
// must be.
const CoveringErrors = 2

// These are the goals of the table: the fraction of constants whose errors cover the truth. Two
// standard deviations of a normal distribution cover 95.4 %. Errors that cover more than the
// goal are also wrong.
const (
	LeastCovered = 0.9
	MostCovered  = 0.99
)

// ErrorCoverage counts the constants found in a data set whose true constants are known.
type ErrorCoverage struct {
	WithErrors float64 `json:"constants_with_errors,omitempty"` // the number of constants with a standard error
	Covered    float64 `json:"constants_covered,omitempty"`     // the number of those whose error covers the truth
	Farthest   float64 `json:"farthest,omitempty"`              // the largest error divided by its standard error
	Without    float64 `json:"constants_without_errors,omitempty"`
}

// certainty is the metric of the coverage of standard errors.
var certainty = Metric{Name: "share of constants within two standard errors", Scale: 1, Of: func(e Errors) float64 { return e.Covered / e.WithErrors }, Squares: "squared error", SquareScale: 1,
	More: []string{"constants_with_errors", "constants_covered", "farthest", "constants_without_errors"}, Certainty: true}

// These are what separates two constants in a line, and the end of one whose error does not
// cover the truth.
const (
	ConstantSeparator = "; "
	AwayMark          = " away"
)

// Compare compares constants with the truth, counts them, and returns all of them in a line.
func (c *ErrorCoverage) Compare(found []run.FoundConstant, truth map[string]float64) string {
	var all []string
	for _, one := range found {
		wanted, known := truth[one.Title()]
		apart := ""
		switch {
		case !known:
			continue // the constant is fixed
		case one.StandardError > 0:
			off := math.Abs(one.Value-wanted) / one.StandardError
			c.WithErrors++
			if off <= CoveringErrors {
				c.Covered++
			} else {
				apart = fmt.Sprintf(", %.1f errors", off) + AwayMark
			}
			c.Farthest = max(c.Farthest, off)
		default:
			c.Without++
		}
		all = append(all, fmt.Sprintf("%s (true: %g%s)", one, wanted, apart))
	}
	return strings.Join(all, ConstantSeparator)
}

// certaintyRows returns the rows: what is learned from the recordings of each kind.
func certaintyRows() []Row {
	learn := func(name string, learned ...string) Row {
		row := mechanicalRow(name, "")
		for _, constant := range learned {
			row.Model.Learn = append(row.Model.Learn, config.Constant{Name: constant})
		}
		return row
	}
	law := func(name, form string, starts map[string]float64) Row {
		row := mechanicalRow(name, "")
		row.Model.Forces, row.Model.Messages = "", config.NoMessages
		row.Model.Law = []config.PairFormula{{Form: form, Constants: starts}}
		return row
	}
	tosses := learnedContact()
	tosses.Name = corpus.Toss
	return []Row{
		learn(corpus.Pendulum, config.LearnedMass, config.LearnedGravity, config.LearnedDamping),
		learn(corpus.Springs, config.LearnedMass, config.LearnedStiffness, config.LearnedRestLength),
		law(corpus.PowerLaw, "power", map[string]float64{"A": 1, "n": 2}),
		law(corpus.YukawaLaw, "Yukawa", map[string]float64{"A": 1, "L": 1}),
		learn(corpus.Arm, config.LearnedMass, config.LearnedDamping),
		tosses,
	}
}

// onCertainty returns the columns, with one for each data set.
func onCertainty() (columns []Column) {
	for _, s := range corpus.SimulatedSets() {
		columns = append(columns, Column{System: s.Name(), TrainSize: s.Recordings, Rows: []string{s.Kind}, Truth: corpus.TrueConstants(s.Kind), Missed: s.Missed,
			Data: corpus.DataSet{Kind: corpus.NoisyRecordings, System: s.Name(), Train: s.Recordings, Valid: corpus.SpareRecordings, Test: corpus.SpareRecordings}})
	}
	return columns
}

// Add adds the counts of another data set.
func (c *ErrorCoverage) Add(other ErrorCoverage) {
	c.WithErrors, c.Covered, c.Without = c.WithErrors+other.WithErrors, c.Covered+other.Covered, c.Without+other.Without
	c.Farthest = max(c.Farthest, other.Farthest)
}
