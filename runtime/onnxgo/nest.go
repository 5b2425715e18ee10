package onnxgo

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// nest is a loop nest over row-major positions, with one offset for each operand: broadcasting
// is a stride of 0, a transposition a permutation of strides, a slice a multiple of them. Axes
// that all operands pass through evenly are merged, so that the innermost run is as long as
// possible.
type nest struct {
	extents []int   // of the outer loops
	strides [][]int // of each outer loop: one stride for each operand
	inner   int     // length of the innermost run
	steps   []int   // stride of each operand along the innermost run
}

// newNest builds the nest over shape; operands[k][axis] is the stride of
// operand k.
func newNest(shape []int, operands ...[]int) nest {
	n := nest{inner: 1, steps: make([]int, len(operands))}
	for axis, extent := range shape {
		if extent == 1 {
			continue
		}
		strides := make([]int, len(operands))
		for k := range operands {
			strides[k] = operands[k][axis]
		}
		if last := len(n.extents) - 1; last >= 0 && mergeable(n.strides[last], strides, extent) {
			n.extents[last] *= extent
			n.strides[last] = strides
			continue
		}
		n.extents = append(n.extents, extent)
		n.strides = append(n.strides, strides)
	}
	if last := len(n.extents) - 1; last >= 0 {
		n.inner, n.steps = n.extents[last], n.strides[last]
		n.extents, n.strides = n.extents[:last], n.strides[:last]
	}
	return n
}

// mergeable reports whether one loop can do the work of two nested ones.
func mergeable(outer, inner []int, extent int) bool {
	for k := range outer {
		if outer[k] != inner[k]*extent {
			return false
		}
	}
	return true
}

// rows calls visit once for each innermost run, in order, with the operands' offsets at the
// start of the run.
func (n nest) rows(visit func(at []int)) {
	if n.inner == 0 || slices.Contains(n.extents, 0) {
		return
	}
	at := make([]int, len(n.steps))
	position := make([]int, len(n.extents))
	for {
		visit(at)
		axis := len(position) - 1
		for ; axis >= 0; axis-- {
			position[axis]++
			for k, stride := range n.strides[axis] {
				at[k] += stride
			}
			if position[axis] < n.extents[axis] {
				break
			}
			for k, stride := range n.strides[axis] {
				at[k] -= stride * n.extents[axis]
			}
			position[axis] = 0
		}
		if axis < 0 {
			return
		}
	}
}

// broadcastShape returns the shape of two arrays that are broadcast together: aligned at the
// last axis, where an extent of 1 is repeated.
func broadcastShape(a, b []int) ([]int, error) {
	shape := make([]int, max(len(a), len(b)))
	for i := range shape {
		extentA, extentB := extentFromEnd(a, i), extentFromEnd(b, i)
		switch {
		case extentA == extentB || extentB == 1:
			shape[len(shape)-1-i] = extentA
		case extentA == 1:
			shape[len(shape)-1-i] = extentB
		default:
			return nil, fmt.Errorf("shapes %v and %v cannot be broadcast together: %d against %d", a, b, extentA, extentB)
		}
	}
	return shape, nil
}

func extentFromEnd(shape []int, i int) int {
	if i >= len(shape) {
		return 1
	}
	return shape[len(shape)-1-i]
}

// broadcastStrides returns the strides that walk an array of shape from as
// if it had shape to, to which it must be broadcastable.
func broadcastStrides(from, to []int) []int {
	strides := make([]int, len(to))
	missing := len(to) - len(from)
	for axis, stride := range rowMajor(from) {
		if from[axis] != 1 {
			strides[missing+axis] = stride
		}
	}
	return strides
}

// parallelWork is the least number of elementary operations, about 0.1 ms, for which starting a
// goroutine is worth it.
const parallelWork = 1 << 17

// parallel divides [0, n) among goroutines. Each position must be computed independently, so
// that results do not depend on the division. work is the number of elementary operations for
// one position.
func parallel(n, work int, do func(low, high int)) {
	parts := min(runtime.GOMAXPROCS(0), n, n*max(work, 1)/parallelWork)
	if parts <= 1 {
		do(0, n)
		return
	}
	var wait sync.WaitGroup
	for part := range parts {
		wait.Go(func() { do(part*n/parts, (part+1)*n/parts) })
	}
	wait.Wait()
}
