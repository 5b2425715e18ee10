package onnxgo

import (
	"fmt"
	"slices"

	"gmnc/runtime"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of ValueInfoProto and what lies in it.
const (
	valueName, valueType       = 1, 2
	typeTensor                 = 1
	tensorElement, tensorShape = 1, 2
	shapeExtent                = 1
	extentNumber, extentSymbol = 1, 2
)

// declaration is what the file says of an input or output.
type declaration struct {
	name    string
	dtype   dtype
	ranked  bool // whether extents are known
	extents []extent
}

// extent is a number, a symbol that stands for the same number wherever it
// appears, or neither.
type extent struct {
	number int64 // -1 where not fixed
	symbol string
}

// declare records an input or output and returns its name alone as a
// message.
func (n *normalized) declare(message []byte, all map[string]declaration, role string) ([]byte, error) {
	var d declaration
	err := eachField(message, func(f field) error {
		switch f.number {
		case valueName:
			d.name = string(f.payload)
		case valueType:
			return d.readType(f.payload)
		}
		return nil
	})
	if err == nil {
		err = n.meter.spend(1, declarationCost+len(d.extents)*extentCost)
	}
	if err == nil && d.dtype != float32Type && d.dtype != int64Type {
		err = fmt.Errorf("has %s, expected a tensor of float32 or int64", d.dtype)
	}
	if _, twice := all[d.name]; err == nil && twice {
		err = fmt.Errorf("is declared twice")
	}
	if err != nil {
		return nil, fmt.Errorf("%s %q: %w", role, d.name, err)
	}
	all[d.name] = d
	return appendMessage(nil, valueName, []byte(d.name)), nil
}

func (d *declaration) readType(message []byte) error {
	return eachField(message, func(f field) error {
		if f.number != typeTensor {
			return nil
		}
		return eachField(f.payload, func(f field) error {
			switch f.number {
			case tensorElement:
				d.dtype = dtype(f.integer)
			case tensorShape:
				d.ranked = true
				return d.readShape(f.payload)
			}
			return nil
		})
	})
}

func (d *declaration) readShape(message []byte) error {
	return eachField(message, func(f field) error {
		if f.number != shapeExtent {
			return nil
		}
		if len(d.extents) == maxRank {
			return fmt.Errorf("has more than %d axes", maxRank)
		}
		e := extent{number: -1}
		err := eachField(f.payload, func(f field) error {
			switch {
			case f.number == extentNumber && f.kind == protowire.VarintType:
				e.number = int64(f.integer)
			case f.number == extentSymbol:
				e.symbol = string(f.payload)
			}
			return nil
		})
		d.extents = append(d.extents, e)
		return err
	})
}

// accept checks what a caller gives for an input. Symbols remembers the
// extents that earlier inputs gave.
func (d declaration) accept(given runtime.Tensor, symbols map[string]int) (value, error) {
	v := value{shape: slices.Clone(given.Shape), data: given.Float}
	if given.Index != nil || given.Float == nil && d.dtype == int64Type {
		v.data = given.Index
	}
	switch {
	case v.dtype() != d.dtype:
		return value{}, fmt.Errorf("is %s, expected %s", v.dtype(), d.dtype)
	case d.ranked && len(v.shape) != len(d.extents):
		return value{}, fmt.Errorf("has shape %v, expected %d axes", v.shape, len(d.extents))
	}
	if _, err := count(v.shape); err != nil {
		return value{}, err
	}
	if err := given.Check(); err != nil {
		return value{}, err
	}
	for axis, e := range d.extents {
		have := v.shape[axis]
		if e.number >= 0 && int64(have) != e.number {
			return value{}, fmt.Errorf("has shape %v, expected %d at axis %d", v.shape, e.number, axis)
		}
		if e.symbol == "" {
			continue
		}
		if known, ok := symbols[e.symbol]; ok && known != have {
			return value{}, fmt.Errorf("has shape %v, expected %d at axis %d: %s is %d elsewhere", v.shape, known, axis, e.symbol, known)
		}
		symbols[e.symbol] = have
	}
	return v, nil
}
