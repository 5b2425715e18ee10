package robots

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
)

// start is the initial state of a robot and the loads that drive it. The loads have a number
// for each rate in each frame but the last, which is constant until the next frame. They are
// nil if nothing drives the robot.
type start struct {
	state mechanism.State
	loads [][]float64
}

// These are the standard deviations of the random start about the pose: of angles [rad] and of
// their rates [1/s]. For sliding joints the unit is a tenth of the robot's size.
const (
	angles  = 0.5
	rates   = 1
	sliding = 0.1
)

// start returns a random start, or the given one.
func (c Config) start(split, index, draw int) start {
	if c.Given != nil {
		return c.Given.start(c, split, index)
	}
	random := stream(c.Seed, uint64(split), uint64(index), uint64(draw))
	s := start{state: c.Robot.AtRest()}
	length := sliding * c.size()
	for b, body := range c.Robot.Bodies {
		first, end := c.Robot.RatesOf(b)
		for k := first; k < end; k++ {
			scale := 1.
			if k-first < len(body.Slides) {
				scale = length
			}
			s.state.Rates[k] = scale * rates * random.NormFloat64()
		}
		switch {
		case len(body.Slides)+len(body.Turns) == 1 && len(body.Turns) == 1:
			c.Robot.SetAngle(s.state, b, within(body.Stop, angles*random.NormFloat64()))
		case len(body.Slides)+len(body.Turns) == 1:
			c.Robot.SetAngle(s.state, b, within(body.Stop, length*random.NormFloat64()))
		case len(body.Turns) == 3:
			s.state.Turns[b] = turn(random)
		}
	}
	if c.Motor > 0 {
		s.loads = c.motors(random)
	}
	return s
}

// within returns a position clamped to the limits of a stop, if it has any.
func within(stop mechanism.Stop, position float64) float64 {
	if stop.Lower < stop.Upper {
		return min(max(position, stop.Lower), stop.Upper)
	}
	return position
}

// motors returns random loads of the joints with one axis.
func (c Config) motors(random *rand.Rand) (loads [][]float64) {
	for range c.Frames - 1 {
		load := make([]float64, c.Robot.Rates())
		for b := range c.Robot.Bodies {
			if first, end := c.Robot.RatesOf(b); end-first == 1 {
				load[first] = float64(float32(c.Motor * random.NormFloat64())) // rounded as in files
			}
		}
		loads = append(loads, load)
	}
	return loads
}

// turn returns a uniformly distributed random rotation.
func turn(random *rand.Rand) quat.Number {
	q := quat.Number{Real: random.NormFloat64(), Imag: random.NormFloat64(), Jmag: random.NormFloat64(), Kmag: random.NormFloat64()}
	return quat.Scale(1/quat.Abs(q), q)
}

// size returns the largest distance of a particle at rest from the first anchor.
func (c Config) size() (size float64) {
	for _, x := range c.Robot.Rest {
		size = max(size, r3.Norm(r3.Sub(x, c.Robot.Bodies[0].Anchor)))
	}
	return size
}

// stream returns the random stream of a draw. Each stage mixes in two words and is seeded by
// the output of the stage before, since generators with neighboring seeds are alike.
func stream(seed, split, index, draw uint64) *rand.Rand {
	pcg := rand.NewPCG(seed, split)
	pcg = rand.NewPCG(pcg.Uint64()^index, pcg.Uint64()^draw)
	return rand.New(rand.NewPCG(pcg.Uint64(), pcg.Uint64()))
}
