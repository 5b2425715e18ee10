package numeral

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-1": -1, "+2": 2, "1.5": 1.5, "1.": 1, ".5": 0.5, "-.5e1": -5, "1E3": 1000, "1e+3": 1000, "25e-2": 0.25, "007": 7, "1e-999": 0,
	} {
		for _, g := range []Grammar{Text, URDF, BVH, ASF, XYZ, CSV, Log, Flag} {
			value, ok := g.Parse(text)
			require.True(t, ok, text)
			require.Equal(t, want, value, text)
		}
	}
	for _, text := range []string{
		"", ".", "+", "-.", "e1", ".e1", "1e", "1e+", "1e1.5", "1e1x", "1 ", " 1", "--1", "+-1", "1.2.3", "1,5", "1_000", "1e1_0", "0x10", "0x1p-2", "0b1", "1f",
		"inf", "Inf", "Infinity", "-infinity", "nan", "1e999", "-1e999", "١",
	} {
		for _, g := range []Grammar{Text, XYZ, CSV} {
			value, ok := g.Parse(text)
			require.False(t, ok, text)
			require.True(t, value == 0 || math.IsInf(value, 0), text) // of what is beyond float64
		}
	}
	for text, want := range map[string]float64{"1D3": 1000, "-2.5d-1": -0.25, "1.d+2": 100} {
		value, ok := XYZ.Parse(text)
		require.True(t, ok, text)
		require.Equal(t, want, value, text)
		_, ok = URDF.Parse(text)
		require.False(t, ok, text)
	}
	for _, text := range []string{"NaN", "+Inf", "-Inf"} {
		value, ok := CSV.Parse(text)
		require.True(t, ok, text)
		require.Equal(t, text, strconv.FormatFloat(value, 'g', -1, 64))
		_, ok = Text.Parse(text)
		require.False(t, ok, text)
	}
	for _, text := range Log.names {
		value, ok := Log.Parse(text)
		require.True(t, ok, text)
		require.Equal(t, strings.Contains(strings.ToLower(text), "nan"), math.IsNaN(value), text)
		require.Equal(t, strings.HasPrefix(strings.ToLower(text), "-inf"), math.IsInf(value, -1), text)
		_, ok = XYZ.Parse(text)
		require.False(t, ok, text)
	}
	limit, ok := Flag.Parse("inf")
	require.True(t, ok)
	require.True(t, math.IsInf(limit, 1))
	for _, text := range []string{"Inf", "+inf", "-inf", "Infinity", "nan"} {
		_, ok := Flag.Parse(text)
		require.False(t, ok, text)
	}
	for _, text := range []string{"1_0", "0x10", "infinity", "", "+nan"} {
		_, ok := Log.Parse(text)
		require.False(t, ok, text)
	}
	value, ok := Log.Parse("1D2")
	require.True(t, ok)
	require.Equal(t, 100.0, value)
}

func TestLastDigit(t *testing.T) {
	for text, want := range map[string]float64{"3": 1, "1.25": 0.01, "-1.2e2": 10, "1.50E-1": 0.001, "2.": 1, ".5": 0.1} {
		require.InEpsilon(t, want, Text.LastDigit(text), 1e-12, text)
	}
	require.InEpsilon(t, 10, XYZ.LastDigit("1.2D2"), 1e-12)
	require.True(t, math.IsNaN(Text.LastDigit("1.2D2")))
}

// FuzzParse holds each grammar against a regular expression of what its format has.
func FuzzParse(f *testing.F) {
	plain := `[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`
	grammars := map[*regexp.Regexp]Grammar{
		regexp.MustCompile(`^(?:` + plain + `)$`):                                                                      Text,
		regexp.MustCompile(`^(?:` + strings.Replace(plain, "eE", "eEdD", 1) + `)$`):                                    XYZ,
		regexp.MustCompile(`^(?:` + plain + `|inf)$`):                                                                  Flag,
		regexp.MustCompile(`^(?:` + plain + `|NaN|[+-]Inf)$`):                                                          CSV,
		regexp.MustCompile(`^(?:` + strings.Replace(plain, "eE", "eEdD", 1) + `|nan|NaN|NAN|-nan|[+-]?[iI]nf|-?INF)$`): Log,
	}
	for _, text := range []string{"1", "-1.5e-3", "1_000", "0x1p4", "Infinity", "NaN", "+Inf", "1D2", ".", "1e", "\n1", "1\x00", "1e400"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for pattern, g := range grammars {
			value, ok := g.Parse(text)
			want, err := strconv.ParseFloat(regexp.MustCompile(`^-nan$`).ReplaceAllString(regexp.MustCompile(`[dD]`).ReplaceAllString(text, "e"), "nan"), 64)
			require.Equal(t, pattern.MatchString(text) && err == nil, ok, "%q of %s", text, pattern)
			if ok && !math.IsNaN(value) {
				require.Equal(t, want, value, text)
			}
		}
	})
}
