package onnx

import (
	"errors"

	"google.golang.org/protobuf/encoding/protowire"
)

type (
	// Number identifies a field of a message.
	Number = protowire.Number
	// Kind is the encoding of a field's value.
	Kind = protowire.Type
)

const (
	varint  = protowire.VarintType
	fixed32 = protowire.Fixed32Type
	// lengthDelimited is the kind of messages, strings, bytes and packed
	// numbers.
	lengthDelimited = protowire.BytesType
)

// ErrDamaged is the error for bytes that are not the encoding of an ONNX model.
var ErrDamaged = errors.New("not an ONNX model, or a damaged or cut-short one")

// Field is one field of an encoded message. It shares the bytes of the message.
type Field struct {
	Number Number
	Kind   Kind
	// Payload is the value of a message, a string, bytes or packed numbers. Integer is the
	// value of any other field.
	Payload []byte
	Integer uint64
	// Raw is the field as it is encoded.
	Raw []byte
}

// EachField visits the fields of a message in the order of the bytes, and
// stops at the first error.
func EachField(message []byte, visit func(Field) error) error {
	for len(message) > 0 {
		f, err := consume(message)
		if err != nil {
			return err
		}
		if err := visit(f); err != nil {
			return err
		}
		message = message[len(f.Raw):]
	}
	return nil
}

// consume reads the first field of a message that is not empty.
func consume(message []byte) (Field, error) {
	number, kind, tag := protowire.ConsumeTag(message)
	if tag < 0 {
		return Field{}, ErrDamaged
	}
	f := Field{Number: number, Kind: kind}
	rest, size := message[tag:], 0
	switch kind {
	case lengthDelimited:
		f.Payload, size = protowire.ConsumeBytes(rest)
	case varint:
		f.Integer, size = protowire.ConsumeVarint(rest)
	case protowire.Fixed64Type:
		f.Integer, size = protowire.ConsumeFixed64(rest)
	case fixed32:
		var bits uint32
		bits, size = protowire.ConsumeFixed32(rest)
		f.Integer = uint64(bits)
	default: // groups, which ONNX does not use
		return Field{}, ErrDamaged
	}
	if size < 0 {
		return Field{}, ErrDamaged
	}
	f.Raw = message[:tag+size]
	return f, nil
}

// EachRecord visits the messages, or the strings, that a repeated field of a message holds, in
// the order of the bytes.
func EachRecord(message []byte, number Number, visit func(record []byte) error) error {
	return EachField(message, func(f Field) error {
		if f.Number != number {
			return nil
		}
		if err := f.expect(lengthDelimited); err != nil {
			return err
		}
		return visit(f.Payload)
	})
}

// expect returns an error if the field has another kind than the standard gives it.
func (f Field) expect(kind Kind) error {
	if f.Kind != kind {
		return ErrDamaged
	}
	return nil
}

// message visits the fields of a message within a message.
func (f Field) message(visit func(Field) error) error {
	if err := f.expect(lengthDelimited); err != nil {
		return err
	}
	return EachField(f.Payload, visit)
}

// text sets a string.
func (f Field) text(to *string) error {
	*to = string(f.Payload)
	return f.expect(lengthDelimited)
}

// integer sets a number.
func (f Field) integer(to *int64) error {
	*to = int64(f.Integer)
	return f.expect(varint)
}

// Integers returns the number of values of a repeated integer field, packed or not. Each ends
// in a byte without the continuation bit.
func (f Field) Integers() int {
	if f.Kind == varint {
		return 1
	}
	count := 0
	for _, b := range f.Payload {
		if b < 0x80 {
			count++
		}
	}
	return count
}

// eachInteger visits the values of a repeated integer field, packed or not.
func (f Field) eachInteger(visit func(int64)) error {
	if f.Kind == varint {
		visit(int64(f.Integer))
		return nil
	}
	for rest := f.Payload; len(rest) > 0; {
		x, size := protowire.ConsumeVarint(rest)
		if size < 0 {
			return ErrDamaged
		}
		visit(int64(x))
		rest = rest[size:]
	}
	return f.expect(lengthDelimited)
}

// AppendMessage appends a message, or bytes, as a field.
func AppendMessage(to []byte, number Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, number, lengthDelimited), message)
}

// AppendInteger appends a number as a field.
func AppendInteger(to []byte, number Number, x int64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(to, number, varint), uint64(x))
}

// AppendString appends a string as a field.
func AppendString(to []byte, number Number, text string) []byte {
	return protowire.AppendString(protowire.AppendTag(to, number, lengthDelimited), text)
}
