package jointlog

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadAll: the recordings of several logs are in their splits, and those of test logs in test,
// whatever they are called there.
func TestReadAll(t *testing.T) {
	text := "time,a/position,a/effort\n"
	for row := range 8 {
		text += fmt.Sprintf("%g,%g,1\n", 0.01*float64(row), 0.1*float64(row))
	}
	one, other := file(t, "one.csv", text), file(t, "other.csv", text)
	log, err := ReadAll([]string{one, other}, []string{one}, Options{Joints: []string{"a"}, Checked: true})
	require.NoError(t, err)
	require.Len(t, log.Splits[""], 2)
	require.Equal(t, other, log.Splits[""][1].Name)
	require.Len(t, log.Splits["test"], 1)

	angle, dt := array("angle", 0, 8, 1), array("dt", 1)
	first, second := archive(t, angle, dt, array("current", 0, 8, 1), array("gain", 7, 1)), archive(t, angle, dt, array("current", 0, 8, 1), array("gain", 9, 1))
	log, err = ReadAll([]string{one, first, second}, nil, Options{Joints: []string{"a"}, Checked: true})
	require.NoError(t, err)
	require.Equal(t, []float64{7}, log.Gain, "of the first log that has one")
	_, err = ReadAll([]string{one}, []string{"none.csv"}, Options{Joints: []string{"a"}})
	require.ErrorContains(t, err, "cannot read the log: open none.csv: ")
}

// TestGrouped: a note on several files is there once, and says on how many.
func TestGrouped(t *testing.T) {
	require.Equal(t, []string{"a and 1 more: two", "a: one", "b has three"},
		grouped([]string{"a", "b"}, [][]string{{"a: two", "a: one"}, {"b has three", "b: two"}}))
}
