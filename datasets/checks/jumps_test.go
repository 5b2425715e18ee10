package checks

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// swing is a trajectory of two particles, of which the second swings quickly
// about the first, which moves on.
func swing(frames int) (t system.Trajectory) {
	t.Particles = 2
	for frame := range frames {
		time := float64(frame)
		t.Positions = append(t.Positions, 3*time, 0, 0, 3*time+math.Cos(time/3), math.Sin(time/3), 0)
	}
	return t
}

func TestJumps(t *testing.T) {
	smooth := swing(50)
	require.Empty(t, Jumps(smooth, 0.1), "as fast as it is")
	require.Empty(t, Jumps(swing(1), 0.1))

	jump := swing(50)
	for frame := range 50 {
		if frame == 0 || frame == 20 { // another pose, and one frame that is wrong
			jump.Positions[6*frame+4] += 9
		} else if frame > 40 { // an edge of a box
			jump.Positions[6*frame] -= 100
		}
	}
	found := Jumps(jump, 0.1)
	var frames, particles []int
	for _, j := range found {
		frames, particles = append(frames, j.Frame), append(particles, j.Particle)
	}
	require.Equal(t, []int{0, 19, 20, 40}, frames)
	require.Equal(t, []int{1, 1, 1, 0}, particles)
	require.InDelta(t, 100, found[3].Length, 1e-9)
	require.InDelta(t, 9, found[0].Length, 0.5)

	require.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 21, 22}, Starts(23, 5, frames))
	require.Equal(t, []int{0, 1, 2}, Starts(3, 5, nil))
}

// TestBounces: a ball that turns at walls or a floor, however near the ends of a recording,
// does not jump; the same ball in another place does.
func TestBounces(t *testing.T) {
	walls := func(time float64) float64 { return math.Abs(math.Mod(time, 2) - 1) }
	floor := func(time float64) float64 { fall := math.Mod(time, 2); return fall * (2 - fall) }
	for name, height := range map[string]func(time float64) float64{"walls": walls, "floor": floor} {
		for begin := range 100 {
			ball := system.Trajectory{Particles: 1}
			for frame := range 40 {
				time := 0.02*float64(begin) + 0.07*float64(frame)
				ball.Positions = append(ball.Positions, 0.3*time, 0, height(time))
			}
			require.Empty(t, Jumps(ball, 0.05), "%s, %d", name, begin)
			for frame := 20; frame < 40; frame++ {
				ball.Positions[3*frame] += 3
			}
			require.Len(t, Jumps(ball, 0.05), 1, "%s, %d", name, begin)
		}
	}
}

// TestMediansOfSteps: a step is compared with the median of those up to five frames before and after it, along each axis.
func TestMediansOfSteps(t *testing.T) {
	var steps [][3]float64
	for frame := range 20 {
		steps = append(steps, [3]float64{float64(frame), 0, 0})
	}
	for frame, want := range map[int][2]int{0: {0, 5}, 4: {0, 9}, 5: {0, 10}, 6: {1, 11}, 14: {9, 19}, 15: {10, 19}, 19: {14, 19}} {
		near := nearby(steps, frame)
		require.Equal(t, float64(want[0]), near[0][0], frame)
		require.Equal(t, float64(want[1]), near[len(near)-1][0], frame)
	}
	off, others := offMedian([3]float64{4, 9, 0}, [][3]float64{{1, 5, 0}, {0, 4, 0}, {9, 7, 0}})
	require.Equal(t, 5., off, "from 1, 5, 0")
	require.InDelta(t, math.Sqrt2, others, 1e-12)
	two := system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, 1, 2, 3, 0, 0, 0, 5, 7, 9, 1, 1, 1, 0, 0, 0}}
	require.Equal(t, [3]float64{4, 5, 6}, step(two, 0, 1))
	require.Equal(t, [3]float64{1, 1, 1}, step(two, 1, 0))
}

// TestBouncesBetweenSteps: a bounce is as long as the steps around it, and lies between the steps before and after it.
func TestBouncesBetweenSteps(t *testing.T) {
	for _, c := range []struct {
		before, own, after [3]float64
		bounces            bool
	}{
		{[3]float64{1, 0, 0}, [3]float64{0, 0, 0}, [3]float64{-1, 0, 0}, true},
		{[3]float64{1, 0, 0}, [3]float64{1, 0, 0}, [3]float64{1, 0, 0}, true},
		{[3]float64{1, 0, 0}, [3]float64{-1, 0, 0}, [3]float64{1, 0, 0}, false},
		{[3]float64{1, 0, 0}, [3]float64{0, 1.1, 0}, [3]float64{-1, 0, 0}, true},
		{[3]float64{1, 0, 0}, [3]float64{0, 1.13, 0}, [3]float64{-1, 0, 0}, false},
		{[3]float64{1, 0, 0}, [3]float64{1.6, 0, 0}, [3]float64{1, 0, 0}, false},
	} {
		require.Equal(t, c.bounces, bounces([][3]float64{c.before, c.own, c.after}, 1), "%+v", c)
	}
	require.True(t, bounces([][3]float64{{1, 0, 0}, {1, 0, 0}}, 0), "no step is before it")
	require.True(t, bounces([][3]float64{{-1, 0, 0}, {1, 0, 0}}, 1), "no step is after it")
	require.False(t, bounces([][3]float64{{1, 0, 0}, {2.9, 0, 0}, {1, 0, 0}}, 1))
}
