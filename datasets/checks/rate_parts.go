package checks

import (
	"fmt"
	"math"
	"sort"
)

const (
	// otherPart is the ratio of the rates of one particle, or of one recording, to the differences
	// of its positions, or its inverse, above which it is reported if those of most others fit.
	// Frames that are far apart leave less to the fastest particles.
	otherPart = 1.5
	// movesAlong is the least mean square displacement of a particle or recording, relative to that
	// of all, for a comparison of rates that explain nothing. What moves less may be noise.
	movesAlong = 0.1
	// movesAtAll is the same for rates that are 0 in all frames. What moves less is rounding.
	movesAtAll = 1e-4
	// framesOfPart is the least number of frames of a recording that is compared.
	framesOfPart = 8
)

// part is the scale of the rates of a recording or of a particle.
type part struct {
	number int
	moved  float64 // the sum of the squared steps of its positions
	Scale
}

// finding returns how far the rates of a part are from the differences of its positions, and what
// these rates are. The result is 0 if they fit, or if the part moves too little. mean is the
// mean of what parts move.
func (p part) finding(w *Words, mean float64) (size float64, text string) {
	switch {
	case p.moved <= movesAtAll*mean:
		return 0, ""
	case p.rates == 0:
		return math.Inf(1), fmt.Sprintf("are 0 in all frames, though its %s change", w.Positions)
	case p.moved < movesAlong*mean:
		return 0, ""
	case p.Explained() < relatedRates:
		return math.Inf(1), fmt.Sprintf("explain %.2g of the squares of the differences of its %s, expected about 1", p.Explained(), w.Positions)
	}
	if size = p.other(relatedRates); size <= otherPart {
		return 0, ""
	}
	return size, fmt.Sprintf("are %.3g times the differences of its %s over the time between frames, expected about 1", p.Times(), w.Positions)
}

// exceptions returns the parts whose rates are not those of their positions, and what is found of the
// first. It returns nothing unless the rates of most parts fit.
func exceptions(parts []part, w *Words) (numbers []int, size float64, text string) {
	var all float64
	for _, p := range parts {
		all += p.moved
	}
	fit := 0
	for _, p := range parts {
		found, what := p.finding(w, all/float64(len(parts)))
		if found == 0 {
			if p.fits() {
				fit++
			}
			continue
		}
		if numbers = append(numbers, p.number); text == "" {
			size, text = found, what
		}
	}
	if 2*fit <= len(parts) {
		return nil, 0, ""
	}
	return numbers, size, text
}

// otherRatesOfRecordings finds recordings whose rates are those of another recording, or were
// recorded at another interval than the others.
func otherRatesOfRecordings(s *subject) result {
	r, w := s.smooth(), s.words
	file := r.file()
	var parts []part
	for k := range file[1:] {
		if file[k+1]-file[k] >= framesOfPart {
			parts = append(parts, r.between(file[k], file[k+1]).partOf(k, 0, r.size()))
		}
	}
	numbers, size, text := exceptions(parts, w)
	if len(numbers) == 0 {
		return result{}
	}
	return measure(size, s.at(file[numbers[0]]), fmt.Sprintf("the %s of this recording %s, and those of most others fit (%s)", w.Rates, text, Among(firstOf, len(numbers), "such recording")))
}

// otherRatesOfParticles finds particles whose rates are 0, or those of another particle, in another
// unit or of the other sign.
func otherRatesOfParticles(s *subject) result {
	r, w := s.smooth(), s.words
	if r.Each != 3 {
		return result{}
	}
	var parts []part
	for particle := range r.Elements {
		parts = append(parts, r.partOf(particle, 3*particle, 3*particle+3))
	}
	numbers, size, text := exceptions(parts, w)
	if len(numbers) == 0 {
		return result{}
	}
	return measure(size, key(w.RateKey), fmt.Sprintf("the %s of %s %s, and those of most others fit (%s)", w.Rates, w.Name(numbers[0]), text, Among(firstOf, len(numbers), "such column")))
}

// partOf returns the scale of a range of columns.
func (r *Recording) partOf(number, from, to int) part {
	p := part{number: number}
	var columns []int
	size := r.size()
	for column := from; column < to; column++ {
		columns = append(columns, column)
		for k, start := range r.starts() {
			for t := start; t < r.Starts[k+1]-1; t++ {
				step := r.Positions[(t+1)*size+column] - r.Positions[t*size+column]
				p.moved += float64(step * step)
			}
		}
	}
	p.Scale = r.RateScale(columns...)
	return p
}

// between returns the stretches from one frame to another, at which recordings begin.
func (r *Recording) between(from, to int) *Recording {
	own := *r
	first, last := sort.SearchInts(r.Starts, from), sort.SearchInts(r.Starts, to)
	own.Starts, own.scale = r.Starts[first:last+1], nil
	return &own
}
