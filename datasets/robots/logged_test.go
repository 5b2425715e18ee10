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

// TestEvenArrays: a file of arrays in even steps is no log, which is a table or has stamps, currents or goals.
func TestEvenArrays(t *testing.T) {
	folder := t.TempDir()
	table := filepath.Join(folder, "log.csv")
	require.NoError(t, os.WriteFile(table, []byte("time,q\n0,1\n"), 0o600))
	even, err := isArrays(table, jointlog.Options{})
	require.NoError(t, err)
	require.False(t, even)
	for _, name := range []string{"log.npz", "log.NPZ", "log"} {
		path := filepath.Join(folder, name)
		for _, c := range []struct {
			key  string
			o    jointlog.Options
			want bool
		}{
			{"dt", jointlog.Options{}, true}, {"times", jointlog.Options{}, true},
			{"time", jointlog.Options{}, false}, {"current", jointlog.Options{}, false}, {"goal", jointlog.Options{}, false},
			{"train_time", jointlog.Options{}, false}, {"valid_current", jointlog.Options{}, false}, {"test_goal", jointlog.Options{}, false},
			{"dt", jointlog.Options{Gain: []float64{1}}, false}, {"dt", jointlog.Options{Gear: []float64{1}}, false}, {"dt", jointlog.Options{Servo: []float64{1}}, false},
		} {
			require.NoError(t, npz.Write(path, []npz.Array{{Key: "angle", Shape: []int{1}, Floats: []float32{1}}, {Key: c.key, Shape: []int{1}, Floats: []float32{1}}}))
			even, err := isArrays(path, c.o)
			require.NoError(t, err)
			require.Equal(t, c.want, even, "%s: %s", name, c.key)
		}
	}
	_, err = isArrays(filepath.Join(folder, "missing.npz"), jointlog.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestNumbersOfLogs: rows of logs are finite, and frames between those of longer steps are filled.
func TestNumbersOfLogs(t *testing.T) {
	swing := func(dt, last float64) jointlog.Recording {
		r := jointlog.Recording{Name: "log", Angle: make([][]float64, 2), Rate: make([][]float64, 2)}
		for row := range 4 {
			r.Time = append(r.Time, dt*float64(row))
			for b := range r.Angle {
				r.Angle[b], r.Rate[b] = append(r.Angle[b], 0.1*float64(row)), append(r.Rate[b], 0.1/dt)
			}
		}
		r.Rate[1][3] = last
		return r
	}
	l := func(ignored ...string) *log {
		return &log{robot: read(t, urdf.Options{}), columns: []int{0, 1}, time: 0.5, breaks: map[string][]int{},
			Reader: keys.New(&npz.Archive{Path: "log.csv"}, ignored), options: arrays.Options{Interval: 1}}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1), -2 * math.MaxFloat32} {
		require.ErrorContains(t, l().readRecordings("", []jointlog.Recording{swing(0.5, bad)}), "in row 3, expected a finite float32")
		require.NoError(t, l("rate").readRecordings("", []jointlog.Recording{swing(0.5, bad)}))
	}
	own := l()
	require.NoError(t, own.readRecordings("train", []jointlog.Recording{swing(0.5, 0.2)}))
	require.Equal(t, "train_start", own.arrays[0].Key)
	require.Equal(t, []int64{0}, own.arrays[0].Ints)
	require.Empty(t, own.Notes)
	own = l()
	require.NoError(t, own.readRecordings("", []jointlog.Recording{swing(1, 0.1)}), "of rows at twice the step every other frame is between them")
	require.NotEmpty(t, own.Notes)
	for _, array := range own.arrays {
		if array.Key == "positions" {
			require.Equal(t, 7, array.Shape[0])
		}
	}
}
