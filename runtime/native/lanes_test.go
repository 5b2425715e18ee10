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

// TestWeightsOfLanes: a lane has the particles and edges of every sixteenth shard, and of every sixteenth block of large systems.
func TestWeightsOfLanes(t *testing.T) {
	p := &Program{options: Options{ShardEdges: 4}}
	for i := range lanes + 2 {
		p.batch.shards = append(p.batch.shards, shard{size: size{particles: 1 + i, edges: 100 * (1 + i)}})
	}
	var want [lanes]int
	for i := range want {
		want[i] = 101 * (1 + i)
	}
	want[0], want[1] = want[0]+101*(1+lanes), want[1]+101*(2+lanes)
	require.Equal(t, want, p.laneWeights())

	p.batch.shards, p.batch.large = nil, []shard{{size: size{particles: 5, edges: 10}, neighbors: 2}, {size: size{particles: 3, edges: 6}, neighbors: 2}}
	rows := p.receiversOf(p.batch.large[0])
	require.Equal(t, 2, rows)
	require.Equal(t, [lanes]int{6 + 6, 6 + 3, 3}, p.laneWeights())
}
