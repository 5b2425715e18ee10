package jointlog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"gmnc/internal/test/allclose"
)

// TestCSV: rows are put into the order of their times, stamps that are there twice count once,
// and columns are known by names or by numbers from 0 or 1.
func TestCSV(t *testing.T) {
	for header, flipped := range map[string]bool{
		"time,q_0,q_1": false, "t,q1,q2": false, "time,elbow_pos,shoulder_pos": true, "\ufefftime, elbow_pos, shoulder_pos": true,
	} {
		log, err := Read(file(t, "log.csv", header+"\n"+rows), Options{Joints: joints})
		require.NoError(t, err, header)
		r := log.Splits[""][0]
		if numbered := strings.Contains(header, "q"); numbered {
			require.Regexp(t, `log.csv: the columns numbered (0, 1|1, 2) are taken to be shoulder_joint, elbow, in the order of the robot's file$`, log.Notes[0])
			log.Notes = log.Notes[1:]
		}
		require.Len(t, log.Notes, 2)
		require.Contains(t, log.Notes[0], "1 rows have the stamp of another row")
		require.Contains(t, log.Notes[1], "frame 5: this frame is the same as frame 4 to the last bit")
		allclose.Within(t, []float64{0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07}, r.Time, 1e-12)
		first, second := []float64{3, 5, 7, 1}, []float64{4, 6, 8, 2}
		if flipped {
			first, second = second, first
		}
		require.Equal(t, first, r.Angle[0][:4], header)
		require.Equal(t, second, r.Angle[1][:4], header)
		require.Nil(t, r.Rate)
		require.Nil(t, r.Torque)
	}
}

func TestCSVOfCurrents(t *testing.T) {
	text := "stamp_ns,a0,a1,actual_current_0,actual_current_1\n"
	for _, row := range []string{"0", "1", "2", "3", "4", "5", "6", "7"} {
		text += row + "e7,1,2,3,4\n"
	}
	path := file(t, "log.csv", text)
	o := Options{Joints: joints, Columns: map[string]string{angleKey: "a{}"}}
	_, err := Read(path, o)
	require.ErrorContains(t, err, "has currents and no torques")
	o.Gain = []float64{2, 10}
	log, err := Read(path, o)
	require.NoError(t, err)
	r := log.All()[0]
	require.Equal(t, 6.0, r.Torque[0][0])
	require.Equal(t, 40.0, r.Torque[1][0])
	require.InDelta(t, 0.01, r.Time[1], 1e-12)
}

func TestRefusedCSV(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "is an empty file, expected a CSV file",
		"\n":                       "expected a header",
		"\x89HDF\r\n\x1a\n":        "is an HDF5 file, expected a CSV file: read it with h5py.File",
		"1,2,3\n":                  "expected the names of columns",
		"time,q0,q1\n":             "no rows",
		"time,q0,q1\n" + "0,1,2\n": "has 1 stamps, expected 8",
		"time,q0\n" + rows:         "log.csv: line 2 has 3 cells, expected 2 as in the header: complete the line, or leave it out",
		"time,q0,x\n" + rows:       "has no angle of elbow: its columns are time, q0, x",
		"x,q0,q1\n" + rows:         "has no column of times",
		"time,q0,q1,q1\n" + strings.ReplaceAll(rows, "\n", ",1\n"): `two columns of the angle of joint 1, "q1" and "q1": name one with columns, or leave one out`,
		"time,elbow_pos,elbow_q\n" + rows:                          "two columns of the angle of elbow",
		"time,q0,q1\n" + rows + "0.08,NaN,1\n":                     "the angle of shoulder_joint is NaN in row 8",
	} {
		_, err := Read(file(t, "log.csv", text), Options{Joints: joints})
		require.ErrorContains(t, err, want, text)
	}
	_, err := Read("log.bag", Options{Joints: joints})
	require.ErrorContains(t, err, "expected a log that ends in .csv, .npz or .mcap")
	_, err = Read(file(t, "log.csv", "x,q0,q1\n"+rows), Options{Joints: joints, Dt: 0.5})
	require.NoError(t, err)
	_, err = Read(file(t, "log.csv", "time,q0,q1\n"+rows), Options{Joints: joints, Dt: 0.5})
	require.ErrorContains(t, err, "log.csv: time goes 0.01 s from row to row in the median, and dt is 0.5 s: expected the same")
	_, err = Read(file(t, "log.csv", "time,q0,q1\n"+rows), Options{Joints: joints, Columns: map[string]string{"angle": "pos{}"}})
	require.ErrorContains(t, err, `no column "pos{}"`)
}

