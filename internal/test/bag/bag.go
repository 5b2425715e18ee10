// Package bag writes bags of ROS 2 for tests.
package bag

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/stretchr/testify/require"
)

// State is a sensor_msgs/msg/JointState message.
type State struct {
	Topic                      string // "" stands for /joint_states
	Stamp                      int64  // in ns
	Name                       []string
	Position, Velocity, Effort []float64
}

// Encode encodes a message in CDR.
func Encode(s State, order binary.AppendByteOrder) []byte {
	data := []byte{0, 0, 0, 0}
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		data[1] = 1
	}
	align := func(size int) {
		for (len(data)-4)%size != 0 {
			data = append(data, 0)
		}
	}
	word := func(value int) {
		align(4)
		data = order.AppendUint32(data, uint32(value))
	}
	text := func(text string) {
		word(len(text) + 1)
		data = append(append(data, text...), 0)
	}
	word(int(s.Stamp / 1e9))
	word(int(s.Stamp % 1e9))
	text("base")
	word(len(s.Name))
	for _, name := range s.Name {
		text(name)
	}
	for _, values := range [][]float64{s.Position, s.Velocity, s.Effort} {
		word(len(values))
		for _, value := range values {
			align(8)
			data = order.AppendUint64(data, math.Float64bits(value))
		}
	}
	return data
}

// Write writes a bag of messages of a type and returns its path. The messages were recorded 1
// ms apart, from 1 s on.
func Write(t testing.TB, kind string, compression mcap.CompressionFormat, states ...State) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.mcap")
	file, err := os.Create(path)
	require.NoError(t, err)
	defer file.Close()
	w, err := mcap.NewWriter(file, &mcap.WriterOptions{Chunked: true, ChunkSize: 512, Compression: compression, IncludeCRC: true})
	require.NoError(t, err)
	require.NoError(t, w.WriteHeader(&mcap.Header{Profile: "ros2"}))
	require.NoError(t, w.WriteSchema(&mcap.Schema{ID: 1, Name: kind, Encoding: "ros2msg"}))
	channels := map[string]uint16{}
	for i, s := range states {
		if s.Topic == "" {
			s.Topic = "/joint_states"
		}
		if channels[s.Topic] == 0 {
			channels[s.Topic] = uint16(len(channels) + 1)
			require.NoError(t, w.WriteChannel(&mcap.Channel{ID: channels[s.Topic], SchemaID: 1, Topic: s.Topic, MessageEncoding: "cdr"}))
		}
		require.NoError(t, w.WriteMessage(&mcap.Message{ChannelID: channels[s.Topic], Sequence: uint32(i), LogTime: uint64(1e9 + 1e6*i), Data: Encode(s, binary.LittleEndian)}))
	}
	require.NoError(t, w.Close())
	return path
}
