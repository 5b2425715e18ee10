package system

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Example is a true training input that travels with its model: it says what a system of the
// data looks like, and certificates measure on it. It has no target. In JSON it has the names
// of an exported file's inputs and their numbers, without the axis of the systems, exactly:
// each is the shortest text that reads back as the same float32.
type Example struct{ Sample }

// Bounds of the examples of a data set.
const (
	mostExamples     = 3
	mostExampleBytes = 16 << 10 // of all of them in JSON
)

// Examples are a few of the samples, from the middle of each third. One that would exceed the
// bytes that examples may have is left out.
func Examples(samples []Sample) (examples []Example) {
	left := mostExampleBytes
	for k := range min(mostExamples, len(samples)) {
		example := Example{samples[(2*k+1)*len(samples)/(2*min(mostExamples, len(samples)))].input()}
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

// input is the sample without what a model is trained on.
func (s Sample) input() Sample {
	s.TargetPosition, s.TargetVelocity, s.Trajectory, s.Bonds, s.Potential = nil, nil, nil, nil, nil
	return s
}

// Keep is the example with its state, its objects and neighbours, and those of its other
// fields that are kept.
func (e Example) Keep(kept func(*Field) bool) Example {
	for _, f := range GivenFields() {
		if f.Of(&e.Sample) != nil && !kept(f) {
			f.Set(&e.Sample, nil)
		}
	}
	return e
}

// CheckExamples reports an example that is no system, or more or larger ones than a data set
// has.
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

// inputNeighbors is the name of the lists of neighbours among a file's inputs.
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
		if e.Objects.Count(kind) > 0 {
			inputs[kind.Array()] = e.Objects.Numbers(kind, n)
		}
	}
	if e.Neighbors != nil {
		inputs[inputNeighbors] = nested(e.Neighbors, n)
	}
	return json.Marshal(inputs)
}

// nested are rows of equally many values; no rows of no values.
func nested[T any](values []T, rows int) [][]T {
	return slices.AppendSeq([][]T{}, slices.Chunk(values, max(1, len(values)/max(1, rows))))
}

// UnmarshalJSON reads what MarshalJSON wrote. A name that it does not know is an error. Nulls
// are left to who reads the whole text strictly, and to CheckExamples.
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

// readField reads the numbers of a field, which are nested as its rows are.
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

// readRows reads rows that have equally many values.
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

// readObjects reads the objects, and takes them out of the inputs.
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
	for _, kind := range ForestKinds() {
		var numbers []int64
		if err := takeInput(inputs, kind.Array(), &numbers); err != nil {
			return err
		}
		if numbers == nil {
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

// takeInput reads an input, if it is given, and takes it out of the others.
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
