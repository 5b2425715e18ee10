// Package numeral reads numbers as text formats write them. Go's own parser also accepts 1_000,
// 0x1p-2 and Infinity, which are not numbers in these formats.
package numeral

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Grammar says how a format writes numbers: an optional sign, at least one digit with or
// without a point, and an optional exponent.
type Grammar struct {
	exponents string   // the letters that an exponent may begin with
	names     []string // how the format writes values that are not decimal numbers
}

// These are the grammars of the formats.
var (
	// Text is for texts that people write: attributes of data sets, and parts of flags.
	Text = Grammar{exponents: "eE"}
	// Flag is for flags that are one number. Some of them may be inf, for no limit.
	Flag = Grammar{exponents: "eE", names: []string{"inf"}}
	// URDF is read by streams of C++ in the classic locale, which accept no names.
	URDF = Text
	// BVH and ASF, with its AMC, are read by scanf.
	BVH = Text
	ASF = Text
	// Fortran has the exponent D in double precision.
	Fortran = Grammar{exponents: "eEdD"}
	// XYZ is also written by Fortran.
	XYZ = Fortran
	// CSV is the grammar of this project's tables, in which errors may have left the float
	// range.
	CSV = Grammar{exponents: "eE", names: []string{"NaN", "+Inf", "-Inf"}}
	// Log is the grammar of tables of numbers by other programs. C and numpy write names in
	// small letters, Python's csv writes "nan" and "inf", and Fortran has its exponent.
	Log = Grammar{exponents: "eEdD", names: []string{"nan", "NaN", "NAN", "-nan", "inf", "+inf", "-inf", "Inf", "+Inf", "-Inf", "INF", "-INF"}}
)

// Parse reads the whole text as a number. ok is false if the text is no number, or one that
// float64 cannot hold.
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

// cut splits a number; the exponent is "" or begins with e. ok is false if the text is no
// number.
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

// withoutSign returns a text without its leading sign, if it has one.
func withoutSign(text string) string {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		return text[1:]
	}
	return text
}

// cutDigits splits a text after its leading digits.
func cutDigits(text string) (digits, rest string) {
	rest = strings.TrimLeft(text, "0123456789")
	return text[:len(text)-len(rest)], rest
}

// LastDigit returns the unit of the last digit of a number as it is written: 0.01 for 1.25 and
// 10 for 1.2e2. It returns NaN for a text that is no number.
func (g Grammar) LastDigit(text string) float64 {
	mantissa, exponent, ok := g.cut(text)
	if !ok {
		return math.NaN()
	}
	_, decimals, _ := strings.Cut(mantissa, ".")
	power, _ := strconv.Atoi(strings.TrimPrefix(exponent, "e")) // it is 0 without an exponent
	return math.Pow10(power - len(decimals))
}
