package protocol

import (
	"fmt"
	"math"
	"strings"

	"gmnc/builder/config"
	"gmnc/experiments/reproduce/corpus"
	"gmnc/run"
)

// CoveringErrors is how many standard errors of a constant are to cover its true value.
const CoveringErrors = 2

// Goals of the table: the share of constants whose errors cover the truth. Two deviations of a
// normal distribution cover 95.4 %. Wider errors than these are wrong, too.
const (
	LeastCovered = 0.9
	MostCovered  = 0.99
)

// ErrorCoverage counts the constants found in a data set whose true constants are known.
type ErrorCoverage struct {
	Told     float64 `json:"constants_with_errors,omitempty"` // how many constants have a standard error
	Covered  float64 `json:"constants_covered,omitempty"`     // of how many it covers the truth
	Farthest float64 `json:"farthest,omitempty"`              // error of one of them over its standard error at most
	Without  float64 `json:"constants_without_errors,omitempty"`
}

// certainty is the coverage of standard errors.
var certainty = Metric{Name: "share of constants within two standard errors", Scale: 1, Of: func(e Errors) float64 { return e.Covered / e.Told }, Squares: "squared error", SquareScale: 1,
	More: []string{"constants_with_errors", "constants_covered", "farthest", "constants_without_errors"}, Certainty: true}

// What is between two constants of a line, and the end of one whose error does not cover the truth.
const (
	ConstantSeparator = "; "
	AwayMark          = " away"
)

// Compare compares what was found with the truth, and says all of it in a line.
func (c *ErrorCoverage) Compare(found []run.FoundConstant, truth map[string]float64) string {
	var all []string
	for _, one := range found {
		wanted, known := truth[one.Title()]
		apart := ""
		switch {
		case !known:
			continue // it is held where it is
		case one.StandardError > 0:
			off := math.Abs(one.Value-wanted) / one.StandardError
			c.Told++
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

// certaintyRows are what is learned of the recordings of each kind.
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

// onCertainty are the columns: a data set each.
func onCertainty() (columns []Column) {
	for _, s := range corpus.SimulatedSets() {
		columns = append(columns, Column{System: s.Name(), TrainSize: s.Recordings, Rows: []string{s.Kind}, Truth: corpus.TrueConstants(s.Kind), Missed: s.Missed,
			Data: corpus.DataSet{Kind: corpus.NoisyRecordings, System: s.Name(), Train: s.Recordings, Valid: corpus.SpareRecordings, Test: corpus.SpareRecordings}})
	}
	return columns
}

// Add adds what another data set has found.
func (c *ErrorCoverage) Add(other ErrorCoverage) {
	c.Told, c.Covered, c.Without = c.Told+other.Told, c.Covered+other.Covered, c.Without+other.Without
	c.Farthest = max(c.Farthest, other.Farthest)
}
