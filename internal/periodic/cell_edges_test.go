package periodic

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestNew: vectors span a volume where it is above a billionth of their cube.
func TestNew(t *testing.T) {
	for thickness, fails := range map[float64]bool{0: true, 0.99e-9: true, 1.01e-9: false, -1.01e-9: false, 1: false} {
		_, err := New([3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, thickness}}, [3]bool{})
		require.Equal(t, fails, err != nil, thickness)
	}
	// the longest vector is the measure, whichever it is
	for long := range 3 {
		for thickness, fails := range map[float64]bool{0.99e-3: true, 1.01e-3: false} {
			v := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
			v[long][long], v[(long+1)%3][(long+1)%3] = 1e3, thickness
			_, err := New(v, [3]bool{})
			require.Equal(t, fails, err != nil, "%d, %g", long, thickness)
		}
	}
	_, err := New([3][3]float64{{1e200, 0, 0}, {0, 1e200, 0}, {0, 0, 1e200}}, [3]bool{})
	require.EqualError(t, err, "is a box without volume")
}

func TestInverse(t *testing.T) {
	cell := boxOf(t, 2, 0, 0, 1, 4, 0, 0, 1, 5)
	for i, v := range cell.Vectors {
		for k, inverse := range cell.Inverse {
			want := 0.
			if i == k {
				want = 1
			}
			require.InDelta(t, want, v[0]*inverse[0]+v[1]*inverse[1]+v[2]*inverse[2], 1e-15)
		}
	}
	scaled := cell.Scaled(2)
	require.Equal(t, [3]float64{2, 8, 0}, scaled.Vectors[1])
	require.InDelta(t, 2*cell.Width(1), scaled.Width(1), 1e-12)
	require.Equal(t, [3]float64{1, 4, 0}, cell.Vectors[1])
	require.Nil(t, (*Cell)(nil).Scaled(2))
	straight := boxOf(t, 2, 0, 0, 0, 4, 0, 0, 0, 5)
	for i, want := range []float64{2, 4, 5} {
		require.Equal(t, want, straight.Width(i))
	}
}

// TestSquare: each pair of vectors counts, and what float32 rounds does not.
func TestSquare(t *testing.T) {
	for pair := range 3 {
		for skew, square := range map[float64]bool{0: true, 0.9e-6: true, 1.1e-6: false, -1.1e-6: false} {
			v := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
			v[pair][(pair+1)%3] = skew
			cell, err := New(v, [3]bool{})
			require.NoError(t, err)
			require.Equal(t, square, cell.Square(), "%d, %g", pair, skew)
		}
	}
}

// TestReducedBy: a vector is not made shorter by less than rounding.
func TestReducedBy(t *testing.T) {
	for length, shorter := range map[float64]bool{0.5: false, 0.50000024: false, 0.50000026: true} {
		_, ok := reducedBy([3]float64{length, 0, 0}, [3]float64{1, 0, 0}, [3]float64{0, 9, 0})
		require.Equal(t, shorter, ok, length)
	}
	// by their sum, and by their difference, where neither alone helps
	for _, sign := range []float64{1, -1} {
		got, ok := reducedBy([3]float64{1, 1, 1}, [3]float64{2.2, 0, 0}, [3]float64{-0.6 * sign, 2.2 * sign, 0})
		require.True(t, ok)
		allclose.Within(t, []float64{-0.6, -1.2, 1}, got[:], 1e-12)
	}
}

// TestTheFirstAlone: a cell of which the first vector alone is too long is reduced.
func TestTheFirstAlone(t *testing.T) {
	reduced, changed := boxOf(t, 10, 3, 0, 0, 3, 0, 0, 0, 3).Reduced()
	require.True(t, changed)
	require.Equal(t, [3]float64{10, 0, 0}, reduced.Vectors[0])
	for x, want := range map[float64]float64{4: 4, 6: -4} {
		nearest, changed := reduced.Nearest([3]float64{x, 0, 0})
		require.Equal(t, want, nearest[0])
		require.Equal(t, x != want, changed)
	}
}

// TestImages: halfway along a periodic vector there are two images, and one elsewhere.
func TestImages(t *testing.T) {
	cell := boxOf(t, 10, 0, 0, 0, 10, 0, 0, 0, 10)
	for x, images := range map[float64]int{0: 1, 4.99895: 1, 4.99905: 2, 5.0009: 2, 5.0011: 1, -4.9991: 2, 14.9991: 2} {
		got := cell.Images([3]float64{x, 1, 0})
		require.Len(t, got, images, "%g", x)
		for _, image := range got {
			require.Less(t, max(image[0], -image[0]), 5.001)
			require.Equal(t, 1., image[1])
		}
	}
	require.Len(t, cell.Images([3]float64{5, 5, 5}), 8)
	cell.Periodic[0] = false
	require.Equal(t, [][3]float64{{5, 1, 0}}, cell.Images([3]float64{5, 1, 0}))
	require.Equal(t, [3]float64{0, 1, 0}, cell.Turns([3]float64{26, 14, 4}))
}

// TestShortest: copies up to two vectors away are seen, along each of them and both ways.
func TestShortest(t *testing.T) {
	cell := boxOf(t, 10, 0, 0, 0, 11, 0, 0, 0, 12)
	for axis, length := range []float64{10, 11, 12} {
		for turns := -3; turns <= 3; turns++ {
			way, want := [3]float64{1, 1, 1}, [3]float64{1, 1, 1}
			way[axis] += float64(turns) * length
			if turns == 3 || turns == -3 {
				want[axis] += float64(turns/3) * length
			}
			require.Equal(t, want, cell.Shortest(way), "%d along %d", turns, axis)
		}
	}
}

// TestBins: a place is in the bin that its share of a vector says, also where rounding puts
// it at the end, and all bins around are seen once.
func TestBins(t *testing.T) {
	cell := boxOf(t, 10, 0, 0, 0, 10, 0, 0, 0, 4)
	b := newBins(cell, 2.5)
	require.Equal(t, [3]int{4, 4, 1}, b.count)
	require.Equal(t, [3]int{0, 1, 0}, b.of([3]float64{0, 2.5, -1}))
	require.Equal(t, [3]int{3, 3, 0}, b.of([3]float64{-1e-17, 9.99, 3.9}))
	require.Len(t, b.around([3]int{0, 0, 0}), 9)
	require.Contains(t, b.around([3]int{0, 0, 0}), [3]int{3, 1, 0})
	open := newBins(nil, 2.5)
	require.Equal(t, [3]int{-1, 0, 1}, open.of([3]float64{-0.1, 2.4, 2.5}))
	require.Len(t, open.around([3]int{0, 0, 0}), 27)
	for _, beside := range [][3]int{{-1, -1, -1}, {1, 1, 1}, {1, 0, -1}} {
		require.Contains(t, open.around([3]int{0, 0, 0}), beside)
	}
}
