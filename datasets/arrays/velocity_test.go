package arrays

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets/arrays/recordings"
	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestVelocitiesOfAFrame: without a time, differences of positions are those from frame to frame.
func TestVelocitiesOfAFrame(t *testing.T) {
	s := sourceOf(t)
	s.particles, s.o.Interval = 1, 3
	s.about.LengthUnit = "cm"
	g := &recordings.Group{Starts: []int{0, 3}, Positions: []float64{0, 0, 0, 2, 0, 0, 4, 0, 0}}
	require.NoError(t, s.fitVelocities(g))
	allclose.Within(t, []float64{2, 0, 0, 2, 0, 0, 2, 0, 0}, g.Velocities, 1e-12)
	require.Equal(t, "3 frames", s.about.Interval)
	require.Equal(t, "cm a frame", s.about.VelocityUnit)
	require.Equal(t, []string{"the array velocities is missing, so velocities are central differences of positions, a frame"}, s.Notes)

	s = sourceOf(t)
	s.particles, s.time, s.about.VelocityUnit = 1, 0.5, "m/s"
	g.Velocities = nil
	require.NoError(t, s.fitVelocities(g))
	require.InDelta(t, 4, g.Velocities[3], 1e-12)
	require.Equal(t, "m/s", s.about.VelocityUnit)
	require.Empty(t, s.about.Interval)
}

// TestTimeOfVelocities: the time is found from velocities that lead to the next positions, and a jump is the cause if they do not.
func TestTimeOfVelocities(t *testing.T) {
	of := func(time, factor float64, jump string) error {
		s := sourceOf(t)
		s.particles, s.time = 1, time
		g := &recordings.Group{Starts: []int{0, 30}, Jump: jump}
		for frame := range 30 {
			sin, cos := math.Sincos(0.1 * float64(frame))
			g.Positions, g.Velocities = append(g.Positions, sin, -cos, 0), append(g.Velocities, factor*cos, factor*sin, 0)
		}
		return s.checkTime(g)
	}
	require.NoError(t, of(0.1, 1, ""))
	require.NoError(t, of(0.1, 1, "a jump"))
	require.ErrorContains(t, of(0, 1, ""), "has no dt, the time from frame to frame: give dt, which is 0.1 by positions and velocities")
	require.ErrorContains(t, of(0, 10, "a jump"), "give dt, which is 0.01 by positions and velocities")
	require.ErrorContains(t, of(0.1, 3, ""), "velocities are 3 of the differences of positions with dt 0.1: expected about 1; dt 0.0333 would fit, or other units")
	require.ErrorContains(t, of(0.1, 3, "a jump"), "velocities do not follow from positions, whose frames break off or repeat: a jump")
	require.ErrorContains(t, of(0.1, -1, ""), "velocities have the wrong sign in all directions")
	require.ErrorContains(t, of(0.1, 0, ""), "velocities are all 0, and positions change")
}

// TestKnownTargets: velocities contain the target if they lead to it exactly and change, in more than one sample.
func TestKnownTargets(t *testing.T) {
	of := func(samples int, change, off float32) error {
		s := sourceOf(t, list("velocities", 1))
		s.time = 0.5
		g := new(recordings.Group)
		for k := range samples {
			v := float32(k + 1)
			g.Samples = append(g.Samples, system.Sample{
				Position: []float32{0, 0, 0}, Velocity: []float32{v, 0, 0},
				TargetPosition: []float32{0.5*v + off, 0, 0}, TargetVelocity: []float32{v + change, 0, 0},
			})
		}
		return s.checkKnown(g)
	}
	const want = "velocities at the frames in which samples begin are the displacements to targets over the time, as of numpy.gradient"
	require.ErrorContains(t, of(2, 1, 0), want)
	require.ErrorContains(t, of(2, 1, 0.001), want)
	require.NoError(t, of(1, 1, 0), "of one sample it may be chance")
	require.NoError(t, of(2, 0, 0), "constant velocities lead to the target")
	require.NoError(t, of(2, 1, 0.02))
	s := sourceOf(t)
	require.NoError(t, s.checkKnown(new(recordings.Group)))
}
