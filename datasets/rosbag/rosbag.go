// Package rosbag reads the states of joints from bags of ROS 2 in MCAP files.
package rosbag

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/foxglove/mcap/go/mcap"

	"gmnc/internal/plainfile"
)

// States holds what the messages of a topic say of joints, with a row for each message that
// names all of them. The columns are [joints][rows], in the order of the joints that were asked
// for.
type States struct {
	Topic string
	// Stamp [ns] is the time in the header of each message. If any header has no time, Recorded
	// is true, and Stamp is the time at which each message was recorded.
	Stamp    []int64
	Recorded bool
	// Position [rad, m], Velocity [rad/s, m/s] and Effort [N m, N] are nil if no message has
	// them. In the rows of messages that lack them they are NaN.
	Position, Velocity, Effort [][]float64
	Skipped                    int // number of messages that do not name all joints

	logged []int64 // time at which each message was recorded, in ns
}

const (
	jointState = "sensor_msgs/msg/JointState"
	encoding   = "cdr"
	// defaultTopic is the topic that is chosen if several topics have the joints.
	defaultTopic = "/joint_states"
	// mostRows is the greatest number of rows of a recording, which is held in memory.
	mostRows = 5_000_000
)

// Read reads the motion of joints from the topic of an MCAP file that has all of them, or from
// /joint_states if several topics have. The path may be the folder of a bag, whose MCAP files
// are read one after the other. Errors name the file and what is in it.
func Read(path string, joints []string) (*States, error) {
	files, err := parts(path)
	if err != nil {
		return nil, err
	}
	r := newReader(joints)
	for _, part := range files {
		if err := r.open(part); err != nil {
			return nil, err
		}
	}
	states, err := r.choose()
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	states.finish()
	return states, nil
}

// Extension is the extension of the names of MCAP files.
const Extension = ".mcap"

// parts returns the MCAP files of a bag's folder in the order of their names, or the path
// itself if it is a file.
func parts(path string) (files []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the log: %w", err)
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the log: %w", err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
		if strings.EqualFold(filepath.Ext(entry.Name()), Extension) {
			files = append(files, filepath.Join(path, entry.Name()))
		}
	}
	if files == nil {
		return nil, fmt.Errorf("the folder %s has no %s file, expected those of a bag of ROS 2: it has %.200s; ros2 bag convert makes them of a bag in SQLite (.db3)", path, Extension, strings.Join(names, ", "))
	}
	return files, nil
}

// open opens a file and reads its messages.
func (r *reader) open(path string) error {
	file, err := plainfile.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read the log: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("cannot read the log: %w", err)
	}
	if err := r.read(bufio.NewReader(file), int(info.Size())); err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	return nil
}

type reader struct {
	joints   []string
	schemas  map[uint16]*mcap.Schema // of the current file
	channels map[uint16]*mcap.Channel
	topics   map[string]*States
	seen     map[string]bool // the names of joints in messages
}

func newReader(joints []string) *reader {
	return &reader{joints: joints, topics: map[string]*States{}, seen: map[string]bool{}}
}

// read reads all messages of a file of size bytes. Errors begin with what is wrong with the
// file. The library panics on some damaged files, which read reports as an error.
func (r *reader) read(file io.Reader, size int) (err error) {
	r.schemas, r.channels = map[uint16]*mcap.Schema{}, map[uint16]*mcap.Channel{} // of the current file
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("is damaged: %v", panicked)
		}
	}()
	most := 8 * (size + 1<<20) // greatest number of bytes of a record or of an unpacked chunk
	lexer, err := mcap.NewLexer(file, &mcap.LexerOptions{ValidateChunkCRCs: true, MaxRecordSize: most, MaxDecompressedChunkSize: most})
	if err != nil {
		return fmt.Errorf("is no MCAP file: %w", err)
	}
	defer lexer.Close()
	for {
		kind, record, err := lexer.Next(nil)
		switch {
		case err == io.EOF || err == nil && kind == mcap.TokenDataEnd:
			return nil
		case err != nil:
			return fmt.Errorf("is cut or damaged, which mcap recover may mend: %w", err)
		}
		if err := r.take(kind, record); err != nil {
			return err
		}
	}
}

