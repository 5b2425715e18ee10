package checks

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// circling are two particles that go around circles, where particle 1 goes straight from one frame to
// another.
func circling(frames, from, to int) system.Trajectory {
	t := system.Trajectory{Particles: 2}
	at := func(frame, particle int) [3]float64 {
		sine, cosine := math.Sincos(0.02*float64(frame) + float64(particle))
		return [3]float64{cosine, sine, float64(particle)}
	}
	for frame := range frames {
		for particle := range 2 {
			x := at(frame, particle)
			if particle == 1 && frame > from && frame < to {
				first, last := at(from, 1), at(to, 1)
				for axis := range x {
					x[axis] = first[axis] + (last[axis]-first[axis])*float64(frame-from)/float64(to-from)
				}
			}
			for _, x := range x {
				t.Positions = append(t.Positions, float64(float32(x)))
			}
		}
	}
	return t
}

// TestLines: five frames or more on a straight line, with a kink at either end, were interpolated.
// Free flight, a line at the first or last frame, a kink that is no larger than other bends, rest, and
// frames that were all interpolated are not reported.
func TestLines(t *testing.T) {
	require.Equal(t, []Line{{40, 60, 1}}, Lines(circling(200, 40, 60)))
	require.Len(t, Lines(circling(200, 40, 46)), 1)
	require.Empty(t, Lines(circling(200, 40, 45)), "of four frames")
	require.Empty(t, Lines(circling(200, 0, 0)))
	require.Len(t, Lines(circling(200, 40, 119)), 1)
	require.Empty(t, Lines(circling(200, 40, 121)), "a fifth of all frames")
	for bent, count := range map[int]int{99: 0, 100: 1} { // of 198 frames of particle 1, among five that bend in all
		one, all := circling(200, 40, 139-bent+100), system.Trajectory{Particles: 6}
		for frame := range 200 {
			x := one.Positions[6*frame:][:6]
			all.Positions = append(append(all.Positions, x...), slices.Repeat(x[:3], 4)...)
		}
		require.Len(t, Lines(all), count, "%d", bent)
	}
	first, last := circling(200, -1, 20), circling(200, 180, 200)
	require.Empty(t, Lines(first))
	require.Empty(t, Lines(last))

	rests := circling(200, 40, 60)
	for frame := 40; frame <= 60; frame++ {
		copy(rests.Positions[6*frame+3:6*frame+6], rests.Positions[6*40+3:6*40+6])
	}
	require.Empty(t, Lines(rests), "which the row of frozen positions reports")

	for bend, count := range map[float64]int{0.9: 0, 1.1: 1} { // relative to the least kink
		var bounces system.Trajectory
		bounces.Particles = 1
		y, speed := 0., 0.
		for frame := range 60 {
			bounces.Positions = append(bounces.Positions, float64(frame), y, 0)
			switch {
			case frame == 19 || frame == 29:
				speed += kinked * bend * 0.001
			case frame < 19 || frame > 29:
				speed += 0.001 * float64(1-2*(frame%2))
			}
			y += speed
		}
		require.Len(t, Lines(bounces), count)
	}
}

// TestFilledByReader: a line that begins at a frame from which no sample leads on is not reported.
func TestFilledByReader(t *testing.T) {
	r := &Recording{Elements: 2, Each: 3, Starts: []int{0, 200, 400}, Positions: append(circling(200, 0, 0).Positions, circling(200, 40, 60).Positions...)}
	require.Contains(t, rowOf(StraightLine).find(&subject{recording: r, words: words}), "recording 1, frame 140: particle 1 moves along a straight line at one speed for 20 frames")
	r.LeftOut = []int{240}
	require.Empty(t, rowOf(StraightLine).find(&subject{recording: r, words: words}))
}
