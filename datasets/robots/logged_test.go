package robots

import (
	"math"
	"path/filepath"
	"slices"
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
