package commandline

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/urdf"
	"gmnc/runtime"
	"gmnc/sysid/excite"
	"gmnc/sysid/rigid"
)

// TestTableOfMotion: a motion is a table with the position, the velocity and the effort of each joint in each row.
func TestTableOfMotion(t *testing.T) {
	require.Equal(t, "time,a/position,a/velocity,a/effort,b/position,b/velocity,b/effort\n0,1,3,5,7,9,11\n0.01,2,4,6,8,10,0.333333333\n", string(motionTable([]string{"a", "b"}, &excite.Motion{
		Time: []float64{0, 0.01}, Angle: [][]float64{{1, 2}, {7, 8}}, Rate: [][]float64{{3, 4}, {9, 10}}, Torque: [][]float64{{5, 6}, {11, 1. / 3}},
	})))
}

// TestReportOfMotion: the report has the quality of the motion and, beside recordings, theirs and by how much errors are smaller.
func TestReportOfMotion(t *testing.T) {
	r := exciteReport{Output: "motion.csv", Motion: excite.Quality{Directions: 5, Possible: 7, Error: 0.25, Condition: 123.4}}
	motion := "motion.csv: 5 of 7 combinations of constants are determined. On average, their standard errors are 0.25 times the uncertainty without data. The condition number is 123.\n"
	require.Equal(t, motion, r.text())
	r.Log = &excite.Quality{Directions: 3, Possible: 7, Error: 0.5, Condition: 1e6}
	require.Equal(t, motion+"the recordings: 3 of 7 combinations of constants are determined. On average, their standard errors are 0.5 times the uncertainty without data. The condition number is 1e+06.\n"+
		"The motion makes errors 0.5 times as large as those of the recordings.\n", r.text())
}

// TestJudgedRecordings: recordings are judged by all of their rows, as currents or torques, and the notes on each are printed.
func TestJudgedRecordings(t *testing.T) {
	links, _, err := urdf.ReadLinks(write(t, "rod.urdf", []byte(oneLink)), urdf.Options{})
	require.NoError(t, err)
	tree := &rigid.Tree{Links: links, Gravity: [3]float64{0, 0, -9.81}}
	o := excite.Options{Seconds: 2, Seed: 1}
	judged := func(logs ...string) (*excite.Quality, string, error) {
		var out, notes bytes.Buffer
		quality, err := (&exciteCommand{Log: logs}).judge(newTerminal(&out, &notes, manner{}, runtime.Alone{}), tree, o)
		return quality, notes.String(), err
	}
	quality, notes, err := judged()
	require.NoError(t, err)
	require.Nil(t, quality)
	require.Empty(t, notes)
	rows := strings.SplitAfter(oneLinkLog(), "\n")[:600]
	log := write(t, "log.csv", []byte(strings.Join(append(rows, rows[599]), "")))
	one, notes, err := judged(log)
	require.NoError(t, err)
	require.Positive(t, one.Directions)
	require.Contains(t, notes, "note: "+log+": 1 rows have the stamp of another row")
	two, _, err := judged(log, log)
	require.NoError(t, err)
	require.Less(t, two.Error, one.Error, "more rows")
	_, _, err = judged("none.csv")
	require.ErrorContains(t, err, "none.csv")
}

// TestExciteThatCannotBe: faults are reported before a motion is searched.
func TestExciteThatCannotBe(t *testing.T) {
	robot, motion := write(t, "rod.urdf", []byte(oneLink)), filepath.Join(t.TempDir(), "motion.csv")
	requireFailure(t, "none.urdf", "excite", "none.urdf", "-o", motion)
	requireFailure(t, "none.csv", "excite", robot, "-q", "-o", motion, "--log", "none.csv")
	requireFailure(t, "--seconds is 1, expected 2 to 600", "excite", robot, "-q", "-o", motion, "--seconds", "1")
	for _, dt := range []string{"9e-05", "0.11"} {
		requireOneLine(t, exitUsage, "--dt is "+dt+", expected seconds, 0.0001 to 0.1", call(context.Background(), "excite", robot, "-o", motion, "--dt", dt))
	}
	for _, dt := range []float64{1e-4, 0.1} {
		require.NoError(t, (&exciteCommand{Dt: dt, Output: motion}).Validate())
	}
	require.ErrorContains(t, (&exciteCommand{Dt: 0.01, Output: "motion.npz"}).Validate(), ".csv")
	require.NoFileExists(t, motion)
}

// TestShortMotion: a motion has a row for each time, and is compared with a recording. It replaces
// no file.
func TestShortMotion(t *testing.T) {
	folder := t.TempDir()
	robot, log := write(t, "rod.urdf", []byte(oneLink)), write(t, "log.csv", []byte(oneLinkLog()))
	motion := filepath.Join(folder, "motion.csv")
	args := []string{"excite", robot, "-o", motion, "--seconds", "2", "--dt", "0.1", "--rate", "2"}
	told := gmnc(t, append(args, "--log", log)...)
	require.Contains(t, told.out, motion+": ")
	require.Contains(t, told.out, "The motion makes errors ")
	require.Equal(t, 1+21, strings.Count(string(readFile(t, motion)), "\n"))
	requireFailure(t, "motion.csv already exists", args...)
	for _, dt := range []string{"0.00009", "0.11", "0"} {
		_, err := parsed("excite", robot, "-o", motion, "--dt", dt)
		require.ErrorContains(t, err, "--dt is "+map[string]string{"0.00009": "9e-05"}[dt])
	}
	for _, dt := range []string{"0.0001", "0.1"} {
		_, err := parsed("excite", robot, "-o", motion, "--dt", dt)
		require.NoError(t, err)
	}
	_, err := parsed("excite", robot, "-o", "motion.txt")
	require.ErrorContains(t, err, "motion.txt does not end in .csv")
}
