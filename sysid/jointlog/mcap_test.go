package jointlog

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/internal/test/bag"
)

// states are messages 10 ms from each other, the first two in the wrong order, of which the
// positions are 0, 1, 2 ... and 0, 2, 4 ...
func states() (all []bag.State) {
	for i := range 10 {
		x := float64(i)
		all = append(all, bag.State{Stamp: 1_700_000_000_000_000_000 + 10_000_000*int64(i), Name: []string{"elbow", "shoulder_joint"},
			Position: []float64{2 * x, x}, Velocity: []float64{math.NaN(), math.NaN()}, Effort: []float64{-x, x * x}})
	}
	all[0], all[1] = all[1], all[0]
	return all
}

func TestMCAP(t *testing.T) {
	path := bag.Write(t, "sensor_msgs/msg/JointState", "zstd", states()...)
	log, err := Read(path, Options{Joints: joints, Gear: []float64{3}})
	require.NoError(t, err)
	r := log.All()[0]
	allclose.Within(t, []float64{0, 0.01, 0.02, 0.03}, r.Time[:4], 1e-15)
	require.Equal(t, []float64{0, 1, 2, 3}, r.Angle[0][:4])
	require.Equal(t, []float64{0, 2, 4, 6}, r.Angle[1][:4])
	require.Nil(t, r.Rate)
	require.Equal(t, []float64{0, 3, 12, 27}, r.Torque[0][:4])
	require.Equal(t, []float64{0, -3, -6, -9}, r.Torque[1][:4])

	_, err = Read(path, Options{Joints: joints, Dt: 0.02})
	require.ErrorContains(t, err, "time goes 0.01 s from row to row in the median, and dt is 0.02 s")
	_, err = Read(path, Options{Joints: joints, Dt: 0.01})
	require.NoError(t, err)

	// Its content tells what it is, and names that end in .mcap do not make one.
	renamed := filepath.Join(t.TempDir(), "log.csv")
	require.NoError(t, os.Rename(path, renamed))
	again, err := Read(renamed, Options{Joints: joints})
	require.NoError(t, err)
	require.Equal(t, r.Angle, again.All()[0].Angle)
	_, err = Read(file(t, "log.mcap", "\x89HDF\r\n\x1a\n"), Options{Joints: joints})
	require.ErrorContains(t, err, "is an HDF5 file, expected an MCAP file")
	_, err = Read(file(t, "log.db3", "SQLite format 3\x00"), Options{Joints: joints})
	require.ErrorContains(t, err, "make an MCAP file of it with ros2 bag convert")
}

// TestMCAPOfCurrents: efforts are currents where the options say so.
func TestMCAPOfCurrents(t *testing.T) {
	path := bag.Write(t, "sensor_msgs/msg/JointState", "", states()...)
	o := Options{Joints: joints, Columns: map[string]string{currentKey: effort}}
	_, err := Read(path, o)
	require.ErrorContains(t, err, "efforts are currents: give")
	o.Gain = []float64{2, 10}
	log, err := Read(path, o)
	require.NoError(t, err)
	require.Equal(t, []float64{0, 2, 8}, log.All()[0].Torque[0][:3])
	require.Equal(t, []float64{0, -10, -20}, log.All()[0].Torque[1][:3])
	for _, columns := range []map[string]string{{angleKey: effort}, {currentKey: "position"}} {
		_, err := Read(path, Options{Joints: joints, Columns: columns})
		require.ErrorContains(t, err, "means nothing: expected current=effort, or none")
	}
}

func TestNotesOfMCAP(t *testing.T) {
	all := states()
	for i := range all {
		all[i].Stamp = 0
	}
	all = append(all, bag.State{Name: []string{"elbow"}, Position: []float64{1}})
	log, err := Read(bag.Write(t, "sensor_msgs/msg/JointState", "lz4", all...), Options{Joints: joints})
	require.NoError(t, err)
	require.Contains(t, log.Notes[0], "headers of /joint_states have no time")
	require.Contains(t, log.Notes[1], "1 messages of /joint_states do not name all joints")
	require.InDelta(t, 0.001, log.All()[0].Time[1], 1e-12)

	all = states()
	all[4].Effort = nil
	_, err = Read(bag.Write(t, "sensor_msgs/msg/JointState", "", all...), Options{Joints: joints})
	require.ErrorContains(t, err, "the torque of shoulder_joint is NaN in row 4")
	for i := range all {
		all[i].Position = nil
	}
	_, err = Read(bag.Write(t, "sensor_msgs/msg/JointState", "", all...), Options{Joints: joints})
	require.ErrorContains(t, err, "/joint_states has no positions")
}
