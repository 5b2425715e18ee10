package pages

import (
	_ "embed"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"sync"

	"gmnc/experiments/reproduce/protocol"
)

// paperText holds the figures of the tables in Huang et al., "Equivariant Graph Mechanics
// Networks with Constraints" (ICLR 2022), in its units: mean squared errors times 100, and
// constraint errors as they are. A deviation that the paper does not give is blank.
//
//go:embed paper.csv
var paperText string

// Published is a figure that the paper reports.
type Published struct {
	Text      string  // as it is printed in the paper
	Value     float64 // NaN for an overflow
	Rounding  float64 // half a unit of the last digit that is printed
	Deviation float64 // the deviation over the paper's runs; NaN if it is not given
}

// entryKey identifies a figure by table, system, training samples and model.
type entryKey [4]string

var paperFigures = sync.OnceValue(func() map[entryKey]Published {
	rows, err := csv.NewReader(strings.NewReader(paperText)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program
	}
	figures := map[entryKey]Published{}
	for _, row := range rows[1:] {
		figures[entryKey(row[:4])] = parseFigure(row[4], row[5])
	}
	return figures
})

func parseFigure(value, deviation string) Published {
	figure := Published{Text: value, Value: math.NaN(), Deviation: math.NaN()}
	if value != protocol.Overflowed {
		figure.Value = Parse(value)
		_, decimals, _ := strings.Cut(value, ".")
		figure.Rounding = 0.5 * math.Pow10(-len(decimals))
	}
	if deviation != "" {
		figure.Deviation = Parse(deviation)
	}
	return figure
}

// Parse reads a number of paper.csv, which is part of the program.
func Parse(text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("paper.csv: " + err.Error())
	}
	return value
}

// EntryKeyOf returns the place of a cell in a table, by its column and row.
func EntryKeyOf(t protocol.Table, column protocol.Column, row protocol.Row) entryKey {
	return entryKey{t.Name, column.System, strconv.Itoa(column.TrainSize), row.Name}
}

// PublishedAt returns the paper's figure at a place of a table, if there is one. For a table
// with goals it returns the figure that others published.
func PublishedAt(t protocol.Table, column protocol.Column, row protocol.Row) (Published, bool) {
	figures := paperFigures()
	if t.Metric.Goals {
		_, figures = GoalFigures()
	}
	figure, found := figures[EntryKeyOf(t, column, row)]
	return figure, found
}
