package commandline

import (
	"fmt"

	"gmnc/artifact"
	"gmnc/datasets"
	"gmnc/run"
	"gmnc/system"
)

// unitsFlag is the flag --units of commands that give data to a model.
type unitsFlag struct {
	Units string `help:"What to do with data whose units or interval differ from the model's: ${enum}. refuse converts lengths and velocities where the ratio of the units is exact, and refuses everything else." enum:"refuse,ignore" default:"refuse"`
}

// inDomain returns the conversion of the data to the model's units, or an error if they differ
// and cannot be converted. It prints notes about a conversion, about fields, and about samples
// outside of the range of the training data.
func (u unitsFlag) inDomain(t *terminal, model *artifact.Model, path string, data *datasets.Data, samples []system.Sample) (conversion artifact.Conversion, err error) {
	if u.Units == "refuse" {
		if conversion, err = model.Conversion(data); err != nil {
			return conversion, fmt.Errorf("%s: %w", path, err)
		}
	}
	if conversion.What != "" {
		t.notice("note: %s", conversion.What)
	}
	for _, text := range run.FieldNotes(model.Config().Model, data) {
		t.notice("note: %s", text)
	}
	if outside := model.Outside(conversion.Samples(samples)); outside != "" {
		t.notice("note: %s", outside)
	}
	return conversion, nil
}
