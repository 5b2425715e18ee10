package commandline

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/alecthomas/kong"

	"gmnc/internal/numeral"
)

// numbers has kong parse the numbers of flags by numeral.Flag. Its own mappers accept all that
// Go's parser does, which includes 1_000, 0x10, 010 for 8, 0x1p-2 and Infinity.
func numbers() kong.Option {
	return kong.OptionFunc(func(k *kong.Kong) error {
		for kind, set := range map[reflect.Kind]func(target reflect.Value, text string) error{
			reflect.Int: setWhole, reflect.Uint64: setNatural, reflect.Float64: setNumber,
		} {
			err := kong.KindMapper(kind, kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
				var text string
				if err := ctx.Scan.PopValueInto("number", &text); err != nil {
					return err
				}
				return set(target, text)
			})).Apply(k)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// setWhole parses an int and sets the target.
func setWhole(target reflect.Value, text string) error {
	value, err := strconv.ParseInt(text, 10, strconv.IntSize)
	if err != nil {
		return fmt.Errorf("expected a whole number of 64 bits, such as 12, but got %q", text)
	}
	target.SetInt(value)
	return nil
}

// setNatural parses a uint64 and sets the target.
func setNatural(target reflect.Value, text string) error {
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("expected a whole number of 64 bits, 0 or more, such as 12, but got %q", text)
	}
	target.SetUint(value)
	return nil
}

// setNumber parses a float64 and sets the target.
func setNumber(target reflect.Value, text string) error {
	value, ok := numeral.Flag.Parse(text)
	if !ok {
		return fmt.Errorf("expected a decimal number, such as 0.5 or 1e-3, but got %q", text)
	}
	target.SetFloat(value)
	return nil
}
