package config

import (
	"encoding/json"
	"slices"
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

// Clamps reports whether the model has forces that are limited. Models that a program
// registered may have them.
func (c Config) Clamps() bool {
	listed := slices.Contains(clampOption.models, c.Model) && c.Forces != NoForces
	return listed || Describe(c.Model).registered || !Known(c.Model)
}

// MarshalJSON names the clamp of a model that has one.
func (c Config) MarshalJSON() ([]byte, error) {
	type stored Config
	if c.Clamp == LengthClamp && c.Clamps() {
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
	if !c.Clamps() {
		c.Clamp = LengthClamp
	}
	return c
}
