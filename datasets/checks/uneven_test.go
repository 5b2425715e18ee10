package checks

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestSkipsBack: a step a little back goes 0 times as far as those around it.
func TestSkipsBack(t *testing.T) {
	line := system.Trajectory{Particles: 1}
	x := 0.0
	for frame := range 12 {
		line.Positions = append(line.Positions, x, 0, 0)
		if x++; frame == 5 {
			x -= 1.2
		}
	}
	require.Equal(t, []Skip{{Frame: 5, Times: 0}}, Skips(line))
}

// TestSkippedToRest: a step of exactly 0 is reported as a frame that is there again, and none that is nearly 0.
func TestSkippedToRest(t *testing.T) {
	for rest, count := range map[float64]int{0: 0, 1e-6: 1} {
		_, _, skips := Breaks(line(1, 1, 1, 1, rest, 1, 1, 1, 1), 100)
		require.Len(t, skips, count, "a step of %g", rest)
	}
}

// TestRestHasNoSkips: what is left of a motion that has come to rest is rounding.
func TestRestHasNoSkips(t *testing.T) {
	slow := system.Trajectory{Particles: 1}
	for frame := range 12 {
		slow.Positions = append(slow.Positions, 1, 1e-13*float64(frame+frame/6), 0)
	}
	require.Empty(t, Skips(slow))
	for i := range slow.Positions {
		slow.Positions[i] *= 1e12 * float64(i%3)
	}
	require.Len(t, Skips(slow), 1)
}

// TestNoiseIsNoSkip: near its turning points a spring hardly moves, and noise may take a step for
// two; in the middle of its way a frame that is missing is one in noise, too.
func TestNoiseIsNoSkip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	swing := func(missing int) (spring system.Trajectory) {
		spring.Particles = 1
		for frame := range 2000 {
			if frame == missing {
				continue
			}
			x := math.Sin(2*math.Pi*float64(frame)/50) + 0.01*random.NormFloat64()
			spring.Positions = append(spring.Positions, x, 0, 0)
		}
		return spring
	}
	require.Empty(t, Skips(swing(-1)))
	skips := Skips(swing(1000))
	require.Len(t, skips, 1)
	require.Equal(t, 999, skips[0].Frame)
}

// TestStepRatios: a step is a multiple of the mean of the steps around it if these are alike, it has their direction, and all is more than rounding.
func TestStepRatios(t *testing.T) {
	of := func(origin float64, steps ...[3]float64) (times, difference float64) {
		t := system.Trajectory{Particles: 1, Positions: []float64{origin, origin, 0}}
		for k, step := range steps {
			for axis := range 3 {
				t.Positions = append(t.Positions, t.Positions[3*k+axis]+step[axis])
			}
		}
		return stepRatio(t, 1)
	}
	even := [3]float64{1, 2, 0}
	for _, c := range []struct {
		origin            float64
		steps             [][3]float64
		times, difference float64
	}{
		{0, [][3]float64{even, {2, 4, 0}, even}, 2, math.Sqrt(5)},
		{0, [][3]float64{even, even, even}, 1, 0},
		{0, [][3]float64{even, {0, 0, 0}, even}, 0, math.Sqrt(5)},
		{0, [][3]float64{even, {-1, -2, 0}, even}, 1, 2 * math.Sqrt(5)},
		{0, [][3]float64{even, {2, -1, 0}, even}, 1, math.Sqrt(1 + 9)},
		{0, [][3]float64{even, {2, 4, 0}, {2, 4, 0}}, 1, math.Sqrt(1.25)},
		{1e9, [][3]float64{even, {2, 4, 0}, even}, 1, math.Sqrt(5)},
		{1e5, [][3]float64{even, {2, 4, 0}, even}, 2, math.Sqrt(5)},
	} {
		times, difference := of(c.origin, c.steps...)
		require.InDelta(t, c.times, times, 1e-6, "%+v", c)
		require.InDelta(t, c.difference, difference, 1e-6, "%+v", c)
	}
}

// TestChangesBeyond: changes count whose differences are more than a multiple of the median of all, in order.
func TestChangesBeyond(t *testing.T) {
	c := changes{all: []float64{1, 1, 9, 2, 1, 4}, frames: []int{2, 3, 5}, times: []float64{7, 8, 6}, differences: []float64{9, 2, 4}}
	found := map[int]float64{}
	for frame, times := range c.beyond(1.4) {
		found[frame] = times
	}
	require.Equal(t, map[int]float64{2: 7, 5: 6}, found)
	for frame := range c.beyond(1) {
		require.Equal(t, 2, frame)
		break
	}
	for range (&changes{}).beyond(1) {
		require.Fail(t, "there is none")
	}
}

// TestStepRatioThresholds: a step is compared with those around it if they differ by less than 0.3, if it leads as they do, and
// at most 0.3 times back.
func TestStepRatioThresholds(t *testing.T) {
	of := func(before, along, aside, after float64) float64 {
		times, _ := stepRatio(system.Trajectory{Particles: 1, Positions: []float64{0, 0, 0, before, 0, 0, before + along, aside, 0, before + along + after, aside, 0}}, 1)
		return times
	}
	for _, c := range []struct{ before, along, aside, after, want float64 }{
		{1, 2, 0, 1, 2}, {0.855, 2, 0, 1.145, 2}, {0.845, 2, 0, 1.155, 1}, {1.145, 2, 0, 0.855, 2},
		{1, 2, 0.29, 1, 2}, {1, 2, 0.31, 1, 1}, {1, 2, -0.31, 1, 1},
		{1, -0.29, 0, 1, -0.29}, {1, -0.31, 0, 1, 1}, {1, 0, 0, 1, 0},
	} {
		require.InDelta(t, c.want, of(c.before, c.along, c.aside, c.after), 1e-9, "%+v", c)
	}
}

// TestNoiseOfSkips: a skip differs from the steps around it by eight times the median difference, in recordings with eight
// steps to compare or more.
func TestNoiseOfSkips(t *testing.T) {
	steps := func(count, at int, off, skip float64) (all []float64) {
		for k := range count {
			all = append(all, 1+off*float64(k%2))
		}
		all[at] = skip
		return all
	}
	require.Len(t, Skips(line(steps(40, 9, 1/8.4, 2)...)), 1)
	require.Empty(t, Skips(line(steps(40, 9, 1/7.6, 2)...)))
	require.Len(t, Skips(line(steps(9, 4, 0.2, 2.4)...)), 1, "seven have no typical difference")
	require.Empty(t, Skips(line(steps(10, 4, 0.2, 2.4)...)))
}
