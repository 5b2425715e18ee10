package shooting

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/train/shooting/normal"
	"gmnc/train/shooting/states"
	"gmnc/train/shooting/stretches"
)

// fit is a fit in progress.
type fit struct {
	Problem
	ctx       context.Context
	stretches []stretches.Stretch
	at        []float64
	length    float64     // root mean square of positions
	noise     []float64   // standard deviation of each channel
	freedom   []float64   // how many numbers of each channel first states and parameters leave free
	weights   [][]float64 // weight of each channel in each stretch
	fixed     []bool      // whether each parameter is fixed
	vanished  [][]float64 // the moves of all parameters when one was set to 0; their errors include them
	rough     bool        // ends early, near the minimum
	near      bool        // begins near the minimum, with exact derivatives
	acting    tested      // the last parameters that doNothing found to act in all directions
	pass      int
	ended     bool
	steps     []float64          // root mean square changes of each channel by finer time steps; nil if not known
	now       []stretches.Rows   // predictions of the stretches at the parameters
	columns   [][]stretches.Rows // derivatives of each stretch near them, by its state, then by the parameters
	equations []normal.Equations // equations of the stretches
	tracks    []*track           // tracks of the last predictions by the equations of joints; nil without these
}

// begin cuts the recordings into at most this number of stretches of at most this number of
// steps. If free is false, they begin in their measured states.
func (p Problem) begin(steps, most int, free bool) *fit {
	f := &fit{Problem: p, stretches: stretches.Cut(p.Samples, steps, most), fixed: make([]bool, len(p.Parameters))}
	for _, parameter := range p.Parameters {
		f.at = append(f.at, parameter.Start)
	}
	for i := range f.stretches {
		s := &f.stretches[i]
		if p.ofRates && s.Joints() != nil {
			s.WithoutRates()
		}
		if !free {
			s.States = states.Measured{States: s.States}
		}
		s.Offset = make([]float64, s.States.Size())
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

// measureLength returns the root mean square of coordinates.
func (f *fit) measureLength() float64 {
	var squares, count float64
	for i := range f.stretches {
		for _, x := range f.stretches[i].Records[0] {
			squares, count = squares+float64(x*x), count+1
		}
	}
	return cmp.Or(math.Sqrt(squares/max(count, 1)), 1)
}

// beginNoise sets the first noise of a stretch's channels. A rate has the noise of its position
// divided by the time of a frame.
func (f *fit) beginNoise(s *stretches.Stretch) {
	count := s.PerFrame()
	for k := range count {
		number, turns := s.States.Channel(k)
		for len(f.noise) <= number {
			f.noise = append(f.noise, 0)
		}
		switch half := s.States.CoordinateCount(); {
		case k >= half:
			of, _ := s.States.Channel(k - half)
			f.noise[number] = f.noise[of] / f.Time
		case turns:
			f.noise[number] = 1
		default:
			f.noise[number] = f.length
		}
	}
}

// fewRecordings is the largest number of recordings for which each stretch is a group of scores
// of its own.
const fewRecordings = 30

// groups returns the number of each stretch's group, for the scatter of scores, and the number
// of groups. The groups are recordings, or the stretches themselves if recordings are few.
func (f *fit) groups() (numbers []int, count int) {
	for i := range f.stretches {
		if i == 0 || len(f.Samples) <= fewRecordings || f.stretches[i].Group != f.stretches[i-1].Group {
			count++
		}
		numbers = append(numbers, count-1)
	}
	return numbers, count
}

// scores returns the slopes of half the loss on each group [groups, parameters].
func (f *fit) scores() *mat.Dense {
	groups, count := f.groups()
	all := mat.NewDense(count, len(f.at), nil)
	for i := range f.stretches {
		if _, slope := f.equations[i].Reduced(0); slope != nil {
			for k := range f.at {
				all.Set(groups[i], k, all.At(groups[i], k)+slope.AtVec(k))
			}
		}
	}
	return all
}
