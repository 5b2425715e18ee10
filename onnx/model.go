package onnx

import (
	"errors"
	"fmt"
)

// maxRecords is the largest length of the lists that reading keeps. These are the operator
// sets, metadata and functions of a model, and the inputs, outputs and attributes of a node.
const maxRecords = 1 << 15

// maxRank is the largest number of axes of a tensor.
const maxRank = 32

// IRVersions maps each operator set in which gmnc writes files to the version of the file
// format that was released with it.
var IRVersions = map[int]int64{15: 8, 16: 8, 17: 8, 18: 8, 19: 9, 20: 9, 21: 10}

// Model is the content of a file outside its graph.
type Model struct {
	IRVersion int64
	// Producer is the program that wrote the file.
	Producer, ProducerVersion string
	Doc                       string
	OperatorSets              []OperatorSet
	Metadata                  []Entry
	// Graph is the encoded graph, or nil if there is none.
	Graph []byte
	// Functions holds the encoded functions that the graph calls.
	Functions [][]byte
}

// OperatorSet is a version of a family of operators.
type OperatorSet struct {
	// Domain is the family. Both "" and "ai.onnx" are the standard one.
	Domain  string
	Version int64
}

// Entry is one entry of the metadata.
type Entry struct{ Key, Value string }

// Read reads the content of a file outside its graph. After an error the model holds what came
// before the damage.
func Read(data []byte) (Model, error) {
	var m Model
	err := EachField(data, m.field)
	return m, err
}

func (m *Model) field(f Field) error {
	switch f.Number {
	case ModelIRVersion:
		return f.integer(&m.IRVersion)
	case ModelProducer:
		return f.text(&m.Producer)
	case ModelProducerVersion:
		return f.text(&m.ProducerVersion)
	case ModelDoc:
		return f.text(&m.Doc)
	case ModelOperatorSet:
		set, err := readOperatorSet(f)
		return appendRecord(&m.OperatorSets, set, err, "operator sets")
	case ModelMetadata:
		entry, err := readEntry(f)
		return appendRecord(&m.Metadata, entry, err, "metadata")
	case ModelFunction:
		return appendRecord(&m.Functions, f.Payload, f.expect(lengthDelimited), "functions")
	case ModelGraph:
		if m.Graph != nil {
			return errors.New("it has two graphs")
		}
		m.Graph = f.Payload
		return f.expect(lengthDelimited)
	}
	return nil
}

// appendRecord appends a record that was read without an error, unless the list is too long.
func appendRecord[T any](to *[]T, record T, err error, what string) error {
	if err == nil && len(*to) == maxRecords {
		err = fmt.Errorf("its %s are more than the %d allowed", what, maxRecords)
	}
	if err == nil {
		*to = append(*to, record)
	}
	return err
}

func readOperatorSet(record Field) (set OperatorSet, err error) {
	err = record.message(func(f Field) error {
		switch f.Number {
		case OperatorSetDomain:
			return f.text(&set.Domain)
		case OperatorSetVersion:
			return f.integer(&set.Version)
		}
		return nil
	})
	return set, err
}

func readEntry(record Field) (entry Entry, err error) {
	err = record.message(func(f Field) error {
		switch f.Number {
		case EntryKey:
			return f.text(&entry.Key)
		case EntryValue:
			return f.text(&entry.Value)
		}
		return nil
	})
	return entry, err
}

// Standard reports whether a domain is the domain of the standard operators.
func Standard(domain string) bool { return domain == "" || domain == "ai.onnx" }

// Opset returns the version of the standard operators, or 0 if there is none.
func (m Model) Opset() int {
	version := int64(0)
	for _, set := range m.OperatorSets {
		if Standard(set.Domain) {
			version = set.Version
		}
	}
	return int(version)
}
