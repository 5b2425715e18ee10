package weights

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// opcodeArguments maps each pickle opcode that torch.save emits, at any
// protocol it allows, to the form of its argument. See "opcodes" in Python's
// pickletools for their meaning.
var opcodeArguments = func() map[byte]argument {
	arguments := map[byte]argument{}
	add := func(form argument, opcodes string) {
		for _, opcode := range []byte(opcodes) {
			arguments[opcode] = form
		}
	}
	add(argument{}, "(.012NQRabde)]lot}su\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94")
	add(argument{fixed: 1}, "Khq\x80")
	add(argument{fixed: 2}, "M")
	add(argument{fixed: 4}, "Jjr")
	add(argument{fixed: 8}, "G")
	add(argument{lines: 1}, "FILSVgp")
	add(argument{lines: 2}, "c")
	add(argument{lengthBytes: 1}, "CU\x8a\x8c")
	add(argument{lengthBytes: 4}, "BTX")
	add(argument{lengthBytes: 8}, "\x8d\x8e\x96")
	add(argument{lengthBytes: 8, contents: true}, "\x95")
	return arguments
}()

// argument is the form of what follows an opcode: a fixed number of bytes, lines of text, or
// bytes whose number a little-endian length before them gives. These bytes may contain further
// opcodes, as those of a frame do.
type argument struct {
	fixed, lines, lengthBytes int
	contents                  bool
}

const stopOpcode = '.'

// opcodeCosts bounds the bytes that the unpickler allocates for an opcode, besides its text.
// That is an entry of its stack or memo, a stack for a mark, or a dict of two maps for a call.
// A state takes time and not memory: its cost keeps many copies of a long one from taking
// minutes.
var opcodeCosts = func() map[byte]int {
	costs := map[byte]int{'(': 384, 'b': 16 << 10}
	for _, opcode := range []byte("})]dlRoi\x81\x8f\x91\x92") {
		costs[opcode] = 512
	}
	return costs
}()

const (
	plainCost = 128
	textCost  = 4 // for each byte of text
	// maxDigits is the number of digits that Python itself accepts. The time to read more grows
	// as the square of their number.
	maxDigits = 4300
)

// arrayFunction makes arrays of Python's module array. torch.save writes none of them, and each
// call copies its text eight times.
const arrayFunction = "_array_reconstructor"

// pickleLength checks that data begins with a complete pickle, returns its length, and
// subtracts from the budget what reading it may allocate. The unpickler allocates whatever a
// length says before it looks for the bytes. Go cannot recover from running out of memory, so
// lengths are checked here first.
func (a *torchArchive) pickleLength(data []byte) (int, error) {
	length, cost, err := measurePickle(data)
	if err == nil && bytes.Contains(data[:length], []byte(arrayFunction)) {
		err = errors.New("it holds an array of Python's module array, which torch.save never writes")
	}
	if err == nil {
		err = a.spend(cost, 1)
	}
	return length, err
}

func measurePickle(data []byte) (length, cost int, err error) {
	for index := 0; index < len(data); {
		opcode := data[index]
		form, known := opcodeArguments[opcode]
		if !known {
			return 0, 0, fmt.Errorf("byte %d of a pickle is opcode %#x, which torch.save never writes", index, opcode)
		}
		index++
		size, err := form.size(data[index:])
		if err != nil {
			return 0, 0, fmt.Errorf("byte %d of a pickle: %w", index, err)
		}
		if opcode == 'L' && size > maxDigits {
			return 0, 0, fmt.Errorf("byte %d of a pickle is a number of %d digits", index, size)
		}
		index += size
		cost += textCost*size + max(plainCost, opcodeCosts[opcode])
		if opcode == stopOpcode {
			return index, cost, nil
		}
	}
	return 0, 0, errCutShort
}

var errCutShort = errors.New("the file is cut short")

// size returns the number of bytes at the beginning of data that belong to the opcode before
// it.
func (a argument) size(data []byte) (int, error) {
	size := a.fixed
	for range a.lines {
		end := bytes.IndexByte(data[size:], '\n')
		if end < 0 {
			return 0, errCutShort
		}
		size += end + 1
	}
	if len(data) < size+a.lengthBytes {
		return 0, errCutShort
	}
	var length [8]byte
	copy(length[:], data[:a.lengthBytes])
	following := binary.LittleEndian.Uint64(length[:])
	if following > uint64(len(data)-a.lengthBytes) {
		return 0, errCutShort
	}
	if a.contents {
		return a.lengthBytes, nil
	}
	return size + a.lengthBytes + int(following), nil
}
