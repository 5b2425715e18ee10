package deploy

import (
	"gmnc/artifact"
	"gmnc/predict/verify"
	"gmnc/run"
	"gmnc/system"
)

// examplesOf are the true training inputs of a run that its model, or a file with that topology
// inside, takes, with the fields that the model takes.
func examplesOf(config run.Config, inside *artifact.Topology) (examples []system.Example) {
	if config.Data == nil {
		return nil
	}
	for _, example := range config.Data.Examples {
		example = example.Keep(func(f *system.Field) bool { return config.Model.Takes(f) })
		if artifact.Check(config.Model, inside, []system.Sample{example.Sample}) == nil {
			examples = append(examples, example)
		}
	}
	return examples
}

// samplesOf are the systems of groups.
func samplesOf(groups []verify.Group) (samples []system.Sample) {
	for _, group := range groups {
		samples = append(samples, group.Samples...)
	}
	return samples
}

// told is the run as the file tells of it: with the examples that go with the file. A file of
// training steps would need targets, and one in joint coordinates takes no particles.
func (e exporting) told() *run.Run {
	if e.run.Config.Data == nil {
		return e.run
	}
	told, data := *e.run, *e.run.Config.Data
	data.Examples = nil
	if !e.noExamples && e.step == nil && e.joints == nil {
		data.Examples = examplesOf(e.run.Config, e.topology)
	}
	told.Config.Data = &data
	return &told
}
