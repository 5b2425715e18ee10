package config

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReasons: the whole text of each reason for which options or measures are refused.
func TestReasons(t *testing.T) {
	for want, spoil := range map[string]func(c *Config){
		"there is no order second; known: first":                                                        func(c *Config) { c.Order = "second" },
		"hinges sticks does not go with model gmn-ode: it is an option of gmn":                          func(c *Config) { c.Hinges = TwoSticks },
		"integrator verlet does not go with order first, which has no velocity to integrate":            func(c *Config) { c.Integrator, c.Order = Verlet, FirstOrder },
		"integrator rk4 does not go with order first, which has no velocity to integrate":               func(c *Config) { c.Order = FirstOrder },
		"integrator rk4 does not go with dynamics learned: it follows Newton's equations":               func(c *Config) { c.Dynamics = LearnedDynamics },
		"forces none needs integrator midpoint or rk4":                                                  func(c *Config) { c.Integrator, c.Forces = "", NoForces },
		"clamp component does not go with forces none: there is nothing to limit":                       func(c *Config) { c.Clamp, c.Forces = ComponentClamp, NoForces },
		"time: 1e-45: expected a number above 0 that float32 holds, or 0 for none":                      func(c *Config) { c.Time = 1e-45 },
		"a scale of -2 divides nothing: it is a number above 0":                                         func(c *Config) { c.Scale.Velocity = -2 },
		"1 runs side by side: a model has 2 to 16 of them, or is one by itself":                         func(c *Config) { c.Runs = 1 },
		"joints: -1: a system has 0 or more axes of joints":                                             func(c *Config) { c.Joints = -1 },
		"held: bodies that hang on trees, without bodies: set both, or neither":                         func(c *Config) { c.OnTrees = true },
		"bodies: the depth of trees is 0, so that the model takes no bodies: set both, or neither":      func(c *Config) { c.Bodies = true },
		"learn mass starts at -1 for number 0: no mass has this value":                                  func(c *Config) { c.Learn = []Constant{{Name: LearnedMass, By: ByParticle, Start: []float64{-1}}} },
		"learned_on describes the system of constants by particle or joint, and there are none (learn)": func(c *Config) { c.LearnedOn = &LearnedOn{} },
		`there is no model "none"; known: ` + strings.Join(Models(), ", "):                              func(c *Config) { c.Model = "none" },
		`there is no form "none"; known: published, paper`:                                              func(c *Config) { c.Form = "none" },
		"form paper does not go with model gmn-ode: it has the form published only":                     func(c *Config) { c.Form = Paper },
		"0 layers: a model has 1 to 2000":                                                               func(c *Config) { c.Layers = 0 },
		"a hidden width of 0: it is 1 to 8192":                                                          func(c *Config) { c.Hidden = 0 },
		"features of edges (a, b) need lists of neighbors":                                              func(c *Config) { c.EdgeFeatures = []string{"a", "b"} },
		"a radius of the level 2 and the time 1: a level is between 0 and 1, and times are finite":      func(c *Config) { c.Radius = &Radius{Level: 2, Time: 1} },
		"planes: 1, and the fields [] have no planes: add the field, or leave the number out":           func(c *Config) { c.Planes = 1 },
	} {
		c := law()
		spoil(&c)
		require.EqualError(t, c.Validate(), want)
	}
	c := plain()
	c.Hinges, c.Phi2 = TwoSticks, Phi2F
	require.EqualError(t, c.Validate(), "hinges sticks does not go with phi2 f: a hinge that is two sticks has no phi2 of its own")
	c = plain()
	c.Residual, c.Form = NoResidual, Paper
	require.EqualError(t, c.Validate(), "residual none does not go with form paper, which has none")
	c = law()
	c.Time, c.Mass, c.Length, c.Deflection = 0x1p-126, math.MaxFloat32, 1, 0
	require.NoError(t, c.Validate())
	c.Mass *= 1.001
	require.ErrorContains(t, c.Validate(), "mass: 3.4")
}
