package datasets

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestBatchOfOneComposition(t *testing.T) {
	samples := []Sample{
		system(6, 1, [][2]int{{5, 0}}, [][3]int{{3, 2, 1}}), // 4 isolated
		system(6, 2, [][2]int{{1, 2}}, [][3]int{{0, 4, 5}}), // 3 isolated
	}
	b := NewBatch(samples)
	require.Equal(t, []int{6, 6}, b.Sizes)
	require.Equal(t, 12, b.Particles)
	require.Equal(t, 5, b.Neighbors)
	require.Equal(t, append(ramp(1, 18), ramp(2, 18)...), b.Position)
	require.Equal(t, append(ramp(101, 18), ramp(102, 18)...), b.Velocity)
	require.Equal(t, append(ramp(201, 18), ramp(202, 18)...), b.Target)
	require.Equal(t, append(ramp(301, 18), ramp(302, 18)...), b.TargetVelocity)
	require.Equal(t, append(ramp(401, 6), ramp(402, 6)...), b.Charge)
	// Particles:               0  1  2  3  4  5   6  7  8  9  10  11
	require.Equal(t, []float32{1, 2, 2, 2, 0, 1, 2, 1, 1, 0, 2, 2}, b.Kind)
	require.Equal(t, []int64{5, 3, 3, 3, 4, 0, 6, 8, 7, 9, 6, 6}, b.Partner)
	require.Equal(t, []int64{5, 2, 2, 2, 4, 5, 10, 7, 7, 9, 10, 10}, b.First)
	require.Equal(t, []int64{0, 1, 1, 1, 4, 0, 11, 8, 8, 9, 11, 11}, b.Second)
	require.Equal(t, []int64{0, 3, 3, 3, 4, 5, 6, 7, 8, 9, 6, 6}, b.Joint)
	require.Equal(t, []int64{1, 2, 3, 4, 5}, b.Senders[:5])
	require.Equal(t, []int64{0, 1, 3, 4, 5}, b.Senders[2*5:3*5])
	require.Equal(t, []int64{6, 7, 8, 9, 10}, b.Senders[11*5:])
	require.Nil(t, b.EdgeMask)
}

func TestBatchOfMixedSizes(t *testing.T) {
	b := NewBatch([]Sample{system(1, 1, nil, nil), system(3, 2, [][2]int{{0, 2}}, nil), system(2, 3, nil, nil)})
	require.Equal(t, []int{1, 3, 2}, b.Sizes)
	require.Equal(t, 6, b.Particles)
	require.Equal(t, 2, b.Neighbors)
	require.Equal(t, []int64{
		0, 0,
		2, 3, 1, 3, 1, 2,
		5, 4, 4, 5,
	}, b.Senders)
	require.Equal(t, []float32{
		0, 0,
		1, 1, 1, 1, 1, 1,
		1, 0, 1, 0,
	}, b.EdgeMask)
	require.Equal(t, []int64{0, 3, 2, 1, 4, 5}, b.Partner)
}

func TestBatchWithoutEdges(t *testing.T) {
	b := NewBatch([]Sample{system(1, 1, nil, nil), system(1, 2, nil, nil)})
	require.Equal(t, 2, b.Particles)
	require.Zero(t, b.Neighbors)
	require.Empty(t, b.Senders)
	require.Nil(t, b.EdgeMask)
	require.Equal(t, []int64{0, 1}, b.Joint)

	none := NewBatch(nil)
	require.Zero(t, none.Particles)
	require.Empty(t, none.Senders)
}

func TestBatchWithoutTargets(t *testing.T) {
	without := system(2, 1, nil, nil)
	without.TargetPosition, without.TargetVelocity = nil, nil
	b := NewBatch([]Sample{system(2, 1, nil, nil), without})
	require.Nil(t, b.Target)
	require.Nil(t, b.TargetVelocity)
}

func TestFillLeavesNothingOfTheLastBatch(t *testing.T) {
	objects := system(5, 1, [][2]int{{0, 1}}, [][3]int{{4, 3, 2}})
	first := []Sample{objects, system(2, 2, [][2]int{{1, 0}}, nil)}
	for _, next := range [][]Sample{
		{system(5, 3, nil, nil), system(2, 4, nil, nil)},
		{system(2, 3, nil, nil), system(5, 4, nil, nil)},
		{system(3, 3, [][2]int{{0, 2}}, nil)},
		{objects, objects, objects},
	} {
		b := NewBatch(first)
		b.Fill(next)
		require.Empty(t, cmp.Diff(NewBatch(next), b))
	}
}

func TestFillDoesNotAllocate(t *testing.T) {
	one := []Sample{system(5, 1, [][2]int{{0, 1}}, nil), system(2, 2, nil, nil)}
	two := []Sample{system(5, 3, nil, [][3]int{{0, 2, 1}}), system(2, 4, [][2]int{{1, 0}}, nil)}
	b := NewBatch(one)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		b.Fill(two)
		b.Fill(one)
	}))
}

func BenchmarkFill(b *testing.B) {
	samples := make([]Sample, 200)
	for i := range samples {
		samples[i] = system(10, float32(i), [][2]int{{0, 1}, {2, 3}}, [][3]int{{4, 5, 6}})
	}
	batch := NewBatch(samples)
	b.ReportAllocs()
	for b.Loop() {
		batch.Fill(samples)
	}
}
