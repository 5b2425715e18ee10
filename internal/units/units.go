// Package units reads the texts that name simple and compound units, and converts between units
// exactly.
package units

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"gmnc/internal/numeral"
)

// Exponents holds the powers of a quantity's dimensions: length, time, mass, charge. A velocity
// has {1, -1, 0, 0}.
type Exponents [4]int

// Factors holds, for each dimension, the size of a unit of one system in units of another.
type Factors [4]float64

// Of returns the factor by which numbers of a quantity are multiplied.
func (f Factors) Of(e Exponents) float64 {
	product := 1.0
	for dimension, factor := range f {
		product *= math.Pow(factor, float64(e[dimension]))
	}
	return product
}

// Unit is a unit of measure. Its zero value is not valid: use Parse.
type Unit struct {
	size      *big.Rat // in meters, seconds, kilograms, coulombs
	exponents Exponents
	others    map[string]int // powers of names that the table lacks, such as frame
}

// Parse reads a unit such as "m", "km/h", "angstrom a frame", "nm per ps" or "m/s^2". A name
// that the table lacks is a unit of its own dimension.
func Parse(text string) (Unit, error) {
	unit := Unit{size: big.NewRat(1, 1), others: map[string]int{}}
	for i, part := range strings.Split(fraction(text), "/") {
		for _, factor := range strings.FieldsFunc(part, func(r rune) bool { return r == '*' || r == '·' }) {
			name, power, err := cutPower(factor)
			if err != nil {
				return unit, fmt.Errorf("the unit %q: %w", text, err)
			}
			if i > 0 {
				power = -power
			}
			unit = unit.times(named(name), power)
		}
	}
	return unit, nil
}

// fraction replaces the words of a text that stand for a fraction by slashes.
func fraction(text string) string {
	return strings.NewReplacer(" a ", "/", " an ", "/", " per ", "/").Replace(text)
}

// CutFraction splits "m a frame" or "km/h" into the unit and what it is over. over is "" if
// there is none.
func CutFraction(text string) (unit, over string) {
	unit, over, _ = strings.Cut(fraction(text), "/")
	return strings.TrimSpace(unit), strings.TrimSpace(over)
}

// TimeOf returns the unit of time in a unit of velocities that is the given length over a time.
// It returns "" if the length is another one, if the time is a frame, or if there is none.
func TimeOf(velocity, length string) string {
	if own, over := CutFraction(velocity); own == length && over != "frame" {
		return over
	}
	return ""
}

// Short returns the text of a unit without an explanation in parentheses, as people read it
// beside numbers. It returns "" for natural units, in which numbers have no dimension.
func Short(text string) string {
	short, _, _ := strings.Cut(text, " (")
	if short == "natural units" {
		return ""
	}
	return short
}

// Behind returns a unit in the form that follows a number: after a space and without an
// explanation. It returns "" if there is no unit, or natural units.
func Behind(unit string) string {
	if unit = Short(unit); unit == "" {
		return ""
	}
	return " " + unit
}

// CutNumber splits "1.5 ms" into the number and the unit. ok is false if the text does not
// begin with a finite number.
func CutNumber(text string) (value float64, unit string, ok bool) {
	first, unit, _ := strings.Cut(strings.TrimSpace(text), " ")
	value, ok = numeral.Text.Parse(first)
	return value, strings.TrimSpace(unit), ok
}

// mostPower is the greatest power of a unit.
const mostPower = 12

// cutPower splits "s^-2" into the name and the power.
func cutPower(factor string) (name string, power int, err error) {
	name, text, given := strings.Cut(factor, "^")
	if !given {
		return strings.TrimSpace(name), 1, nil
	}
	power, err = strconv.Atoi(strings.TrimSpace(text))
	if err != nil || power < -mostPower || power > mostPower {
		return "", 0, fmt.Errorf("the power %q is none: write a whole number, as in m/s^2", text)
	}
	return strings.TrimSpace(name), power, nil
}

// times returns the unit times a power of another unit.
func (u Unit) times(other Unit, power int) Unit {
	product := Unit{size: new(big.Rat).Set(u.size), exponents: u.exponents, others: maps.Clone(u.others)}
	size := other.size
	if power < 0 {
		size = new(big.Rat).Inv(size)
	}
	for range max(power, -power) {
		product.size.Mul(product.size, size)
	}
	for i, exponent := range other.exponents {
		product.exponents[i] += power * exponent
	}
	for name, exponent := range other.others {
		product.others[name] += power * exponent
		if product.others[name] == 0 {
			delete(product.others, name)
		}
	}
	return product
}

// In returns the size of the unit in another unit. ok is false if they are units of different
// quantities. Names that the table lacks must be the same in both.
func (u Unit) In(other Unit) (ratio float64, ok bool) {
	if u.exponents != other.exponents || !maps.Equal(u.others, other.others) {
		return 0, false
	}
	ratio, _ = new(big.Rat).Quo(u.size, other.size).Float64()
	return ratio, true
}

// Ratio returns the size of the first unit in the second. It is known if the texts are the
// same, if one is empty, or if both are units of one quantity.
func Ratio(from, to string) (ratio float64, known bool) {
	if from == "" || to == "" || from == to {
		return 1, true
	}
	one, err := Parse(from)
	other, otherErr := Parse(to)
	if err != nil || otherErr != nil {
		return 0, false
	}
	return one.In(other)
}

// Known reports whether all of the unit's names are in the table.
func (u Unit) Known() bool { return len(u.others) == 0 }

// Exponents returns the powers of the unit's dimensions, apart from those of names that the
// table lacks.
func (u Unit) Exponents() Exponents { return u.exponents }

// Others returns the sorted names of the unit that the table lacks.
func (u Unit) Others() []string { return slices.Sorted(maps.Keys(u.others)) }

// MayMeasure reports whether a text may name a unit of the same quantity as another unit. A
// unit that the table lacks may be of any quantity.
func MayMeasure(text, like string) bool {
	unit, err := Parse(text)
	if err != nil || !unit.Known() || unit.Exponents() == (Exponents{}) {
		return true
	}
	_, alike := Ratio(text, like)
	return alike
}

// Lacks reports whether a text names a unit that the table lacks, except frames, which are
// counted.
func Lacks(text string) bool {
	unit, err := Parse(text)
	return err == nil && slices.ContainsFunc(unit.Others(), func(name string) bool { return name != "frame" })
}
