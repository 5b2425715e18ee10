package kernels

import "fmt"

// Cross is the cross product of the 3-vectors in each row of x and y
// [rows,3]. dst must not overlap x or y.
func Cross(dst, x, y []float32) {
	same(dst, x, y)
	for i := range count(dst, 3) {
		d, u, v := dst[3*i:3*i+3], x[3*i:3*i+3], y[3*i:3*i+3]
		d[0] = float32(u[1]*v[2]) - float32(u[2]*v[1])
		d[1] = float32(u[2]*v[0]) - float32(u[0]*v[2])
		d[2] = float32(u[0]*v[1]) - float32(u[1]*v[0])
	}
}

// Inner is, row by row, the k x m matrix of inner products of the k vectors
// of x [rows,3k] with the m vectors of y [rows,3m]: dst [rows,k*m].
// dst must not overlap x or y.
func Inner(dst, x, y []float32, k, m int) {
	rows := vectorRows(dst, x, y, k, m)
	if k == 1 && m == 1 {
		innerOfOne(dst, x, y)
	} else if rows > 0 {
		active.inner(dst, x, y, k, m)
	}
}

func innerInGo(dst, x, y []float32, k, m int) {
	at := 0
	for row := range len(dst) / (k * m) {
		u, v := x[row*3*k:(row+1)*3*k], y[row*3*m:(row+1)*3*m]
		for ; len(u) >= 3; u = u[3:] {
			a, b, c := u[0], u[1], u[2]
			for w := v; len(w) >= 3; w = w[3:] {
				dst[at] = float32(a*w[0]) + float32(b*w[1]) + float32(c*w[2])
				at++
			}
		}
	}
}

// innerOfOne is the case of one vector each, which has its own loop because
// every edge takes it.
func innerOfOne(dst, x, y []float32) {
	for i := range dst {
		u, v := x[3*i:3*i+3], y[3*i:3*i+3]
		dst[i] = float32(u[0]*v[0]) + float32(u[1]*v[1]) + float32(u[2]*v[2])
	}
}

// Mix multiplies, row by row, the k x m matrix of weights [rows,k*m] (if
// transpose is set, the transpose of the m x k matrix) with the m vectors of
// z [rows,3m]: k vectors, dst [rows,3k], which must not overlap.
func Mix(dst, weights, z []float32, k, m int, transpose bool) {
	rows := vectorRows(weights, dst, z, k, m)
	if k == 1 && m == 1 {
		mulColumn(dst, z, weights)
	} else if rows > 0 {
		active.mix(dst, weights, z, k, m, transpose)
	}
}

func mixInGo(dst, weights, z []float32, k, m int, transpose bool) {
	stepI, stepJ := m, 1
	if transpose {
		stepI, stepJ = 1, k
	}
	for row := range len(weights) / (k * m) {
		d, w, vectors := dst[row*3*k:(row+1)*3*k], weights[row*k*m:(row+1)*k*m], z[row*3*m:(row+1)*3*m]
		for i := 0; len(d) >= 3; i++ {
			var a, b, c float32
			at := i * stepI
			for v := vectors; len(v) >= 3; v = v[3:] {
				weight := w[at]
				a, b, c = a+float32(weight*v[0]), b+float32(weight*v[1]), c+float32(weight*v[2])
				at += stepJ
			}
			d[0], d[1], d[2] = a, b, c
			d = d[3:]
		}
	}
}

// vectorRows checks the rows of a [rows,k*m], b [rows,3k] and c [rows,3m].
func vectorRows(a, b, c []float32, k, m int) int {
	rows := count(a, k*m)
	if len(b) != rows*3*k || len(c) != rows*3*m {
		panic(fmt.Sprintf("kernels: %d, %d and %d values are not the same rows for %d and %d vectors",
			len(a), len(b), len(c), k, m))
	}
	return rows
}