// TestWordsAmongNumbers: a column that is read is not left out without a word because one of
// its cells is no number; a column of words alone, or that nobody reads is. Of one with gaps a note
// is given, and an angle with gaps is refused.
func TestWordsAmongNumbers(t *testing.T) {
	joints := []string{"shoulder"}
	for _, test := range []struct{ name, first, others, message string }{
		{"tau_0", "1_000", "2", `the column "tau_0" has "1_000" in row 0, expected a number`},
		{"tau_0", "2", "0x1p3", `the column "tau_0" has "0x1p3" in row 1, expected a number`},
		{"tau_0", "2", "Infinity", `the column "tau_0" has "Infinity" in row 1, expected a number`},
		{"tau_0", "2", "", ""},
		{"tau_0", "a", "b", ""},
		{"goal_0", "2", "none", ""},
		{"mode", "2", "none", ""},
	} {
		text := "time,q_0," + test.name + "\n0,1," + test.first + "\n"
		for row := range 8 {
			text += fmt.Sprintf("%d,1,%s\n", row+1, test.others)
		}
		log, err := Read(file(t, "log.csv", text), Options{Joints: joints})
		if test.message != "" {
			require.ErrorContains(t, err, test.message)
			continue
		}
		require.NoError(t, err, text)
		require.Nil(t, log.All()[0].Torque)
		gaps := test.name == "tau_0" && test.others == ""
		require.Equal(t, gaps, slices.ContainsFunc(log.Notes, func(note string) bool {
			return strings.Contains(note, "is empty in row")
		}), log.Notes)
		if gaps {
			require.Contains(t, log.Notes[0], `the column "tau_0" is empty in row 1 (the first of 8 such rows), so it is not read`)
		}
	}
	_, err := Read(file(t, "log.csv", "time,p_shoulder\n0,1\n1,1_000\n"), Options{Joints: joints, Columns: map[string]string{"angle": "p_{}"}})
	require.ErrorContains(t, err, `the column "p_shoulder" has "1_000" in row 1, expected a number`)
	_, err = Read(file(t, "log.csv", "time,q_0\n0,1\n1,\n"), Options{Joints: joints})
	require.ErrorContains(t, err, `the column "q_0" is empty in row 1 (the first of 1 such rows)`)
}

// TestLackingColumns: torques or currents of some joints are refused, which names the others, and a
// note names the joint without a rate.
func TestLackingColumns(t *testing.T) {
	more := strings.ReplaceAll(rows, "\n", ",1\n")
	for name, message := range map[string]string{
		"elbow_effort": "log.csv has no torque of shoulder_joint, but of other joints", "elbow_current": "log.csv has no current of shoulder_joint, but of other joints",
	} {
		_, err := Read(file(t, "log.csv", "time,shoulder_pos,elbow_pos,"+name+"\n"+more), Options{Joints: joints, Checked: true})
		require.ErrorContains(t, err, message)
	}
	log, err := Read(file(t, "log.csv", "time,shoulder_pos,elbow_pos,elbow_vel\n"+more), Options{Joints: joints, Checked: true})
	require.NoError(t, err)
	require.Nil(t, log.All()[0].Rate)
	require.Contains(t, log.Notes[0], "log.csv: there is no rate of shoulder_joint, so the rates of all joints are computed from the angles")
}

// TestSeparatorOfHeader: a header with a comma is separated by commas whatever else it has, and an empty cell
// at the beginning of a row with tabs stays one.
func TestSeparatorOfHeader(t *testing.T) {
	text, tabs := "time,q_0,note;\tof whom\n", "note\ttime\tq_0\n"
	for row := range 8 {
		text += fmt.Sprintf("%d,%d,none\n", row, row)
		tabs += fmt.Sprintf("\t%d\t%d\n", row, row)
	}
	for _, text := range []string{text, tabs} {
		log, err := Read(file(t, "log.csv", text), Options{Joints: []string{"a"}, Checked: true})
		require.NoError(t, err, text)
		require.Equal(t, []float64{0, 1, 2, 3, 4, 5, 6, 7}, log.All()[0].Angle[0])
	}
}

// TestTablesOfOtherPrograms: a table is the same with spaces between cells, as Universal Robots' client
// writes it, with commas at the ends of lines, comments, a # before the header, in UTF-16, and with
// stamps that are dates or have their nanoseconds in a column of their own.
func TestTablesOfOtherPrograms(t *testing.T) {
	lines := func(header, row string) string {
		text := header
		for k := range 8 {
			text += "\n" + strings.ReplaceAll(row, "k", fmt.Sprint(k))
		}
		return text + "\n"
	}
	plain := lines("t,q_0", "0.k,k.5")
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(plain)
	require.NoError(t, err)
	for name, text := range map[string]string{
		"plain": plain, "UTF-16": wide, "comments": "# a log\n# of 2026, 10 Hz\n" + plain, "a # before the header": "# " + plain,
		"spaces": lines("# t q_0", "0.k k.5"), "wide spaces": lines("t  q_0 ", " 0.k   k.5 "), "commas at the ends": lines("t,q_0", "0.k,k.5,,"),
		"empty columns": lines("t,q_0,,", "0.k,k.5,,"), "a comma after the header": lines("t,q_0,", "0.k,k.5"),
		"nanoseconds": lines("stamp.sec,stamp.nanosec,q_0", "1700000000,k00000000,k.5"), "nsecs": lines(".secs,q_0,.nsecs", "1700000000,k.5,k00000000"),
		"ISO 8601": lines("time,q_0", "2026-05-04T03:02:01.k,k.5"), "zone": lines("time,q_0", "2026-05-04T03:02:01.k+02:00,k.5"), "pandas": lines("time,q_0", "2026-05-04 03:02:01.k,k.5"),
		"pandas with a zone": lines("time,q_0", "2026-05-04 03:02:01.k+00:00,k.5"), "rosbag": lines("time,q_0", "2026/05/04/03:02:01.k,k.5"),
	} {
		log, err := Read(file(t, "log.csv", text), Options{Joints: []string{"a"}, Checked: true})
		require.NoError(t, err, name)
		require.Equal(t, []float64{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5}, log.All()[0].Angle[0], name)
		allclose.Within(t, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, log.All()[0].Time, 1e-6)
	}
	_, err = Read(file(t, "log.csv", lines("time,q_0", "Monday,k")), Options{Joints: []string{"a"}})
	require.ErrorContains(t, err, "has no column of times")
	_, err = Read(file(t, "log.csv", lines("stamp.sec,q_0", "k,2026-05-04T03:02:01")), Options{Joints: []string{"a"}})
	require.ErrorContains(t, err, "has no angle of a", "a date is no angle")
}
