package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestConfigsThatContradictThemselves: the smallest change on either side of each rule.
func TestConfigsThatContradictThemselves(t *testing.T) {
	of := func(change func(c *Config)) error {
		c := Config{Model: "gmn-ode", Form: Published, Layers: 1, Hidden: 4}
		change(&c)
		return c.Validate()
	}
	law := func(form string, constants map[string]float64) func(c *Config) {
		return func(c *Config) {
			c.Messages, c.Law = NoMessages, []PairFormula{{Form: form, Constants: constants}}
		}
	}
	contact := func(fields ...string) func(c *Config) {
		return func(c *Config) { c.Forces, c.Fields, c.Planes = NoForces, fields, 6 }
	}
	for name, change := range map[string]func(c *Config){
		"no time": func(c *Config) { c.Time = 0 }, "a short time": func(c *Config) { c.Time = 0x1p-126 }, "a long time": func(c *Config) { c.Time = 3e38 },
		"planes": contact("planes"), "boxes": contact("planes", "box"), "joints": func(c *Config) { c.Joints = 0 },
		"bodies": func(c *Config) { c.Bodies, c.OnTrees, c.Depth, c.Integrator = true, true, 2, RungeKutta4 },
		"a cell": func(c *Config) { c.Fields = []string{"cell_a", "cell_b", "cell_c"} },
		"no friction": func(c *Config) {
			contact("planes")(c)
			c.Learn = []Constant{{Name: LearnedFriction, By: BySystem, Start: []float64{0}}}
		},
		"elastic": func(c *Config) {
			contact("planes")(c)
			c.Learn = []Constant{{Name: LearnedRestitution, By: BySystem, Start: []float64{1}}}
		},
		"Yukawa": law("Yukawa", map[string]float64{"A": -1, "L": 1e-9}),
	} {
		require.NoError(t, of(change), name)
	}
	for want, change := range map[string]func(c *Config){
		"time: -3: expected":              func(c *Config) { c.Time = -3 },
		"time: 1e+39: expected":           func(c *Config) { c.Time = 1e39 },
		"length: 1e-38: expected":         func(c *Config) { c.Length = 1e-38 },
		"deflection: -1: expected":        func(c *Config) { c.Deflection = -1 },
		"mass: -1: expected":              func(c *Config) { c.Mass = -1 },
		"planes: -1: a system has 0 to 6": func(c *Config) { contact("planes")(c); c.Planes = -1 },
		"planes: 7: a system has 0 to 6":  func(c *Config) { contact("planes")(c); c.Planes = 7 },
		"planes: 1, and the fields":       func(c *Config) { c.Planes = 1 },
		"joints: -1":                      func(c *Config) { c.Joints = -1 },
		"held: bodies that hang":          func(c *Config) { c.OnTrees = true },
		"bodies: the depth of trees is 0": func(c *Config) { c.Bodies = true },
		`does not take the field "box"`:   func(c *Config) { c.Fields = []string{"box"} },
		`does not take the field "rest"`:  func(c *Config) { c.Fields = []string{"rest"} },
		"friction starts at -1 for number 0": func(c *Config) {
			contact("planes")(c)
			c.Learn = []Constant{{Name: LearnedFriction, By: BySystem, Start: []float64{-1}}}
		},
		"restitution starts at 1.1 for number": func(c *Config) {
			contact("planes")(c)
			c.Learn = []Constant{{Name: LearnedRestitution, By: BySystem, Start: []float64{1.1}}}
		},
		"have no cell_a":                  func(c *Config) { c.Fields = []string{"cell_b", "cell_c"} },
		"have no cell_c":                  func(c *Config) { c.Fields = []string{"cell_a", "cell_b"} },
		"L of force 0 of the law, Yukawa": law("Yukawa", map[string]float64{"A": 1, "L": 0}),
		"sigma of force 0 of the law":     law("Lennard-Jones", map[string]float64{"epsilon": 1, "sigma": -1}),
		"c of force 0 of the law":         law("power with a core", map[string]float64{"A": 1, "n": 2, "c": -1}),
		"a of force 0 of the law, Morse":  law("Morse", map[string]float64{"D": 1, "a": 0, "r0": 1}),
	} {
		require.ErrorContains(t, of(change), want)
	}
}
