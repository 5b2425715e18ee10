package rosbag

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/bag"
)

// TestDecode: names of all lengths shift what follows, which is aligned again.
func TestDecode(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for name := ""; len(name) < 9; name += "j" {
			data := bag.Encode(bag.State{Stamp: 1_700_000_000_000_000_007, Name: []string{name, "elbow"}, Position: []float64{1.5, -2}, Effort: []float64{0.1, 3}}, order)
			s, err := decode(data)
			require.NoError(t, err)
			require.Equal(t, state{1_700_000_000_000_000_007, []string{name, "elbow"}, []float64{1.5, -2}, nil, []float64{0.1, 3}}, s)
			for n := range data {
				_, err := decode(data[:n])
				require.EqualError(t, err, fmt.Sprintf("the message of %d bytes ends before its values do", n), "%d of %d bytes", n, len(data))
			}
		}
	}
	long := strings.Repeat("j", 200) // longer than all after it
	s, err := decode(bag.Encode(bag.State{Name: []string{long}}, binary.LittleEndian))
	require.NoError(t, err)
	require.Equal(t, []string{long}, s.name)
	empty, err := decode(bag.Encode(bag.State{}, binary.LittleEndian))
	require.NoError(t, err)
	require.Equal(t, state{}, empty)
}

func TestDecodeRefuses(t *testing.T) {
	good := bag.Encode(bag.State{Name: []string{"a", "b"}, Velocity: []float64{1}}, binary.LittleEndian)
	_, err := decode(good)
	require.EqualError(t, err, "the message has 1 numbers of velocity for 2 names, expected one each, or none")
	for _, mark := range [][]byte{{0, 2, 0, 0}, {1, 1, 0, 0}} {
		_, err := decode(mark)
		require.ErrorContains(t, err, "the marks of CDR")
	}
	_, err = decode([]byte{0, 1, 0, 0})
	require.EqualError(t, err, "the message of 4 bytes ends before its values do")
	_, err = decode([]byte{7, 8, 9, 0})
	require.EqualError(t, err, "the message begins with 07 08, expected 00 00 or 00 01, the marks of CDR")
	// A count above what is left allocates nothing.
	_, err = decode(append([]byte{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, 0xff, 0xff, 0xff, 0xff))
	require.EqualError(t, err, "the message of 24 bytes ends before its values do")
}

func FuzzDecode(f *testing.F) {
	f.Add(bag.Encode(bag.State{Stamp: 5, Name: []string{"a", "elbow"}, Position: []float64{1, 2}}, binary.LittleEndian))
	f.Add(bag.Encode(bag.State{Name: []string{"a"}, Velocity: []float64{1}, Effort: []float64{2}}, binary.BigEndian))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := decode(data)
		if err == nil && 8*(len(s.position)+len(s.velocity)+len(s.effort))+4*len(s.name) > len(data) {
			t.Fatal("there are more values than bytes")
		}
	})
}
