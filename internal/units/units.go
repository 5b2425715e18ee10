// Package units reads the texts that name units, simple ones and compound ones, and
// converts between them exactly.
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

// Exponents are the powers of a quantity's dimensions: length, time, mass, charge. A
// velocity has {1, -1, 0, 0}.
type Exponents [4]int

// Factors are, for each dimension, how many units of one system are a unit of another.
type Factors [4]float64

// Of is what numbers of a quantity are multiplied by.
func (f Factors) Of(e Exponents) float64 {
	product := 1.0
	for dimension, factor := range f {
		product *= math.Pow(factor, float64(e[dimension]))
	}
	return product
}

// Unit is a unit of measure. Its zero is no unit: use Parse.
type Unit struct {
	size      *big.Rat // in meters, seconds, kilograms, coulombs
	exponents Exponents
	others    map[string]int // powers of names that the table lacks, such as frames
}

// Parse reads a unit such as "m", "km/h", "angstrom a frame", "nm per ps" or "m/s^2". A
// name that the table lacks is a unit of a dimension of its own.
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

// fraction writes what a text says in words with strokes.
func fraction(text string) string {
	return strings.NewReplacer(" a ", "/", " an ", "/", " per ", "/").Replace(text)
}

// CutFraction takes "m a frame" or "km/h" apart; over is "" where there is none.
func CutFraction(text string) (unit, over string) {
	unit, over, _ = strings.Cut(fraction(text), "/")
	return strings.TrimSpace(unit), strings.TrimSpace(over)
}

// TimeOf is the unit of time in velocities, where these are lengths of a unit by it; "" where their
// lengths are others, they are counted by the frame, or say no time.
func TimeOf(velocity, length string) string {
	if own, over := CutFraction(velocity); own == length && over != "frame" {
		return over
	}
	return ""
}

// Short is the text of a unit without what explains it in brackets.
func Short(text string) string {
	short, _, _ := strings.Cut(text, " (")
	return short
}

// Behind is a unit as it stands behind a number, after a space and without what explains it; "" of none.
func Behind(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + Short(unit)
}

// CutNumber takes "1.5 ms" apart; ok is false where no finite number begins the text.
func CutNumber(text string) (value float64, unit string, ok bool) {
	first, unit, _ := strings.Cut(strings.TrimSpace(text), " ")
	value, ok = numeral.Text.Parse(first)
	return value, strings.TrimSpace(unit), ok
}

// mostPower is the largest power of a unit.
const mostPower = 12

// cutPower takes "s^-2" apart.
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

// times is the unit times a power of another.
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

// In is how many of another unit are one of this; ok is false where they are of
// different quantities, or the table does not know one of them.
func (u Unit) In(other Unit) (ratio float64, ok bool) {
	if u.exponents != other.exponents || !maps.Equal(u.others, other.others) {
		return 0, false
	}
	ratio, _ = new(big.Rat).Quo(u.size, other.size).Float64()
	return ratio, true
}

// Ratio is how many of the second unit are one of the first. It is known where the
// texts are the same, or one is empty, or both are units of one quantity.
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

// Exponents are the powers of the unit's dimensions, as far as the table knows them.
func (u Unit) Exponents() Exponents { return u.exponents }

// Others are the unit's names that the table lacks, sorted.
func (u Unit) Others() []string { return slices.Sorted(maps.Keys(u.others)) }

// MayMeasure reports whether a text may name a unit of the quantity of another: one that the
// table does not know may be of any.
func MayMeasure(text, like string) bool {
	unit, err := Parse(text)
	if err != nil || !unit.Known() || unit.Exponents() == (Exponents{}) {
		return true
	}
	_, alike := Ratio(text, like)
	return alike
}

// Lacks reports whether a text names a unit that the table lacks, besides frames, which are counted.
func Lacks(text string) bool {
	unit, err := Parse(text)
	return err == nil && slices.ContainsFunc(unit.Others(), func(name string) bool { return name != "frame" })
}
