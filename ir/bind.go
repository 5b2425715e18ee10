package ir

import (
	"fmt"
	"maps"
	"slices"
)

// Bind finds the value of every symbol from the shapes of main's inputs, which are given by
// name. A count that no input shows follows from the product that it is part of. given adds the
// values that do not follow. A symbol that the module uses but that has no value is an error.
func Bind(m *Module, shapes map[string][]int, given Sizes) (Sizes, error) {
	sizes := Sizes{}
	maps.Copy(sizes, given)
	for _, dim := range m.Dims {
		if dim.Number != 0 {
			sizes[dim.Symbol] = dim.Number
		}
	}
	for _, input := range m.Main.Inputs {
		if err := bindInput(input, shapes, sizes); err != nil {
			return nil, err
		}
	}
	for _, symbol := range slices.Sorted(maps.Keys(sizes)) {
		if size := sizes[symbol]; size < 0 {
			return nil, fmt.Errorf("the size of %s is %d; sizes are not negative", symbol, size)
		}
	}
	for _, dim := range m.Dims {
		if err := bindProduct(dim, sizes); err != nil {
			return nil, err
		}
	}
	if err := m.bound(sizes); err != nil {
		return nil, err
	}
	return sizes, nil
}

func bindInput(input *Value, shapes map[string][]int, sizes Sizes) error {
	shape, ok := shapes[input.Name]
	if !ok {
		return fmt.Errorf("input %s is missing; it is %s", input.Name, input.Type)
	}
	if len(shape) != len(input.Type.Shape) {
		return fmt.Errorf("input %s has the shape %v; it is %s", input.Name, shape, input.Type)
	}
	for axis, dim := range input.Type.Shape {
		want := dim.Number
		if dim.Symbol != "" {
			known, ok := sizes[dim.Symbol]
			if !ok {
				known = shape[axis]
				sizes[dim.Symbol] = known
			}
			want = known
		}
		if shape[axis] != want {
			return fmt.Errorf("input %s has the shape %v; %s needs %s = %d", input.Name, shape, input.Type, dim, want)
		}
	}
	return nil
}

// bindProduct completes or checks one relation. It does nothing for a dimension that is no product.
func bindProduct(dim Dimension, sizes Sizes) error {
	outer, haveOuter := sizes[dim.Outer]
	inner, haveInner := sizes[dim.Inner]
	rows, haveRows := sizes[dim.Symbol]
	if !haveOuter || !haveInner && !haveRows {
		return nil
	}
	if !haveInner {
		inner = rows / max(outer, 1)
		sizes[dim.Inner] = inner
	}
	if !haveRows {
		rows = outer * inner
		sizes[dim.Symbol] = rows
	}
	if rows != outer*inner {
		return fmt.Errorf("%d %s are not a whole number of %s for each of %d %s",
			rows, dim.Symbol, dim.Inner, outer, dim.Outer)
	}
	return nil
}

// bound returns an error for a symbol without a size that some value needs.
func (m *Module) bound(sizes Sizes) error {
	for _, f := range append(slices.Clone(m.Funcs), m.Main) {
		for _, node := range f.Nodes {
			for _, symbol := range node.symbols() {
				if _, ok := sizes[symbol]; !ok {
					return fmt.Errorf("%%%s = %s needs the size of %s, which follows from no input; give it",
						node.Results[0].Name, node.Kind(), symbol)
				}
			}
		}
	}
	return nil
}

// symbols returns the symbols that a node's results and attributes name.
func (n *Node) symbols() []string {
	symbols := n.symbolAttrs()
	for _, result := range n.Results {
		if symbol := result.Type.Rows().Symbol; symbol != "" {
			symbols = append(symbols, symbol)
		}
	}
	return symbols
}
