package kernels

import "fmt"

// A mask has a number for each row, and holds if that is not 0.

// ChooseRows copies the rows of src [len(mask),width] for which the mask holds to dst, one
// after the other, and returns their number. dst must have room for all rows.
func ChooseRows(dst, src, mask []float32, width int) (rows int) {
	need("dst", dst, len(mask)*width)
	need("src", src, len(mask)*width)
	return active.chooseRows(dst, src, mask, width)
}

// PutRows is the reverse of [ChooseRows]: it copies the rows of src, one after the
// other, to the rows of dst [len(mask),width] for which the mask holds. The others become
// 0.
func PutRows(dst, src, mask []float32, width int) {
	need("dst", dst, len(mask)*width)
	if rows := activeRows(mask); rows*width > len(src) {
		panic(fmt.Sprintf("kernels: the mask holds for %d rows; src has %d", rows, len(src)/width))
	}
	active.putRows(dst, src, mask, width)
}

// AddRowsWhere adds the rows of x [len(mask),width] for which the mask holds, or those
// for which it does not, to the same rows of dst.
func AddRowsWhere(dst, x, mask []float32, holds bool, width int) {
	need("dst", dst, len(mask)*width)
	need("x", x, len(mask)*width)
	active.addRowsWhere(dst, x, mask, holds, width)
}

// activeRows returns the number of rows for which the mask holds.
func activeRows(mask []float32) (rows int) {
	for _, x := range mask {
		if x != 0 {
			rows++
		}
	}
	return rows
}

func chooseRowsInGo(dst, src, mask []float32, width int) (rows int) {
	if width == 1 {
		return chooseOnes(dst, src, mask)
	}
	for i, holds := range mask {
		if holds != 0 {
			copy(dst[rows*width:], src[i*width:(i+1)*width])
			rows++
		}
	}
	return rows
}

// chooseOnes copies each number, and the next one overwrites those for which the mask does not
// hold, since a processor cannot predict branches on the mask.
func chooseOnes(dst, src, mask []float32) (rows int) {
	src = src[:len(mask)]
	for i, holds := range mask {
		dst[rows] = src[i]
		if holds != 0 {
			rows++
		}
	}
	return rows
}

func putRowsInGo(dst, src, mask []float32, width int) {
	if width == 1 {
		putOnes(dst, src, mask)
		return
	}
	for i, holds := range mask {
		row := dst[i*width : (i+1)*width]
		if holds == 0 {
			clear(row)
			continue
		}
		src = src[copy(row, src):]
	}
}

func putOnes(dst, src, mask []float32) {
	at := 0
	for i, holds := range mask {
		x := float32(0)
		if holds != 0 {
			x = src[at]
			at++
		}
		dst[i] = x
	}
}

func addRowsWhereInGo(dst, x, mask []float32, holds bool, width int) {
	for i, number := range mask {
		if (number != 0) != holds {
			continue
		}
		for j, v := range x[i*width : (i+1)*width] {
			dst[i*width+j] += v
		}
	}
}
