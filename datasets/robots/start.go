package robots

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
)

// start is where a robot begins and what drives it: a number for each rate in each
// frame but the last, held until the next; nil of nothing.
type start struct {
	state mechanism.State
	loads [][]float64
}

// Standard deviations of what is drawn at a start, about the pose: of angles [rad] and
// their rates [1/s]; sliding joints have the same in a tenth of the robot's size.
const (
	angles  = 0.5
	rates   = 1
	sliding = 0.1
)

// start draws a start, or takes the one that is given.
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

// within is a place between limits, if there are any.
func within(stop mechanism.Stop, place float64) float64 {
	if stop.Lower < stop.Upper {
		return min(max(place, stop.Lower), stop.Upper)
	}
	return place
}

// motors draws the loads of joints about one axis.
func (c Config) motors(random *rand.Rand) (loads [][]float64) {
	for range c.Frames - 1 {
		load := make([]float64, c.Robot.Rates())
		for b := range c.Robot.Bodies {
			if first, end := c.Robot.RatesOf(b); end-first == 1 {
				load[first] = float64(float32(c.Motor * random.NormFloat64())) // as files have it
			}
		}
		loads = append(loads, load)
	}
	return loads
}

// turn is one of all turns, alike.
func turn(random *rand.Rand) quat.Number {
	q := quat.Number{Real: random.NormFloat64(), Imag: random.NormFloat64(), Jmag: random.NormFloat64(), Kmag: random.NormFloat64()}
	return quat.Scale(1/quat.Abs(q), q)
}

// size is the largest distance of a particle at rest from the first anchor.
func (c Config) size() (size float64) {
	for _, x := range c.Robot.Rest {
		size = max(size, r3.Norm(r3.Sub(x, c.Robot.Bodies[0].Anchor)))
	}
	return size
}

// stream is the random stream of a draw; each stage of two words is seeded by the output of
// the one before, since generators of neighbouring seeds are alike.
func stream(seed, split, index, draw uint64) *rand.Rand {
	pcg := rand.NewPCG(seed, split)
	pcg = rand.NewPCG(pcg.Uint64()^index, pcg.Uint64()^draw)
	return rand.New(rand.NewPCG(pcg.Uint64(), pcg.Uint64()))
}
