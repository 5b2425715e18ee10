// Package numeral reads numbers as text formats write them. Go's own parser also takes 1_000,
// 0x1p-2 and Infinity, which no program that writes these formats means.
package numeral

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Grammar says how a format writes numbers: a sign or none, digits with a point or without
// one, of which there is at least one, and an exponent or none.
type Grammar struct {
	exponents string   // the letters that an exponent may begin with
	names     []string // of what is no decimal number, as the format writes them
}

// The grammars of the formats.
var (
	// Text is for people: attributes of data sets, and parts of flags.
	Text = Grammar{exponents: "eE"}
	// Flag is for flags that are one number, of which some may be inf, for no limit.
	Flag = Grammar{exponents: "eE", names: []string{"inf"}}
	// URDF is read by streams of C++ in the classic locale, which know no names.
	URDF = Text
	// BVH and ASF, with its AMC, are read by scanf.
	BVH = Text
	ASF = Text
	// Fortran has the exponent D in double precision.
	Fortran = Grammar{exponents: "eEdD"}
	// XYZ is also written by Fortran.
	XYZ = Fortran
	// CSV is how tables are written here, in which errors may have left the float range.
	CSV = Grammar{exponents: "eE", names: []string{"NaN", "+Inf", "-Inf"}}
	// Log is how programs write tables of numbers: C and numpy have names in small letters,
	// Python's csv has "nan" and "inf", and Fortran has its exponent.
	Log = Grammar{exponents: "eEdD", names: []string{"nan", "NaN", "NAN", "-nan", "inf", "+inf", "-inf", "Inf", "+Inf", "-Inf", "INF", "-INF"}}
)

// Parse reads the whole text as a number. It is not ok where the text is none, or one beyond
// float64.
func (g Grammar) Parse(text string) (value float64, ok bool) {
	if slices.Contains(g.names, text) {
		value, err := strconv.ParseFloat(strings.Replace(text, "-nan", "nan", 1), 64)
		return value, err == nil
	}
	mantissa, exponent, ok := g.cut(text)
	if !ok {
		return 0, false
	}
	value, err := strconv.ParseFloat(mantissa+exponent, 64)
	return value, err == nil
}

// cut takes a number apart; the exponent is "" or begins with e. It is not ok where the text
// is no number.
func (g Grammar) cut(text string) (mantissa, exponent string, ok bool) {
	digits, rest := cutDigits(withoutSign(text))
	if after, point := strings.CutPrefix(rest, "."); point {
		decimals := ""
		decimals, rest = cutDigits(after)
		digits += decimals
	}
	mantissa = strings.TrimSuffix(text, rest)
	if digits == "" || rest == "" {
		return mantissa, "", digits != ""
	}
	power, after := cutDigits(withoutSign(rest[1:]))
	return mantissa, "e" + rest[1:], strings.IndexByte(g.exponents, rest[0]) >= 0 && power != "" && after == ""
}

// withoutSign is a text without the sign that it may begin with.
func withoutSign(text string) string {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		return text[1:]
	}
	return text
}

// cutDigits cuts a text after the digits that it begins with.
func cutDigits(text string) (digits, rest string) {
	rest = strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}

// LastDigit is the unit of the last digit of a number, as it is written: 0.01 of 1.25 and 10
// of 1.2e2. Of a text that is none it is NaN.
func (g Grammar) LastDigit(text string) float64 {
	mantissa, exponent, ok := g.cut(text)
	if !ok {
		return math.NaN()
	}
	_, decimals, _ := strings.Cut(mantissa, ".")
	power, _ := strconv.Atoi(strings.TrimPrefix(exponent, "e")) // 0 without one
	return math.Pow10(power - len(decimals))
}
