// Package preset has the presets of gmnc train, and chooses what suits a data set.
package preset

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/train"
)

// Preset is a model with the options of its training. docs/training.md says how well each
// preset does.
type Preset struct {
	Name    string
	Model   config.Config
	Options run.Options
	// OwnVelocity says that Options.Velocity counts for all data. Without it, For takes
	// train.DefaultVelocity.
	OwnVelocity bool
}

// presets returns all presets, in the order of their names.
func presets() []Preset {
	return []Preset{
		{Name: "best", Model: law(24, 64, ""), Options: with(func(o *run.Options) {
			o.Epochs, o.Batch, o.LearningRate, o.Schedule, o.Warmup = 90, 25, 2e-3, run.Cosine, 2
			o.Clip, o.Reverse, o.Coarse = 0.1, true, []int{12}
		})},
		{Name: "constants", Model: law(4, 64, config.NoForces), Options: with(func(o *run.Options) {
			o.Epochs, o.Batch = 1, 50
		})},
		{Name: "contact", Model: law(6, 32, config.NoForces), Options: with(func(o *run.Options) {
			o.Epochs, o.Batch, o.LearningRate, o.Schedule, o.ValidEvery = 6, 32, 5e-3, run.Cosine, 1
			o.Clip, o.Loss, o.Velocity, o.Unroll, o.Curriculum = 1, run.Huber, 0.02, 64, []int{24, 48}
		}), OwnVelocity: true},
		{Name: "fast", Model: law(8, 64, ""), Options: with(func(o *run.Options) {
			o.Epochs, o.Batch, o.LearningRate, o.Schedule, o.Reverse = 90, 50, 2e-3, run.Cosine, true
		})},
		{Name: "paper", Model: config.DefaultConfig(), Options: run.PaperOptions(), OwnVelocity: true},
	}
}

// law returns a gmn-ode with this number of steps. Without forces of neighbors it has no
// networks, and follows the equations of motion by a Runge-Kutta method.
func law(steps, hidden int, forces string) config.Config {
	c := config.DefaultConfig()
	c.Model, c.Layers, c.Hidden, c.Forces = "gmn-ode", steps, hidden, forces
	if forces == config.NoForces {
		c.Integrator = config.RungeKutta4
	}
	return c
}

// with returns the default options with some of them changed.
func with(change func(o *run.Options)) run.Options {
	o := run.DefaultOptions()
	change(&o)
	return o
}

// Names returns the names of the presets, sorted.
func Names() (names []string) {
	for _, p := range presets() {
		names = append(names, p.Name)
	}
	return names
}

// Named returns the preset of a name. It returns an error if there is none, which lists the
// names.
func Named(name string) (Preset, error) {
	all := presets()
	at := slices.IndexFunc(all, func(p Preset) bool { return p.Name == name })
	if at < 0 {
		return Preset{}, fmt.Errorf("there is no preset %q; known: %s", name, strings.Join(Names(), ", "))
	}
	return all[at], nil
}

// For returns the preset for a data set: with the weight of the velocity that suits the data,
// and without Reverse if the data rule it out. All fields are then ready for run.Config.
func (p Preset) For(data *datasets.Data) Preset {
	if !p.OwnVelocity {
		p.Options.Velocity, p.OwnVelocity = train.DefaultVelocity(p.Model.Model, data), true
	}
	if p.Options.Reverse && train.Reversible(data.Train) != nil {
		p.Options.Reverse = false
	}
	return p
}
