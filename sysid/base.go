package sysid

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/identify"
	"gmnc/sysid/rigid"
)

// Combination is a sum of constants that the recordings determine, though they do not determine
// its constants one by one. Robotics calls it a base parameter.
type Combination struct {
	// Words is the sum in words, in the constants' own units.
	Words string  `json:"words"`
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
	// Error is the standard error of Value. Most, if it is not 0, is an upper bound in its place.
	Error float64 `json:"error"`
	Most  float64 `json:"off_by_at_most,omitempty"`
	Terms []Term  `json:"terms"`
}

// Term is a constant of a Combination and its factor.
type Term struct {
	Of     string  `json:"of"`
	Name   string  `json:"name"`
	Factor float64 `json:"factor"`

	spread float64 // standard deviation of the term by the robot's file alone
}

// Undetermined is a constant that the recordings do not determine, so its value is not a
// measurement. It is part of combinations, or nothing in the recordings depends on it.
type Undetermined struct {
	Of       string `json:"of"`
	Name     string `json:"name"`
	Combined bool   `json:"combined"`
	Why      string `json:"why"`
}

// ranks returns the rank of each free constant. Constants of a lower rank are fixed first:
// masses, then first moments, then inertias, then rotors, and friction last.
func (f *fit) ranks() (ranks []int) {
	for _, c := range f.free {
		rank := 4
		_, constant, ofJoint := f.jointOf(c)
		switch k := c % rigid.Constants; {
		case ofJoint && constant == rotor:
			rank = 3
		case ofJoint:
		case k == 0:
			rank = 0
		case k < 4:
			rank = 1
		default:
			rank = 2
		}
		ranks = append(ranks, rank)
	}
	return ranks
}

// leastFactor is the least factor of a combination's term, in units of the prior's standard
// deviations. Terms with smaller factors are left out.
const leastFactor = 0.02

// bases chooses the constants to fix. It returns them as undetermined, and the combinations of the
// other constants with them that the recordings determine.
func (f *fit) bases(u *uncertainty) (combinations []Combination, undetermined []Undetermined) {
	directions := identify.Fix(u.undetermined, f.ranks())
	slices.SortFunc(directions, func(a, b identify.Direction) int { return cmp.Compare(a.Fixed, b.Fixed) })
	names := make([]string, len(f.free))
	for i, c := range f.free {
		of, name, _ := f.title(c)
		names[i] = name + " of " + of
	}
	isFixed := make([]bool, len(f.free))
	for _, d := range directions {
		isFixed[d.Fixed] = true
		of, name, _ := f.title(f.free[d.Fixed])
		why := d.Words(names, make([]bool, len(names)))
		undetermined = append(undetermined, Undetermined{of, name, why != identify.NoneDepends, why})
	}
	for i, c := range f.free {
		if isFixed[i] || u.determines(i) || f.isLogarithm(c) {
			continue
		}
		gradient := mat.NewVecDense(len(f.free), nil)
		gradient.SetVec(i, 1)
		of, name, unit := f.title(c)
		sum := Combination{Words: names[i], Unit: unit, Value: f.constants[c], Terms: []Term{{Of: of, Name: name, Factor: 1}}}
		for _, d := range directions {
			if math.Abs(d.Along[i]) < leastFactor {
				continue
			}
			if f.isLogarithm(f.free[d.Fixed]) {
				sum.Terms = nil
				break
			}
			factor := -d.Along[i] * u.before[i] / u.before[d.Fixed]
			gradient.SetVec(d.Fixed, factor)
			of, name, _ := f.title(f.free[d.Fixed])
			sum.Value += factor * f.constants[f.free[d.Fixed]]
			sum.Terms = append(sum.Terms, Term{of, name, factor, math.Abs(d.Along[i]) * u.before[i]})
		}
		if len(sum.Terms) < 2 {
			continue
		}
		sum.Error, sum.Most = u.deviation(gradient), u.most(gradient)
		slices.SortStableFunc(sum.Terms[1:], func(a, b Term) int { return cmp.Compare(b.spread, a.spread) })
		if sum.Terms[1].spread < sum.Error {
			continue // all terms but the first are too small to matter
		}
		for _, t := range sum.Terms[1:] {
			sum.Words += t.added()
		}
		combinations = append(combinations, sum)
	}
	markCombined(undetermined, combinations)
	return combinations, undetermined
}

// markCombined marks undetermined constants that are terms of combinations, though their
// factors are small.
func markCombined(undetermined []Undetermined, combinations []Combination) {
	for i := range undetermined {
		u := &undetermined[i]
		if u.Combined {
			continue
		}
		var others []string
		for _, sum := range combinations {
			if slices.ContainsFunc(sum.Terms, func(t Term) bool { return t.Of == u.Of && t.Name == u.Name }) {
				others = append(others, sum.Terms[0].Name+" of "+sum.Terms[0].Of)
			}
		}
		if others != nil {
			u.Combined, u.Why = true, identify.Inseparable(others)
		}
	}
}

// isLogarithm reports whether the fit has the logarithm of a constant in place of the constant.
// Such a constant enters no sum.
func (f *fit) isLogarithm(c int) bool {
	_, constant, ok := f.jointOf(c)
	return ok && constant >= logStill
}

// title returns the name of the link or the joint to which a constant belongs, the constant's
// name, and its unit.
func (f *fit) title(c int) (of, name, unit string) {
	joint, own, ok := f.jointOf(c)
	if !ok {
		return f.tree.Links[c/rigid.Constants].Links[0], rigid.Names[c%rigid.Constants], linkUnit(c % rigid.Constants)
	}
	link := f.tree.Links[joint]
	if link.Slides && own == rotor {
		return link.Joint, "rotor mass", jointNames[own].slidingUnit // it has the unit of a mass
	}
	if link.Slides {
		return link.Joint, jointNames[own].name, jointNames[own].slidingUnit
	}
	return link.Joint, jointNames[own].name, jointNames[own].unit
}

// added returns the term as it follows others in a sum, such as " + 0.4 * mass of lower".
func (t Term) added() string {
	sign := "+"
	if t.Factor < 0 {
		sign = "-"
	}
	factor := fmt.Sprintf("%.3g * ", math.Abs(t.Factor))
	if factor == "1 * " {
		factor = ""
	}
	return fmt.Sprintf(" %s %s%s of %s", sign, factor, t.Name, t.Of)
}
