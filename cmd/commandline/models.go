package commandline

import (
	"gmnc/artifact"
	"gmnc/builder/config"
)

type modelsCommand struct{}

func (c *modelsCommand) Run(t *terminal) error {
	if t.json != nil {
		return c.objects(t.json)
	}
	if err := artifact.DescribeModels(t.out); err != nil {
		return err
	}
	t.printf("One is trained by gmnc train --model NAME.\n")
	return nil
}

// modelReport is the JSON object of a model that can be trained.
type modelReport struct {
	Name     string `json:"name"`
	Weights  int    `json:"weights"` // at the default size
	Symmetry string `json:"symmetry"`
	Lengths  string `json:"lengths"`
	Summary  string `json:"summary"`
}

func (c *modelsCommand) objects(to *objects) error {
	for _, name := range config.Models() {
		model, err := artifact.DefaultModel(name)
		if err != nil {
			return err
		}
		d := config.Describe(name)
		to.write("model", modelReport{name, model.Count(), artifact.Symmetry(d), artifact.Lengths(d), d.Summary})
	}
	return nil
}
