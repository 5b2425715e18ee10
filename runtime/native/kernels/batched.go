package kernels

import (
	"fmt"
)

// MatMulEach multiplies each of the matrices of x, which follow one another, with the
// corresponding matrices of y, and writes the products one after the other to dst. dst must
// overlap neither.
func MatMulEach(dst, x, y []float32, size ProductSize) {
	one, left, right := size.Rows*size.Columns, size.Rows*size.Inner, size.Inner*size.Columns
	if one == 0 {
		return
	}
	count := len(dst) / one
	size.Shared = max(1, size.Shared)
	if len(dst) != count*one || len(x)*size.Shared != count*left || len(y) != count*right {
		panic(fmt.Sprintf("kernels: %d, %d and %d values are not as many products of %+v", len(dst), len(x), len(y), size))
	}
	if size.isSmall() {
		size.multiplySmall(dst, x, y)
		return
	}
	// Transposing a row or a column changes nothing.
	size.TransposeY = size.TransposeY && size.Inner > 1 && size.Columns > 1
	if active.each != nil && active.each(dst, x, y, size) {
		return
	}
	var turned []float32
	if size.TransposeY {
		buffer := borrow(left + one)
		defer scratch.Put(buffer)
		turned = *buffer
	}
	for i := range count {
		size.multiply(dst[i*one:(i+1)*one], x[i/size.Shared*left:][:left], y[i*right:(i+1)*right], turned)
	}
}

// strides returns the distances between rows and between columns of x.
func (s ProductSize) strides() (row, column int) {
	if s.TransposeX {
		return 1, s.Rows
	}
	return s.Inner, 1
}

// multiply computes one product. The panels of [MatMul] need contiguous rows of the second
// factor. With a transposed y, it therefore multiplies y with the transposed x and transposes
// the result.
func (s ProductSize) multiply(dst, x, y, turned []float32) {
	if !s.TransposeY {
		rowX, columnX := s.strides()
		MatMul(dst, s.Columns, x, rowX, columnX, y, s.Columns, s.Rows, s.Columns, s.Inner, nil, false)
		return
	}
	product, right := turned[:len(dst)], x
	if !s.TransposeX {
		right = turned[len(dst) : len(dst)+len(x)]
		Transpose(right, x, s.Rows, s.Inner)
	}
	MatMul(product, s.Rows, y, s.Inner, 1, right, s.Rows, s.Columns, s.Rows, s.Inner, nil, false)
	Transpose(dst, product, s.Columns, s.Rows)
}

// SoftmaxGroups computes, for each column of x [.,width], e^x divided by its sum in each group
// of count rows. dst may be x.
func SoftmaxGroups(dst, x []float32, count, width int) {
	same(dst, x)
	size := count * width
	if size == 0 {
		return
	}
	for at := 0; at < len(x); at += size {
		group := dst[at : at+size]
		for j := range width {
			largest := x[at+j]
			for i := j; i < size; i += width {
				largest = max(largest, x[at+i])
			}
			for i := j; i < size; i += width {
				group[i] = x[at+i] - largest
			}
		}
		Exp(group, group)
		for j := range width {
			sum := float32(0)
			for i := j; i < size; i += width {
				sum += group[i]
			}
			for i := j; i < size; i += width {
				group[i] /= sum
			}
		}
	}
}
