package artifact

import (
	"fmt"

	"gmnc/system"
)

// Outside says how many of the samples are outside the ranges of the model's training data, and
// why the first of them is. It returns "" if none is, or if the ranges are not known.
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
	wider := ""
	if m.run.Config.Model.Radius != nil {
		wider = "; its radius grows with the distance from what it was calibrated on"
	}
	return fmt.Sprintf("%d of %d samples lie outside the training ranges, where the model may be far off (%s)%s", count, len(samples), first, wider)
}
