package commandline

import (
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// TestNumbersOfFlags: a flag takes decimal numbers alone, of every type that flags have.
func TestNumbersOfFlags(t *testing.T) {
	type flags struct {
		Int     int
		Uint    uint64
		Float   float64
		Pointer *float64
		Seed    *uint64
		List    []float64
		Map     map[string]float64
	}
	parse := func(args ...string) (f flags, err error) {
		_, err = kong.Must(&f, numbers(), kong.Writers(io.Discard, io.Discard)).Parse(args)
		return f, err
	}
	f, err := parse("--int=-9223372036854775808", "--uint=18446744073709551615", "--float=-1.5E-3", "--pointer=+.5", "--seed=010", "--list=1,2.", "--map=a=1e3")
	half, ten := 0.5, uint64(10)
	require.NoError(t, err)
	require.Equal(t, flags{math.MinInt, math.MaxUint64, -1.5e-3, &half, &ten, []float64{1, 2}, map[string]float64{"a": 1000}}, f)
	for _, wrong := range []string{"1_000", "0x10", "0b1", "0o7", "0x1p-2", "Infinity", "Inf", "-inf", "NaN", "", " 1", "1e400", "1e99999999999", "1f", "٣"} {
		for _, flag := range []string{"int", "uint", "float", "pointer", "seed", "list", "map=a"} {
			_, err := parse("--" + flag + "=" + wrong)
			if wrong != "" || flag != "list" { // a list may be empty
				name, key, _ := strings.Cut(flag, "=")
				want := "--" + name + ": expected a "
				if key != "" {
					want = fmt.Sprintf("--map: invalid map value %q", wrong)
				}
				require.ErrorContains(t, err, want, "--%s=%s", flag, wrong)
			}
		}
	}
	for _, wrong := range []string{"--int=9223372036854775808", "--int=1.5", "--int=1e3", "--uint=18446744073709551616", "--uint=-1"} {
		_, err := parse(wrong)
		require.ErrorContains(t, err, "expected a whole number of 64 bits, ", wrong)
	}
	_, err = parse("--float=1_000")
	require.ErrorContains(t, err, `--float: expected a decimal number, such as 0.5 or 1e-3, but got "1_000"`)
}

// TestEveryNumberIsMapped: every flag that is a number has a type whose numbers are read here.
func TestEveryNumberIsMapped(t *testing.T) {
	parser := newParser(new(commands), io.Discard, io.Discard, func(int) {})
	own := map[reflect.Kind]bool{}
	require.NoError(t, kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok {
			kind, of := flag.Target.Type().Kind(), flag.Target.Type()
			for kind == reflect.Slice || kind == reflect.Pointer || kind == reflect.Map {
				of = of.Elem()
				kind = of.Kind()
			}
			if of.PkgPath() == "" {
				own[kind] = true
			}
		}
		return next(nil)
	}))
	for kind := reflect.Int; kind <= reflect.Complex128; kind++ {
		require.Equal(t, kind == reflect.Int || kind == reflect.Uint64 || kind == reflect.Float64, own[kind], kind)
	}
}

// TestFlagsWithoutNumbers: a flag that takes a number needs one.
func TestFlagsWithoutNumbers(t *testing.T) {
	for _, flag := range []string{"--train", "--seed", "--time-step"} {
		_, err := parsed("simulate", "-o", "data.npz", flag)
		require.ErrorContains(t, err, flag+": expected number value", flag)
	}
}
