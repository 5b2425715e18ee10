package kernels

import "fmt"

// Add computes the rows in dst [edges,width].
func (e Edges) Add(dst []float32, width int) { e.MatMul(dst, nil, nil, width, 0) }

// MatMul adds x w to the rows, with x [edges,k] and w [k,width] dense.
func (e Edges) MatMul(dst, x, w []float32, width, k int) {
	e.check(dst, x, w, width, k)
	e.blocks(func(block Edges, at, rows int) {
		active.addEdges(block, dst[at*width:(at+rows)*width], x[at*k:], w, width, k)
	}, width)
}

// MatMulSiLU computes dst = silu(Z), with Z as in [Edges.MatMul], and the slope of silu at Z
// unless slope is nil. It works on blocks that are still in the cache.
func (e Edges) MatMulSiLU(dst, slope, x, w []float32, width, k int) {
	e.check(dst, x, w, width, k)
	if slope != nil {
		need("slope", slope, len(e.Index)*width)
	}
	e.blocks(func(block Edges, at, rows int) {
		z := dst[at*width : (at+rows)*width]
		active.addEdges(block, z, x[at*k:], w, width, k)
		if slope == nil {
			active.silu(z, z)
		} else {
			active.siluSlope(z, slope[at*width:(at+rows)*width], z)
		}
	}, width)
}

func (e Edges) check(dst, x, w []float32, width, k int) {
	edges := len(e.Index)
	need("dst", dst, edges*width)
	need("x", x, edges*k)
	need("w", w, k*width)
	if e.Neighbors < 1 && edges > 0 || edges != count(e.Receivers, width)*e.Neighbors {
		panic(fmt.Sprintf("kernels: %d edges are not %d for each of %d receivers", edges, e.Neighbors, count(e.Receivers, width)))
	}
	checkIndex(e.Index, e.Senders, width)
}

// blocks visits about blockSiLU edges at a time: those of several receivers, or some of one.
func (e Edges) blocks(visit func(block Edges, at, rows int), width int) {
	edges, most := len(e.Index), max(blockSiLU/max(1, e.Neighbors), 1)*e.Neighbors
	for at := 0; at < edges; {
		receiver, next := at/e.Neighbors, at%e.Neighbors
		rows := min(blockSiLU, e.Neighbors-next)
		if next == 0 && e.Neighbors <= blockSiLU {
			rows = min(most, edges-at)
		}
		block := Edges{e.Receivers[receiver*width:], e.Senders, e.Index[at : at+rows], min(rows, e.Neighbors)}
		visit(block, at, rows)
		at += rows
	}
}

// edgesInGo returns a function that computes [Edges.MatMul] for a block. It uses assembly for
// the product only, if at all.
func edgesInGo(matmul func(p product)) func(e Edges, dst, x, w []float32, width, k int) {
	return func(e Edges, dst, x, w []float32, width, k int) {
		for i, at := range e.Index {
			receiver, sender := e.Receivers[i/e.Neighbors*width:][:width], rowAt(e.Senders, at, width)
			for j := range width {
				dst[i*width+j] = receiver[j] + sender[j]
			}
		}
		if p := dense(dst, x, w, len(e.Index), width, k); k > 0 && width > 0 {
			p.accumulate = true
			matmul(p)
		}
	}
}
