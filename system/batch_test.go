package system_test

import (
	"testing"

	"gmnc/internal/test/distinct"
	"gmnc/system"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

func TestBatchOfOneComposition(t *testing.T) {
	samples := []system.Sample{
		distinct.Sample(6, 1, system.Stick.Of(5, 0), system.Hinge.Of(3, 2, 1)), // 4 isolated
		distinct.Sample(6, 2, system.Stick.Of(1, 2), system.Hinge.Of(0, 4, 5)), // 3 isolated
	}
	b := system.NewBatch(samples)
	require.Equal(t, []int{6, 6}, b.Sizes)
	require.Equal(t, 12, b.Particles)
	require.Equal(t, 5, b.Neighbors)
	require.Equal(t, append(distinct.Ramp(1, 18), distinct.Ramp(2, 18)...), b.Position)
	require.Equal(t, append(distinct.Ramp(101, 18), distinct.Ramp(102, 18)...), b.Velocity)
	require.Equal(t, append(distinct.Ramp(201, 18), distinct.Ramp(202, 18)...), b.Target)
	require.Equal(t, append(distinct.Ramp(301, 18), distinct.Ramp(302, 18)...), b.TargetVelocity)
	require.Equal(t, append(distinct.Ramp(401, 6), distinct.Ramp(402, 6)...), b.Field(system.Charge))
	// Particles:               0  1  2  3  4  5   6  7  8  9  10  11
	require.Equal(t, []float32{0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}, b.Masks[system.Isolated.Number()])
	require.Equal(t, []float32{1, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0}, b.Masks[system.Stick.Number()])
	require.Equal(t, []float32{0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1}, b.Masks[system.Hinge.Number()])
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
	b := system.NewBatch([]system.Sample{distinct.Sample(1, 1), distinct.Sample(3, 2, system.Stick.Of(0, 2)), distinct.Sample(2, 3)})
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

// TestRaggedBatch: every system has its own neighbors and nothing else.
func TestRaggedBatch(t *testing.T) {
	b := &system.Batch{Ragged: true}
	b.Fill([]system.Sample{distinct.Sample(1, 1), distinct.Sample(3, 2, system.Stick.Of(0, 2)), distinct.Sample(2, 3)})
	require.Equal(t, []int{1, 3, 2}, b.Sizes)
	require.Equal(t, []int{0, 2, 1}, b.Slots)
	require.Equal(t, []int64{
		2, 3, 1, 3, 1, 2,
		5, 4,
	}, b.Senders)
	require.Nil(t, b.EdgeMask)
	require.Equal(t, []int64{0, 3, 2, 1, 4, 5}, b.Partner)

	listed := distinct.Sample(3, 1)
	listed.Neighbors = []int64{1, -1, 0, 2, 1, -1}
	b.Fill([]system.Sample{listed})
	want := system.NewBatch([]system.Sample{listed})
	want.Ragged = true
	require.Empty(t, cmp.Diff(want, b), "lists are padded")
}

func TestBatchWithoutEdges(t *testing.T) {
	b := system.NewBatch([]system.Sample{distinct.Sample(1, 1), distinct.Sample(1, 2)})
	require.Equal(t, 2, b.Particles)
	require.Zero(t, b.Neighbors)
	require.Empty(t, b.Senders)
	require.Nil(t, b.EdgeMask)
	require.Equal(t, []int64{0, 1}, b.Joint)

	none := system.NewBatch(nil)
	require.Zero(t, none.Particles)
	require.Empty(t, none.Senders)
}

func TestBatchWithoutTargets(t *testing.T) {
	without := distinct.Sample(2, 1)
	without.TargetPosition, without.TargetVelocity = nil, nil
	b := system.NewBatch([]system.Sample{distinct.Sample(2, 1), without})
	require.Nil(t, b.Target)
	require.Nil(t, b.TargetVelocity)
}

func TestFillLeavesNothingOfTheLastBatch(t *testing.T) {
	objects := distinct.Sample(5, 1, system.Stick.Of(0, 1), system.Hinge.Of(4, 3, 2))
	first := []system.Sample{objects, distinct.Sample(2, 2, system.Stick.Of(1, 0))}
	for _, next := range [][]system.Sample{
		{distinct.Sample(5, 3), distinct.Sample(2, 4)},
		{distinct.Sample(2, 3), distinct.Sample(5, 4)},
		{distinct.Sample(3, 3, system.Stick.Of(0, 2))},
		{objects, objects, objects},
	} {
		b := system.NewBatch(first)
		b.Fill(next)
		require.Empty(t, cmp.Diff(system.NewBatch(next), b))
	}
}

func TestFillDoesNotAllocate(t *testing.T) {
	one := []system.Sample{distinct.Sample(5, 1, system.Stick.Of(0, 1)), distinct.Sample(2, 2)}
	two := []system.Sample{distinct.Sample(5, 3, system.Hinge.Of(0, 2, 1)), distinct.Sample(2, 4, system.Stick.Of(1, 0))}
	b := system.NewBatch(one)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		b.Fill(two)
		b.Fill(one)
	}))
}

func BenchmarkFill(b *testing.B) {
	samples := make([]system.Sample, 200)
	for i := range samples {
		samples[i] = distinct.Sample(10, float32(i), system.Stick.Of(0, 1), system.Stick.Of(2, 3), system.Hinge.Of(4, 5, 6))
	}
	batch := system.NewBatch(samples)
	b.ReportAllocs()
	for b.Loop() {
		batch.Fill(samples)
	}
}
