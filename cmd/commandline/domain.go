package commandline

import (
	"fmt"

	"gmnc/datasets"
	"gmnc/deploy"
	"gmnc/system"
)

// unitsFlag is the flag of commands that give data to a model.
type unitsFlag struct {
	Units string `help:"Data in other units, or of another interval, than the model's: ${enum}." enum:"refuse,ignore" default:"refuse"`
}

// inDomain reports data in other units than the model's, and tells of samples that
// lie outside of what the model was trained on.
func (u unitsFlag) inDomain(t *terminal, model *deploy.Model, path string, data *datasets.Data, samples []system.Sample) error {
	if u.Units == "refuse" {
		if err := model.CheckUnits(data); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if outside := model.Outside(samples); outside != "" {
		t.notice("note: %s", outside)
	}
	return nil
}
