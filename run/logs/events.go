package logs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"gmnc/run"
)

// events is an event file of TensorBoard. It consists of records (length, checksum, content,
// checksum) of messages tensorflow.Event, as in TensorFlow's core/lib/io/record_writer.h and
// core/util/event.proto.
type events struct {
	file *os.File
	last int // the last epoch in the log
	now  func() time.Time
}

// These are the numbers of fields of tensorflow.Event, Summary and Summary.Value.
const (
	wallTimeField    protowire.Number = 1
	stepField        protowire.Number = 2
	fileVersionField protowire.Number = 3
	summaryField     protowire.Number = 5
	valueField       protowire.Number = 1
	tagField         protowire.Number = 1
	simpleValueField protowire.Number = 2
)

func openEvents(folder run.Folder) (Log, error) {
	path := filepath.Join(folder.String(), run.EventsName)
	file, content, err := openToAppend(path)
	if err != nil {
		return nil, err
	}
	e := &events{file: file, now: time.Now}
	whole := 0
	for {
		event, size := record(content[whole:])
		if size == 0 {
			break // the end, or what a kill left of a record
		}
		e.last = max(e.last, step(event))
		whole += size
	}
	if whole == 0 && len(content) > 0 {
		file.Close()
		return nil, fmt.Errorf("%s is not an event file of TensorBoard: move it away", path)
	}
	if err := cutTo(file, int64(whole)); err != nil || whole > 0 {
		return e, err
	}
	_, err = file.Write(framed(e.event(0, fileVersionField, []byte("brain.Event:2"))))
	return e, err
}

// Add implements Log.
func (e *events) Add(rows []run.Epoch) error {
	var records []byte
	for _, row := range rows {
		if row.Epoch <= e.last {
			continue
		}
		var summary []byte
		summary = appendScalar(summary, "loss/train", row.Train)
		if !math.IsNaN(row.Valid) {
			summary = appendScalar(summary, "mse/valid", row.Valid)
		}
		records = append(records, framed(e.event(row.Epoch, summaryField, summary))...)
		e.last = row.Epoch
	}
	_, err := e.file.Write(records)
	return err
}

// Close implements Log.
func (e *events) Close() error { return e.file.Close() }

// event encodes a message tensorflow.Event with one field of content.
func (e *events) event(step int, field protowire.Number, content []byte) []byte {
	seconds := float64(e.now().UnixMilli()) / 1000
	message := protowire.AppendTag(nil, wallTimeField, protowire.Fixed64Type)
	message = protowire.AppendFixed64(message, math.Float64bits(seconds))
	message = protowire.AppendTag(message, stepField, protowire.VarintType)
	message = protowire.AppendVarint(message, uint64(step))
	message = protowire.AppendTag(message, field, protowire.BytesType)
	return protowire.AppendBytes(message, content)
}

// appendScalar appends a Summary.Value to a Summary.
func appendScalar(summary []byte, tag string, value float64) []byte {
	scalar := protowire.AppendTag(nil, tagField, protowire.BytesType)
	scalar = protowire.AppendString(scalar, tag)
	scalar = protowire.AppendTag(scalar, simpleValueField, protowire.Fixed32Type)
	scalar = protowire.AppendFixed32(scalar, math.Float32bits(float32(value)))
	summary = protowire.AppendTag(summary, valueField, protowire.BytesType)
	return protowire.AppendBytes(summary, scalar)
}

// A record consists of the length of its content in 8 bytes, a checksum of the length, the
// content, and a checksum of the content.
const (
	lengthBytes   = 8
	checksumBytes = 4
	frameBytes    = lengthBytes + checksumBytes + checksumBytes
)

func framed(content []byte) []byte {
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(content)))
	record := binary.LittleEndian.AppendUint32(length, checksum(length))
	record = append(record, content...)
	return binary.LittleEndian.AppendUint32(record, checksum(content))
}

// record returns the content of the first record, and the size of the whole record. The size is
// 0 if the record is incomplete.
func record(file []byte) (content []byte, size int) {
	if len(file) < frameBytes {
		return nil, 0
	}
	length := binary.LittleEndian.Uint64(file)
	if binary.LittleEndian.Uint32(file[lengthBytes:]) != checksum(file[:lengthBytes]) || length > uint64(len(file)-frameBytes) {
		return nil, 0
	}
	return file[lengthBytes+checksumBytes:][:length], frameBytes + int(length)
}

// checksum returns TensorFlow's masked CRC-32C.
func checksum(data []byte) uint32 {
	const mask = 0xa282ead8
	crc := crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
	return (crc>>15 | crc<<17) + mask
}

// step returns the step of an event; 0 if it has none.
func step(event []byte) int {
	for len(event) > 0 {
		number, kind, n := protowire.ConsumeTag(event)
		if n < 0 {
			return 0
		}
		event = event[n:]
		if number == stepField && kind == protowire.VarintType {
			value, _ := protowire.ConsumeVarint(event)
			return int(value)
		}
		if n = protowire.ConsumeFieldValue(number, kind, event); n < 0 {
			return 0
		}
		event = event[n:]
	}
	return 0
}
