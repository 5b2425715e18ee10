package onnxgo

import (
	"errors"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// field is one field of a protobuf message. Payload holds the bytes of a
// length-delimited field, integer the value of any other.
type field struct {
	number  protowire.Number
	kind    protowire.Type
	payload []byte
	integer uint64
	raw     []byte // tag and value
}

// eachField visits the fields of a message in the order of the file.
func eachField(message []byte, visit func(f field) error) error {
	for len(message) > 0 {
		number, kind, tag := protowire.ConsumeTag(message)
		if tag < 0 {
			return errDamaged
		}
		f := field{number: number, kind: kind}
		rest, size := message[tag:], 0
		switch kind {
		case protowire.BytesType:
			f.payload, size = protowire.ConsumeBytes(rest)
		case protowire.VarintType:
			f.integer, size = protowire.ConsumeVarint(rest)
		case protowire.Fixed64Type:
			f.integer, size = protowire.ConsumeFixed64(rest)
		case protowire.Fixed32Type:
			var bits uint32
			bits, size = protowire.ConsumeFixed32(rest)
			f.integer = uint64(bits)
		default:
			return errDamaged
		}
		if size < 0 {
			return errDamaged
		}
		f.raw = message[:tag+size]
		if err := visit(f); err != nil {
			return err
		}
		message = message[tag+size:]
	}
	return nil
}

var errDamaged = errors.New("not an ONNX model, or a damaged or cut-short one")

// expect reports a field of another wire type than the ONNX standard gives
// it; onnx-go would skip it without a word.
func (f field) expect(kind protowire.Type) error {
	if f.kind != kind {
		return errDamaged
	}
	return nil
}

// integers returns the values of a repeated integer field, packed or not.
func (f field) integers() ([]int64, error) {
	if f.kind == protowire.VarintType {
		return []int64{int64(f.integer)}, nil
	}
	if err := f.expect(protowire.BytesType); err != nil {
		return nil, err
	}
	var list []int64
	for rest := f.payload; len(rest) > 0; {
		x, size := protowire.ConsumeVarint(rest)
		if size < 0 {
			return nil, errDamaged
		}
		list, rest = append(list, int64(x)), rest[size:]
	}
	return list, nil
}

// varints counts the values of a repeated integer field: each ends in a
// byte without the continuation bit.
func (f field) varints() int {
	if f.kind == protowire.VarintType {
		return 1
	}
	n := 0
	for _, b := range f.payload {
		if b < 0x80 {
			n++
		}
	}
	return n
}

// appendMessage appends a length-delimited field.
func appendMessage(to []byte, number protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, number, protowire.BytesType), message)
}

// meter bounds what decoding may allocate: a few bytes of a file can stand
// for a record of hundreds in memory.
type meter struct{ left int }

// newMeter allows 12 bytes for each of the file's and 12 MB on top, which
// together with the rewritten model stays below 16 and 16 MB.
func newMeter(fileSize int) *meter { return &meter{left: 12*fileSize + 12<<20} }

func (m *meter) spend(n, bytesEach int) error {
	if n > math.MaxInt/bytesEach || n*bytesEach > m.left {
		return errors.New("the file would take far more memory than its size: too many tiny records (store integer tensors as raw_data)")
	}
	m.left -= n * bytesEach
	return nil
}
