package commandline

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/adam"
	"gmnc/predict/law"
	"gmnc/report/pictures"
	"gmnc/run"
	"gmnc/system"
	"gmnc/train"
)

// options returns the options of training that the flags describe.
func (c *trainCommand) options() run.Options {
	options := run.Options(c.Training)
	options.KeepLast = !c.DropLast
	options.Beta1, options.Beta2 = nonDefault(options.Beta1, adam.Beta1), nonDefault(options.Beta2, adam.Beta2)
	options.Perturb = system.Perturbation(chosen(string(options.Perturb), "none"))
	options.Schedule, options.Scale, options.Loss = chosen(options.Schedule, "constant"), chosen(options.Scale, "none"), chosen(options.Loss, "mse")
	if c.Velocity != nil {
		options.Velocity = *c.Velocity
	}
	if c.Lambda != nil {
		options.Lambda = *c.Lambda
	} else if config.Describe(c.model().Model).ConstraintTerm {
		options.Lambda = run.DefaultLambda
	}
	return options
}

// model returns the model that the flags and the run of --init describe.
func (c *trainCommand) model() config.Config {
	cfg := config.Config{
		Model: c.Model, Form: c.Form, Layers: c.Layers, Hidden: c.Hidden,
		Hinges: chosen(c.Hinges, "whole"), Phi2: chosen(c.Phi2, standard), Charge: chosen(c.Charge, "edge"), Clamp: config.Clamp(chosen(c.Clamp, "length")),
		Weights: chosen(c.Weights, "shared"), Order: chosen(c.Order, "second"), Dynamics: chosen(c.Dynamics, "newton"), Integrator: chosen(c.Integrator, "euler"),
		Radial: chosen(c.Radial, "inverse"), Direction: chosen(c.Direction, "difference"), Forces: chosen(c.Forces, "sum"), Messages: chosen(c.Messages, "mean"),
	}
	if c.written != nil {
		cfg.Law, cfg.Messages = c.written.Forces, config.NoMessages
	}
	for _, learned := range c.Learn {
		name, by, _ := strings.Cut(learned, ":")
		cfg.Learn = append(cfg.Learn, config.Constant{Name: name, By: by})
	}
	if config.Describe(c.Model).Law && cfg.Integrator == "" && !c.given["integrator"] && (cfg.Learn != nil || cfg.Forces == config.NoForces) {
		cfg.Integrator = config.RungeKutta4
	}
	return c.changed(cfg)
}

// readLaw reads the forces of --law.
func (c *trainCommand) readLaw() error {
	if c.Law == "" {
		return nil
	}
	written, err := law.Read(c.Law)
	c.written = &written
	return err
}

// checkLaw refuses data in other units than those of --law.
func (c *trainCommand) checkLaw(about datasets.About) error {
	if c.written == nil {
		return nil
	}
	return c.written.CheckUnits(c.Law, c.Data, about.LengthUnit, pictures.ForceUnit(about))
}

// checkGiven refuses flags that have no effect because of others.
func (c *trainCommand) checkGiven() error {
	for _, name := range []string{"layers", "hidden"} {
		if c.given[name] && c.Init == "" && config.Describe(c.Model).Sizeless {
			return fmt.Errorf("--%s does not go with --model %s, which has neither layers nor width", name, c.Model)
		}
	}
	for _, name := range []string{"messages", "radial", "direction"} {
		if c.Law != "" && c.given[name] {
			return fmt.Errorf("--%s does not go with --law, which takes the place of the network", name)
		}
	}
	if c.Law != "" && c.Init == "" && !config.Describe(c.Model).Law {
		return fmt.Errorf("--law does not go with --model %s: gmn-ode alone takes forces as formulas", c.Model)
	}
	return nil
}

// checkOptions refuses options that no model and no training can have.
func (c *trainCommand) checkOptions() error {
	if !(c.Memory >= 0) || math.IsInf(c.Memory, 1) {
		return fmt.Errorf("--memory %v: expected a number of gigabytes, or 0 for what is free", c.Memory)
	}
	if c.Init != "" { // the model is not known before the run is read
		return errors.Join(c.checkDecays(), c.checkInit(), c.options().Validate())
	}
	if c.InitPartly {
		return errors.New("--init-partly needs --init, the run to start from")
	}
	return errors.Join(c.checkDecays(), c.model().Validate(), c.options().Validate(), train.CheckModel(c.options(), c.Model))
}

// checkDecays refuses 0, which stands for the default decay in a configuration.
func (c *trainCommand) checkDecays() error {
	if c.Training.Beta1 == 0 || c.Training.Beta2 == 0 {
		return errors.New("--beta1 and --beta2 are numbers above 0 and below 1, and one is 0")
	}
	return nil
}

// nonDefault returns the value of a flag, or 0 if it is the default, which configurations write as
// 0.
func nonDefault(value, standard float64) float64 {
	if value == standard {
		return 0
	}
	return value
}

// standard is the value of --phi2 for the phi2 of most experiments.
const standard = "standard"

// chosen returns the value of a flag, or "" if it is the standard one.
func chosen(value, standard string) string {
	if value == standard {
		return ""
	}
	return value
}
