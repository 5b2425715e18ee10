package kernels

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
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
	sizes := []ProductSize{{1, 1, 1, false, false}, {9, 32, 25, false, false}, {5, 1, 7, false, false}, {6, 17, 1, false, false}, {2, 0, 3, false, false}}
	for rows := range 14 { // those of tiles, and what is left
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
					require.InDeltaSlice(t, want, dst, 10*sumError, "%+v", size)
				}
			}
		}
		MatMulEach(nil, nil, nil, ProductSize{Rows: 2, Inner: 2, Columns: 2})
	})
	x := make([]float32, 4)
	require.Panics(t, func() { MatMulEach(x, x, x[:3], ProductSize{Rows: 2, Inner: 2, Columns: 2}) })
}

// TestOuter compares with matrices that are there as a whole; those of one
// size are made in several parts, the last smaller than the others.
func TestOuter(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, groups := range []int{0, 1, 30} {
			for _, columns := range []int{1, 5, 21} {
				requireOuter(t, groups, columns, Outer{Count: 3, Left: 300, Right: 32, Width: 3200})
				requireOuter(t, groups, columns, Outer{Count: 11, Left: 60, Right: 32, Width: 640})
				requireOuter(t, groups, columns, Outer{Count: 1, Left: 3, Right: 32, Width: 32})
				requireOuter(t, groups, columns, Outer{Count: 9, Left: 10, Right: 32, Width: 160})
				requireOuter(t, groups, columns, Outer{Count: 9, Left: 12, Right: 8, Width: 24})
			}
		}
	})
}

func requireOuter(t *testing.T, groups, columns int, outer Outer) {
	t.Helper()
	x, y := random(1, groups*outer.Count*outer.Left), random(2, groups*outer.Count*outer.Right)
	all := make([]float32, groups*outer.Left*outer.Right)
	MatMulEach(all, x, y, ProductSize{Rows: outer.Left, Inner: outer.Count, Columns: outer.Right, TransposeX: true})
	rows := len(all) / outer.Width

	w := random(3, outer.Width*columns)
	want, got := make([]float32, rows*columns), random(4, rows*columns)
	turned := transposedIf(true, w, columns, outer.Width)
	MatMul(want, columns, all, outer.Width, 1, turned, columns, rows, columns, outer.Width, nil, false)
	outer.MatMul(got, x, y, w, columns)
	require.InDeltaSlice(t, want, got, 100*sumError)

	d := random(5, rows*columns)
	sum := make([]float32, columns*outer.Width)
	MatMul(sum, outer.Width, d, 1, columns, all, outer.Width, columns, outer.Width, rows, nil, false)
	added := random(6, len(sum))
	outer.MatMulFrom(added, d, x, y, columns, false)
	require.InDeltaSlice(t, sum, added, 100*sumError)
	outer.MatMulFrom(added, d, x, y, columns, true)
	for i := range sum {
		sum[i] *= 2
	}
	require.InDeltaSlice(t, sum, added, 200*sumError)
}

// TestBlocks compares with matrices that are there as a whole.
func TestBlocks(t *testing.T) {
	for _, size := range []struct{ count, inner int }{{3, 7}, {11, 7}, {9, 1}, {3, 20}} {
		eachLevel(t, func(t *testing.T) { requireBlocks(t, size.count, size.inner) })
	}
}

func requireBlocks(t *testing.T, count, inner int) {
	t.Helper()
	const rows, left, right = 5, 500, 32
	const part = left / rows
	for _, groups := range []int{0, 1, 20} {
		width := left * right / rows
		x, w := random(1, groups*rows*inner), random(2, inner*width)
		all := make([]float32, groups*left*right)
		MatMul(all, width, x, inner, 1, w, width, groups*rows, width, inner, nil, false)
		y, z := random(3, groups*count*left), random(4, groups*count*right)
		times, back := make([]float32, len(z)), make([]float32, len(y))
		MatMulEach(times, y, all, ProductSize{Rows: count, Inner: left, Columns: right})
		MatMulEach(back, z, all, ProductSize{Rows: count, Inner: right, Columns: left, TransposeY: true})

		turned := make([]float32, len(w))
		for at := 0; at < len(w); at += width {
			Transpose(turned[at:at+width], w[at:at+width], part, right)
		}
		gotTimes, gotBack := random(5, len(z)), random(6, len(y))
		blocks := Blocks{Count: count, Rows: rows, Width: width}
		blocks.MatMul(gotTimes, x, w, y, right)
		blocks.MatMulBeside(gotBack, x, turned, z, right, false)
		require.InDeltaSlice(t, times, gotTimes, 100*sumError)
		require.Equal(t, back, gotBack)
		blocks.MatMulBeside(gotBack, x, turned, z, right, true)
		pairwise(Sum, back, back, back)
		require.InDeltaSlice(t, back, gotBack, 100*sumError)
	}
}

func TestSoftmaxGroups(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		x := []float32{0, 2000, float32(math.Log(3)), 2000, 1, 0, 1, float32(math.Log(3))}
		SoftmaxGroups(x, x, 2, 2)
		require.InDeltaSlice(t, []float32{0.25, 0.5, 0.75, 0.5, 0.5, 0.25, 0.5, 0.75}, x, 1e-6)
		SoftmaxGroups(nil, nil, 0, 1)
	})
}
