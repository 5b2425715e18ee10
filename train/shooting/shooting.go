// Package shooting fits constants of motion to recordings by multiple shooting (Bock 1981).
//
// Recordings are cut into stretches. A stretch begins in a state of its own, which is estimated
// together with the constants, and a model moves it on from frame to frame. Squares of what is left
// of measured positions and velocities are made small. So noise of the state in which a
// stretch begins does not pass for a force, and velocities that are only differences of positions
// are not needed. The variances of positions and of velocities are estimated by what the
// fit leaves, and each counts by the inverse of its own.
//
// With J the derivatives of a stretch by its state u and by the parameters p, the method of
// Gauss, Newton, Levenberg and Marquardt solves the normal equations of p after those of u:
//
//	H = sum of J_p' J_p - J_p' J_u (J_u' J_u)^-1 J_u' J_p
package shooting

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/system"
)

// Roll is how systems move on from first states by parameters, for a number of steps: positions and
// velocities of all frames, the first included, of all systems one after the other.
type Roll func(ctx context.Context, parameters []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error)

// Parameter is a parameter to find.
type Parameter struct {
	Name  string
	Start float64 // from which the fit goes on
	// Factor says that the parameter is the logarithm of a positive value's share of a usual
	// one, and Vanishes that the value may be 0.
	Factor, Vanishes bool
	// Rank orders parameters of which some are to be held: the lowest first.
	Rank int
}

// smallest is the logarithm of the smallest share that a fit goes to by itself.
const smallest = -9

// least is the least value of a parameter.
func (p Parameter) least() float64 {
	if p.Factor {
		return min(smallest, p.Start)
	}
	return math.Inf(-1)
}

// Problem is what is fitted.
type Problem struct {
	Samples    []system.Sample // recordings
	Time       float64         // of a frame, in the unit of positions over the unit of velocities
	Parameters []Parameter
	Roll       Roll
	// Bodies, unless nil, are the equations of motion of bodies on joints, by which they move in
	// the place of Roll, and derivatives are taken.
	Bodies *Bodies
	// Coarse, unless nil, is Roll in fewer steps of time, which are enough for derivatives.
	Coarse Roll
	// Finer, unless nil, is Roll in finer steps of time, by which the error of the steps is known.
	Finer Roll
	// Progress, unless nil, is told which pass of Newton's iterations begins, and the root of
	// the mean square of what was left before, in units of the noise that is estimated then.
	Progress func(pass int, left float64)
}

// MostPasses is how many passes a fit takes at most.
const MostPasses = 36

const (
	mostSteps  = 24   // of a stretch
	mostFrames = 6000 // of all stretches
	rounds     = 4    // in each of which the noise is estimated anew

	// A fit begins with this many stretches of this many steps, in their measured states, and takes this
	// many passes at most there.
	nearSteps, nearStretches, nearPasses = 2, 200, 8

	// It goes on with this many long stretches, until the noise is settled, before it takes all.
	fewStretches = 40
)

// Fit is what was found.
type Fit struct {
	Found []Found // of each parameter
	// Noise is the estimated standard deviation of each channel: of free particles positions,
	// then velocities; of joints places, then rates.
	Noise []float64
	// Free reports whether stretches began in states of their own: without, there are no
	// standard errors.
	Free bool
	// Ended reports whether the passes came to a minimum.
	Ended bool

	of *fit
}

// Found is what was found of a parameter.
type Found struct {
	At float64
	// Deviation is the standard deviation of At; NaN where there is none.
	Deviation float64
	// Fixed says why the value is the usual one; "" of others.
	Fixed string
	// Vanished says that the value is 0 as far as the recordings tell, and Below that it is below
	// this share of its usual value: what was found, and two standard deviations.
	Vanished bool
	Below    float64
}

// errNothing is of recordings without anything that could move.
var errNothing = errors.New("no stretch of the recordings can be computed: their first states leave the range of numbers")

// Run fits the parameters. If ctx ends, it returns what it has by then, with ctx's error.
func (p Problem) Run(ctx context.Context) (*Fit, error) {
	start := p.begin(nearSteps, linearStretches, false)
	if start.ctx = ctx; start.jointed() {
		if err := start.linear(); err != nil {
			return start.result(), err
		}
	}
	near := p.begin(nearSteps, nearStretches, false)
	near.at, near.rough = start.at, true
	err := near.minimize(ctx, nearPasses, lastMove)
	if err != nil {
		return near.result(), err
	}
	f := p.begin(mostSteps, mostFrames/(mostSteps+1), true)
	f.at, f.pass, f.Coarse = near.at, near.pass, near.Coarse
	if few := p.begin(mostSteps, fewStretches, true); len(few.stretches) < len(f.stretches) {
		few.at, few.pass, few.Coarse = f.at, f.pass, f.Coarse
		if err := few.settle(ctx, few.passesLeft()/2); err != nil {
			return few.result(), err
		}
		f.at, f.pass, f.Coarse = few.at, few.pass, few.Coarse
		copy(f.noise, few.noise)
		f.near = f.jointed()
	}
	if err := f.settle(ctx, f.passesLeft()); err != nil {
		return f.result(), err
	}
	found := f.result()
	return found, f.tell(found)
}

