package deploy

import (
	"fmt"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// CheckUnits reports data in another unit, or of another interval, than those that
// the model was trained on. Where either does not say, nothing is wrong.
func (m *Model) CheckUnits(data *datasets.Data) error {
	trained := m.run.Config.Data
	if trained == nil {
		return nil
	}
	for _, unit := range []struct{ what, of, given string }{
		{"positions in", trained.LengthUnit, data.About.LengthUnit},
		{"velocities in", trained.VelocityUnit, data.About.VelocityUnit},
		{"an interval of", trained.Interval, data.About.Interval},
	} {
		if unit.of != "" && unit.given != "" && unit.of != unit.given {
			return fields.Errorf("the model was trained on %s %s, and the data set has %s %s: its predictions would be wrong; convert the data, or predict all the same with {units} ignore",
				unit.what, unit.of, unit.what, unit.given)
		}
	}
	return nil
}

// Outside says how many of the samples lie outside of what the model was trained
// on, and how the first of them does; "" if none does, or if nothing is known.
func (m *Model) Outside(samples []system.Sample) string {
	data := m.run.Config.Data
	if data == nil || data.Ranges == nil {
		return ""
	}
	count, first := 0, ""
	for i := range samples {
		if why := data.Ranges.Outside(&samples[i]); why != "" {
			if count++; count == 1 {
				first = fmt.Sprintf("sample %d: %s", i, why)
			}
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d samples lie outside of what the model was trained on, where it may be far off (%s)", count, len(samples), first)
}
