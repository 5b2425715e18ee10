package datasets

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestMostOfSamples: what data have is that of the sample which has most, in any split.
func TestMostOfSamples(t *testing.T) {
	plain := system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9)}
	tree, deep, body, joined, bounded := plain, plain, plain, plain, plain
	tree.Objects = system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 0})}
	deep.Objects = system.Objects{system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})}
	body.Objects = system.Objects{system.Body.Of(0, 1, 2)}
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	require.NoError(t, joined.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
	system.Planes.Set(&bounded, append([]float32{0, 0, 1, 0}, make([]float32, system.Planes.Columns-4)...))
	for _, c := range []struct {
		sample                 *system.Sample
		forest, bodies, onTree bool
		joints, planes, depth  int
	}{
		{&plain, false, false, false, 0, 0, 0},
		{&tree, true, false, false, 0, 0, tree.Objects.Depth()},
		{&deep, true, false, false, 0, 0, tree.Objects.Depth() + 1},
		{&body, true, true, false, 0, 0, 0},
		{&joined, true, true, joined.Objects.Joined(), 1, 0, joined.Objects.Depth()},
		{&bounded, false, false, false, 0, 1, 0},
	} {
		for split := range 3 {
			data := &Data{Train: []system.Sample{plain}, Valid: []system.Sample{plain}, Test: []system.Sample{plain}}
			for name, samples := range data.Splits() {
				if name == SplitNames[split] {
					*samples = append(*samples, *c.sample, plain)
				}
			}
			require.Equal(t, c.forest, data.Forest())
			require.Equal(t, c.bodies, data.Bodies())
			require.Equal(t, c.onTree, data.BodiesOnTrees())
			require.Equal(t, [3]int{c.joints, c.planes, c.depth}, [3]int{data.Joints(), data.Planes(), data.Depth()})
			size := 0
			err := data.Check(func(samples []system.Sample) error {
				if size++; len(samples) > 1 {
					return errors.New("too many")
				}
				return nil
			})
			require.EqualError(t, err, SplitNames[split]+" samples: too many")
			require.Equal(t, split+1, size)
		}
	}
	require.NoError(t, (&Data{}).Check(func([]system.Sample) error { return nil }))
}

// TestLengths: the typical distance of two particles that are 1 from their mean is the root of 2, in a cell it is the spacing, and
// with one particle it is how far that moves.
func TestLengths(t *testing.T) {
	pair := system.Sample{Position: []float32{0, 0, 0, 2, 0, 0}, Velocity: make([]float32, 6), TargetPosition: []float32{0, 0, 0, 2, 0, 0}}
	require.InDelta(t, math.Sqrt2, Length(&Data{Train: []system.Sample{pair}}), 1e-12)
	boxed := pair
	for k, f := range []*system.Field{system.CellA, system.CellB, system.CellC} {
		edge := make([]float32, 3)
		edge[k] = []float32{4, 4, 1}[k]
		f.Set(&boxed, edge)
	}
	require.InDelta(t, 2, Length(&Data{Train: []system.Sample{boxed}}), 1e-12, "two particles in a volume of 16")
	require.InDelta(t, math.Sqrt(2*(1.*2+2*2*2/2.)/4), Length(&Data{Train: []system.Sample{pair, boxed}}), 1e-12)
	single := system.Sample{Position: []float32{1, 1, 1}, Velocity: make([]float32, 3), TargetPosition: []float32{1, 4, 5}}
	require.InDelta(t, 5, Length(&Data{Train: []system.Sample{single}}), 1e-12)
	single.TargetPosition = single.Position
	require.Equal(t, 1., Length(&Data{Train: []system.Sample{single}}))
}

// TestTimes: the time is that in which centers come to their targets or, if centers rest, particles; it is
// 1 if nothing moves along.
func TestTimes(t *testing.T) {
	of := func(velocity, moved []float32) []system.Sample {
		return []system.Sample{{Position: make([]float32, 6), Velocity: velocity, TargetPosition: moved}}
	}
	for _, c := range []struct {
		velocity, moved []float32
		time            float64
		known           bool
		speed           float64
	}{
		{[]float32{1, 0, 0, 1, 0, 0}, []float32{2, 0, 0, 2, 0, 0}, 2, true, 2},
		{[]float32{3, 0, 0, 1, 0, 0}, []float32{0, 0, 0, 4, 0, 0}, 1, true, 4 / math.Sqrt(10)},
		{[]float32{1, 0, 0, -1, 0, 0}, []float32{3, 0, 0, -3, 0, 0}, 3, true, 3},
		{[]float32{1, 0, 0, 1, 0, 0}, []float32{-2, 0, 0, -2, 0, 0}, 1, false, 2},
		{make([]float32, 6), []float32{1, 0, 0, 1, 0, 0}, 1, false, 0},
		{[]float32{1, 0, 0, -0.997, 0, 0}, []float32{3, 0, 0, -2.994, 0, 0}, 2, true, -1},
		{[]float32{1, 0, 0, -0.9985, 0, 0}, []float32{3, 0, 0, -2.9955, 0, 0}, 3, true, 3},
	} {
		samples := of(c.velocity, c.moved)
		time, known := CenterTime(samples)
		require.Equal(t, c.known, known)
		require.InDelta(t, c.time, time, 1e-3, "%v", c.velocity)
		if c.speed >= 0 {
			require.InDelta(t, c.speed, SpeedTime(samples), 1e-3)
		}
		data := &Data{Train: samples}
		require.Equal(t, time, Time(data))
		data.About.Interval = "0.5 s"
		data.About.LengthUnit, data.About.VelocityUnit = "m", "m/s"
		require.Equal(t, 0.5, Time(data))
	}
	s := of([]float32{1, 0, 0, 0, 0, 0}, []float32{2, 0, 0, 0, 3, 0})
	require.InDelta(t, 1+9, Missed(s, 1), 1e-12)
	require.InDelta(t, math.Sqrt(10./2), Deflection(s, 1), 1e-12)
	require.Zero(t, Deflection(nil, 1))
}

// TestSeed: the seed is 1 unless it is given, and a note says if it is given in vain.
func TestSeed(t *testing.T) {
	given := uint64(7)
	require.EqualValues(t, 7, Seed(&given))
	require.EqualValues(t, 1, Seed(nil))
	require.Equal(t, []string{"the seed 7 is not used: it is whole"}, Unseeded(&given, "it is whole"))
	require.Nil(t, Unseeded(nil, "it is whole"))
}
