package kernels

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// transposedIf is a matrix laid out the other way round if asked.
func transposedIf(transposed bool, x []float32, rows, columns int) []float32 {
	if !transposed {
		return x
	}
	turned := make([]float32, len(x))
	Transpose(turned, x, rows, columns)
	return turned
}

func TestMatMulEach(t *testing.T) {
	const count = 3
	sizes := []ProductSize{{Rows: 1, Inner: 1, Columns: 1}, {Rows: 9, Inner: 32, Columns: 25}, {Rows: 5, Inner: 1, Columns: 7}, {Rows: 6, Inner: 17, Columns: 1}, {Rows: 2, Inner: 0, Columns: 3}, {Rows: 4, Inner: 4, Columns: 4}, {Rows: 3, Inner: 4, Columns: 2}}
	for rows := range 14 { // the rows of tiles, and what is left
		for _, columns := range []int{8, 15, 16, 17, 21, 24, 31, 32, 33} {
			sizes = append(sizes, ProductSize{Rows: rows + 1, Inner: 3, Columns: columns})
		}
	}
	eachLevel(t, func(t *testing.T) {
		for _, size := range sizes {
			var x, y, want []float32
			for i := range count {
				a, b := random(uint64(i), size.Rows*size.Inner), random(uint64(9+i), size.Inner*size.Columns)
				product := make([]float32, size.Rows*size.Columns)
				MatMul(product, size.Columns, a, size.Inner, 1, b, size.Columns, size.Rows, size.Columns, size.Inner, nil, false)
				x, y, want = append(x, a...), append(y, b...), append(want, product...)
			}
			for _, transposeX := range []bool{false, true} {
				for _, transposeY := range []bool{false, true} {
					size.TransposeX, size.TransposeY = transposeX, transposeY
					var left, right []float32
					for i := range count {
						a, b := size.Rows*size.Inner, size.Inner*size.Columns
						left = append(left, transposedIf(transposeX, x[i*a:(i+1)*a], size.Rows, size.Inner)...)
						right = append(right, transposedIf(transposeY, y[i*b:(i+1)*b], size.Inner, size.Columns)...)
					}
					all, dst := edged(random(7, len(want)), 16)
					MatMulEach(dst, left, right, size)
					requireEdges(t, all, 16)
					allclose.Within(t, want, dst, 10*sumError, "%+v", size)
				}
			}
		}
		MatMulEach(nil, nil, nil, ProductSize{Rows: 2, Inner: 2, Columns: 2})
	})
	x := make([]float32, 4)
	require.Panics(t, func() {
		MatMulEach(x, x, x, ProductSize{Rows: 2, Inner: 2, Columns: 2, Shared: 2})
	}, "too many matrices that are shared")
	require.Panics(t, func() { MatMulEach(x, x, x[:3], ProductSize{Rows: 2, Inner: 2, Columns: 2}) })
}

// TestSharedFactors compares with factors that are there as often as they are
// used.
func TestSharedFactors(t *testing.T) {
	const groups, shared = 2, 3
	eachLevel(t, func(t *testing.T) {
		for _, size := range []ProductSize{
			{Rows: 5, Inner: 3, Columns: 105, TransposeX: true}, {Rows: 5, Inner: 3, Columns: 7}, {Rows: 9, Inner: 2, Columns: 21},
			{Rows: 3, Inner: 5, Columns: 21, TransposeY: true},
		} {
			one, right := size.Rows*size.Inner, size.Inner*size.Columns
			x, y := random(1, groups*one), random(2, groups*shared*right)
			var repeated []float32
			for i := range groups * shared {
				repeated = append(repeated, x[i/shared*one:][:one]...)
			}
			want, got := make([]float32, groups*shared*size.Rows*size.Columns), random(3, groups*shared*size.Rows*size.Columns)
			MatMulEach(want, repeated, y, size)
			size.Shared = shared
			MatMulEach(got, x, y, size)
			require.Equal(t, want, got, "%+v", size)
		}
	})
}

// TestOuter compares with matrices that are there as a whole; matrices of one size are
// made in several parts, the last smaller than the others.
func TestOuter(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, groups := range []int{0, 1, 30} {
			for _, columns := range []int{1, 5, 21} {
				requireOuter(t, groups, columns, Outer{Count: 3, Left: 300, Right: 32, Width: 3200})
				requireOuter(t, groups, columns, Outer{Count: 11, Left: 60, Right: 32, Width: 640})
				requireOuter(t, groups, columns, Outer{Count: 1, Left: 3, Right: 32, Width: 32})
				requireOuter(t, groups, columns, Outer{Count: 9, Left: 10, Right: 32, Width: 160})
				requireOuter(t, groups, columns, Outer{Count: 0, Left: 10, Right: 32, Width: 160})
				requireOuter(t, groups, columns, Outer{Count: 9, Left: 12, Right: 8, Width: 24})
			}
		}
	})
}

