package pages

import (
	"encoding/csv"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/experiments/reproduce/protocol"
	"gmnc/run"
)

// TestNothingToDraw: a table without a figure, without rows or without runs has nothing to draw.
func TestNothingToDraw(t *testing.T) {
	require.Equal(t, errNothing, TableReport{}.draw("", ""))
	require.Equal(t, errNothing, drawDotPlots(TableReport{}, "", "x.svg"))
	require.Equal(t, errNothing, DrawTrainings(TableReport{}, "", "x.svg"))
}

// TestTestCurves: a run without test errors has an empty curve, and what is not a table of numbers is an error.
func TestTestCurves(t *testing.T) {
	store := run.NewMemory("x")
	curve, err := ReadTestCurve(store)
	require.NoError(t, err)
	require.Empty(t, curve)
	for text, want := range map[string]string{"": "has no test errors", "epoch,test_mse\n1,x\n": "are no numbers (remove it)", "epoch,test_mse\nx,1\n": "are no numbers", "a,b\n1\n": "has no test errors"} {
		require.NoError(t, store.Write(TestCurveFile, []byte(text)))
		_, err = ReadTestCurve(store)
		require.ErrorContains(t, err, want, text)
	}
	require.NoError(t, store.Write(TestCurveFile, []byte("epoch,test_mse\n1,0.5\n2,0.25\n")))
	curve, err = ReadTestCurve(store)
	require.NoError(t, err)
	require.Equal(t, [][]float64{{1, 2}, {0.5, 0.25}}, [][]float64{curve.X, curve.Y})
	require.NotErrorIs(t, err, fs.ErrNotExist)
}

// TestSeedsOfLines: a seed has 64 bits, and one that is no number is an error.
func TestSeedsOfLines(t *testing.T) {
	_, m, err := parseEarlier(map[string]string{"seed": "18446744073709551615"})
	require.NoError(t, err)
	require.Equal(t, ^uint64(0), m.Seed)
	_, _, err = parseEarlier(map[string]string{"seed": "-1"})
	require.EqualError(t, err, `the seed "-1" is not a number`)
}

// TestNotesOfRobots: the page says which log the choice of terms has seen.
func TestNotesOfRobots(t *testing.T) {
	m := &markdown{}
	m.robots()
	for _, line := range []string{"- `test` was seen while the terms that are tried were chosen, so that it is kind to `gmnc`.\n", "- In each cell: the error of the torque on a log that was not fitted, in N m", "- The UR10e's logs are by Mamedov and others", "- The peer is Pinocchio's regressor."} {
		require.Contains(t, m.text.String(), line)
	}
	m = &markdown{}
	m.knowing()
	require.Contains(t, m.text.String(), "- Radii of 90 %, calibrated on validation samples of the training system. Goals: coverage within 2 points on that, at least 80 % on others;")
}

// TestColumnsOfRecords: a line of a file has the numbers of its errors with six digits.
func TestColumnsOfRecords(t *testing.T) {
	var errs protocol.Errors
	errs.Mean = 1.23456789
	p := placeOf(protocol.Column{System: "s", TrainSize: 5}, &errs)
	report := TableReport{Table: protocol.Table{Name: "t"}, Comparisons: []Comparison{p}}
	header := report.csvHeader()
	record := report.record(header, p, p.Measured[0])
	text := strings.Join(record, ",")
	require.Contains(t, text, "1.23457")
	line, err := csv.NewReader(strings.NewReader(text)).Read()
	require.NoError(t, err)
	require.Len(t, line, len(header))
}
