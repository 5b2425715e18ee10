package commandline

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
)

func TestTablesWrap(t *testing.T) {
	titles, rows := []string{"run", "weights", "validation RMSE"}, [][]string{{"größer", "12", "0.1"}, {"a", "1234567890", "-"}}
	require.Equal(t, `                      validation
  run        weights        RMSE
  größer          12         0.1
  a       1234567890           -
`, filled(80, titles, rows, 0))
	require.Equal(t, `  run        weights
      validation
            RMSE
  größer          12
             0.1
  a       1234567890
               -
`, filled(30, titles, rows, 0))
}

// worstDrift has the longest numbers that are likely.
var worstDrift = predict.Drift{Step: 10000, Systems: 1000000, Left: 0.12346, Position: 12345.678, Straight: 12345.678, Velocity: 12345.678,
	PositionRoot: predict.Spread{Low: 1.234e-10, Median: 1.234e-10, High: 1.234e-10}, Lengths: 1e-12, Momentum: 1e-12}

// TestDriftsFit: the table of rollouts has its columns in 80 and in 40 letters.
func TestDriftsFit(t *testing.T) {
	for _, width := range []int{40, 80, 200} {
		drifts := newDriftTable(width, true, true)
		for line := range strings.SplitSeq(drifts.head()+drifts.drift(worstDrift), "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), width, line)
		}
	}
}

// TestUsualDriftsAreALine: without --all a step is a line of 80 letters, and has no energy
// where the potential is not known.
func TestUsualDriftsAreALine(t *testing.T) {
	for potential, columns := range map[bool]int{true: 6, false: 5} {
		drifts := newDriftTable(usualColumns, false, potential)
		line := drifts.drift(worstDrift)
		require.Equal(t, 1, strings.Count(line, "\n"), line)
		require.Len(t, strings.Fields(line), columns)
		require.Equal(t, 3, strings.Count(drifts.head(), "\n"), drifts.head())
		require.Equal(t, potential, strings.Contains(drifts.head(), "energy"))
	}
}

// TestSmallSquaresAreNumbers: an error that is not 0 is not written as 0.
func TestSmallSquaresAreNumbers(t *testing.T) {
	for value, want := range map[float64]string{0: "0.00000", 6.3e-11: "6.3e-09", 9e-6: "0.0009", 0.0101459: "1.01459", math.NaN(): "-"} {
		require.Equal(t, want, hundred(value))
	}
}
