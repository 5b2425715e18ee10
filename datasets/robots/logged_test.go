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
