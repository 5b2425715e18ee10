package config

import (
	"encoding/json"
	"slices"
)

// Clamp says how forces that are too long are limited.
type Clamp string

const (
	// LengthClamp shortens a force that is too long and keeps its direction, so that the force
	// rotates with its system. A stored configuration calls it "length".
	LengthClamp Clamp = ""
	// ComponentClamp limits each component of a force by itself, as the published code does.
	// Predictions do not rotate with their system where it acts.
	ComponentClamp Clamp = "component"
)

// storedLength is the stored name of LengthClamp.
const storedLength = "length"

// UnmarshalText reads a stored clamp.
func (c *Clamp) UnmarshalText(text []byte) error {
	if *c = Clamp(text); *c == storedLength {
		*c = LengthClamp
	}
	return nil
}

// clampOption is the entry of Config.Clamp among the options.
var clampOption = option{"clamp", func(c *Config) *string { return (*string)(&c.Clamp) }, []string{string(ComponentClamp)},
	[]string{"egnn", "egnn-reg", "gmn", "gmn-l", "gmn-l-reg", "gmn-lh", "gmn-ode"}}

// Clamps reports whether the model may have forces that are limited. A model that a program
// registered may have such forces.
func (c Config) Clamps() bool {
	listed := slices.Contains(clampOption.models, c.Model) && c.Forces != NoForces
	return listed || Describe(c.Model).registered || !Known(c.Model)
}

// MarshalJSON writes the clamp of a model that has one.
func (c Config) MarshalJSON() ([]byte, error) {
	type stored Config
	if c.Clamp == LengthClamp && c.Clamps() {
		c.Clamp = storedLength
	}
	return json.Marshal(stored(c))
}

// Unstated is the value into which a stored configuration is decoded. A configuration without a
// clamp is from an old build, which had only ComponentClamp and trained its weights with it.
// Call Stated on the result.
func Unstated() Config {
	config := DefaultConfig()
	config.Clamp = ComponentClamp
	return config
}

// Stated completes a configuration that was decoded into Unstated. It removes the clamp of a
// model that has no forces to limit.
func (c Config) Stated() Config {
	if !c.Clamps() {
		c.Clamp = LengthClamp
	}
	return c
}
