package builder

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Values of options. Those of Config.Phi2 are beside the inverse dynamics.
const (
	// TwoSticks treats a hinge as two sticks, which are then moved so that
	// both put the joint where it is in the mean (the paper's ablation on
	// hinge FK).
	TwoSticks = "sticks"
	// NodeCharge makes the charge a feature of the particle in place of the
	// product of both charges on each edge (the paper's comparison of
	// charge-assigning strategies).
	NodeCharge = "node"
)

// option is a field of Config that only some models have.
type option struct {
	flag   string
	field  func(c *Config) *string
	values []string
	models []string
}

var options = []option{
	{"hinges", func(c *Config) *string { return &c.Hinges }, []string{TwoSticks}, []string{"gmn"}},
	{"phi2", func(c *Config) *string { return &c.Phi2 }, Phi2Forms(), []string{"gmn"}},
	{"charge", func(c *Config) *string { return &c.Charge }, []string{NodeCharge},
		[]string{"egnn", "egnn-reg", "gmn", "gmn-l", "gmn-l-reg", "gmn-lh"}},
}

// Options are those that c has been given, as on the command line:
// "--hinges sticks".
func (c Config) Options() []string {
	var given []string
	for _, o := range options {
		if value := *o.field(&c); value != "" {
			given = append(given, fmt.Sprintf("--%s %s", o.flag, value))
		}
	}
	return given
}

// Variants are the configurations that differ from c in one option that its
// model has.
func (c Config) Variants() []Config {
	var all []Config
	for _, o := range options {
		for _, value := range o.values {
			variant := c
			*o.field(&variant) = value
			if variant.validateOptions() == nil {
				all = append(all, variant)
			}
		}
	}
	return all
}

// Phi2Forms are the values of Config.Phi2 beside the default, sorted.
func Phi2Forms() []string { return slices.Sorted(maps.Keys(phi2Forms))[1:] }

// validateOptions reports an option that does not exist, or goes with
// neither the model nor another option.
func (c Config) validateOptions() error {
	for _, o := range options {
		value := *o.field(&c)
		switch {
		case value == "":
		case !slices.Contains(o.values, value):
			return fmt.Errorf("there is no --%s %s; known: %s", o.flag, value, strings.Join(o.values, ", "))
		case !slices.Contains(o.models, c.Model):
			return fmt.Errorf("--%s %s does not go with --model %s: it is an option of %s",
				o.flag, value, c.Model, strings.Join(o.models, ", "))
		}
	}
	if c.Hinges == TwoSticks && c.Phi2 != "" {
		return fmt.Errorf("--hinges %s does not go with --phi2 %s: a hinge that is two sticks has no phi2 of its own", c.Hinges, c.Phi2)
	}
	return nil
}
