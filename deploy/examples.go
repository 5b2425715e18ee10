package deploy

import (
	"gmnc/deploy/measure"
	"gmnc/run"
)

// told returns the run as the file describes it, with the examples that the file contains. A
// file of training steps would need targets, and one in joint coordinates takes no particles:
// these have no examples.
func (e exporting) told() *run.Run {
	if e.run.Config.Data == nil {
		return e.run
	}
	told, data := *e.run, *e.run.Config.Data
	data.Examples = nil
	if !e.noExamples && e.step == nil && e.joints == nil {
		data.Examples = measure.ExamplesOf(e.run.Config, e.topology)
	}
	told.Config.Data = &data
	return &told
}