// passesLeft are the passes before the last ones.
func (f *fit) passesLeft() int { return max(MostPasses-2*exactPasses-f.pass, 1) }

// settle minimizes in rounds, by so many passes at most, and estimates the noise anew after each, until it
// is settled. A fit that begins near its minimum estimates it after each pass.
func (f *fit) settle(ctx context.Context, most int) error {
	last := f.pass + most
	for round := range rounds {
		f.rough = round == 0 // positions and velocities count as they do not yet deserve
		passes := max(last-f.pass, 1) / (rounds - round)
		if f.near {
			passes = 1 // weights change more than parameters do
		}
		if err := f.minimize(ctx, passes, settledMove); err != nil {
			return err
		}
		if f.estimate() {
			break
		}
	}
	return nil
}

// fit is a fit under way.
type fit struct {
	Problem
	ctx       context.Context
	stretches []stretch
	at        []float64
	length    float64     // of positions
	noise     []float64   // of each channel
	freedom   []float64   // how many numbers first states and parameters leave free, of each
	weights   [][]float64 // of stretches, of each channel
	fixed     []bool      // parameters
	vanished  [][]float64 // the moves of all when one was set to 0, which are in their errors
	rough     bool        // ends early: it only comes near
	near      bool        // begins near the minimum, with exact derivatives
	pass      int
	ended     bool
	now       []rows   // predictions at the parameters
	columns   [][]rows // derivatives near them, of each stretch by its state, then by parameters
	equations []blocks // of the stretches
	tracks    []*track // of the last predictions by the equations of joints; nil without
}

// begin cuts the recordings into stretches of at most so many steps.
func (p Problem) begin(steps, most int, free bool) *fit {
	f := &fit{Problem: p, stretches: cut(p.Samples, steps, most), fixed: make([]bool, len(p.Parameters))}
	for _, parameter := range p.Parameters {
		f.at = append(f.at, parameter.Start)
	}
	for i := range f.stretches {
		s := &f.stretches[i]
		if !free {
			s.states = measured{s.states}
		}
		s.offset = make([]float64, s.states.size())
	}
	if f.jointed() {
		f.Coarse = nil
	}
	f.length = f.measureLength()
	for i := range f.stretches {
		f.beginNoise(&f.stretches[i])
	}
	f.freedom = make([]float64, len(f.noise))
	for range f.stretches {
		f.weights = append(f.weights, slices.Repeat([]float64{1}, len(f.noise)))
	}
	return f
}

// measureLength is the root of the mean square of coordinates.
func (f *fit) measureLength() float64 {
	var squares, count float64
	for i := range f.stretches {
		for _, x := range f.stretches[i].records[0] {
			squares, count = squares+float64(x*x), count+1
		}
	}
	return cmp.Or(math.Sqrt(squares/max(count, 1)), 1)
}

// beginNoise has channels of a stretch begin with a noise by which a rate counts as what it moves
// in the time of a frame.
func (f *fit) beginNoise(s *stretch) {
	count := s.perFrame()
	for k := range count {
		number, turns := s.states.channel(k)
		for len(f.noise) <= number {
			f.noise = append(f.noise, 0)
		}
		switch half := s.states.coordinateCount(); {
		case k >= half:
			of, _ := s.states.channel(k - half)
			f.noise[number] = f.noise[of] / f.Time
		case turns:
			f.noise[number] = 1
		default:
			f.noise[number] = f.length
		}
	}
}

// result is what was found so far.
func (f *fit) result() *Fit {
	found := &Fit{Noise: f.noise, Ended: f.ended, of: f}
	for i := range f.stretches {
		found.Free = found.Free || f.stretches[i].states.size() > 0
	}
	for _, at := range f.at {
		found.Found = append(found.Found, Found{At: at, Deviation: math.NaN()})
	}
	return found
}

// fewRecordings is up to how many recordings count as one group of scores for each stretch.
const fewRecordings = 30

// groups number what stretches count as for the scatter of their scores: recordings, or where these are
// few the stretches themselves.
func (f *fit) groups() (numbers []int, count int) {
	for i := range f.stretches {
		if i == 0 || len(f.Samples) <= fewRecordings || f.stretches[i].group != f.stretches[i-1].group {
			count++
		}
		numbers = append(numbers, count-1)
	}
	return numbers, count
}

// scores are the slopes of half the loss on each group [groups, parameters].
func (f *fit) scores() *mat.Dense {
	groups, count := f.groups()
	all := mat.NewDense(count, len(f.at), nil)
	for i := range f.stretches {
		if _, slope := f.equations[i].reduced(0); slope != nil {
			for k := range f.at {
				all.Set(groups[i], k, all.At(groups[i], k)+slope.AtVec(k))
			}
		}
	}
	return all
}
