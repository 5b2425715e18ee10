package onnxgo

import (
	"fmt"
	"slices"
)

// These operators read or write where an index tensor says. An index out of range is an error,
// never a wrong element.
var indexOperators = map[string]builder{
	"Gather":          gather,
	"GatherElements":  gatherElements,
	"GatherND":        gatherND,
	"ScatterElements": scatterElements,
	"ScatterND":       scatterND,
}

// taken copies blocks of width elements, given by their indices.
func taken(v value, shape, blocks []int, width int) (value, error) {
	if _, err := count(shape); err != nil {
		return value{}, err
	}
	switch x := v.data.(type) {
	case []float32:
		return value{shape, takenBlocks(x, blocks, width)}, nil
	case []int64:
		return value{shape, takenBlocks(x, blocks, width)}, nil
	case []bool:
		return value{shape, takenBlocks(x, blocks, width)}, nil
	}
	return value{}, fmt.Errorf("the data is %s", v.dtype())
}

func takenBlocks[T element](from []T, blocks []int, width int) []T {
	out := make([]T, len(blocks)*width)
	for i, block := range blocks {
		copy(out[i*width:(i+1)*width], from[block*width:])
	}
	return out
}

// gather takes slices of data along an axis.
func gather(a *attributes) kernel {
	axis := a.integer("axis")
	return func(in []value) (value, error) {
		data, indices := in[0], in[1]
		at, err := wrap(axis, len(data.shape), "axis")
		if err != nil {
			return value{}, err
		}
		rows, err := wrapped(indices, data.shape[at])
		if err != nil {
			return value{}, err
		}
		shape := slices.Concat(data.shape[:at], indices.shape, data.shape[at+1:])
		if _, err := count(shape); err != nil {
			return value{}, err
		}
		outer := product(data.shape[:at])
		blocks := make([]int, 0, outer*len(rows))
		for i := range outer {
			for _, row := range rows {
				blocks = append(blocks, i*data.shape[at]+row)
			}
		}
		return taken(data, shape, blocks, product(data.shape[at+1:]))
	}
}

// wrapped returns all indices in the range [0, extent).
func wrapped(indices value, extent int) ([]int, error) {
	list, err := as[int64](indices, "the index tensor")
	if err != nil {
		return nil, err
	}
	out := make([]int, len(list))
	for i, index := range list {
		if out[i], err = wrap(index, extent, "index"); err != nil {
			return nil, fmt.Errorf("element %d: %w", i, err)
		}
	}
	return out, nil
}

// elementwiseBlocks returns the offset in data of the element for each index. It is at the
// position of the index itself, except along the axis, where the index is the position.
func elementwiseBlocks(data, indices value, axis int64) ([]int, error) {
	at, err := wrap(axis, len(data.shape), "axis")
	if err != nil {
		return nil, err
	}
	if len(indices.shape) != len(data.shape) {
		return nil, fmt.Errorf("indices of shape %v for data of shape %v: expected as many axes", indices.shape, data.shape)
	}
	for other, extent := range indices.shape {
		if other != at && extent > data.shape[other] {
			return nil, fmt.Errorf("indices of shape %v reach beyond data of shape %v at axis %d", indices.shape, data.shape, other)
		}
	}
	blocks, err := wrapped(indices, data.shape[at])
	if err != nil {
		return nil, err
	}
	strides := rowMajor(data.shape)
	alongAxis := strides[at]
	strides[at] = 0
	rest, loops := blocks, newNest(indices.shape, strides)
	loops.rows(func(offset []int) {
		for i, index := range rest[:loops.inner] {
			rest[i] = offset[0] + i*loops.steps[0] + index*alongAxis
		}
		rest = rest[loops.inner:]
	})
	return blocks, nil
}

func gatherElements(a *attributes) kernel {
	axis := a.integer("axis")
	return func(in []value) (value, error) {
		blocks, err := elementwiseBlocks(in[0], in[1], axis)
		if err != nil {
			return value{}, err
		}
		return taken(in[0], in[1].shape, blocks, 1)
	}
}

