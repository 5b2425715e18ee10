package onnxgo

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gmnc/onnx"
)

// kernel computes the one output of a node. It gets as many inputs as its operator has at most.
// An optional input that was left out is not present.
type kernel func(in []value) (value, error)

// builder makes the kernel of a node from its attributes.
type builder func(*attributes) kernel

// builders has one builder for each row of onnx.Operators. The row says which inputs, element
// types and attributes an operator has, and the attributes' defaults.
var builders = merged(
	elementwiseOperators, comparisonOperators, layoutOperators,
	movementOperators, indexOperators, matrixOperators, reductionOperators,
)

func merged(tables ...map[string]builder) map[string]builder {
	all := map[string]builder{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

// plain is the builder of an operator without attributes.
func plain(k kernel) builder {
	return func(*attributes) kernel { return k }
}

// rowOf returns the row of an operator.
func rowOf(name string) (onnx.Operator, error) {
	row, ok := onnx.Operators[name]
	if !ok || builders[name] == nil {
		return row, fmt.Errorf("operator %s is not supported; supported are %v", name, slices.Sorted(maps.Keys(builders)))
	}
	return row, nil
}

// bind checks a node against its operator's row, and returns its kernel and the element type of
// its output.
func bind(name string, given map[string]any, inputs []onnx.DataType) (kernel, dtype, error) {
	row, err := rowOf(name)
	if err != nil {
		return nil, 0, err
	}
	least, most := row.Arity()
	switch {
	case len(inputs) < least && most == math.MaxInt:
		return nil, 0, fmt.Errorf("has %d inputs, expected at least %d", len(inputs), least)
	case len(inputs) < least || len(inputs) > most:
		return nil, 0, fmt.Errorf("has %d inputs, expected %d to %d", len(inputs), least, most)
	}
	made, err := row.Result(inputs)
	if err != nil {
		return nil, 0, err
	}
	a := newAttributes(row, given)
	compute := builders[name](a)
	if err := a.check(); err != nil {
		return nil, 0, err
	}
	if made == onnx.Undefined {
		return compute, a.makes, nil
	}
	return compute, dtype(made), nil
}

// attributes holds the attributes of a node as onnx-go returns them, and the defaults of
// others. It keeps the first error. An attribute that no kernel reads is an error too, since it
// would change the meaning of the node.
type attributes struct {
	values map[string]any
	read   []string
	makes  dtype // the element type of the output, where an attribute says it
	err    error
}

func newAttributes(row onnx.Operator, given map[string]any) *attributes {
	a := &attributes{values: maps.Clone(given)}
	if a.values == nil {
		a.values = map[string]any{}
	}
	for _, p := range row.Parameters() {
		_, has := given[p.Name]
		switch {
		case !has && p.Required:
			a.fail("attribute %q is missing", p.Name)
		case !has && p.Default != nil:
			a.values[p.Name] = p.Default
		}
	}
	return a
}

func (a *attributes) check() error {
	for name := range a.values {
		if !slices.Contains(a.read, name) {
			a.fail("attribute %q is not supported", name)
		}
	}
	return a.err
}

func (a *attributes) fail(format string, arguments ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, arguments...)
	}
}

// attribute returns the named attribute, and reports whether there is one.
func attribute[T any](a *attributes, name string) (T, bool) {
	a.read = append(a.read, name)
	given, ok := a.values[name]
	if !ok {
		var zero T
		return zero, false
	}
	typed, ok := given.(T)
	if !ok {
		a.fail("attribute %q has Go type %T, expected %T (does the file give its type?)", name, given, typed)
	}
	return typed, ok
}

// integer returns an attribute that is a whole number.
func (a *attributes) integer(name string) int64 {
	given, _ := attribute[int64](a, name)
	return given
}

// float returns an attribute that is a number.
func (a *attributes) float(name string) float32 {
	given, _ := attribute[float32](a, name)
	return given
}

// flag reports whether an integer attribute stands for true.
func (a *attributes) flag(name string) bool { return a.integer(name) != 0 }

// only returns the value of a text attribute. A value other than those allowed is an error.
func (a *attributes) only(name string, allowed ...string) string {
	given, _ := attribute[string](a, name)
	if !slices.Contains(allowed, given) {
		a.fail("attribute %q is %q; supported are %q", name, given, allowed)
	}
	return given
}