func requireOuter(t *testing.T, groups, columns int, outer Outer) {
	t.Helper()
	inner, edges := outer.Width/outer.Right, groups*outer.Count
	x, y, v := random(1, edges*outer.Left), random(2, edges*outer.Right), random(3, edges)
	w, b := random(4, outer.Width*columns), random(5, inner*columns)
	wider := Outer{outer.Count, outer.Left, outer.Right + 1, inner * (outer.Right + 1)}
	for _, size := range []struct {
		of   Outer
		y, w []float32
		more LastColumn
	}{
		{of: outer, y: y, w: w},
		{wider, joined(y, outer.Right, v, 1), joined(w, outer.Right, b, 1), LastColumn{v, b}},
	} {
		all := make([]float32, groups*outer.Left*size.of.Right)
		MatMulEach(all, x, size.y, ProductSize{Rows: outer.Left, Inner: outer.Count, Columns: size.of.Right, TransposeX: true})
		width, rows := size.of.Width, len(all)/size.of.Width
		want, got := make([]float32, rows*columns), random(6, rows*columns)
		turned := transposedIf(true, size.w, columns, width)
		MatMul(want, columns, all, width, 1, turned, columns, rows, columns, width, nil, false)
		outer.MatMul(got, x, y, w, columns, size.more)
		allclose.Within(t, want, got, 100*sumError)

		d := random(7, rows*columns)
		sum := make([]float32, columns*width)
		MatMul(sum, width, d, 1, columns, all, width, columns, width, rows, nil, false)
		added, more := random(8, outer.Width*columns), LastColumn{Y: size.more.Y, W: make([]float32, len(size.more.W))}
		outer.MatMulFrom(added, d, x, y, columns, more, false)
		allclose.Within(t, sum, withColumn(added, outer.Right, more.W), 100*sumError)
		outer.MatMulFrom(added, d, x, y, columns, more, true)
		for i := range sum {
			sum[i] *= 2
		}
		allclose.Within(t, sum, withColumn(added, outer.Right, more.W), 200*sumError)
	}
}

// joined are rows of x and y side by side.
func joined(x []float32, columns int, y []float32, more int) (all []float32) {
	for i := 0; i < len(x)/columns; i++ {
		all = append(append(all, x[i*columns:][:columns]...), y[i*more:][:more]...)
	}
	return all
}

// withColumn is x with a column beside it, if there is one.
func withColumn(x []float32, columns int, column []float32) []float32 {
	if len(column) == 0 {
		return x
	}
	return joined(x, columns, column, 1)
}

// TestBlocks compares with matrices that are there as a whole, in float64. Groups
// of many rows or few terms come in one order, others in another.
func TestBlocks(t *testing.T) {
	for _, size := range []struct{ count, rows, part, depth int }{
		{3, 5, 100, 7}, {11, 5, 100, 7}, {9, 5, 100, 1}, {3, 5, 100, 20}, {9, 3, 63, 5}, {9, 1, 21, 5}, {9, 5, 1, 5}, {9, 5, 9, 0}, {12, 2, 9, 21}, {2, 3, 8, 2}, {0, 3, 8, 2},
	} {
		for _, groups := range []int{0, 1, 20} {
			requireBlocks(t, groups, size.count, size.rows, size.part, size.depth)
		}
	}
}

func requireBlocks(t *testing.T, groups, count, rows, part, depth int) {
	t.Helper()
	const right = 32
	left, width := rows*part, part*right
	x, w := random(1, groups*rows*depth), random(2, depth*width)
	y, z := random(3, groups*count*left), random(4, groups*count*right)
	times, back, sums := make([]float64, len(z)), make([]float64, len(y)), make([]float64, len(x))
	for group := range groups {
		for l := range left {
			block, k := group*rows+l/part, l%part
			for j := range right {
				value, product := 0.0, 0.0
				for c := range depth {
					value += float64(x[block*depth+c]) * float64(w[c*width+k*right+j])
				}
				for row := group * count; row < (group+1)*count; row++ {
					times[row*right+j] += float64(y[row*left+l]) * value
					back[row*left+l] += float64(z[row*right+j]) * value
					product += float64(y[row*left+l]) * float64(z[row*right+j])
				}
				for c := range depth {
					sums[block*depth+c] += product * float64(w[c*width+k*right+j])
				}
			}
		}
	}
	backTwice := make([]float64, len(back))
	for i, value := range back {
		backTwice[i] = 2 * value
	}
	blocks := Blocks{Count: count, Rows: rows, Width: width}
	b := random(8, depth*part)
	underLevels(t, func(string) {
		turned := make([]float32, len(w))
		for at := 0; at < len(w); at += width {
			Transpose(turned[at:at+width], w[at:at+width], part, right)
		}
		all, gotTimes := edged(random(5, len(z)), 16)
		allBack, gotBack := edged(random(6, len(y)), 16)
		gotLast, last := random(9, groups*count), random(10, groups*count)
		blocks.MatMul(gotTimes, x, w, y, right, LastColumn{gotLast, b})
		Blocks{Count: count, Rows: rows, Width: part}.MatMul(last, x, b, y, 1, LastColumn{})
		allclose.Within(t, last, gotLast, 100*sumError)
		blocks.MatMulBeside(gotBack, x, turned, z, right, false)
		allclose.Within(t, times, widened(gotTimes), 100*sumError)
		allclose.Within(t, back, widened(gotBack), 100*sumError)
		blocks.MatMulBeside(gotBack, x, turned, z, right, true)
		allclose.Within(t, backTwice, widened(gotBack), 100*sumError)
		requireEdges(t, all, 16)
		requireEdges(t, allBack, 16)

		got, gotSums := slices.Clone(gotBack), random(11, len(sums))
		blocks.MatMulBeside(gotBack, x, turned, z, right, true)
		blocks.MatMulBoth(got, gotSums, x, turned, z, y, right)
		allclose.Within(t, gotBack, got, 100*sumError)
		allclose.Within(t, sums, widened(gotSums), 200*sumError)
	})
}

func TestSoftmaxGroups(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		x := []float32{0, 2000, float32(math.Log(3)), 2000, 1, 0, 1, float32(math.Log(3))}
		SoftmaxGroups(x, x, 2, 2)
		allclose.Within(t, []float32{0.25, 0.5, 0.75, 0.5, 0.5, 0.25, 0.5, 0.75}, x, 1e-6)
		SoftmaxGroups(nil, nil, 0, 1)
	})
}