// tupleBlocks resolves index tuples [..., k] into the first k axes of data after its batch
// axes, which the tuples share. It returns the indices of blocks, and the number of trailing
// axes of data in a block.
func tupleBlocks(data, indices value, batch int) (blocks []int, trailing int, err error) {
	last := len(indices.shape) - 1
	if last < batch || batch > len(data.shape) || !slices.Equal(indices.shape[:batch], data.shape[:batch]) {
		return nil, 0, fmt.Errorf("indices of shape %v for data of shape %v with %d batch axes", indices.shape, data.shape, batch)
	}
	depth := indices.shape[last]
	if batch+depth > len(data.shape) {
		return nil, 0, fmt.Errorf("index tuples of %d for data of shape %v with %d batch axes", depth, data.shape, batch)
	}
	list, err := as[int64](indices, "the index tensor")
	if err != nil {
		return nil, 0, err
	}
	tuples := product(indices.shape[:last])
	perBatch := product(indices.shape[batch:last])
	blocks = make([]int, tuples)
	for i := range blocks {
		block := i / perBatch
		for axis := range depth {
			extent := data.shape[batch+axis]
			index, err := wrap(list[i*depth+axis], extent, "index")
			if err != nil {
				return nil, 0, fmt.Errorf("tuple %d, place %d: %w", i, axis, err)
			}
			block = block*extent + index
		}
		blocks[i] = block
	}
	return blocks, len(data.shape) - batch - depth, nil
}

func gatherND(a *attributes) kernel {
	batch := int(a.integer("batch_dims"))
	if batch < 0 {
		a.fail("attribute \"batch_dims\" is %d", batch)
	}
	return func(in []value) (value, error) {
		data, indices := in[0], in[1]
		blocks, trailing, err := tupleBlocks(data, indices, batch)
		if err != nil {
			return value{}, err
		}
		block := data.shape[len(data.shape)-trailing:]
		shape := slices.Concat(indices.shape[:len(indices.shape)-1], block)
		return taken(data, shape, blocks, product(block))
	}
}

// scatterElements writes, or adds, one update for each index, in order.
func scatterElements(a *attributes) kernel {
	axis := a.integer("axis")
	adding := a.only("reduction", "none", "add") == "add"
	return func(in []value) (value, error) {
		blocks, err := elementwiseBlocks(in[0], in[1], axis)
		if err != nil {
			return value{}, err
		}
		if !slices.Equal(in[1].shape, in[2].shape) {
			return value{}, fmt.Errorf("updates of shape %v for indices of shape %v: expected the same", in[2].shape, in[1].shape)
		}
		switch data := in[0].data.(type) {
		case []float32:
			if adding {
				return accumulated(in[0].shape, data, blocks, in[2])
			}
			return scattered(in[0].shape, data, blocks, in[2], 1)
		case []int64:
			if adding {
				return accumulated(in[0].shape, data, blocks, in[2])
			}
			return scattered(in[0].shape, data, blocks, in[2], 1)
		case []bool:
			if !adding {
				return scattered(in[0].shape, data, blocks, in[2], 1)
			}
		}
		return value{}, fmt.Errorf("the data is %s, expected a number", in[0].dtype())
	}
}

func scatterND(a *attributes) kernel {
	a.only("reduction", "none")
	return func(in []value) (value, error) {
		data, indices, updates := in[0], in[1], in[2]
		blocks, trailing, err := tupleBlocks(data, indices, 0)
		if err != nil {
			return value{}, err
		}
		block := data.shape[len(data.shape)-trailing:]
		expected := slices.Concat(indices.shape[:len(indices.shape)-1], block)
		if !slices.Equal(updates.shape, expected) {
			return value{}, fmt.Errorf("updates of shape %v, expected %v", updates.shape, expected)
		}
		switch x := data.data.(type) {
		case []float32:
			return scattered(data.shape, x, blocks, updates, product(block))
		case []int64:
			return scattered(data.shape, x, blocks, updates, product(block))
		case []bool:
			return scattered(data.shape, x, blocks, updates, product(block))
		}
		return value{}, fmt.Errorf("the data is %s", data.dtype())
	}
}

// scattered returns a copy of data in which updates replace blocks of width elements.
func scattered[T element](shape []int, data []T, blocks []int, updates value, width int) (value, error) {
	from, err := as[T](updates, "the update tensor")
	if err != nil {
		return value{}, err
	}
	out := slices.Clone(data)
	for i, block := range blocks {
		copy(out[block*width:(block+1)*width], from[i*width:])
	}
	return value{shape, out}, nil
}

// accumulated returns a copy of data with updates added to single elements.
func accumulated[T number](shape []int, data []T, blocks []int, updates value) (value, error) {
	from, err := as[T](updates, "the update tensor")
	if err != nil {
		return value{}, err
	}
	out := slices.Clone(data)
	for i, block := range blocks {
		out[block] += from[i]
	}
	return value{shape, out}, nil
}
