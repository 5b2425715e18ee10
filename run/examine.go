package run

import (
	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/looks"
	"gmnc/system"
)

// Examine runs the looks at data on which a model of this configuration is trained.
func Examine(data *datasets.Data, config builder.Config) []looks.Note {
	d := builder.Describe(config.Model)
	model := looks.Model{
		Name: config.Model, Fields: config.Fields,
		Learns: len(config.Learn) > 0, Bends: !d.Rigid && !d.ConstraintTerm, Potential: d.Registered(),
	}
	if config.Integrator != "" {
		model.Name += " with the integrator " + config.Integrator
	}
	for _, f := range system.GivenFields() {
		if Unread(f, config, data) {
			model.Unread = append(model.Unread, f)
		}
	}
	return looks.Examine(data, &model)
}
