package export

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"gmnc/export/onnxpb"
)

// File is what a file written by Model says: enough to build the model
// again.
type File struct {
	// Version is that of the gmnc that wrote the file.
	Version string
	Opset   int
	// Doc, Config and Metadata are those of Info.
	Doc, Config string
	Metadata    map[string]string
	// Nodes is the number of operators.
	Nodes int
	// Changed tells that the graph is not the one that Model wrote: another
	// program has rewritten it, or it is damaged. It may still run, but it is
	// not what Config describes.
	Changed bool
	// Weights are row-major, by the names of the model's parameters. Those
	// that reach no output are not in the file. A changed graph has none.
	Weights map[string][]float32
}

// maxEntries bounds the weights and the metadata of a file: the deepest
// model has 30 000 weights.
const maxEntries = 1 << 15

var errForeign = errors.New("only a file that `gmnc export` wrote can be read back")

// Decode reads the bytes of a file that Model wrote. That they are another
// program's model, no ONNX file or cut short is an error. It takes memory
// in proportion to the file, whatever the bytes claim.
func Decode(data []byte) (*File, error) {
	file := &File{Metadata: map[string]string{}, Weights: map[string][]float32{}}
	made := ""
	var graph []byte
	err := eachField(data, func(f field) error {
		switch f.number {
		case modelProducer:
			made = string(f.bytes)
		case modelVersion:
			file.Version = string(f.bytes)
		case modelDoc:
			file.Doc = string(f.bytes)
		case modelOpset:
			return eachField(f.bytes, file.opset)
		case modelMetadata:
			return file.entry(f.bytes)
		case modelGraph:
			if made != producer { // the graph comes after its maker
				return errForeign
			}
			if graph != nil {
				return errors.New("it has two graphs")
			}
			graph = f.bytes
		}
		return nil
	})
	if err == nil {
		file.Changed = file.Metadata[graphKey] != graphDigest(graph)
		err = eachField(graph, file.graph)
	}
	switch {
	case len(data) == 0:
		return nil, errors.New("it is empty: export the model again")
	case err != nil && err != errForeign:
		return nil, fmt.Errorf("it is no ONNX file, or cut short (%w): export the model again", err)
	case made == "":
		return nil, errForeign
	case made != producer:
		return nil, fmt.Errorf("it was made by %.40q; %w", made, errForeign)
	}
	config, ok := file.Metadata[configKey]
	if !ok || file.Nodes == 0 || file.Opset == 0 {
		return nil, errors.New("it is cut short: export the model again")
	}
	delete(file.Metadata, configKey)
	delete(file.Metadata, graphKey)
	file.Config = config
	return file, nil
}

// Field numbers of onnx.proto.
const (
	modelProducer = 2
	modelVersion  = 3
	modelDoc      = 6
	modelGraph    = 7
	modelOpset    = 8
	modelMetadata = 14

	opsetVersion = 2

	entryKey   = 1
	entryValue = 2

	graphNode        = 1
	graphInitializer = 5

	tensorDims     = 1
	tensorDataType = 2
	tensorName     = 8
	tensorRawData  = 9
)

func (file *File) opset(f field) error {
	if f.number == opsetVersion {
		file.Opset = int(f.varint)
	}
	return nil
}

func (file *File) entry(data []byte) error {
	var key, value string
	err := eachField(data, func(f field) error {
		switch f.number {
		case entryKey:
			key = string(f.bytes)
		case entryValue:
			value = string(f.bytes)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, twice := file.Metadata[key]; twice || len(file.Metadata) == maxEntries {
		return fmt.Errorf("its metadata %.40q come twice or are too many", key)
	}
	file.Metadata[key] = value
	return nil
}

func (file *File) graph(f field) error {
	switch f.number {
	case graphNode:
		file.Nodes++
	case graphInitializer:
		if !file.Changed {
			return file.initializer(f.bytes)
		}
	}
	return nil
}

// initializer reads a weight and passes over a constant.
func (file *File) initializer(data []byte) error {
	var (
		name     string
		raw      []byte
		dataType uint64
	)
	count := 1
	err := eachField(data, func(f field) error {
		switch f.number {
		case tensorDims:
			if f.bytes != nil || f.varint == 0 || f.varint > uint64(len(data)/count) {
				return errors.New("a tensor has more elements than bytes")
			}
			count *= int(f.varint)
		case tensorDataType:
			dataType = f.varint
		case tensorName:
			name = string(f.bytes)
		case tensorRawData:
			raw = f.bytes
		}
		return nil
	})
	if err != nil {
		return err
	}
	if strings.HasPrefix(name, constantPrefix) {
		return nil
	}
	if _, twice := file.Weights[name]; twice || len(file.Weights) == maxEntries {
		return fmt.Errorf("its weights %.40q come twice or are too many", name)
	}
	if dataType != uint64(onnxpb.TensorProto_FLOAT) || len(raw) != 4*count {
		return fmt.Errorf("its weight %.40q has %d bytes for %d float32 numbers", name, len(raw), count)
	}
	values := make([]float32, count)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	file.Weights[name] = values
	return nil
}

// field is one field of a protobuf message: a number or bytes.
type field struct {
	number protowire.Number
	varint uint64
	bytes  []byte
}

// eachField reads a message without building it: what a message of a few
// bytes unpacks to may be a hundred times as large.
func eachField(data []byte, visit func(field) error) error {
	for len(data) > 0 {
		number, wire, size := protowire.ConsumeTag(data)
		if size < 0 {
			return protowire.ParseError(size)
		}
		data = data[size:]
		f := field{number: number}
		switch wire {
		case protowire.VarintType:
			f.varint, size = protowire.ConsumeVarint(data)
		case protowire.BytesType:
			f.bytes, size = protowire.ConsumeBytes(data)
		default:
			size = protowire.ConsumeFieldValue(number, wire, data)
		}
		if size < 0 {
			return protowire.ParseError(size)
		}
		data = data[size:]
		if err := visit(f); err != nil {
			return err
		}
	}
	return nil
}
