package builder

import (
	"encoding/json"
	"slices"

	"gmnc/ir"
)

// Clamp says how forces that are too long are limited.
type Clamp string

const (
	// LengthClamp shortens a force, which keeps its direction, so that it turns with its
	// system. A stored configuration names it "length".
	LengthClamp Clamp = ""
	// ComponentClamp limits each component of a force by itself, as the published code does.
	// Where it acts, predictions do not turn with their system.
	ComponentClamp Clamp = "component"
)

// storedLength is what LengthClamp is called where it is stored.
const storedLength = "length"

// UnmarshalText reads a stored clamp.
func (c *Clamp) UnmarshalText(text []byte) error {
	if *c = Clamp(text); *c == storedLength {
		*c = LengthClamp
	}
	return nil
}

// clampOption is the row of Config.Clamp among the options.
var clampOption = option{"clamp", func(c *Config) *string { return (*string)(&c.Clamp) }, []string{string(ComponentClamp)},
	[]string{"egnn", "egnn-reg", "gmn", "gmn-l", "gmn-l-reg", "gmn-lh", "gmn-ode"}}

// clamps reports whether the model has forces that are limited. Models that a program
// registered may have them.
func (c Config) clamps() bool {
	listed := slices.Contains(clampOption.models, c.Model) && c.Forces != NoForces
	return listed || Describe(c.Model).registered || !Known(c.Model)
}

// MarshalJSON names the clamp of a model that has one.
func (c Config) MarshalJSON() ([]byte, error) {
	type stored Config
	if c.Clamp == LengthClamp && c.clamps() {
		c.Clamp = storedLength
	}
	return json.Marshal(stored(c))
}

// Unstated is what a stored configuration is read into. One that names no clamp was
// written by a build that knew ComponentClamp alone, with which its weights were trained.
// What was read is then Stated.
func Unstated() Config {
	config := DefaultConfig()
	config.Clamp = ComponentClamp
	return config
}

// Stated is a configuration that was read into Unstated. Its model has a clamp only if it
// has forces to limit.
func (c Config) Stated() Config {
	if !c.clamps() {
		c.Clamp = LengthClamp
	}
	return c
}

// pull is a force of edges [rows,3]: a factor [rows,1] of directions [rows,3], whose squared
// lengths are given, too. The force is no longer than most; a shorter one keeps its bits.
// With ComponentClamp each of its components is within +-most in place of that.
func (w *Writer) pull(b *Networks, direction, square, factor *ir.Value, most float64, mask *ir.Value) *ir.Value {
	if w.Config.Clamp == ComponentClamp {
		force := b.Mul(direction, factor)
		b.acts(ComponentLimit, func() *ir.Value {
			return b.ofReceivers(b.SumColumns(b.Greater(b.Square(force), b.Scalar(most*most))), mask)
		})
		return b.Clamp(force, -most, most)
	}
	long := b.Mul(b.Mul(b.Square(factor), square), b.Scalar(1/(most*most)))
	b.acts(ForceLimit, func() *ir.Value { return b.ofReceivers(b.Greater(long, b.Scalar(1)), mask) })
	return b.Mul(direction, b.Div(factor, b.Sqrt(b.Maximum(long, b.Scalar(1)))))
}

// ofReceivers adds up numbers of edges [edges,1] by receivers: [particles,1].
func (n *Networks) ofReceivers(count, mask *ir.Value) *ir.Value {
	if mask != nil {
		count = n.Mul(count, mask)
	}
	return n.SumGroups(count, Neighbors)
}
