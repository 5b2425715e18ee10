// Package series smooths signals with uneven stamps by local polynomials: the filter of
// Savitzky and Golay (1964), generalized to any stamps by Fan and Gijbels (1996).
package series

import (
	"fmt"
	"math"
	"slices"
	"sort"
)

// terms is the number of coefficients of a cubic.
const terms = 4

// Filter computes, at one time, the value and the first two derivatives of the cubic that fits
// signals best near that time.
type Filter struct {
	first                   int // index of the first stamp that the filter uses
	value, slope, curvature []float64
}

// NewFilter returns the filter for the time at. It uses stamps within half seconds on either
// side, with Epanechnikov's weights 1 - (distance / half)^2. If these are fewer than eight
// stamps, half grows until there are eight. Stamps must increase.
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

// Turns reports whether a rate is 0 or changes its sign at the stamps of the filter.
func (f *Filter) Turns(rates []float64) bool {
	seen := rates[f.first:][:len(f.value)]
	return slices.Min(seen) <= 0 && slices.Max(seen) >= 0
}

// Value returns the smoothed value of a signal, given its values at all stamps.
func (f *Filter) Value(values []float64) float64 { return dot(f.value, values[f.first:]) }

// Inside returns the smoothed value of a signal whose values begin at the given stamp. known is
// false if the filter uses stamps without values.
func (f *Filter) Inside(values []float64, stamp int) (value float64, known bool) {
	from := f.first - stamp
	if from < 0 || from+len(f.value) > len(values) {
		return 0, false
	}
	return dot(f.value, values[from:]), true
}

// Derivatives returns the first and second time derivatives of a signal.
func (f *Filter) Derivatives(values []float64) (slope, curvature float64) {
	return dot(f.slope, values[f.first:]), dot(f.curvature, values[f.first:])
}

// Gain returns the standard deviations of the value and the slope for noise of standard
// deviation 1.
func (f *Filter) Gain() (value, slope float64) {
	return math.Sqrt(dot(f.value, f.value)), math.Sqrt(dot(f.slope, f.slope))
}

// Bend returns the standard deviation of the second derivative for noise of standard deviation
// 1.
func (f *Filter) Bend() float64 { return math.Sqrt(dot(f.curvature, f.curvature)) }

// Again returns the standard deviation of the change by a second smoothing, for noise of
// standard deviation 1 and even stamps.
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

// within returns the range of stamps nearer to the time at than half.
func within(time []float64, at, half float64) (low, high int) {
	return sort.SearchFloat64s(time, at-half), sort.SearchFloat64s(time, at+half)
}

// solve solves the normal equations of a cubic by Cholesky factorization. The right-hand side
// has a 1 at index one and 0 elsewhere. A power that the stamps do not determine gets the
// coefficient 0.
func solve(moments [2*terms - 1]float64, one int) (c [terms]float64) {
	var l [terms][terms]float64
	const determined = 1e-12 // relative to the sum of the weights
	for i := range terms {
		for j := range i + 1 {
			sum := moments[i+j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			switch {
			case i != j && l[j][j] > 0:
				l[i][j] = sum / l[j][j]
			case i == j && sum > determined*moments[0]:
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

// Step returns the median time from a stamp to the next.
func Step(time []float64) float64 {
	steps := make([]float64, len(time)-1)
	for i := range steps {
		steps[i] = time[i+1] - time[i]
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// Noise returns the standard deviation of the random part of values. It is estimated from the
// median distance of values from the cubic through some ten of them, so that neither motion nor
// jumps affect it. It is 0 for fewer than eight values.
func Noise(time, values []float64) float64 { return Noises(time, [][]float64{values})[0] }

// Noises returns Noise for columns at the same stamps.
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
	const normal = 0.6745 // the median absolute value of a standard normal variable
	for k := range columns {
		slices.Sort(off[k])
		noises[k] = off[k][len(off[k])/2] / normal
	}
	return noises
}

// Check returns an error if stamps do not increase, or if there are fewer than eight.
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
