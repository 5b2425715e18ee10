// Package shooting fits constants of motion to recordings by multiple shooting (Bock 1981).
//
// Recordings are cut into stretches. Each stretch begins in a state of its own, which is estimated
// together with the constants, and a model moves it on from frame to frame. The fit minimizes the
// squares of the residuals of measured positions and velocities. So noise of the state in which a
// stretch begins is not taken for a force, and velocities that are only differences of positions
// are not needed. The variances of positions and of velocities are estimated from the residuals,
// and each residual is weighted by the inverse of its own.
//
// Let J be the derivatives of a stretch by its state u and by the parameters p. The method of
// Gauss, Newton, Levenberg and Marquardt solves the normal equations of p after those of u:
//
//	H = sum of J_p' J_p - J_p' J_u (J_u' J_u)^-1 J_u' J_p
package shooting

import (
	"context"
	"errors"
	"math"

	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// Roll moves systems on from first states, by parameters, for a number of steps. It returns
// positions and velocities of all frames, including the first, of all systems one after
// another.
type Roll func(ctx context.Context, parameters []float64, starts []system.Sample, steps int) (positions, velocities [][]float32, err error)

// Parameter is a parameter to find.
type Parameter struct {
	Name  string
	Start float64 // the value at which the fit begins
	// Factor says that the parameter is the logarithm of the ratio of a positive value to its
	// nominal value. Vanishes says that the value may be 0.
	Factor, Vanishes bool
	// Rank is the order in which parameters are fixed if some must be: the lowest first.
	Rank int
}

// smallest is the logarithm of the smallest ratio to the nominal value that a fit reaches by
// itself.
const smallest = -9

// least returns the least value of a parameter.
func (p Parameter) least() float64 {
	if p.Factor {
		return min(smallest, p.Start)
	}
	return math.Inf(-1)
}

// Problem is the problem of fitting parameters to recordings.
type Problem struct {
	Samples    []system.Sample // recordings
	Time       float64         // time of a frame, in the unit of positions over the unit of velocities
	Parameters []Parameter
	Roll       Roll
	// Bodies, if not nil, holds the equations of motion of bodies on joints. They then replace
	// Roll and give the derivatives.
	Bodies *Bodies
	// Coarse, if not nil, is Roll with fewer time steps, which are enough for derivatives.
	Coarse Roll
	// Finer, if not nil, is Roll with finer time steps, which give the error of the steps.
	Finer Roll
	// Progress, if not nil, is called when a pass of Newton's iterations begins. left is the
	// root mean square of the residuals before it, in units of the noise that is estimated
	// then.
	Progress func(pass int, left float64)

	ofRates bool // whether rates of joints are differences, and so not compared with
}

// MostPasses is the largest number of passes in a fit.
const MostPasses = 36

const (
	mostSteps  = 24   // largest number of steps in a stretch
	mostFrames = 6000 // largest number of frames in all stretches
	rounds     = 4    // number of rounds; each ends with a new estimate of the noise

	// A fit begins with at most nearStretches stretches of nearSteps steps, in their measured
	// states, and makes at most nearPasses passes there.
	nearSteps, nearStretches, nearPasses = 2, 200, 8

	// It goes on with this number of long stretches, until the noise is settled, before it
	// takes all.
	fewStretches = 40
)

// Fit is the result of a fit.
type Fit struct {
	Found []Found // the result for each parameter
	// Noise is the estimated standard deviation of each channel. For free particles these are
	// positions, then velocities; for joints, the position of each joint, then the rates.
	Noise []float64
	// Free reports whether stretches began in states of their own. If not, there are no
	// standard errors.
	Free bool
	// Ended reports whether the passes reached a minimum.
	Ended bool

	of *fit
}

// Found is the result for one parameter.
type Found struct {
	At float64
	// Deviation is the standard deviation of At, or NaN if there is none.
	Deviation float64
	// Most, if it is not 0, is an upper bound of the error of At. The residuals are then no
	// noise, but rounding or errors of time steps, and Deviation does not hold.
	Most float64
	// Fixed says why the parameter is fixed at its nominal value. It is "" if it is not fixed.
	Fixed string
	// Vanished reports whether the value is 0 as far as the recordings show. Its ratio to the
	// nominal value is then below Below: the value that was found, plus two standard
	// deviations.
	Vanished bool
	Below    float64
}

// WithoutStops returns the parts of recordings in which no stop acts on a joint, and their share of
// all steps, as stretches.WithoutStops does.
func WithoutStops(samples []system.Sample, time float64) (parts []system.Sample, share float64) {
	return stretches.WithoutStops(samples, time)
}

// errNothing is the error for recordings of which no stretch can be computed.
var errNothing = errors.New("no stretch of the recordings can be computed: their first states leave the range of numbers. A load with the opposite sign, or in another unit, may be the reason: gmnc inspect checks the data")

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
	if stretches.DerivedRates(p.Samples) {
		// Rates that are differences bias parameters, but lead near them from anywhere.
		biased := p.begin(mostSteps, fewStretches, true)
		biased.at, biased.pass = near.at, near.pass
		if err := biased.settle(ctx, biased.passesLeft()/2); err != nil {
			return biased.result(), err
		}
		near, p.ofRates = biased, true
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
	return found, f.assess(found)
}

// passesLeft returns the number of passes that remain before the last ones.
func (f *fit) passesLeft() int { return max(MostPasses-2*exactPasses-f.pass, 1) }

// settle minimizes in rounds, in most passes at most, and estimates the noise anew after each
// round, until it is settled. A fit that begins near its minimum estimates it after each pass.
func (f *fit) settle(ctx context.Context, most int) error {
	last := f.pass + most
	for round := range rounds {
		f.rough = round == 0 // the weights of positions and velocities are not yet right
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

// result returns what was found so far.
func (f *fit) result() *Fit {
	found := &Fit{Noise: f.noise, Ended: f.ended, of: f}
	for i := range f.stretches {
		found.Free = found.Free || f.stretches[i].States.Size() > 0
	}
	for _, at := range f.at {
		found.Found = append(found.Found, Found{At: at, Deviation: math.NaN()})
	}
	return found
}
