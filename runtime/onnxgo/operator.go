package onnxgo

import (
	"fmt"
	"maps"
	"slices"
)

// kernel computes a node's one output. It gets as many inputs as its
// operator has at most; an optional one left out is not present.
type kernel func(in []value) (value, error)

// operator is one row of the operator table. Semantics are those of opset
// 13 to 21, told apart by where a node gives its axes.
type operator struct {
	least, most int // number of inputs; most is anyNumber for variadic ones
	build       func(*attributes) kernel
}

const anyNumber = -1

// operators holds every operator by its name in the ONNX standard.
var operators = merged(
	elementwiseOperators, comparisonOperators, layoutOperators,
	movementOperators, indexOperators, matrixOperators, reductionOperators,
)

func merged(tables ...map[string]operator) map[string]operator {
	all := map[string]operator{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

// plain is the build of an operator without attributes.
func plain(k kernel) func(*attributes) kernel {
	return func(*attributes) kernel { return k }
}

// bind checks a node against the table and returns its kernel.
func bind(name string, given map[string]any, inputs int) (kernel, error) {
	row, ok := operators[name]
	if !ok {
		return nil, fmt.Errorf("operator %s is not supported; supported are %v", name, slices.Sorted(maps.Keys(operators)))
	}
	if inputs < row.least || row.most != anyNumber && inputs > row.most {
		return nil, fmt.Errorf("has %d inputs, expected %d to %d", inputs, row.least, row.most)
	}
	a := &attributes{given: given}
	compute := row.build(a)
	if err := a.check(); err != nil {
		return nil, err
	}
	return compute, nil
}

// attributes reads a node's attributes as onnx-go hands them over, and
// keeps the first error. What no one reads is an error too: an attribute
// that is not understood changes what the node means.
type attributes struct {
	given map[string]any
	read  []string
	err   error
}

func (a *attributes) check() error {
	for name := range a.given {
		if a.err == nil && !slices.Contains(a.read, name) {
			a.err = fmt.Errorf("attribute %q is not supported", name)
		}
	}
	return a.err
}

func (a *attributes) fail(format string, arguments ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, arguments...)
	}
}

// attribute returns the named attribute and whether the node has it.
func attribute[T any](a *attributes, name string) (T, bool) {
	a.read = append(a.read, name)
	given, ok := a.given[name]
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

// attributeOr returns the named attribute, or its default.
func attributeOr[T any](a *attributes, name string, otherwise T) T {
	if given, ok := attribute[T](a, name); ok {
		return given
	}
	return otherwise
}

// flag returns an integer attribute that stands for a truth value.
func (a *attributes) flag(name string, otherwise bool) bool {
	if given, ok := attribute[int64](a, name); ok {
		return given != 0
	}
	return otherwise
}

// only reports a text attribute with another value than those implemented.
func (a *attributes) only(name, otherwise string, allowed ...string) string {
	given := attributeOr(a, name, otherwise)
	if !slices.Contains(allowed, given) {
		a.fail("attribute %q is %q; supported are %q", name, given, allowed)
	}
	return given
}
