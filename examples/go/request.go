package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/artifact"
	"gmnc/export/rolling"
	"gmnc/system"
)

// request reads systems as the inputs that a model's file declares: an object with a
// key for each, under the names of the file's inputs and in the units of the data that
// the model was trained on. Objects may be left out. Fields of one column are lists of
// numbers.
type request struct {
	declared []string
	columns  map[*system.Field]int
	inside   *artifact.Topology // what the file has in place of inputs; nil for none
}

func newRequest(model *artifact.Model) (*request, error) {
	signature, err := artifact.ReadSignature(model.Bytes())
	if err != nil {
		return nil, err
	}
	r := &request{columns: map[*system.Field]int{}, inside: model.Inside()}
	for _, name := range signature.Inputs {
		if name == rolling.StepsInput {
			continue // a file that rolls makes one step here
		}
		if name != "neighbors" && system.FieldNamed(name) == nil && !isObjects(name) {
			return nil, fmt.Errorf("the file takes %q, which systems do not have", name)
		}
		r.declared = append(r.declared, name)
	}
	for _, f := range system.Fields() {
		r.columns[f] = f.Columns
	}
	r.columns[system.NodeFeatures] = len(model.Config().Model.NodeFeatures)
	r.columns[system.EdgeFeatures] = len(model.Config().Model.EdgeFeatures)
	return r, nil
}

// isObjects reports whether an input lists objects.
func isObjects(name string) bool {
	return slices.ContainsFunc(system.ObjectKinds(), func(kind *system.Kind) bool { return kind.Array() == name })
}

// keys are the values of a system by their keys.
type keys map[string]any

// UnmarshalJSON refuses a key that comes twice, of which encoding/json would take the last value,
// and null in place of a system.
func (k *keys) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return fmt.Errorf("expected an object with a key for each input where %.20s is", text)
	}
	*k = keys{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return err
		}
		name := key.(string) // as keys of valid JSON are
		if _, twice := (*k)[name]; twice {
			return fmt.Errorf("%.40q comes twice", name)
		}
		var value any
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		(*k)[name] = value
	}
	return nil
}

// sample reads a system.
func (r *request) sample(given keys) (system.Sample, error) {
	var s system.Sample
	if r.inside != nil {
		s = r.inside.Sample()
	}
	read := 0
	for _, name := range r.declared {
		value, known := given[name]
		if known {
			read++
		}
		if err := r.input(&s, name, value, known); err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
	}
	if read < len(given) {
		for _, name := range slices.Sorted(maps.Keys(given)) {
			if !slices.Contains(r.declared, name) {
				return s, fmt.Errorf("%.40q is no input of the model, which takes %s", name, strings.Join(r.declared, ", "))
			}
		}
	}
	return s, nil
}

// input reads one input of a system. Positions come first.
func (r *request) input(s *system.Sample, name string, value any, given bool) (err error) {
	for _, kind := range system.ObjectKinds() {
		if kind.Array() != name {
			continue
		}
		if !given {
			return nil
		}
		return addObjects(s, kind, value)
	}
	if !given {
		return errors.New("the model takes it, and it is not given")
	}
	if name == "neighbors" {
		s.Neighbors, err = indices(value, s.Particles(), anyNumber)
		return err
	}
	f := system.FieldNamed(name)
	shape := []int{r.columns[f]}
	switch f.Rows {
	case system.OfParticle:
		shape = []int{s.Particles(), r.columns[f]}
		if f == system.Position {
			shape[0] = anyNumber
		}
	case system.OfEdge:
		shape = []int{s.Particles(), len(s.Neighbors) / max(1, s.Particles()), r.columns[f]}
	}
	if f.Columns == 1 && f.Rows != system.OfSystem {
		shape = shape[:len(shape)-1]
	}
	numbers, err := floats(value, shape...)
	if err == nil && f == system.Position && (len(numbers) == 0 || len(numbers) > 3*mostParticles) {
		return fmt.Errorf("%d particles: expected 1 to %d", len(numbers)/3, mostParticles)
	}
	f.Set(s, numbers)
	return err
}

// addObjects reads objects of a kind.
func addObjects(s *system.Sample, kind *system.Kind, value any) error {
	if kind.Forest() {
		numbers, err := indices(value, s.Particles())
		if err != nil {
			return err
		}
		objects, err := kind.Numbered(numbers, func(_, format string, arguments ...any) error {
			return fmt.Errorf("the system"+format, arguments...)
		})
		s.Objects = append(s.Objects, objects...)
		return err
	}
	numbers, err := indices(value, anyNumber, kind.Members())
	for at := 0; err == nil && at < len(numbers); at += kind.Members() {
		var members []int
		for _, number := range numbers[at : at+kind.Members()] {
			members = append(members, int(number))
		}
		s.Objects = append(s.Objects, kind.Of(members...))
	}
	return err
}

// anyNumber is an extent that a list may choose; the same in all lists beside it.
const anyNumber = -1

// floats are the numbers in lists of a shape.
func floats(value any, shape ...int) (numbers []float32, err error) {
	return numbers, each(value, shape, func(number float64) error {
		if math.Abs(number) > math.MaxFloat32 {
			return fmt.Errorf("%g is more than a float32 holds", number)
		}
		numbers = append(numbers, float32(number))
		return nil
	})
}

// indices are the whole numbers in lists of a shape.
func indices(value any, shape ...int) (numbers []int64, err error) {
	numbers = []int64{}
	return numbers, each(value, shape, func(number float64) error {
		if number != math.Trunc(number) || math.Abs(number) > math.MaxInt32 {
			return fmt.Errorf("%g is no index", number)
		}
		numbers = append(numbers, int64(number))
		return nil
	})
}

// each passes on the numbers in lists of a shape, and fixes an extent of anyNumber.
func each(value any, shape []int, take func(float64) error) error {
	if len(shape) == 0 {
		number, ok := value.(float64)
		if !ok {
			return fmt.Errorf("expected a number where %.20s is", fmt.Sprint(value))
		}
		return take(number)
	}
	list, ok := value.([]any)
	if !ok {
		return fmt.Errorf("expected a list where %.20s is", fmt.Sprint(value))
	}
	if shape[0] == anyNumber {
		shape[0] = len(list)
	}
	if len(list) != shape[0] {
		return fmt.Errorf("expected %d where %d are", shape[0], len(list))
	}
	for _, inside := range list {
		if err := each(inside, shape[1:], take); err != nil {
			return err
		}
	}
	return nil
}
