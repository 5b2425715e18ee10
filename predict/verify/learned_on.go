package verify

import (
	"slices"

	"gmnc/builder/config"
	"gmnc/system"
)

// asLearned gives a system the values of fields by which a model with constants by particle or
// joint recognizes its own system. Such a model predicts nothing for other systems.
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

// learnedShape returns the distances of config.LearnedOn.Rest, or nil if they are not known.
func learnedShape(c config.Config, particles int) []float32 {
	if on := c.LearnedOn; on != nil && len(on.Rest) == config.RestColumns*particles {
		return on.Rest
	}
	return nil
}

// hungAsLearned returns the parents of bodies with joints of these types. The parent of a body
// is the one before it, or the parent of that one if the body would otherwise have more than
// most bars from the root. Only the first body and those that float have none, as their
// distances from a parent are not known.
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
