package kernels

import "fmt"

// MatMul computes C = init + A B.
//
// C is [m,n]; element (i,j) lies at c[i*ldc + j]. A is [m,k]; element (i,l)
// lies at a[i*rowA + l*colA], so a transposed A needs no copy. B is [k,n];
// element (l,j) lies at b[l*ldb + j]. init is C itself if accumulate is set,
// otherwise bias (n values) in every row, otherwise zero.
//
// Products are added in ascending order of l. C must not overlap A or B.
func MatMul(c []float32, ldc int, a []float32, rowA, colA int, b []float32, ldb int,
	m, n, k int, bias []float32, accumulate bool) {
	if m <= 0 || n <= 0 {
		return
	}
	need("C", c, (m-1)*ldc+n)
	if ldc < n && m > 1 {
		panic(fmt.Sprintf("kernels: rows of %d columns overlap at a distance of %d", n, ldc))
	}
	if k > 0 {
		need("A", a, (m-1)*rowA+(k-1)*colA+1)
		need("B", b, (k-1)*ldb+n)
	}
	if bias != nil && !accumulate {
		need("bias", bias, n)
	}
	if !accumulate {
		for i := range m {
			if row := c[i*ldc : i*ldc+n]; bias != nil {
				copy(row, bias[:n])
			} else {
				clear(row)
			}
		}
	}
	for i := range m {
		row := c[i*ldc : i*ldc+n]
		for l := range k {
			x := a[i*rowA+l*colA]
			for j, y := range b[l*ldb : l*ldb+n] {
				row[j] += x * y
			}
		}
	}
}

// Transpose writes the transpose of src [rows,columns] to dst
// [columns,rows], which must not overlap.
func Transpose(dst, src []float32, rows, columns int) {
	need("dst", dst, rows*columns)
	need("src", src, rows*columns)
	for i := range rows {
		for j, x := range src[i*columns : (i+1)*columns] {
			dst[j*rows+i] = x
		}
	}
}

// need panics if a slice holds fewer values than its shape names.
func need(name string, x []float32, length int) {
	if len(x) < length {
		panic(fmt.Sprintf("kernels: %s holds %d values, its shape needs %d", name, len(x), length))
	}
}
