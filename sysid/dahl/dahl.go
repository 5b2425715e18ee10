// Package dahl is Dahl's friction (1968), which remembers the direction of motion, between the stamps of a
// log: its state follows the direction within a way, and turns around faster than stamps follow each other.
package dahl

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// piece is a part of the time from a stamp to the next, in the half that belongs to one of them, in
// which a joint does not turn back. Its share is that of the time between the stamps, and from and to
// are the rates at its ends times that time.
type piece struct {
	share, from, to float64
	second          bool // half
}

// mostPieces are those of a time in which a joint turns back.
const mostPieces = 3

// Path is how a joint goes from each stamp of a log to the next.
type Path [][mostPieces]piece

// NewPath is the path of a joint with rates at stamps [s]. It divides the times between stamps, in which
// rates change evenly, in the middle and where rates change sign.
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

// way is how far the joint goes in a part of the piece's time, between 0 and 1.
func (p piece) way(part float64) float64 {
	return p.share * part * math.Abs(p.from+part*(p.to-p.from)/2)
}

// when is the part of the piece's time after which the joint has gone a way, 1 if it goes less.
func (p piece) when(way float64) float64 {
	if p.way(1) <= way {
		return 1
	}
	from, slope := math.Abs(p.from), math.Abs(p.to)-math.Abs(p.from)
	return min(1, 2*way/(p.share*(from+math.Sqrt(max(0, from*from+2*slope*way/p.share)))))
}

const (
	// turned is the part of the last direction below which friction has turned around.
	turned = 1e-6
	// nearly is that below which a piece is taken to have one rate.
	nearly = 0.02
	// longest is the way, in units of the memory's own, after which nothing is left of a direction.
	longest = 12
)

// gaussNodes and gaussWeights are those of Gauss and Legendre between 0 and 1.
var gaussNodes, gaussWeights = func() (at, weight [6]float64) {
	quad.Legendre{}.FixedLocations(at[:], weight[:], 0, 1)
	return at, weight
}()

// fading is what a piece leaves of a direction at its end and in the mean over its time, with the
// derivatives of both by the logarithm of the length [rad] of the memory.
func (p piece) fading(length, off float64) (last, lastBy, mean, meanBy float64) {
	way := p.way(1) / length
	last = math.Exp(-way)
	lastBy = way * last
	if math.Abs(off) < nearly {
		if way < 1e-3 {
			return last, lastBy, 1 - way/2, way / 2
		}
		mean = (1 - last) / way
		return last, lastBy, mean, mean - last
	}
	until := p.when(longest * length)
	for k, at := range gaussNodes {
		way := p.way(until*at) / length
		now := until * gaussWeights[k] * math.Exp(-way)
		mean += now
		meanBy += way * now
	}
	return last, lastBy, mean, meanBy
}

// Friction is the state of Dahl's friction at each stamp, and its derivatives by the logarithms
// of the length and of the creep; the latter are nil where nobody asks for them.
type Friction struct{ State, ByLength, ByCreep []float64 }

// Friction is the state of Dahl's friction at each stamp: between -1 and 1, it follows the direction
// of motion within a way of about length: dz/dx = (sign(dx) - z) / length. It turns around faster
// than stamps follow each other, so that the mean over half of the time to either neighbour is
// what stands at a stamp. With creep [1/s] it fades by itself, too: dz/dt = -creep z.
// Steps are the times [s] between stamps.
func (all Path) Friction(steps []float64, length, creep float64, slopes bool) (r Friction) {
	n := len(all) + 1
	r.State = make([]float64, n)
	if slopes {
		r.ByLength, r.ByCreep = make([]float64, n), make([]float64, n)
	}
	var now, byLength, byCreep float64
	for i, between := range all {
		for _, p := range between {
			if p.share == 0 {
				continue
			}
			stamp := i
			if p.second {
				stamp++
			}
			s := sign(p.from + p.to)
			off := now - s
			last, lastBy, part, partBy := 1.0, 0.0, 1.0, 0.0
			if s != 0 && math.Abs(off) >= turned {
				last, lastBy, part, partBy = p.fading(length, off)
			} else {
				off, s = 0, now
			}
			r.State[stamp] += p.share * (s + off*part)
			if slopes {
				r.ByLength[stamp] += p.share * (byLength*part + off*partBy)
				r.ByCreep[stamp] += p.share * byCreep * part
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

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}
