package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/corpus"
	"gmnc/internal/uncertainty"
	"gmnc/run"
)

// TestCompare: an error covers what is up to two of it away; constants without errors and
// those whose truth is not known do not count.
func TestCompare(t *testing.T) {
	var c ErrorCoverage
	note := c.Compare([]run.FoundConstant{
		{Name: "mass", Of: "1", Value: 1.5, Error: uncertainty.Error{StandardError: 0.25}},
		{Name: "mass", Of: "2", Value: 1.75, Error: uncertainty.Error{StandardError: 0.25}},
		{Name: "damping", Value: 0.5},
		{Name: "friction", Value: 7, Error: uncertainty.Error{StandardError: 1}},
	}, map[string]float64{"mass of 1": 1, "mass of 2": 1, "damping": 0.25})
	require.Equal(t, ErrorCoverage{WithErrors: 2, Covered: 1, Farthest: 3, Without: 1}, c)
	require.Equal(t, "mass of 1: 1.5 +- 0.25, which the training hardly tells (true: 1); mass of 2: 1.75 +- 0.25, which the training hardly tells (true: 1, 3.0 errors away); damping: 0.5 (true: 0.25)", note)
	c.Add(ErrorCoverage{WithErrors: 1, Covered: 1, Farthest: 2, Without: 2})
	require.Equal(t, ErrorCoverage{WithErrors: 3, Covered: 2, Farthest: 3, Without: 3}, c)
	c.Add(ErrorCoverage{WithErrors: 1, Farthest: 4})
	require.Equal(t, ErrorCoverage{WithErrors: 4, Covered: 2, Farthest: 4, Without: 3}, c)
}

// TestSimulatedSets: forty sets of which the model has all, each with a name of its own and a row.
func TestSimulatedSets(t *testing.T) {
	names, rows, whole := map[string]bool{}, map[string]bool{}, 0
	for _, row := range certaintyRows() {
		rows[row.Name] = true
	}
	for _, s := range corpus.SimulatedSets() {
		names[s.Name()] = true
		require.True(t, rows[s.Kind], s.Kind)
		if s.Missed == corpus.NothingMissed {
			whole++
		}
	}
	require.Equal(t, 40, whole)
	require.Len(t, names, len(corpus.SimulatedSets()))
}
