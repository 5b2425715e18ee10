package onnx

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/x448/float16"
)

// Narrowed converts little-endian float32 values to the nearest float16. It returns an error if
// a number is too large.
func Narrowed(raw []byte) ([]byte, error) {
	narrow := make([]byte, 0, len(raw)/2)
	for at := 0; at < len(raw); at += 4 {
		x := math.Float32frombits(binary.LittleEndian.Uint32(raw[at:]))
		half := float16.Fromfloat32(x)
		if half.IsInf(0) {
			return nil, fmt.Errorf("%g is too large for float16, which ends at 65504", x)
		}
		narrow = binary.LittleEndian.AppendUint16(narrow, half.Bits())
	}
	return narrow, nil
}

// Widened converts little-endian float16 values to float32.
func Widened(raw []byte) []byte {
	wide := make([]byte, 0, 2*len(raw))
	for at := 0; at+1 < len(raw); at += 2 {
		x := float16.Frombits(binary.LittleEndian.Uint16(raw[at:])).Float32()
		wide = binary.LittleEndian.AppendUint32(wide, math.Float32bits(x))
	}
	return wide
}