// take handles a record of the file.
func (r *reader) take(kind mcap.TokenType, record []byte) error {
	switch kind {
	case mcap.TokenSchema:
		schema, err := mcap.ParseSchema(record)
		if err != nil {
			return fmt.Errorf("has a damaged schema: %w", err)
		}
		r.schemas[schema.ID] = schema
	case mcap.TokenChannel:
		channel, err := mcap.ParseChannel(record)
		if err != nil {
			return fmt.Errorf("has a damaged channel: %w", err)
		}
		r.channels[channel.ID] = channel
	case mcap.TokenMessage:
		message, err := mcap.ParseMessage(record)
		if err != nil {
			return fmt.Errorf("has a damaged message: %w", err)
		}
		channel := r.channels[message.ChannelID]
		if channel == nil || channel.MessageEncoding != encoding || r.kind(channel) != jointState {
			return nil
		}
		if err := r.message(channel.Topic, message); err != nil {
			return fmt.Errorf("has a wrong message, number %d of %.60s: %w", message.Sequence, channel.Topic, err)
		}
	}
	return nil
}

// kind returns the type of the messages of a channel.
func (r *reader) kind(channel *mcap.Channel) string {
	if schema := r.schemas[channel.SchemaID]; schema != nil {
		return schema.Name
	}
	return "no type"
}

// message adds a row to a topic, if the message names all joints, in any order.
func (r *reader) message(topic string, message *mcap.Message) error {
	s, err := decode(message.Data)
	if err != nil {
		return err
	}
	states := r.topics[topic]
	if states == nil {
		n := len(r.joints)
		states = &States{Topic: topic, Position: make([][]float64, n), Velocity: make([][]float64, n), Effort: make([][]float64, n)}
		r.topics[topic] = states
	}
	for _, name := range s.name {
		r.seen[name] = true
	}
	columns := make([]int, len(r.joints))
	for j, joint := range r.joints {
		if columns[j] = slices.Index(s.name, joint); columns[j] < 0 {
			states.Skipped++
			return nil
		}
	}
	if len(states.Stamp) == mostRows {
		return fmt.Errorf("there are more than %d messages: cut the file", mostRows)
	}
	states.Stamp, states.logged = append(states.Stamp, s.stamp), append(states.logged, int64(message.LogTime))
	for j, column := range columns {
		for _, of := range []struct {
			to   [][]float64
			from []float64
		}{{states.Position, s.position}, {states.Velocity, s.velocity}, {states.Effort, s.effort}} {
			value := math.NaN()
			if of.from != nil {
				value = of.from[column]
			}
			of.to[j] = append(of.to[j], value)
		}
	}
	return nil
}

// choose returns the states of the topic that has all joints.
func (r *reader) choose() (*States, error) {
	full := map[string]*States{}
	for topic, states := range r.topics {
		if len(states.Stamp) > 0 {
			full[topic] = states
		}
	}
	names := slices.Sorted(maps.Keys(full))
	switch {
	case len(full) == 1:
		return full[names[0]], nil
	case full[defaultTopic] != nil:
		return full[defaultTopic], nil
	case len(full) > 1:
		return nil, fmt.Errorf("has %d topics with the joints, %.200s: keep one of them, as by mcap filter IN.mcap -o OUT.mcap -y %s", len(full), strings.Join(names, ", "), names[0])
	case len(r.topics) > 0:
		return nil, fmt.Errorf("has no message that names all of the joints %.300s: its messages name %.300s", strings.Join(r.joints, ", "), strings.Join(slices.Sorted(maps.Keys(r.seen)), ", "))
	}
	var others []string
	for _, channel := range r.channels {
		others = append(others, fmt.Sprintf("%s (%s, %s)", channel.Topic, r.kind(channel), channel.MessageEncoding))
	}
	if others == nil {
		return nil, errors.New("has no topics: it is empty, or was cut off while it was recorded; record the joint states again, or write time, angles, rates and efforts as CSV")
	}
	slices.Sort(others)
	return nil, fmt.Errorf("has no messages of the type %s in CDR: its topics are %.300s; record the topic of the joint states, or write time, angles, rates and efforts as CSV", jointState, strings.Join(others, ", "))
}

// finish removes columns that no message has. It replaces the stamps by the times of recording
// if any header has none.
func (s *States) finish() {
	for _, columns := range []*[][]float64{&s.Position, &s.Velocity, &s.Effort} {
		if !slices.ContainsFunc(*columns, func(column []float64) bool {
			return slices.ContainsFunc(column, func(value float64) bool { return !math.IsNaN(value) })
		}) {
			*columns = nil
		}
	}
	if slices.Contains(s.Stamp, 0) {
		s.Stamp, s.Recorded = s.logged, true
	}
}
