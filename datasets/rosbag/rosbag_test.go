package rosbag

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/stretchr/testify/require"

	"gmnc/internal/test/bag"
)

var joints = []string{"shoulder", "elbow"}

// TestRead: the order of names may change from message to message, and messages of other
// joints are left out.
func TestRead(t *testing.T) {
	states := []bag.State{
		{Stamp: 7_000_000_000, Name: []string{"shoulder", "elbow"}, Position: []float64{1, 2}, Effort: []float64{5, 6}},
		{Stamp: 7_010_000_000, Name: []string{"finger"}, Position: []float64{9}},
		{Stamp: 7_020_000_000, Name: []string{"elbow", "finger", "shoulder"}, Position: []float64{4, 9, 3}, Effort: []float64{8, 9, 7}},
		{Topic: "/fingers", Stamp: 7_030_000_000, Name: []string{"finger"}, Position: []float64{9}},
	}
	for _, compression := range []mcap.CompressionFormat{mcap.CompressionNone, mcap.CompressionLZ4, mcap.CompressionZSTD} {
		s, err := Read(bag.Write(t, jointState, compression, states...), joints)
		require.NoError(t, err)
		require.Equal(t, "/joint_states", s.Topic)
		require.Equal(t, []int64{7_000_000_000, 7_020_000_000}, s.Stamp)
		require.False(t, s.Recorded)
		require.Equal(t, [][]float64{{1, 3}, {2, 4}}, s.Position)
		require.Nil(t, s.Velocity)
		require.Equal(t, [][]float64{{5, 7}, {6, 8}}, s.Effort)
		require.Equal(t, 1, s.Skipped)
	}
	states[2].Stamp = 0
	s, err := Read(bag.Write(t, jointState, mcap.CompressionZSTD, states...), joints)
	require.NoError(t, err)
	require.True(t, s.Recorded)
	require.Equal(t, []int64{1_000_000_000, 1_002_000_000}, s.Stamp)
}

func TestTopics(t *testing.T) {
	of := func(topics ...string) (states []bag.State) {
		for _, topic := range topics {
			states = append(states, bag.State{Topic: topic, Stamp: 1, Name: joints, Position: []float64{1, 2}})
		}
		return states
	}
	s, err := Read(bag.Write(t, jointState, "", of("/commands", "/joint_states")...), joints)
	require.NoError(t, err)
	require.Equal(t, "/joint_states", s.Topic)
	s, err = Read(bag.Write(t, jointState, "", of("/left")...), joints)
	require.NoError(t, err)
	require.Equal(t, "/left", s.Topic)
	_, err = Read(bag.Write(t, jointState, "", of("/right", "/left")...), joints)
	require.ErrorContains(t, err, "log.mcap has 2 topics with the joints, /left, /right: keep one of them, as by mcap filter IN.mcap -o OUT.mcap -y /left")
	_, err = Read(bag.Write(t, jointState, "", of("/left")...), []string{"wrist", "elbow"})
	require.ErrorContains(t, err, "has no message that names all of the joints wrist, elbow: its messages name elbow, shoulder")
	_, err = Read(bag.Write(t, "sensor_msgs/msg/Imu", "", of("/imu", "/a", "/c", "/b")...), joints)
	require.ErrorContains(t, err, "has no messages of the type sensor_msgs/msg/JointState in CDR: its topics are /a (sensor_msgs/msg/Imu, cdr), /b (sensor_msgs/msg/Imu, cdr), /c (sensor_msgs/msg/Imu, cdr), /imu (sensor_msgs/msg/Imu, cdr)")
	_, err = Read(bag.Write(t, jointState, ""), joints)
	require.ErrorContains(t, err, "has no topics: it is empty, or was cut off while it was recorded; record the joint states again")
	_, err = Read(bag.Write(t, jointState, "", bag.State{Name: joints, Position: []float64{1}}), joints)
	require.ErrorContains(t, err, "log.mcap has a wrong message, number 0 of /joint_states: the message has 1 numbers of position for 2 names")
	_, err = Read(filepath.Join(t.TempDir(), "absent.mcap"), joints)
	require.ErrorContains(t, err, "cannot read the log")
}

// TestFolder: the folder of a bag is read as its MCAP files one after the other, whose schemas and
// channels have their own numbers.
func TestFolder(t *testing.T) {
	folder := t.TempDir()
	for number, name := range []string{"bag_0.mcap", "bag_1.MCAP"} {
		data, err := os.ReadFile(bag.Write(t, jointState, "", bag.State{Stamp: int64(number + 1), Name: joints, Position: []float64{float64(number), 5}}))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), data, 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "metadata.yaml"), nil, 0o600))
	s, err := Read(folder, joints)
	require.NoError(t, err)
	require.Equal(t, []int64{1, 2}, s.Stamp)
	require.Equal(t, [][]float64{{0, 1}, {5, 5}}, s.Position)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "bag_2.mcap"), []byte("no bag at all"), 0o600))
	_, err = Read(folder, joints)
	require.ErrorContains(t, err, "bag_2.mcap is no MCAP file")

	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "bag_0.db3"), nil, 0o600))
	_, err = Read(other, joints)
	require.ErrorContains(t, err, "has no .mcap file, expected those of a bag of ROS 2: it has bag_0.db3; ros2 bag convert makes them")
}

// small is a bag of a few messages.
func small(t testing.TB, compression mcap.CompressionFormat) []byte {
	data, err := os.ReadFile(bag.Write(t, jointState, compression,
		bag.State{Stamp: 1, Name: joints, Position: []float64{1, 2}}, bag.State{Stamp: 2, Name: joints, Position: []float64{1, 2}}))
	require.NoError(t, err)
	return data
}

// TestDamage: a bag that is cut is refused or read up to a record's end, and one with a wrong
// byte never panics. The third is one on which the library does.
func TestDamage(t *testing.T) {
	read := func(data []byte) error { return newReader(joints).read(bytes.NewReader(data), len(data)) }
	data := small(t, mcap.CompressionNone)
	require.ErrorContains(t, read(data[:len(mcap.Magic)+40]), "is cut or damaged, which mcap recover may mend")
	for i := range data {
		wrong := append([]byte{}, data...)
		wrong[i] ^= 0xff
		_ = read(wrong)
		_ = read(data[:i])
	}
	chunk := append(append([]byte{}, mcap.Magic...), 6, 48, 0, 0, 0, 0, 0, 0, 0)
	chunk = append(append(chunk, make([]byte, 28)...), 99, 0, 0, 0)
	require.ErrorContains(t, read(append(chunk, make([]byte, 200)...)), "is damaged: runtime error")
	require.ErrorContains(t, read([]byte("no bag at all")), "magic")
}

func FuzzRead(f *testing.F) {
	for _, compression := range []mcap.CompressionFormat{mcap.CompressionNone, mcap.CompressionLZ4, mcap.CompressionZSTD} {
		f.Add(small(f, compression))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newReader(joints)
		if r.read(bytes.NewReader(data), len(data)) == nil {
			_, _ = r.choose()
		}
	})
}
