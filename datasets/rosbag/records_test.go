package rosbag

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/foxglove/mcap/go/mcap"
	"github.com/stretchr/testify/require"

	"gmnc/internal/test/bag"
)

// TestDamagedRecords: a record that is cut is named by its kind, and so are types of channels that are not known.
func TestDamagedRecords(t *testing.T) {
	for kind, want := range map[mcap.TokenType]string{
		mcap.TokenSchema: "has a damaged schema: ", mcap.TokenChannel: "has a damaged channel: ", mcap.TokenMessage: "has a damaged message: ",
	} {
		require.ErrorContains(t, newReader(joints).take(kind, []byte{1}), want)
	}
	r := newReader(joints)
	require.NoError(t, r.take(mcap.TokenFooter, nil))
	r.channels = map[uint16]*mcap.Channel{1: {ID: 1, Topic: "/a", MessageEncoding: encoding}}
	require.Equal(t, "no type", r.kind(r.channels[1]))
	_, err := r.choose()
	require.ErrorContains(t, err, "its topics are /a (no type, cdr)")
	message := append([]byte{2, 0}, make([]byte, 20)...) // of a channel that is not there
	require.NoError(t, r.take(mcap.TokenMessage, message))
	require.Empty(t, r.topics)
}

// TestMostRows: a recording has at most five million messages.
func TestMostRows(t *testing.T) {
	r := newReader(joints)
	one := &mcap.Message{LogTime: 7, Data: bag.Encode(bag.State{Name: joints, Position: []float64{1, 2}}, binary.LittleEndian)}
	require.NoError(t, r.message("/a", one))
	states := r.topics["/a"]
	require.Equal(t, []int64{7}, states.logged)
	require.True(t, math.IsNaN(states.Velocity[1][0]))
	states.Stamp = make([]int64, mostRows-1)
	require.NoError(t, r.message("/a", one))
	require.EqualError(t, r.message("/a", one), "there are more than 5000000 messages: cut the file")
}

// TestChecksumsOfChunks: a chunk whose bytes differ from its checksum is damaged.
func TestChecksumsOfChunks(t *testing.T) {
	var file bytes.Buffer
	w, err := mcap.NewWriter(&file, &mcap.WriterOptions{Chunked: true, IncludeCRC: true})
	require.NoError(t, err)
	require.NoError(t, w.WriteHeader(&mcap.Header{}))
	require.NoError(t, w.WriteSchema(&mcap.Schema{ID: 1, Name: jointState}))
	require.NoError(t, w.WriteChannel(&mcap.Channel{ID: 1, SchemaID: 1, Topic: "/a", MessageEncoding: encoding}))
	require.NoError(t, w.WriteMessage(&mcap.Message{ChannelID: 1, Data: bag.Encode(bag.State{Stamp: 1, Name: joints, Position: []float64{1, 2}}, binary.LittleEndian)}))
	require.NoError(t, w.Close())
	data := file.Bytes()
	at := -1
	for i := range data[:len(data)-8] { // the position of the second joint in a message
		if binary.LittleEndian.Uint64(data[i:]) == math.Float64bits(2) {
			at = i
		}
	}
	require.Positive(t, at)
	path := filepath.Join(t.TempDir(), "log.mcap")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	_, err = Read(path, joints)
	require.NoError(t, err)
	data[at] ^= 1
	require.NoError(t, os.WriteFile(path, data, 0o600))
	_, err = Read(path, joints)
	require.ErrorContains(t, err, "log.mcap is cut or damaged, which mcap recover may mend: ")
}

// TestFilesThatAreMissing are named, and so is a folder in place of a file.
func TestFilesThatAreMissing(t *testing.T) {
	folder := t.TempDir()
	_, err := parts(filepath.Join(folder, "none"))
	require.ErrorContains(t, err, "cannot read the log: ")
	require.ErrorContains(t, newReader(joints).open(filepath.Join(folder, "none")), "cannot read the log: ")
	require.NoError(t, os.Mkdir(filepath.Join(folder, "a.mcap"), 0o700))
	require.ErrorContains(t, newReader(joints).open(filepath.Join(folder, "a.mcap")), "a.mcap is no MCAP file: ")
}

// TestTake: values begin at multiples of their size, the end of the data included, and after it there are
// none.
func TestTake(t *testing.T) {
	c := &cdr{data: []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, at: 1, order: binary.BigEndian}
	require.Equal(t, []byte{5, 6, 7, 8}, c.take(4, 4))
	require.Equal(t, []byte{9}, c.take(1, 1))
	require.Equal(t, []byte{}, c.take(0, 1))
	require.False(t, c.short)
	require.Nil(t, c.take(1, 1))
	require.True(t, c.short)
	require.Zero(t, c.word())
	require.Zero(t, c.count(4))
	c = &cdr{data: []byte{0, 0, 0, 2, 0, 0, 0, 0}, order: binary.BigEndian}
	require.Equal(t, 2, c.count(2))
	c.at = 0
	require.Zero(t, c.count(3))
	require.True(t, c.short)
}
