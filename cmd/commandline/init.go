package commandline

import (
	"errors"
	"fmt"

	"gmnc/builder/config"
	"gmnc/run"
	"gmnc/runtime"
	"gmnc/train"
)

// modelFlags holds the flags of train that describe a model, each with a function that sets its
// options.
var modelFlags = map[string]func(to *config.Config, from config.Config){
	"form":       func(to *config.Config, from config.Config) { to.Form = from.Form },
	"layers":     func(to *config.Config, from config.Config) { to.Layers = from.Layers },
	"hidden":     func(to *config.Config, from config.Config) { to.Hidden = from.Hidden },
	"hinges":     func(to *config.Config, from config.Config) { to.Hinges = from.Hinges },
	"phi2":       func(to *config.Config, from config.Config) { to.Phi2 = from.Phi2 },
	"charge":     func(to *config.Config, from config.Config) { to.Charge = from.Charge },
	"clamp":      func(to *config.Config, from config.Config) { to.Clamp = from.Clamp },
	"weights":    func(to *config.Config, from config.Config) { to.Weights = from.Weights },
	"order":      func(to *config.Config, from config.Config) { to.Order = from.Order },
	"integrator": func(to *config.Config, from config.Config) { to.Integrator = from.Integrator },
	"dynamics":   func(to *config.Config, from config.Config) { to.Dynamics = from.Dynamics },
	"radial":     func(to *config.Config, from config.Config) { to.Radial = from.Radial },
	"direction":  func(to *config.Config, from config.Config) { to.Direction = from.Direction },
	"forces":     func(to *config.Config, from config.Config) { to.Forces = from.Forces },
	"messages":   func(to *config.Config, from config.Config) { to.Messages = from.Messages },
	"law":        func(to *config.Config, from config.Config) { to.Law, to.Messages = from.Law, from.Messages },
	"learn":      func(to *config.Config, from config.Config) { to.Learn, to.LearnedOn = from.Learn, nil },
}

// checkInit refuses flags about options that come from the run of --init.
func (c *trainCommand) checkInit() error {
	if c.given["scale"] {
		return errors.New("--scale does not go with --init: the run's model keeps the scale that its weights know")
	}
	return nil
}

// readSource reads the run of --init, unless that was done already.
func (c *trainCommand) readSource(ranks runtime.Ranks) (err error) {
	if c.Init == "" || c.source != nil {
		return nil
	}
	if c.source, err = run.ReadUnbuilt(run.Shared(run.Folder(c.Init), ranks)); err != nil {
		return err
	}
	if name := c.source.Config.Model.Model; config.Describe(name).Fitted {
		return fmt.Errorf("--init %s: its model, %s, is not trained but fitted in closed form: use gmnc fit", c.Init, name)
	}
	return c.model().Check()
}

// changed returns the model of the run of --init, changed by the flags of the call. If there is
// no such run, or --model names another model, it returns the model of the flags.
func (c *trainCommand) changed(flags config.Config) config.Config {
	if c.source == nil || c.given["model"] && flags.Model != c.source.Config.Model.Model {
		return flags
	}
	config := c.source.Config.Model
	for name, set := range modelFlags {
		if c.given[name] {
			set(&config, flags)
		}
	}
	return config
}

// startFrom gives a job the weights and the configuration of the run of --init, and the options
// the scale of its training.
func (c *trainCommand) startFrom(job *train.Job, options *run.Options) error {
	if c.source == nil {
		return nil
	}
	job.Init, job.InitPartly, job.From = c.source.Weights, c.InitPartly, &c.source.Config
	options.Scale = ""
	if trained := c.source.Config.Training; trained != nil {
		options.Scale = trained.Scale
	}
	var err error
	options.Init, err = run.Identity(run.Shared(run.Folder(c.Init), job.Ranks))
	return err
}
