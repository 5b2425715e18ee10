package conformal

import (
	"fmt"

	"gmnc/internal/median"
	"gmnc/predict"
)

// Spread says how far the predictions of several runs are from their mean, over all particles.
type Spread struct {
	Median float64 `json:"median"`
	// Rank is the rank correlation of spreads and errors, or 0 if one of them is the same for
	// all particles.
	Rank float64 `json:"rank_correlation"`
}

// MeasureSpread compares the spreads of particles with the errors of the mean.
func MeasureSpread(spread []float32, e Errors) (s Spread, err error) {
	if len(spread) != len(e.Position) || len(spread) == 0 {
		return s, fmt.Errorf("%d spreads of particles: expected %d", len(spread), len(e.Position))
	}
	spreads := make([]float64, len(spread))
	for i, one := range spread {
		spreads[i] = float64(one)
	}
	return Spread{median.Of(spreads), rankCorrelation(spreads, e.Position)}, nil
}

// Table returns the rows of the measurement; the unit of lengths may be empty.
func (s Spread) Table(unit string) []predict.Row {
	return []predict.Row{
		{Name: "median spread of runs", Value: predict.Length(s.Median, unit)},
		{Name: "rank of spread and error", Value: fmt.Sprintf("correlation %.2f", s.Rank)},
	}
}
