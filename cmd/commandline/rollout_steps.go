package commandline

import (
	"fmt"
	"strconv"

	"github.com/alecthomas/kong"

	"gmnc/export/rolling"
)

// rolloutSteps is the value of the flag --rollout: anySteps for the bare flag, N for
// --rollout=N, and 0 without the flag.
type rolloutSteps int

// anySteps stands for a file with a Loop, which takes the number of steps as an input.
const anySteps = -1

// IsBool lets the flag stand without a value.
func (r *rolloutSteps) IsBool() bool { return true }

// Decode implements kong.MapperValue.
func (r *rolloutSteps) Decode(ctx *kong.DecodeContext) error {
	*r = anySteps
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	text := fmt.Sprint(ctx.Scan.Pop().Value)
	steps, _ := strconv.Atoi(text) // 0 for other texts
	if steps < 1 || steps > rolling.MaxUnrolled {
		return fmt.Errorf("expected 1 to %d steps, got %q; --rollout alone makes a Loop, which takes any number", rolling.MaxUnrolled, text)
	}
	*r = rolloutSteps(steps)
	return nil
}

// options returns the options of the export.
func (r rolloutSteps) options() *rolling.Rollout {
	if r == 0 {
		return nil
	}
	return &rolling.Rollout{Steps: max(0, int(r))}
}
