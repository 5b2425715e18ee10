package kernels

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRunRows compares every operation on registers of every width with the
// operator in float64.
func TestRunRows(t *testing.T) {
	nan := float32(math.NaN())
	eachLevel(t, func(t *testing.T) {
		for width := RowBlock; width <= 4*RowBlock; width += RowBlock {
			for op := RowMul; op <= RowCos; op++ {
				all, registers := edged(random(uint64(op), 10*width), 3)
				registers[4*width], registers[6*width+1], registers[4*width+2] = nan, nan, 0
				start := slices.Clone(registers)
				bytes := int32(width * size)
				// Registers 1 and 2 are computed from 4 and 5, twice 6, and 8 and 7.
				in := RowInstruction{Op: op, Count: 2, Dst: bytes, StepDst: bytes, A: 4 * bytes, StepA: bytes,
					B: 6 * bytes, C: 8 * bytes, StepC: -bytes}
				RunRows([]RowInstruction{in}, registers, width, width)
				f := op.function()
				for k := range 2 {
					for i := range width {
						at := (1+k)*width + i
						want := f(start[at], start[(4+k)*width+i], start[6*width+i], start[(8-k)*width+i])
						got := registers[at]
						// A multiply-add of assembly rounds once, one of Go twice.
						limit := 2 * unit * (1 + math.Abs(float64(want)) + math.Abs(float64(start[at])))
						if !isNaN(want) || !isNaN(got) {
							require.InDelta(t, want, got, limit, "operation %d, width %d, register %d, row %d", op, width, k, i)
						}
						start[at] = got
					}
				}
				require.Equal(t, bits(start), bits(registers), "other registers")
				requireEdges(t, all, 3)
			}
		}
		RunRows(nil, nil, RowBlock, RowBlock)
	})
}

// TestColumnsOfRegisters: columns hold what is in the rows, and nothing beside
// them changes.
func TestColumnsOfRegisters(t *testing.T) {
	const width = 4 * RowBlock
	eachLevel(t, func(t *testing.T) {
		for _, columns := range []int{1, 2, 3, 4, 9} {
			for rows := range width + 1 {
				src := random(1, rows*columns)
				all, registers := edged(make([]float32, columns*width), 3)
				SplitColumns(registers, width, src, columns)
				for i := range rows {
					for j := range columns {
						require.Equal(t, src[i*columns+j], registers[j*width+i], "row %d of %d, column %d of %d", i, rows, j, columns)
					}
				}
				requireEdges(t, all, 3)
				all, dst := edged(make([]float32, rows*columns), 3)
				JoinColumns(dst, registers, width, columns)
				require.Equal(t, src, dst)
				requireEdges(t, all, 3)
			}
		}
	})
}
