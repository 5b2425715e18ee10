package verify

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/system"
)

// asLearned gives a system the values of the fields that a model with constants by particle or joint
// knows its system by: of others it predicts nothing.
func asLearned(c config.Config, s *system.Sample) {
	if c.LearnedOn == nil {
		return
	}
	for name, known := range c.LearnedOn.Fields {
		if f := system.FieldNamed(name); len(f.Of(s)) == len(known) {
			f.Set(s, slices.Clone(known))
		}
	}
	rest(s)
}

// learnedShape are the distances of config.LearnedOn.Rest; nil where they are not known.
func learnedShape(c config.Config, particles int) []float32 {
	if on := c.LearnedOn; on != nil && len(on.Rest) == config.RestColumns*particles {
		return on.Rest
	}
	return nil
}

// hungAsLearned are parents of bodies with joints of these types: each hangs on the one before it, or
// beside that one where it would have more bars from the root than most. Only the first and those
// that float hang on nothing, as distances from the body that another hangs on are known.
func hungAsLearned(types []int, most int) (parents []int) {
	depths := make([]int, len(types))
	for i, kind := range types {
		parent := i - 1
		switch {
		case i == 0 || kind == system.Floating || most < 1:
			parent = -1
		case depths[parent] == most:
			parent = parents[parent]
		}
		if parent >= 0 {
			depths[i] = depths[parent] + 1
		}
		parents = append(parents, parent)
	}
	return parents
}
