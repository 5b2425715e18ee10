package kernels

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
)

// TestCombination compares combined rows with sums of their own, of fewer rows
// than one call of assembly takes and of more.
func TestCombination(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, width := range []int{1, 15, 16, 33} {
			for shape := range 49 {
				for _, shared := range []int{1, 3} {
					c := combination{rows: shape/7 + 1, terms: shape%7 + 1, width: width, shared: shared}
					requireCombination(t, c)
					c.accumulate = true
					requireCombination(t, c)
					c.transposed = true
					requireCombination(t, c)
				}
			}
		}
	})
}

// TestCombines: rows are combined if that takes as many multiply-adds as matrices, or a fourth more where
// no kernel computes matrices in registers. Groups without rows have nothing to combine.
func TestCombines(t *testing.T) {
	b := Blocks{Count: 2, Rows: 3}
	combined, matrices := b.operations(5, 7, 1)
	require.Equal(t, []int{2 * 5 * (7 + 3), 3 * (2 + 5) * 7}, []int{combined, matrices})
	combined, matrices = b.operations(5, 7, 2)
	require.Equal(t, []int{2 * 5 * (7 + 2*3), 2 * 3 * (2 + 5) * 7}, []int{combined, matrices})

	used := active
	defer func() { active = used }()
	of := func(inRegisters bool) (counts []int) {
		level := *generic
		level.blocks = nil
		if inRegisters {
			level.blocks = func(blockProduct) bool { return true }
		}
		active = &level
		for count := range 40 { // 4 count (6 + 3) and 3 (count + 4) 6, which are alike at 4
			if combines(Blocks{Count: count, Rows: 3}, 4, 6) {
				counts = append(counts, count)
			}
		}
		return counts
	}
	require.Equal(t, []int{1, 2, 3, 4}, of(true))
	require.Equal(t, []int{1, 2, 3, 4, 5, 6}, of(false))
}

func requireCombination(t *testing.T, c combination) {
	t.Helper()
	const groups = 2
	count := groups * c.shared
	s, x := random(1, groups*c.rows*c.terms), random(2, count*c.terms*c.width)
	all, dst := edged(random(3, count*c.rows*c.width), 16)
	want := make([]float32, len(dst))
	if c.accumulate {
		copy(want, dst)
	}
	for e := range count {
		for j := range c.rows {
			for i := range c.terms {
				at := j*c.terms + i
				if c.transposed {
					at = i*c.rows + j
				}
				for k := range c.width {
					want[(e*c.rows+j)*c.width+k] += s[e/c.shared*c.rows*c.terms+at] * x[(e*c.terms+i)*c.width+k]
				}
			}
		}
	}
	c.run(dst, s, x)
	requireEdges(t, all, 16)
	allclose.Within(t, want, dst, sumError, "%+v", c)
}

// TestInnerRows compares inner products of rows with sums of their own.
func TestInnerRows(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		if active.innerRows == nil {
			return // this level multiplies matrices of groups instead
		}
		for _, width := range []int{1, 15, 16, 33} {
			for shape := range 49 {
				for _, count := range []int{1, 3} {
					requireInnerRows(t, shape/7+1, shape%7+1, width, count)
				}
			}
		}
	})
}

func requireInnerRows(t *testing.T, rows, columns, width, count int) {
	t.Helper()
	const groups = 2
	x, y := random(1, groups*count*rows*width), random(2, groups*count*columns*width)
	all, dst := edged(random(3, groups*rows*columns), 16)
	want := make([]float64, len(dst))
	for at := range want {
		group, i, j := at/(rows*columns), at/columns%rows, at%columns
		for e := group * count; e < (group+1)*count; e++ {
			for k := range width {
				want[at] += float64(x[(e*rows+i)*width+k]) * float64(y[(e*columns+j)*width+k])
			}
		}
	}
	active.innerRows(dst, x, y, rows, columns, width, count)
	requireEdges(t, all, 16)
	for at := range want {
		require.InDelta(t, want[at], dst[at], sumError, "%d x %d of width %d, %d of them, value %d", rows, columns, width, count, at)
	}
}
