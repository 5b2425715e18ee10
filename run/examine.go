package run

import (
	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/system"
)

// Examine examines data on which a model with this configuration is trained.
func Examine(data *datasets.Data, c config.Config) []checks.Note {
	d := config.Describe(c.Model)
	model := checks.Model{
		Name: c.Model, Fields: c.Fields,
		Learns: len(c.Learn) > 0, Bends: !d.Rigid && !d.ConstraintTerm, Potential: d.IsRegistered(),
	}
	if c.Integrator != "" {
		model.Name += " with the integrator " + c.Integrator
	}
	for _, f := range system.GivenFields() {
		if Unread(f, c, data) {
			model.Unread = append(model.Unread, f)
		}
	}
	return checks.Examine(data, &model)
}
