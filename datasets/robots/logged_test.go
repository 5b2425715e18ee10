package robots

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays"
	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/npz"
	"gmnc/datasets/urdf"
	"gmnc/sysid/jointlog"
)

// TestStartsOfLogs: recordings stand one after the other, and each begins where the one before ends.
func TestStartsOfLogs(t *testing.T) {
	swing := func(rows int) jointlog.Recording {
		r := jointlog.Recording{Name: "log", Angle: make([][]float64, 2)}
		for row := range rows {
			now := float64(row) / 100
			r.Time = append(r.Time, now)
			r.Angle[0], r.Angle[1] = append(r.Angle[0], 0.1*math.Sin(3*now)), append(r.Angle[1], 0.2*math.Cos(2*now))
		}
		return r
	}
	l := &log{robot: read(t, urdf.Options{}), columns: []int{0, 1}, time: 0.01,
		Reader: keys.New(&npz.Archive{Path: filepath.Join(t.TempDir(), "log.csv")}, nil), options: arrays.Options{Interval: 1}}
	require.NoError(t, l.readRecordings("", []jointlog.Recording{swing(30), swing(20)}))
	at := slices.IndexFunc(l.arrays, func(a npz.Array) bool { return a.Key == startKey })
	require.Equal(t, []int64{0, 30}, l.arrays[at].Ints)
	require.Equal(t, []int{2}, l.arrays[at].Shape)
}

// TestIgnoredColumns: rates and torques of a log may be ignored, as notes on late ones advise, and
// nothing else.
func TestIgnoredColumns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.csv")
	text := "time,q_rail,q_turn,qd_rail,qd_turn\n"
	for row := range 40 {
		now := float64(row) / 100
		text += fmt.Sprintf("%.2f,%.6f,%.6f,%.6f,%.6f\n", now, 0.1*math.Sin(3*now), 0.2*math.Cos(2*now), 0.3*math.Cos(3*now), -0.4*math.Sin(2*now))
	}
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	for _, c := range []struct {
		ignore       []string
		note, failed string
	}{
		{nil, "", ""},
		{[]string{"rate"}, "the array rate is missing, so rates are central differences of angles", ""},
		{[]string{"angle"}, "", `ignore names "angle", and of the log ` + path + " one of [rate torque] may be ignored"},
	} {
		_, notes, err := Prepare(path, read(t, urdf.Options{}), "robot", Options{Options: arrays.Options{Interval: 1, Frames: 5, Ignore: c.ignore}})
		if c.failed != "" {
			require.ErrorContains(t, err, c.failed)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.note != "", strings.Contains(strings.Join(notes, "|"), "central differences"), notes)
		require.Contains(t, strings.Join(notes, "|"), c.note)
	}
}

// TestSeveralLogs: the recordings of several logs follow each other, and all of them have rates
// and torques or none.
func TestSeveralLogs(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, rows int, header string) string {
		text := header + "\n"
		for row := range rows {
			now := float64(row) / 100
			values := []float64{now, 0.1 * math.Sin(3*now), 0.2 * math.Cos(2*now), 0.3 * math.Cos(3*now), -0.4 * math.Sin(2*now)}
			for i := range strings.Count(header, ",") + 1 {
				text += fmt.Sprintf("%.6f,", values[i])
			}
			text = strings.TrimSuffix(text, ",") + "\n"
		}
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	const header = "time,q_rail,q_turn,qd_rail,qd_turn"
	first, second, without := write("a.csv", 40, header), write("b.csv", 30, header), write("c.csv", 30, "time,q_rail,q_turn")
	options := Options{Options: arrays.Options{Interval: 1, Frames: 5}, More: []string{second}}
	data, _, err := Prepare(first, read(t, urdf.Options{}), "robot", options)
	require.NoError(t, err)
	require.Equal(t, 14, len(data.Train)+len(data.Valid)+len(data.Test), "8 pieces of 40 rows and 6 of 30")
	options.More = []string{without}
	_, _, err = Prepare(first, read(t, urdf.Options{}), "robot", options)
	require.ErrorContains(t, err, "some recordings have the array rate and others do not, such as")
	options.Ignore = []string{"rate"}
	_, _, err = Prepare(first, read(t, urdf.Options{}), "robot", options)
	require.NoError(t, err)
}
