package system

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Example is a training input that is stored with its model. It shows what a system of the data
// looks like, and certificates measure on it. It has no target. Its JSON has the names and the
// numbers of an exported file's inputs, without the axis of the batch. Each number is the
// shortest text that reads back as the same float32.
type Example struct {
	Sample
	// Forests is true if the JSON has the arrays of trees and of rigid bodies even where the
	// system has none. A file of either takes both, with a number for each particle.
	Forests bool
}

// These bound the examples of a data set.
const (
	mostExamples     = 3
	mostExampleBytes = 16 << 10 // of all of them in JSON
)

// Examples returns a few samples, one from the middle of each third. It leaves out an example
// that would not fit in mostExampleBytes.
func Examples(samples []Sample) (examples []Example) {
	left := mostExampleBytes
	for k := range min(mostExamples, len(samples)) {
		example := Example{Sample: samples[(2*k+1)*len(samples)/(2*min(mostExamples, len(samples)))].input()}
		if len(example.Position) > left { // a number has more than a byte
			continue
		}
		text, err := json.Marshal(example)
		if err != nil || len(text) > left {
			continue
		}
		left -= len(text)
		examples = append(examples, example)
	}
	return examples
}

// input returns the sample without the targets that a model is trained on.
func (s Sample) input() Sample {
	s.TargetPosition, s.TargetVelocity, s.Trajectory, s.Bonds, s.Potential = nil, nil, nil, nil, nil
	return s
}

// Keep returns the example with its state, objects and neighbors, and with those other fields
// for which kept is true.
func (e Example) Keep(kept func(*Field) bool) Example {
	for _, f := range GivenFields() {
		if f.Of(&e.Sample) != nil && !kept(f) {
			f.Set(&e.Sample, nil)
		}
	}
	return e
}

// CheckExamples reports an example that is not a system, and examples that are more or larger
// than those of a data set.
func CheckExamples(examples []Example) error {
	if len(examples) > mostExamples {
		return fmt.Errorf("%d systems, expected %d at most", len(examples), mostExamples)
	}
	for i, example := range examples {
		if example.Position == nil && example.Velocity == nil {
			return fmt.Errorf("data.examples[%d] is null: expected a system with a position and a velocity", i)
		}
		if err := CheckInputs([]Sample{example.Sample}); err != nil {
			return err
		}
	}
	return nil
}

// inputNeighbors is the name of the lists of neighbors among a file's inputs.
const inputNeighbors = "neighbors"

// MarshalJSON writes the example under the names of a file's inputs.
func (e Example) MarshalJSON() ([]byte, error) {
	n := e.Particles()
	inputs := map[string]any{}
	for _, f := range Fields() {
		values := f.Of(&e.Sample)
		switch {
		case values == nil || f.Target:
		case f.Rows == OfSystem:
			inputs[f.Name] = values
		case f.Rows == OfEdge:
			inputs[f.Name] = nested(nested(values, e.Edges()), n)
		default:
			inputs[f.Name] = nested(values, n)
		}
	}
	for _, kind := range ListedKinds() {
		if members := e.Objects.Of(kind); len(members) > 0 {
			inputs[kind.Array()] = members
		}
	}
	for _, kind := range ForestKinds() {
		if e.Forests || e.Objects.Count(kind) > 0 {
			inputs[kind.Array()] = e.Objects.Numbers(kind, n)
		}
	}
	if e.Neighbors != nil {
		inputs[inputNeighbors] = nested(e.Neighbors, n)
	}
	return json.Marshal(inputs)
}

// nested splits values into rows of equal length. It returns no rows if there are no values.
func nested[T any](values []T, rows int) [][]T {
	return slices.AppendSeq([][]T{}, slices.Chunk(values, max(1, len(values)/max(1, rows))))
}

// UnmarshalJSON reads what MarshalJSON wrote. An unknown name is an error. Nulls are refused by
// whoever reads the whole text strictly, and by CheckExamples.
func (e *Example) UnmarshalJSON(text []byte) error {
	var inputs map[string]json.RawMessage
	if err := json.Unmarshal(text, &inputs); err != nil {
		return err
	}
	e.Sample = Sample{}
	for _, f := range Fields() {
		value, given := inputs[f.Name]
		if !given || f.Target {
			continue
		}
		delete(inputs, f.Name)
		values, err := readField(f, value)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		f.Set(&e.Sample, values)
	}
	if value, given := inputs[inputNeighbors]; given {
		delete(inputs, inputNeighbors)
		lists, err := readRows[int64](value)
		if err != nil {
			return fmt.Errorf("%s: %w", inputNeighbors, err)
		}
		e.Neighbors = lists
	}
	if err := e.readObjects(inputs); err != nil {
		return err
	}
	for name := range inputs {
		return fmt.Errorf("unknown input %q", name)
	}
	e.Hang()
	return nil
}

// readField reads the numbers of a field, nested as its rows are.
func readField(f *Field, text []byte) (values []float32, err error) {
	switch f.Rows {
	case OfSystem:
		err = json.Unmarshal(text, &values)
		return values, err
	case OfEdge:
		var particles [][][]float32
		err = json.Unmarshal(text, &particles)
		return slices.Concat(slices.Concat(particles...)...), err
	}
	return readRows[float32](text)
}

var errUneven = errors.New("rows of different lengths")

// readRows reads rows of equal length.
func readRows[T any](text []byte) ([]T, error) {
	var rows [][]T
	if err := json.Unmarshal(text, &rows); err != nil {
		return nil, err
	}
	for _, row := range rows {
		if len(row) != len(rows[0]) {
			return nil, errUneven
		}
	}
	return append([]T{}, slices.Concat(rows...)...), nil
}

// readObjects reads the objects and removes them from the inputs.
func (e *Example) readObjects(inputs map[string]json.RawMessage) error {
	wrong := func(array, format string, arguments ...any) error {
		return fmt.Errorf("%s%s", array, fmt.Sprintf(format, arguments...))
	}
	for _, kind := range ListedKinds() {
		var members [][]int
		if err := takeInput(inputs, kind.Array(), &members); err != nil {
			return err
		}
		for _, object := range members {
			e.Objects = append(e.Objects, kind.Of(object...))
		}
	}
	e.Forests = true
	for _, kind := range ForestKinds() {
		var numbers []int64
		if err := takeInput(inputs, kind.Array(), &numbers); err != nil {
			return err
		}
		if numbers == nil {
			e.Forests = false
			continue
		}
		objects, err := kind.Numbered(numbers, wrong)
		if err != nil {
			return err
		}
		e.Objects = append(e.Objects, objects...)
	}
	return nil
}

// takeInput reads an input, if it is there, and removes it from the others.
func takeInput(inputs map[string]json.RawMessage, name string, into any) error {
	text, given := inputs[name]
	if !given {
		return nil
	}
	delete(inputs, name)
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
