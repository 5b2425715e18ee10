package config

import (
	"slices"
	"strings"

	"gmnc/internal/fields"
)

// These are the values of options. Those of Config.Phi2 are in phi2.go.
const (
	// TwoSticks treats a hinge as two sticks. Both are then moved so that the joint is at the
	// mean of their two predictions of it (the paper's ablation on the kinematics of hinges).
	TwoSticks = "sticks"
	// NodeCharge makes the charge a feature of the particle, in place of the product of both
	// charges as a feature of the edge (the paper's comparison of charge-assigning strategies).
	NodeCharge = "node"

	// NoResidual has every layer replace the features of particles in place of adding to them
	// (recurrent=False in the published code).
	NoResidual = "none"

	// OwnWeights gives each step of GMN-ODE its own weights.
	OwnWeights = "own"
	// FirstOrder begins every step with the input velocity, so that the effect of a force does
	// not last.
	FirstOrder = "first"
	// Verlet applies half of the acceleration before a drift and half after it (velocity
	// Verlet). The semi-implicit Euler method applies all of it before.
	Verlet = "verlet"
	// Midpoint and RungeKutta4 are the Runge-Kutta methods of second and fourth order, for the
	// positions and velocities of particles.
	Midpoint, RungeKutta4 = "midpoint", "rk4"
	// LearnedDynamics uses GMN's phi2 in place of Newton's equations.
	LearnedDynamics = "learned"
	// SquareRadial gives networks only the squared distance, as GMN does.
	SquareRadial = "square"
	// InverseSquare makes forces decrease with the squared distance, as those between charges
	// do, times the learned factor.
	InverseSquare = "inverse-square"
	// MeanForces averages forces over neighbors, as GMN does.
	MeanForces = "mean"
	// NoForces has no network. Only known forces act.
	NoForces = "none"
	// SumMessages adds messages up, as GMN does.
	SumMessages = "sum"
	// NoMessages leaves all features unchanged. A force between two particles then depends only
	// on the two and their distance, and acts along the line between them.
	NoMessages = "none"
)

// option is a field of Config that only some models have.
type option struct {
	name   string // in the configuration
	field  func(c *Config) *string
	values []string
	models []string
}

var options = []option{
	{"hinges", func(c *Config) *string { return &c.Hinges }, []string{TwoSticks}, []string{"gmn"}},
	{"phi2", func(c *Config) *string { return &c.Phi2 }, Phi2Forms(), []string{"gmn"}},
	{"charge", func(c *Config) *string { return &c.Charge }, []string{NodeCharge},
		[]string{"egnn", "egnn-reg", "gmn", "gmn-l", "gmn-l-reg", "gmn-lh", "gmn-ode"}},
	{"residual", func(c *Config) *string { return &c.Residual }, []string{NoResidual}, []string{"egnn", "gmn", "gmn-l", "gnn"}},
	{"weights", func(c *Config) *string { return &c.Weights }, []string{OwnWeights}, []string{"gmn-ode"}},
	{"order", func(c *Config) *string { return &c.Order }, []string{FirstOrder}, []string{"gmn-ode"}},
	{"integrator", func(c *Config) *string { return &c.Integrator }, []string{Verlet, Midpoint, RungeKutta4}, []string{"gmn-ode"}},
	{"dynamics", func(c *Config) *string { return &c.Dynamics }, []string{LearnedDynamics}, []string{"gmn-ode"}},
	{"radial", func(c *Config) *string { return &c.Radial }, []string{SquareRadial}, []string{"gmn-ode"}},
	{"direction", func(c *Config) *string { return &c.Direction }, []string{InverseSquare}, []string{"gmn-ode"}},
	{"forces", func(c *Config) *string { return &c.Forces }, []string{MeanForces, NoForces}, []string{"gmn-ode"}},
	{"messages", func(c *Config) *string { return &c.Messages }, []string{SumMessages, NoMessages}, []string{"gmn-ode"}},
	clampOption,
}

// Options lists the options that are set, with their values: "hinges sticks".
func (c Config) Options() []string {
	var given []string
	for _, o := range options {
		if value := *o.field(&c); value != "" {
			given = append(given, o.name+" "+value)
		}
	}
	return given
}

// Variants returns the configurations that differ from c in one option of its model.
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

// Phi2Forms returns the sorted values of Config.Phi2 other than the default.
func Phi2Forms() []string {
	return []string{Phi2F, Phi2FShared, Phi2FXV, Phi2FXVShared, Phi2MLP, Phi2RawGram}
}

// validateOptions reports an option that does not exist, or that does not go with the model or
// with another option.
func (c Config) validateOptions() error {
	for _, o := range options {
		value := *o.field(&c)
		switch {
		case value == "":
		case !slices.Contains(o.values, value):
			return fields.Errorf("there is no {"+o.name+"} %s; known: %s", value, strings.Join(o.values, ", "))
		case o.name == clampOption.name && c.Clamps():
		case !slices.Contains(o.models, c.Model):
			return fields.Errorf("{"+o.name+"} %s does not go with {model} %s: it is an option of %s",
				value, c.Model, strings.Join(o.models, ", "))
		}
	}
	if c.Residual != "" && c.Form == Paper {
		return fields.Errorf("{residual} %s does not go with {form} %s, which has none", c.Residual, c.Form)
	}
	if c.Integrator == Verlet && c.Order == FirstOrder {
		return fields.Errorf("{integrator} %s does not go with {order} %s, which has no velocity to integrate", c.Integrator, c.Order)
	}
	switch cartesian := Cartesian(c.Integrator); {
	case cartesian && c.Order == FirstOrder:
		return fields.Errorf("{integrator} %s does not go with {order} %s, which has no velocity to integrate", c.Integrator, c.Order)
	case cartesian && c.Dynamics == LearnedDynamics:
		return fields.Errorf("{integrator} %s does not go with {dynamics} %s: it follows Newton's equations", c.Integrator, c.Dynamics)
	case c.Jointed() && c.Forces != NoForces:
		return fields.Errorf("rigid bodies with joints need {forces} %s: no learned forces act on them", NoForces)
	case c.Contacting() && c.Forces != NoForces:
		return fields.Errorf("systems with planes need {forces} %s: no learned forces between particles act on them", NoForces)
	case c.Forces == NoForces && !cartesian && !c.Jointed() && !c.Contacting():
		return fields.Errorf("{forces} %s needs {integrator} %s or %s", c.Forces, Midpoint, RungeKutta4)
	}
	if c.Clamp != "" && c.Forces == NoForces {
		return fields.Errorf("{clamp} %s does not go with {forces} %s: there is nothing to limit", c.Clamp, c.Forces)
	}
	if c.Hinges == TwoSticks && c.Phi2 != "" {
		return fields.Errorf("{hinges} %s does not go with {phi2} %s: a hinge that is two sticks has no phi2 of its own", c.Hinges, c.Phi2)
	}
	return nil
}

// Cartesian reports whether the integrator moves the positions and velocities of particles.
// Newton's equations for different masses, pinned particles and known forces need such an
// integrator.
func Cartesian(integrator string) bool {
	return integrator == Midpoint || integrator == RungeKutta4
}
