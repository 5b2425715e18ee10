package native

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/runtime/native/kernels"
)

// TestSumOfLanes: lanes are added up one after the other, to the last bit, with
// the instructions of every processor.
func TestSumOfLanes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	defer func(level string) { require.NoError(t, kernels.SetLevel(level)) }(kernels.Level())
	for _, level := range kernels.Levels() {
		require.NoError(t, kernels.SetLevel(level))
		for _, count := range []int{1, 2, 15, lanes} {
			sums := laneSums{make([]float32, count*16*line), 16 * line, count}
			for i := range sums.memory {
				sums.memory[i] = float32(random.NormFloat64())
			}
			for _, part := range [][2]int{{0, sums.length}, {line, line + 1}, {2 * line, 9*line + 3}} {
				want, got := make([]float32, part[1]-part[0]), make([]float32, part[1]-part[0])
				for i := range want {
					want[i] = sums.memory[part[0]+i]
					for lane := 1; lane < count; lane++ {
						want[i] += sums.lane(lane)[part[0]+i]
					}
				}
				sums.sum(got, part[0])
				require.Equal(t, want, got, "%s, %d lanes", level, count)
			}
		}
	}
}
