package onnxgo

import (
	"fmt"
	"slices"
)

// Products are summed in float32, over the inner axis in one fixed order, so that a result does
// not depend on how the rows are divided among processors.
var matrixOperators = map[string]builder{
	"MatMul": plain(matMul),
	"Gemm":   gemm,
}

// matMul multiplies matrices in the last two axes and broadcasts the others. An array of one
// axis is a row on the left and a column on the right.
func matMul(in []value) (value, error) {
	x, err := as[float32](in[0], "input 1")
	if err != nil {
		return value{}, err
	}
	y, err := as[float32](in[1], "input 2")
	if err != nil {
		return value{}, err
	}
	a, b := in[0].shape, in[1].shape
	if len(a) == 0 || len(b) == 0 || a[len(a)-1] != b[max(len(b)-2, 0)] {
		return value{}, fmt.Errorf("shapes %v and %v have no matrix product", a, b)
	}
	batchA, row := a[:max(len(a)-2, 0)], a[max(len(a)-2, 0):len(a)-1]
	batchB, column := b[:max(len(b)-2, 0)], b[max(len(b)-1, 1):]
	batch, err := broadcastShape(batchA, batchB)
	if err != nil {
		return value{}, err
	}
	shape := slices.Concat(batch, row, column)
	size, err := count(shape)
	if err != nil {
		return value{}, err
	}
	out := make([]float32, size)
	m, k, n := product(row), a[len(a)-1], product(column)
	if product(batchB) == 1 {
		multiplyRows(out, x, y, m*product(batch), k, n)
		return value{shape, out}, nil
	}
	rest := out
	loops := newNest(batch, broadcastStrides(batchA, batch), broadcastStrides(batchB, batch))
	loops.rows(func(at []int) {
		for i := range loops.inner {
			fromX, fromY := m*k*(at[0]+i*loops.steps[0]), k*n*(at[1]+i*loops.steps[1])
			multiplyRows(rest[:m*n], x[fromX:], y[fromY:], m, k, n)
			rest = rest[m*n:]
		}
	})
	return value{shape, out}, nil
}

// multiplyRows computes out = x y for x of [m, k] and y of [k, n].
func multiplyRows(out, x, y []float32, m, k, n int) {
	parallel(m, k*n, func(low, high int) {
		for i := low; i < high; i++ {
			multiplyRow(out[i*n:(i+1)*n], x[i*k:(i+1)*k], y)
		}
	})
}

// multiplyRow adds x[p] times row p of y for every p, four rows a pass.
func multiplyRow(out, x, y []float32) {
	n := len(out)
	for len(x) >= 4 {
		y0, y1, y2, y3 := y[:n], y[n:][:n], y[2*n:][:n], y[3*n:][:n]
		x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
		for j := range out {
			out[j] += float32(x0*y0[j]) + float32(x1*y1[j]) + float32(x2*y2[j]) + float32(x3*y3[j])
		}
		x, y = x[4:], y[4*n:]
	}
	for p, x0 := range x {
		for j, y0 := range y[p*n:][:n] {
			out[j] += float32(x0 * y0)
		}
	}
}

// gemm computes alpha A B + beta C, with A or B transposed if the attributes say so.
func gemm(a *attributes) kernel {
	alpha, beta := a.float("alpha"), a.float("beta")
	turned := []bool{a.flag("transA"), a.flag("transB")}
	return func(in []value) (value, error) {
		factors := slices.Clone(in[:2])
		for i := range factors {
			if len(factors[i].shape) != 2 {
				return value{}, fmt.Errorf("input %d has shape %v, expected two axes", i+1, factors[i].shape)
			}
			if !turned[i] {
				continue
			}
			var err error
			if factors[i], err = transposed(factors[i], []int64{1, 0}); err != nil {
				return value{}, err
			}
		}
		out, err := matMul(factors)
		if err != nil || !in[2].present() && alpha == 1 {
			return out, err
		}
		return scaledSum(out, alpha, in[2], beta)
	}
}

// scaledSum returns alpha a + beta b. b may be left out, and broadcasting it must not widen a.
func scaledSum(a value, alpha float32, b value, beta float32) (value, error) {
	if !b.present() {
		b = value{data: []float32{0}}
	}
	out, err := combined(a, b, func(x, y float32) float32 { return float32(alpha*x) + float32(beta*y) })
	if err == nil && !slices.Equal(out.shape, a.shape) {
		return value{}, fmt.Errorf("input 3 of shape %v does not fit the product's %v", b.shape, a.shape)
	}
	return out, err
}
