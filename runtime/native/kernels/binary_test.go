package kernels

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// kinds of operands of a result [rows,columns].
func kinds(rows, columns int, seed uint64) map[string]Operand {
	_, full := edged(random(seed, rows*columns), 3)
	_, row := edged(random(seed+1, columns), 1)
	_, column := edged(random(seed+2, rows), 2)
	_, wide := edged(random(seed+3, rows*(columns+2)), 1)
	return map[string]Operand{
		"full": Full(full, columns), "row": Row(row), "column": Column(column), "scalar": scalar(random(seed, 1)[0]),
		"view": {wide, columns + 2, 1},
	}
}

func TestBroadcast(t *testing.T) {
	functions := []func(x, y float32) float32{
		Sum:         func(x, y float32) float32 { return x + y },
		Difference:  func(x, y float32) float32 { return x - y },
		Product:     func(x, y float32) float32 { return x * y },
		Quotient:    func(x, y float32) float32 { return x / y },
		MaximumOf:   func(x, y float32) float32 { return float32(math.Max(float64(x), float64(y))) },
		MinimumOf:   func(x, y float32) float32 { return float32(math.Min(float64(x), float64(y))) },
		GreaterThan: func(x, y float32) float32 { return map[bool]float32{true: 1}[x > y] },
	}
	eachLevel(t, func(t *testing.T) {
		for op, f := range functions {
			for _, rows := range []int{0, 1, 2, 7} {
				for _, columns := range []int{0, 1, 3, 8, 15, 16, 17, 33, 64} {
					for nameX, x := range kinds(rows, columns, 1) {
						for nameY, y := range kinds(rows, columns, 10) {
							all, dst := edged(make([]float32, rows*columns), 3)
							Broadcast(Binary(op), dst, rows, columns, x, y)
							requireEdges(t, all, 3)
							want := make([]float32, rows*columns)
							for at := range want {
								i, j := at/columns, at%columns
								want[at] = f(x.at(i, j), y.at(i, j))
							}
							if !slices.Equal(want, dst) {
								require.Equal(t, want, dst, "%d: %s, %s [%d,%d]", op, nameX, nameY, rows, columns)
							}
						}
					}
				}
			}
		}
	})
}

func TestNaNInPairs(t *testing.T) {
	nan := float32(math.NaN())
	eachLevel(t, func(t *testing.T) {
		x, y, dst := []float32{nan, 1, nan}, []float32{1, nan, nan}, make([]float32, 3)
		for _, op := range []Binary{Sum, Difference, Product, Quotient, MaximumOf, MinimumOf} {
			Broadcast(op, dst, 1, 3, Row(x), Row(y))
			for i, v := range dst {
				require.True(t, isNaN(v), "%d: %g, %g", op, x[i], y[i])
			}
		}
		Broadcast(GreaterThan, dst, 1, 3, Row(x), Row(y))
		require.Equal(t, []float32{0, 0, 0}, dst)
		Sign(dst, x)
		require.Equal(t, []float32{0, 1, 0}, dst)
		Inside(dst, x, 0, 2)
		require.Equal(t, []float32{0, 1, 0}, dst)
		for name, f := range map[string]func(dst, x []float32){"relu": ReLU, "abs": Abs, "sqrt": Sqrt} {
			f(dst, x)
			require.True(t, isNaN(dst[0]) && dst[1] == 1 && isNaN(dst[2]), name)
		}
	})
}

func TestBroadcastOfManyElements(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, shape := range [][2]int{{1, 1<<15 + 3}, {2, 1<<15 + 1}, {1000, 67}} {
			rows, columns := shape[0], shape[1]
			x, row := random(1, rows*columns), random(2, columns)
			dst := make([]float32, rows*columns)
			Broadcast(Sum, dst, rows, columns, Full(x, columns), Row(row))
			for i := range x {
				x[i] += row[i%columns]
			}
			require.True(t, slices.Equal(x, dst), "%v", shape)
		}
	})
}

func TestElementwiseShorthands(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		x, y, dst := []float32{1, 2, 3, 4, 5, 6}, []float32{2, 2, 2, 4, 4, 4}, make([]float32, 6)
		pairwise(Sum, dst, x, y)
		require.Equal(t, []float32{3, 4, 5, 8, 9, 10}, dst)
		mul(dst, x, y)
		require.Equal(t, []float32{2, 4, 6, 16, 20, 24}, dst)
		mulColumn(dst, x, []float32{2, 3})
		require.Equal(t, []float32{2, 4, 6, 12, 15, 18}, dst)
		mulColumn(x, x, []float32{2, 3})
		require.Equal(t, dst, x, "in place")
		mulColumn(nil, nil, nil)
	})
	require.Panics(t, func() {
		Broadcast(Sum, make([]float32, 6), 2, 3, Column(make([]float32, 1)), scalar(0))
	})
	require.Panics(t, func() {
		Broadcast(Sum, make([]float32, 3), 1, 3, Operand{make([]float32, 6), 6, 2}, scalar(0))
	})
}

func TestSelect(t *testing.T) {
	for _, columns := range []int{1, 3} {
		for name, x := range kinds(5, columns, 1) {
			condition := Column([]float32{0, 1, 0, -1, float32(math.NaN())})
			y := scalar(7)
			dst := make([]float32, 5*columns)
			Select(dst, 5, columns, condition, x, y)
			for i, want := range []bool{false, true, false, true, true} {
				for j := range columns {
					expected := float32(7)
					if want {
						expected = x.at(i, j)
					}
					require.Equal(t, expected, dst[i*columns+j], "%s at %d, %d", name, i, j)
				}
			}
		}
	}
}

// at is an element of the operand.
func (o Operand) at(i, j int) float32 { return o.Values[i*o.Row+j*o.Column] }
