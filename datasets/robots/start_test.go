package robots

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
)

// TestWithin: limits clamp a position on either side. A stop without limits does not.
func TestWithin(t *testing.T) {
	for _, c := range []struct{ lower, upper, position, want float64 }{
		{-1, 0.5, 0.4, 0.4}, {-1, 0.5, 0.6, 0.5}, {-1, 0.5, -1.1, -1}, {0, 0, 0.6, 0.6}, {1, -1, 2, 2},
	} {
		require.Equal(t, c.want, within(mechanism.Stop{Lower: c.lower, Upper: c.upper}, c.position))
	}
}

// TestStartsFarBeyondLimits: a slide may start as far beyond its limits as these are from their middle, and a turn half a radian.
func TestStartsFarBeyondLimits(t *testing.T) {
	robot := cart(t, mechanism.Prismatic(r3.Vec{X: 1}))
	for b := range robot.Bodies {
		robot.Bodies[b].Stop = mechanism.Stop{Lower: -0.1, Upper: 0.5}
	}
	for _, c := range []struct {
		slide, turn float64
		want        string
	}{
		{0.79, 0.99, ""}, {0, 0.9, ""},
		{0.81, 0, "given: valid: recording 1: joint 0, cart, starts at 0.81, far beyond its limits -0.1 and 0.5: start within them, or leave limits out"},
		{0, 1.01, "given: valid: recording 1: joint 1, pole, starts at 1.01, far beyond its limits"},
	} {
		given := &Given{splits: [3]recorded{1: {angle: [][]float64{{0, 0}, {c.slide, c.turn}}}}}
		if err := given.checkStarts(robot); c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}

// deviation returns the root mean square of numbers.
func deviation(numbers []float64) float64 {
	var sum float64
	for _, x := range numbers {
		sum += float64(x*x) / float64(len(numbers))
	}
	return math.Sqrt(sum)
}

// TestRandomStarts: angles deviate by 0.5 rad and their rates by 1/s. Slides deviate by a tenth of the robot's size,
// which is 2 m, and loads by the strength of the motors.
func TestRandomStarts(t *testing.T) {
	c := Config{Robot: cart(t, mechanism.Prismatic(r3.Vec{X: 1})), Frames: 3, Motor: 5}
	c.Robot.Rest[2] = r3.Vec{Z: 2}
	var slide, angle, slideRate, turnRate, slideLoad, turnLoad []float64
	for index := range 500 {
		s := c.start(0, index, 0)
		slide, angle = append(slide, s.state.Slides[0].X), append(angle, 2*math.Asin(s.state.Turns[1].Jmag))
		slideRate, turnRate = append(slideRate, s.state.Rates[0]), append(turnRate, s.state.Rates[1])
		require.Len(t, s.loads, 2, "one for each frame but the last")
		for _, load := range s.loads {
			require.Equal(t, []float64{float64(float32(load[0])), float64(float32(load[1]))}, load, "rounded as in files")
			slideLoad, turnLoad = append(slideLoad, load[0]), append(turnLoad, load[1])
		}
	}
	for want, all := range map[float64][][]float64{0.2: {slide, slideRate}, 0.5: {angle}, 1: {turnRate}, 5: {slideLoad, turnLoad}} {
		for _, numbers := range all {
			require.InEpsilon(t, want, deviation(numbers), 0.12)
		}
	}
	c.Motor = 0
	require.Nil(t, c.start(0, 0, 0).loads)
}

// TestStartWithinLimits: joints with limits start within them, whether they turn or slide.
func TestStartWithinLimits(t *testing.T) {
	c := Config{Robot: cart(t, mechanism.Prismatic(r3.Vec{X: 1})), Frames: 2}
	c.Robot.Bodies[0].Stop = mechanism.Stop{Lower: 0.01, Upper: 0.02}
	c.Robot.Bodies[1].Stop = mechanism.Stop{Lower: 0.3, Upper: 0.4}
	for index := range 20 {
		s := c.start(0, index, 0)
		require.InDelta(t, 0.015, s.state.Slides[0].X, 0.00501)
		require.InDelta(t, 0.35, 2*math.Asin(s.state.Turns[1].Jmag), 0.0501)
	}
}

// TestStartsAfloat: a body that floats starts in place with any rotation. Its slides have rates by the robot's size,
// and motors drive the joint with one axis alone.
func TestStartsAfloat(t *testing.T) {
	c := Config{Robot: cart(t, mechanism.Free()), Frames: 2, Motor: 1}
	c.Robot.Rest[2] = r3.Vec{Z: 2}
	var slides, turns, real []float64
	for index := range 300 {
		s := c.start(0, index, 0)
		require.Zero(t, s.state.Slides[0])
		require.InDelta(t, 1, quat.Abs(s.state.Turns[0]), 1e-12)
		slides, turns, real = append(slides, s.state.Rates[:3]...), append(turns, s.state.Rates[3:6]...), append(real, s.state.Turns[0].Real)
		require.Equal(t, make([]float64, 6), s.loads[0][:6])
		require.NotZero(t, s.loads[0][6])
	}
	require.InEpsilon(t, 0.2, deviation(slides), 0.12)
	require.InEpsilon(t, 1, deviation(turns), 0.12)
	require.InEpsilon(t, 0.5, deviation(real), 0.12, "a uniform rotation has four equal parts")
}

// TestDrawsOfASeed: what is drawn from a seed stays the same: rates and then the place of each joint, and then loads.
func TestDrawsOfASeed(t *testing.T) {
	c := Config{Robot: cart(t, mechanism.Prismatic(r3.Vec{X: 1})), Frames: 2, Motor: 5, Seed: 7}
	c.Robot.Rest[2] = r3.Vec{Z: 2}
	random := stream(7, 1, 2, 3)
	s := c.start(1, 2, 3)
	require.Equal(t, 0.2*random.NormFloat64(), s.state.Rates[0])
	require.Equal(t, 0.2*random.NormFloat64(), s.state.Slides[0].X)
	require.Equal(t, random.NormFloat64(), s.state.Rates[1])
	require.InDelta(t, 0.5*random.NormFloat64(), 2*math.Asin(s.state.Turns[1].Jmag), 1e-9)
	require.Equal(t, float64(float32(5*random.NormFloat64())), s.loads[0][0])
}

// TestSlidesBehindOthers: a second slide has rates by the robot's size, too.
func TestSlidesBehindOthers(t *testing.T) {
	robot, err := mechanism.New(mechanism.Mechanism{
		Bodies: []mechanism.Body{
			{Name: "turn", Parent: -1, Joint: mechanism.Revolute(r3.Vec{Z: 1}), Members: []int{0, 1}},
			{Name: "slide", Parent: 0, Joint: mechanism.Prismatic(r3.Vec{X: 1}), Members: []int{2, 3}},
		},
		Rest: []r3.Vec{{Y: 1}, {X: 1}, {X: 4}, {Y: 2}}, Mass: []float64{1, 1, 1, 1},
	})
	require.NoError(t, err)
	random, s := stream(0, 0, 0, 0), Config{Robot: robot, Frames: 2}.start(0, 0, 0)
	require.Equal(t, random.NormFloat64(), s.state.Rates[0])
	_ = random.NormFloat64() // the angle
	require.Equal(t, 0.4*random.NormFloat64(), s.state.Rates[1])
	require.Equal(t, 0.4*random.NormFloat64(), s.state.Slides[1].X)
}

// TestStreams: the seed, the split, the index and the draw each make another stream, and nothing else does.
func TestStreams(t *testing.T) {
	seen := map[uint64][4]uint64{}
	for _, of := range [][4]uint64{{}, {1}, {0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {1, 1}, {0, 1, 1}, {0, 0, 1, 1}} {
		first := stream(of[0], of[1], of[2], of[3]).Uint64()
		require.NotContains(t, seen, first)
		seen[first] = of
		require.Equal(t, first, stream(of[0], of[1], of[2], of[3]).Uint64())
	}
}
