package config

import (
	"slices"
	"strings"

	"gmnc/internal/fields"
)

// Values of options. The values of Config.Phi2 are beside the inverse dynamics.
const (
	// TwoSticks treats a hinge as two sticks, which are then moved so that
	// both put the joint where it is in the mean (the paper's ablation on
	// hinge FK).
	TwoSticks = "sticks"
	// NodeCharge makes the charge a feature of the particle in place of the
	// product of both charges on each edge (the paper's comparison of
	// charge-assigning strategies).
	NodeCharge = "node"

	// NoResidual replaces the features of particles in every layer, in place of
	// adding to them (recurrent=False of the published code).
	NoResidual = "none"

	// OwnWeights gives every step of GMN-ODE weights of its own.
	OwnWeights = "own"
	// FirstOrder starts every step from the input velocity, so that nothing
	// that a force does lasts.
	FirstOrder = "first"
	// Verlet has GMN-ODE take half of the accelerations before a drift and half
	// after it (velocity Verlet), in place of semi-implicit Euler's all before.
	Verlet = "verlet"
	// Midpoint and RungeKutta4 are Runge-Kutta's methods of second and fourth order,
	// on the positions and velocities of particles.
	Midpoint, RungeKutta4 = "midpoint", "rk4"
	// LearnedDynamics has GMN's phi2 in place of Newton's equations.
	LearnedDynamics = "learned"
	// SquareRadial shows networks the squared distance alone, as GMN does.
	SquareRadial = "square"
	// InverseSquare has forces fall with the squared distance, as those between
	// charges do, except for the factor that is learned.
	InverseSquare = "inverse-square"
	// MeanForces averages forces over neighbours, as GMN does.
	MeanForces = "mean"
	// NoForces has no network: what is known acts alone.
	NoForces = "none"
	// SumMessages adds messages up, as GMN does.
	SumMessages = "sum"
	// NoMessages leaves all features as they are: a force between two particles
	// depends on these two and their distance alone, along the line between them.
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

// Options are those that c has been given, with their values: "hinges sticks".
func (c Config) Options() []string {
	var given []string
	for _, o := range options {
		if value := *o.field(&c); value != "" {
			given = append(given, o.name+" "+value)
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
func Phi2Forms() []string {
	return []string{Phi2F, Phi2FShared, Phi2FXV, Phi2FXVShared, Phi2MLP, Phi2RawGram}
}

// validateOptions reports an option that does not exist, or goes with
// neither the model nor another option.
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

// Cartesian reports whether an integrator moves positions and velocities of particles,
// as Newton's equations of any masses, pinned particles and known forces are written.
func Cartesian(integrator string) bool {
	return integrator == Midpoint || integrator == RungeKutta4
}
