package deploy

import (
	"gmnc/deploy/measure"
	"gmnc/run"
)

// told is the run as the file tells of it: with the examples that go with the file. A file of
// training steps would need targets, and one in joint coordinates takes no particles.
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
