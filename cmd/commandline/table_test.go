package commandline

import (
	"strings"
	"testing"

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
  größer          12
  a       1234567890

          validation
  run           RMSE
  größer         0.1
  a                -
`, filled(30, titles, rows, 0))
}

// worstDrift has the longest numbers that are likely.
var worstDrift = predict.Drift{Step: 10000, Systems: 1000000, Left: 0.12346, Position: 12345.678, Straight: 12345.678, Velocity: 12345.678,
	PositionRoot: predict.Spread{Low: 1.234e-10, Median: 1.234e-10, High: 1.234e-10}, Lengths: 1e-12, Momentum: 1e-12}

// TestDriftsFit: the table of rollouts has its columns in 80 and in 40 letters.
func TestDriftsFit(t *testing.T) {
	for _, width := range []int{40, 80, 200} {
		drifts := newDriftTable(true, true)
		for _, part := range drifts.parts(width, [][]string{drifts.cells(worstDrift)}) {
			for line := range strings.SplitSeq(part.head+part.rows, "\n") {
				require.LessOrEqual(t, letters(line), width, line)
			}
		}
	}
}

// TestUsualDriftsAreALine: without --all a step is a line of 80 letters, and has no energy
// where the potential is not known.
func TestUsualDriftsAreALine(t *testing.T) {
	for potential, columns := range map[bool]int{true: 6, false: 5} {
		drifts := newDriftTable(false, potential)
		line := drifts.row(drifts.cells(worstDrift)...)
		require.True(t, drifts.fits(defaultColumns))
		require.Equal(t, 1, strings.Count(line, "\n"), line)
		require.Len(t, strings.Fields(line), columns)
		require.Equal(t, 3, strings.Count(drifts.head(), "\n"), drifts.head())
		require.Equal(t, potential, strings.Contains(drifts.head(), "energy"))
	}
}

// TestColumnsOfDrifts: all columns of a step, each as wide as its longest usual number or the longest word of its title.
func TestColumnsOfDrifts(t *testing.T) {
	drift := predict.Drift{Step: 7, Systems: 40, Left: 0.125, PositionRoot: predict.Spread{Low: 1, Median: 2, High: 3}, StraightRoot: predict.Spread{Median: 4},
		VelocityRoot: predict.Spread{Median: 5}, Lengths: 1e-6, Momentum: 2e-6, Kinetic: 6, TrueKinetic: 7, Energy: 8, EnergyMedian: 9, TrueEnergy: 10, Position: 121, Straight: 144, Velocity: 169}
	require.Equal(t, "      7       40   12.5%          2          1          3          4          5    1e-06     2e-06          6          7          8          9         10         11         12         13\n",
		newDriftTable(true, true).row(newDriftTable(true, true).cells(drift)...))
	require.Equal(t, "      7          2          4          5    1e-06          9\n", newDriftTable(false, true).row(newDriftTable(false, true).cells(drift)...))
	require.Equal(t, "      7          2          4          5    1e-06\n", newDriftTable(false, false).row(newDriftTable(false, false).cells(drift)...))
}

// TestParts: columns that do not fit are in further parts, one column at least in each, below
// the first column of all.
func TestParts(t *testing.T) {
	table := newTable(numberColumn("a", 3), numberColumn("b", 3), numberColumn("c", 3))
	for width, parts := range map[int]int{1: 2, 14: 2, 15: 1} { // indented by 2, 2 between columns
		require.Len(t, table.parts(width, [][]string{{"1", "2", "3"}}), parts, width)
		require.Equal(t, parts == 1, table.fits(width), width)
	}
	require.Equal(t, []part{{"    a    b\n", "    1    2\n"}, {"    a    c\n", "    1    3\n"}}, table.parts(14, [][]string{{"1", "2", "3"}}))
}
