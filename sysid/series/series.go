// Package series smooths signals whose stamps are uneven, by local polynomials: the filter
// of Savitzky and Golay (1964) as Fan and Gijbels (1996) have it for any stamps.
package series

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// terms are those of a cubic.
const terms = 4

// Filter gives the value and the first two derivatives, at one time, of the cubic that fits
// signals best near it.
type Filter struct {
	first                   int // of the stamps that it sees
	value, slope, curvature []float64
}

// NewFilter makes the filter at a time that sees stamps within half seconds on either side,
// with the weights 1 - (distance / half)^2 of Epanechnikov. Where this leaves fewer than
// eight stamps, half grows until it has them. Stamps increase.
func NewFilter(time []float64, at, half float64) *Filter {
	low, high := within(time, at, half)
	for need := min(2*terms, len(time)); high-low < need; low, high = within(time, at, half) {
		half *= 1.2
	}
	var moments [2*terms - 1]float64
	for _, t := range time[low:high] {
		u := (t - at) / half
		power := 1 - u*u
		for k := range moments {
			moments[k] += power
			power *= u
		}
	}
	f := &Filter{first: low}
	for order, weights := range []*[]float64{&f.value, &f.slope, &f.curvature} {
		c := solve(moments, order)
		scale := [...]float64{1, 1 / half, 2 / (half * half)}[order]
		for _, t := range time[low:high] {
			u := (t - at) / half
			*weights = append(*weights, scale*(1-u*u)*(c[0]+u*(c[1]+u*(c[2]+u*c[3]))))
		}
	}
	return f
}

// Turns reports whether a rate is 0 or changes its sign within what the filter sees.
func (f *Filter) Turns(rates []float64) bool {
	seen := rates[f.first:][:len(f.value)]
	return slices.Min(seen) <= 0 && slices.Max(seen) >= 0
}

// Value is a signal's, smoothed. Values are one for each stamp.
func (f *Filter) Value(values []float64) float64 { return dot(f.value, values[f.first:]) }

// Inside is a signal's value, smoothed, of values that begin at a stamp; it is not known where the
// filter sees stamps that have none.
func (f *Filter) Inside(values []float64, stamp int) (value float64, known bool) {
	from := f.first - stamp
	if from < 0 || from+len(f.value) > len(values) {
		return 0, false
	}
	return dot(f.value, values[from:]), true
}

// Derivatives are the first and the second of a signal, by time.
func (f *Filter) Derivatives(values []float64) (slope, curvature float64) {
	return dot(f.slope, values[f.first:]), dot(f.curvature, values[f.first:])
}

// Gain is the standard deviation that the value and the slope keep of noise of the standard
// deviation 1.
func (f *Filter) Gain() (value, slope float64) {
	return math.Sqrt(dot(f.value, f.value)), math.Sqrt(dot(f.slope, f.slope))
}

// Bend is the standard deviation that the second derivative has of noise of the standard deviation 1.
func (f *Filter) Bend() float64 { return math.Sqrt(dot(f.curvature, f.curvature)) }

// Again is the standard deviation that noise of the standard deviation 1 leaves in what smoothing
// smoothed values again takes of them, between even stamps.
func (f *Filter) Again() float64 {
	n := len(f.value)
	twice := make([]float64, 2*n-1)
	for i, a := range f.value {
		for k, b := range f.value {
			twice[i+k] += a * b
		}
		twice[i+n/2] -= a
	}
	return math.Sqrt(dot(twice, twice))
}

func dot(weights, values []float64) (sum float64) {
	for i, w := range weights {
		sum += w * values[i]
	}
	return sum
}

// within are the stamps nearer to a time than half.
func within(time []float64, at, half float64) (low, high int) {
	return sort.SearchFloat64s(time, at-half), sort.SearchFloat64s(time, at+half)
}

// solve solves the normal equations of a cubic by Cholesky's method for a right side of 0
// and one 1; a power that the stamps do not tell is left out.
func solve(moments [2*terms - 1]float64, one int) (c [terms]float64) {
	var l [terms][terms]float64
	const told = 1e-12 // of the weights
	for i := range terms {
		for j := range i + 1 {
			sum := moments[i+j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			switch {
			case i != j && l[j][j] > 0:
				l[i][j] = sum / l[j][j]
			case i == j && sum > told*moments[0]:
				l[i][i] = math.Sqrt(sum)
			}
		}
	}
	for i := range terms {
		if l[i][i] == 0 {
			continue
		}
		if i == one {
			c[i] = 1
		}
		for k := range i {
			c[i] -= l[i][k] * c[k]
		}
		c[i] /= l[i][i]
	}
	for i := terms - 1; i >= 0; i-- {
		if l[i][i] == 0 {
			continue
		}
		for k := i + 1; k < terms; k++ {
			c[i] -= l[k][i] * c[k]
		}
		c[i] /= l[i][i]
	}
	return c
}

// Step is the median time from a stamp to the next.
func Step(time []float64) float64 {
	steps := make([]float64, len(time)-1)
	for i := range steps {
		steps[i] = time[i+1] - time[i]
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// Noise is the standard deviation of what is random from a value to the next: of how far
// values are from the cubic through some ten of them, whose median suffers neither from
// motion nor from jumps. It is 0 of fewer than a cubic needs.
func Noise(time, values []float64) float64 { return Noises(time, [][]float64{values})[0] }

// Noises are Noise of columns at the same stamps.
func Noises(time []float64, columns [][]float64) []float64 {
	noises := make([]float64, len(columns))
	if len(time) < 2*terms {
		return noises
	}
	off, half := make([][]float64, len(columns)), 5.5*Step(time)
	for i, t := range time {
		f := NewFilter(time, t, half)
		own, kept := f.value[i-f.first], dot(f.value, f.value)
		for k, values := range columns {
			off[k] = append(off[k], math.Abs(values[i]-f.Value(values))/math.Sqrt(1-2*own+kept))
		}
	}
	const normal = 0.6745 // the median of a normal distribution's size
	for k := range columns {
		slices.Sort(off[k])
		noises[k] = off[k][len(off[k])/2] / normal
	}
	return noises
}

// Check reports stamps that do not increase, and fewer than eight.
func Check(time []float64) error {
	if len(time) < 2*terms {
		return fmt.Errorf("has %d stamps, expected %d or more", len(time), 2*terms)
	}
	for i, t := range time {
		if math.IsNaN(t) || math.IsInf(t, 0) || i > 0 && t <= time[i-1] {
			return fmt.Errorf("has %v in row %d after %v, expected times in s that increase", t, i, time[max(i-1, 0)])
		}
	}
	return nil
}
