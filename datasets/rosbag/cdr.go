package rosbag

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
)

// state is a message of the type sensor_msgs/msg/JointState. Position, velocity and effort each
// have a number for each name, or none.
type state struct {
	stamp                      int64 // time in the header, in ns
	name                       []string
	position, velocity, effort []float64
}

// header is the number of bytes before the values of a message in CDR. The second byte is the
// encoding: 0 is big-endian, 1 is little-endian.
const header = 4

// decode decodes a message in CDR, the encoding of ROS 2. Values are aligned to their size,
// counted from the end of the header.
func decode(data []byte) (s state, err error) {
	if len(data) < header {
		return s, tooShort(data)
	}
	if data[0] != 0 || data[1] > 1 {
		return s, fmt.Errorf("the message begins with % x, expected 00 00 or 00 01, the marks of CDR", data[:2])
	}
	c := &cdr{data: data[header:], order: binary.BigEndian}
	if data[1] == 1 {
		c.order = binary.LittleEndian
	}
	seconds, nanoseconds := int32(c.word()), c.word()
	s.stamp = int64(seconds)*1e9 + int64(nanoseconds)
	c.text() // frame_id
	for range c.count(4) {
		s.name = append(s.name, c.text())
	}
	for _, of := range []struct {
		name   string
		values *[]float64
	}{{"position", &s.position}, {"velocity", &s.velocity}, {"effort", &s.effort}} {
		*of.values = c.numbers()
		if n := len(*of.values); n != 0 && n != len(s.name) && !c.short {
			return s, fmt.Errorf("the message has %d numbers of %s for %d names, expected one each, or none", n, of.name, len(s.name))
		}
	}
	if c.short {
		return s, tooShort(data)
	}
	return s, nil
}

func tooShort(data []byte) error {
	return fmt.Errorf("the message of %d bytes ends before its values do", len(data))
}

// cdr reads values from index at on. After the end of the data it reads zeros, and short is
// true.
type cdr struct {
	data  []byte
	at    int
	order binary.ByteOrder
	short bool
}

// take returns the n bytes that begin at the next multiple of size.
func (c *cdr) take(n, size int) []byte {
	start := (c.at + size - 1) / size * size
	if c.short || start > len(c.data) || n > len(c.data)-start {
		c.short = true
		return nil
	}
	c.at = start + n
	return c.data[start:c.at]
}

func (c *cdr) word() uint32 {
	if four := c.take(4, 4); four != nil {
		return c.order.Uint32(four)
	}
	return 0
}

// count reads the number of values that follow, which take at least size bytes each.
func (c *cdr) count(size int) int {
	n := c.word()
	if uint64(n)*uint64(size) > uint64(len(c.data)-c.at) {
		c.short = true
		return 0
	}
	return int(n)
}

// text reads a text, which ends in a zero byte.
func (c *cdr) text() string {
	return string(bytes.TrimSuffix(c.take(c.count(1), 1), []byte{0}))
}

func (c *cdr) numbers() []float64 {
	n := c.count(8)
	if n == 0 {
		return nil // an empty sequence has no padding
	}
	values := make([]float64, n)
	all := c.take(8*n, 8)
	if all == nil {
		return nil
	}
	for i := range values {
		values[i] = math.Float64frombits(c.order.Uint64(all[8*i:]))
	}
	return values
}
