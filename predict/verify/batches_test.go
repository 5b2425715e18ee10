package verify

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/predict"
	"gmnc/system"
)

// byBatch predicts otherwise when a batch has so many systems.
type byBatch int

func (wrong byBatch) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if wrong < 0 {
		return nil, errors.New("out of order")
	}
	outputs := map[string][]float32{}
	for _, s := range samples {
		for _, x := range s.Position {
			if len(samples) == int(wrong) {
				x *= 2
			}
			outputs["position"] = append(outputs["position"], x)
		}
	}
	return outputs, nil
}

// TestInBatches: what differs in a batch of any size that is tried is found, of the smallest
// systems, and of others in batches of one, two, three and the most.
func TestInBatches(t *testing.T) {
	group := func(particles int) Group {
		one := system.Sample{Position: slices.Repeat([]float32{1, 2, 3}, particles), Velocity: make([]float32, 3*particles)}
		return Group{Name: "g", Samples: []system.Sample{one, one, one, one, one}}
	}
	sizes := []int{1, 2, 3, 7, 64, 300}
	for wrong, holds := range map[byBatch]bool{0: true, 1: false, 2: false, 3: false, 4: true, 7: false, 64: false, 300: false, 301: true, -1: false} {
		r := Trusted{}.InBatches([]Group{group(2)}, sizes, byBatch(0), wrong)
		require.Equal(t, holds, r.Err() == nil, "%d", wrong)
		if holds {
			require.Equal(t, sizes, r.Findings[0].Batches)
		}
	}
	require.ErrorContains(t, Trusted{}.InBatches([]Group{group(2)}, sizes, byBatch(5), byBatch(0)).Err(), "the same outputs of a system in batches of different sizes: off by 0.5 at position of system 0, g, in a batch of 1", "the group alone")
	require.ErrorContains(t, Trusted{}.InBatches([]Group{group(2)}, sizes, byBatch(-1), byBatch(0)).Err(), "out of order")
	asked := &sizesAsked{}
	Trusted{}.InBatches([]Group{group(3), group(1), group(2), group(100)}, sizes, byBatch(0), asked)
	require.Equal(t, map[int][]int{3: {1, 2, 3, 300}, 1: {1, 2, 3, 300}, 2: sizes, 100: {1, 2, 3, 10}}, asked.of)
	for _, groups := range [][]Group{{group(2), group(3), group(1000)}, {group(2), group(1000), group(3)}, {group(1000), group(3), group(2)}} {
		require.Equal(t, 1, Trusted{}.InBatches(groups, sizes, byBatch(0), byBatch(0)).Findings[0].FewestBatches)
	}
}

// sizesAsked keeps the sizes of batches by how many particles their systems have.
type sizesAsked struct{ of map[int][]int }

func (s *sizesAsked) Outputs(samples []system.Sample) (map[string][]float32, error) {
	if s.of == nil {
		s.of = map[int][]int{}
	}
	s.of[samples[0].Particles()] = append(s.of[samples[0].Particles()], len(samples))
	return byBatch(0).Outputs(samples)
}

// TestBatchesWithinMemory: a batch has as many edges as a run of a session, and one system at
// least.
func TestBatchesWithinMemory(t *testing.T) {
	of := func(particles int) Group {
		return Group{Samples: []system.Sample{{Position: make([]float32, 3*particles)}}}
	}
	require.Equal(t, []int{1, 2, 3, 400}, fitting([]int{1, 2, 3, 400}, of(1)))
	require.Equal(t, []int{1, 2, 10}, fitting([]int{1, 2, 10, 11, 12}, of(100)), "9900 edges")
	require.Equal(t, []int{1}, fitting([]int{1, 2}, of(1000)))
	require.Equal(t, 100_000, predict.MostEdges)
}

// TestBatchSizes: one, two, three, powers of two and a large batch are always tried, and over
// seeds every size, those beside powers of two more often than others.
func TestBatchSizes(t *testing.T) {
	seeds := map[int]int{}
	for seed := range uint64(400) {
		sizes := BatchSizes(600, 6, rand.New(rand.NewPCG(seed, 1)))
		require.True(t, slices.IsSorted(sizes))
		require.Equal(t, []int{1, 2, 3, 4}, sizes[:4])
		for _, always := range []int{8, 16, 32, 64, 128, 256, 512} {
			require.Contains(t, sizes, always)
		}
		largest := sizes[len(sizes)-1]
		require.Greater(t, largest, 450)
		require.LessOrEqual(t, largest, 600)
		require.LessOrEqual(t, len(sizes), 4+8+6)
		require.Greater(t, slices.Max(BatchSizes(500, 0, rand.New(rand.NewPCG(seed, 1)))), 375)
		for _, size := range sizes {
			seeds[size]++
		}
	}
	for size := 1; size < 40; size++ {
		require.Positive(t, seeds[size], "%d", size)
	}
	for _, beside := range []int{31, 33, 63, 65, 127, 129, 255, 257} {
		require.Greater(t, seeds[beside], 20, "%d", beside)
	}
	require.Less(t, seeds[100], 20)
	require.Positive(t, seeds[600]+seeds[599]+seeds[598]+seeds[597], "the most")
	require.Equal(t, []int{1, 2, 3, 4, 5}, BatchSizes(5, 0, rand.New(rand.NewPCG(1, 1))))
}

// TestFirstDrawnSize: the first drawn size is anywhere, and the second next to a power of two.
func TestFirstDrawnSize(t *testing.T) {
	anywhere := 0
	for seed := range uint64(100) {
		drawn := func(count int) []int {
			sizes := BatchSizes(1<<16, count, rand.New(rand.NewPCG(seed, 1)))
			return slices.DeleteFunc(sizes, func(size int) bool { return size > 3<<14 || size&(size-1) == 0 || size == 3 })
		}
		one, two := drawn(1), drawn(2)
		for _, size := range one {
			if up, down := size+1, size-1; up&(up-1) != 0 && down&(down-1) != 0 {
				anywhere++
			}
			two = slices.DeleteFunc(two, func(other int) bool { return other == size })
		}
		for _, size := range two {
			up, down := size+1, size-1
			require.True(t, up&(up-1) == 0 || down&(down-1) == 0, "%d", size)
		}
	}
	require.Greater(t, anywhere, 50)
}
