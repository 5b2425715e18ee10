// Package dahl computes Dahl's friction (1968), which remembers the direction of motion,
// between the stamps of a log. Its state follows the direction within a short displacement, and
// reverses in less time than lies between stamps.
package dahl

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// piece is a part of one half of the interval between two stamps, in which a joint does not
// reverse. Each half belongs to the stamp at its end. fraction is the piece's part of the
// interval. from and to are the rates at the ends of the piece, times the interval.
type piece struct {
	fraction, from, to float64
	second             bool // half
}

// mostPieces is the number of pieces of an interval in which a joint reverses.
const mostPieces = 3

// Path describes how a joint moves from each stamp of a log to the next.
type Path [][mostPieces]piece

// NewPath returns the path of a joint with the given rates at stamps [s]. Between stamps the
// rate changes linearly. Each interval is divided in the middle and where the rate changes
// sign.
func NewPath(time, rate []float64) (all Path) {
	for i := 1; i < len(time); i++ {
		step := time[i] - time[i-1]
		from, to := rate[i-1]*step, rate[i]*step
		middle := (from + to) / 2
		if from*to >= 0 {
			all = append(all, [mostPieces]piece{{0.5, from, middle, false}, {0.5, middle, to, true}})
			continue
		}
		if turn := from / (from - to); turn < 0.5 {
			all = append(all, [mostPieces]piece{{turn, from, 0, false}, {0.5 - turn, 0, middle, false}, {0.5, middle, to, true}})
		} else {
			all = append(all, [mostPieces]piece{{0.5, from, middle, false}, {turn - 0.5, middle, 0, true}, {1 - turn, 0, to, true}})
		}
	}
	return all
}

// displacement returns the distance that the joint moves in a part of the piece's time, where part is
// between 0 and 1.
func (p piece) displacement(part float64) float64 {
	return p.fraction * part * math.Abs(p.from+part*(p.to-p.from)/2)
}

// when returns the part of the piece's time after which the joint has moved the given distance,
// or 1 if it moves less.
func (p piece) when(displacement float64) float64 {
	if p.displacement(1) <= displacement {
		return 1
	}
	from, slope := math.Abs(p.from), math.Abs(p.to)-math.Abs(p.from)
	return min(1, 2*displacement/(p.fraction*(from+math.Sqrt(max(0, from*from+2*slope*displacement/p.fraction)))))
}

const (
	// turned is the fraction of the last direction below which friction has reversed.
	turned = 1e-6
	// nearly is the distance of the state from the direction below which a piece is taken to
	// have a constant rate.
	nearly = 0.02
	// longest is the displacement, in units of the memory's length, after which nothing is left
	// of a direction.
	longest = 12
)

// gaussNodes and gaussWeights are the nodes and weights of Gauss-Legendre quadrature between 0
// and 1.
var gaussNodes, gaussWeights = func() (at, weight [6]float64) {
	quad.Legendre{}.FixedLocations(at[:], weight[:], 0, 1)
	return at, weight
}()

// fading returns the fraction of a direction that is left at the end of a piece, and its mean
// over the piece's time. It also returns the derivatives of both with respect to the logarithm
// of the memory's length [rad].
func (p piece) fading(length, off float64) (last, lastBy, mean, meanBy float64) {
	displacement := p.displacement(1) / length
	last = math.Exp(-displacement)
	lastBy = displacement * last
	if math.Abs(off) < nearly {
		if displacement < 1e-3 {
			return last, lastBy, 1 - displacement/2, displacement / 2
		}
		mean = (1 - last) / displacement
		return last, lastBy, mean, mean - last
	}
	until := p.when(longest * length)
	for k, at := range gaussNodes {
		displacement := p.displacement(until*at) / length
		now := until * gaussWeights[k] * math.Exp(-displacement)
		mean += now
		meanBy += displacement * now
	}
	return last, lastBy, mean, meanBy
}

// Friction holds the state of Dahl's friction at each stamp, and its derivatives with respect
// to the logarithms of the length and of the creep. The derivatives are nil unless requested.
type Friction struct{ State, ByLength, ByCreep []float64 }

// Friction returns the state of Dahl's friction at each stamp. The state is between -1 and 1
// and follows the direction of motion within a displacement of about length: dz/dx = (sign(dx)
// - z) / length. It reverses in less time than lies between stamps. The value at a stamp is
// therefore the mean over half of the interval to either neighbor. With creep [1/s] the state
// also decays by itself: dz/dt = -creep z. steps holds the times [s] between stamps.
func (all Path) Friction(steps []float64, length, creep float64, slopes bool) (r Friction) {
	n := len(all) + 1
	r.State = make([]float64, n)
	if slopes {
		r.ByLength, r.ByCreep = make([]float64, n), make([]float64, n)
	}
	var now, byLength, byCreep float64
	for i, between := range all {
		for _, p := range between {
			if p.fraction == 0 {
				continue
			}
			stamp := i
			if p.second {
				stamp++
			}
			s := Sign(p.from + p.to)
			off := now - s
			last, lastBy, part, partBy := 1.0, 0.0, 1.0, 0.0
			if s != 0 && math.Abs(off) >= turned {
				last, lastBy, part, partBy = p.fading(length, off)
			} else {
				off, s = 0, now
			}
			r.State[stamp] += p.fraction * (s + off*part)
			if slopes {
				r.ByLength[stamp] += p.fraction * (byLength*part + off*partBy)
				r.ByCreep[stamp] += p.fraction * byCreep * part
			}
			now = s + off*last
			byLength = byLength*last + off*lastBy
			byCreep *= last
		}
		fades := math.Exp(-creep * steps[i])
		byLength *= fades
		byCreep = fades * (byCreep - now*creep*steps[i])
		now *= fades
	}
	for _, values := range [][]float64{r.State, r.ByLength, r.ByCreep} {
		if values != nil {
			values[0], values[n-1] = 2*values[0], 2*values[n-1]
		}
	}
	return r
}

// Sign returns 1 of a positive number, -1 of a negative one, and 0 otherwise.
func Sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
