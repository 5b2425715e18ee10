package gorgonia

import (
	"fmt"
	"slices"

	G "gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// These are the operators of ours that move rows and columns, each with its derivative.

// choose returns x where the condition is not 0 and y where it is.
func (l *lowering) choose(condition, x, y *G.Node) *G.Node {
	run := func(out []float32, args []*tensor.Dense) {
		c, x, y := args[0].Float32s(), args[1].Float32s(), args[2].Float32s()
		for i := range out {
			out[i] = y[i]
			if c[i] != 0 {
				out[i] = x[i]
			}
		}
	}
	diff := func(args G.Nodes, _, dy *G.Node) G.Nodes {
		zeros := l.zeros(height(dy), width(dy))
		return G.Nodes{nil, l.choose(args[0], dy, zeros), l.choose(args[0], zeros, dy)}
	}
	return l.custom(customOp{
		name: "select", shape: x.Shape(), run: run, wrt: by(false, true, true), diff: diff,
	}, condition, x, y)
}

// concat puts columns side by side.
func (l *lowering) concat(parts []*G.Node) *G.Node {
	shape := tensor.Shape{height(parts[0]), 0}
	for _, part := range parts {
		shape[1] += width(part)
	}
	run := func(out []float32, args []*tensor.Dense) {
		at := 0
		for _, arg := range args {
			columns := arg.Shape()[1]
			copyColumns(out[at:], shape[1], arg.Float32s(), columns, columns)
			at += columns
		}
	}
	diff := func(args G.Nodes, _, dy *G.Node) G.Nodes {
		grads, at := make(G.Nodes, len(args)), 0
		for i, arg := range args {
			grads[i] = l.columns(dy, at, at+width(arg))
			at += width(arg)
		}
		return grads
	}
	all := by(slices.Repeat([]bool{true}, len(parts))...)
	return l.custom(customOp{name: "concat", shape: shape, run: run, wrt: all, diff: diff}, parts...)
}

// columns returns the columns of x from start up to, but not including, stop.
func (l *lowering) columns(x *G.Node, start, stop int) *G.Node {
	shape := tensor.Shape{height(x), stop - start}
	all := width(x)
	run := func(out []float32, args []*tensor.Dense) {
		copyColumns(out, shape[1], args[0].Float32s()[start:], all, shape[1])
	}
	diff := func(_ G.Nodes, _, dy *G.Node) G.Nodes { return G.Nodes{l.pad(dy, start, all-stop)} }
	return l.custom(customOp{name: "columns", shape: shape, run: run, wrt: by(true), diff: diff}, x)
}

// pad adds columns of zeros before and after x.
func (l *lowering) pad(x *G.Node, before, after int) *G.Node {
	inner := width(x)
	shape := tensor.Shape{height(x), before + inner + after}
	run := func(out []float32, args []*tensor.Dense) {
		copyColumns(out[before:], shape[1], args[0].Float32s(), inner, inner)
	}
	diff := func(_ G.Nodes, _, dy *G.Node) G.Nodes { return G.Nodes{l.columns(dy, before, before+inner)} }
	return l.custom(customOp{name: "pad", shape: shape, run: run, wrt: by(true), diff: diff}, x)
}

// copyColumns copies the first count columns of rows with the stride fromStep to rows with the
// stride toStep.
func copyColumns(to []float32, toStep int, from []float32, fromStep, count int) {
	for len(from) >= count && len(to) >= count {
		copy(to[:count], from)
		to, from = to[min(toStep, len(to)):], from[min(fromStep, len(from)):]
	}
}

// takeRows returns the rows of x from start up to, but not including, stop.
func (l *lowering) takeRows(x *G.Node, start, stop int) *G.Node {
	shape, all := tensor.Shape{stop - start, width(x)}, height(x)
	run := func(out []float32, args []*tensor.Dense) { copy(out, args[0].Float32s()[start*shape[1]:]) }
	diff := func(_ G.Nodes, _, dy *G.Node) G.Nodes { return G.Nodes{l.padRows(dy, start, all-stop)} }
	return l.custom(customOp{name: "take_rows", shape: shape, run: run, wrt: by(true), diff: diff}, x)
}

// padRows adds rows of zeros before and after x.
func (l *lowering) padRows(x *G.Node, before, after int) *G.Node {
	inner := height(x)
	shape := tensor.Shape{before + inner + after, width(x)}
	run := func(out []float32, args []*tensor.Dense) { copy(out[before*shape[1]:], args[0].Float32s()) }
	diff := func(_ G.Nodes, _, dy *G.Node) G.Nodes { return G.Nodes{l.takeRows(dy, before, before+inner)} }
	return l.custom(customOp{name: "pad_rows", shape: shape, run: run, wrt: by(true), diff: diff}, x)
}

// scatterAdd adds each row of x to the row that its index points at.
func (l *lowering) scatterAdd(x, index *G.Node, rows int) *G.Node {
	shape := tensor.Shape{rows, width(x)}
	run := func(out []float32, args []*tensor.Dense) {
		columns, from := shape[1], args[0].Float32s()
		for i, row := range args[1].Ints() {
			to := out[row*columns : (row+1)*columns]
			for j, value := range from[i*columns : (i+1)*columns] {
				to[j] += value
			}
		}
	}
	diff := func(args G.Nodes, _, dy *G.Node) G.Nodes { return G.Nodes{must(G.ByIndices(dy, args[1], 0)), nil} }
	return l.custom(customOp{
		name: "scatter_add", shape: shape, run: run, wrt: by(true, false), diff: diff,
	}, x, index)
}

// groups returns the index of the group of each of rows * count rows in groups of count.
func (l *lowering) groups(rows, count int) *G.Node {
	name := fmt.Sprintf("%%groups of %d [%d]", count, rows*count)
	if l.constants[name] == nil {
		data := make([]int, rows*count)
		for i := range data {
			data[i] = i / count
		}
		l.constants[name] = l.bound(name, tensor.New(tensor.WithShape(len(data)), tensor.WithBacking(data)))
	}
	return l.constants[name]
}
