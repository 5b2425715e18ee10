package run

import (
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/system"
)

// learnedOn returns what all samples of the data have in common.
func learnedOn(c config.Config, data *datasets.Data) *config.LearnedOn {
	first := data.First()
	on := &config.LearnedOn{Names: data.About.ParticleNames(), Objects: objectTexts(&first), Rest: atRest(&first), Fields: map[string][]float32{}}
	for _, f := range identifying(c) {
		if values := f.Of(&first); values != nil {
			on.Fields[f.Name] = slices.Clone(values)
		}
	}
	for _, samples := range data.Splits() {
		for i := range *samples {
			s := &(*samples)[i]
			if on.Objects != nil && !slices.Equal(on.Objects, objectTexts(s)) {
				on.Objects = nil
			}
			if on.Rest != nil && differsAt(on.Rest, atRest(s), config.SameShape) >= 0 {
				on.Rest = nil
			}
			for _, f := range identifying(c) {
				if differsAt(on.Fields[f.Name], f.Of(s), config.SameValue) >= 0 {
					delete(on.Fields, f.Name)
				}
			}
		}
	}
	if len(on.Fields) == 0 {
		on.Fields = nil // as files have it
	}
	return on
}

// identifying returns the fields that distinguish particles. Masses do so only if they are
// learned: as an input they may differ in another system.
func identifying(c config.Config) []*system.Field {
	compared := []*system.Field{system.Pinned, system.Charge, system.JointType}
	if !slices.Contains(c.PerFrame, system.NodeFeatures.Name) {
		compared = append(compared, system.NodeFeatures)
	}
	if c.Learns(config.LearnedMass) != nil {
		compared = append(compared, system.Mass)
	}
	return compared
}

// differsAt returns the first index at which two values differ by more than share times the
// larger magnitude, which counts as at least share. If one slice is a prefix of the other, it
// returns the shorter length. It returns -1 if they are the same.
func differsAt(a, b []float32, share float64) int {
	for i := range min(len(a), len(b)) {
		x, y := float64(a[i]), float64(b[i])
		if math.Abs(x-y) > float64(share*max(math.Abs(x), math.Abs(y), share)) {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// objectTexts describes each object by its kind and its particles.
func objectTexts(s *system.Sample) []string {
	texts := []string{}
	for _, object := range s.Objects {
		text := fmt.Sprintf("%s of particles %v", object.Kind.Name, object.Members)
		if object.Parents != nil {
			text += fmt.Sprintf(" on members %v", object.Parents)
		}
		texts = append(texts, text)
	}
	return texts
}

// atRest returns LearnedOn.Rest for a sample, or nil if the sample has no joints.
func atRest(s *system.Sample) (distances []float32) {
	rest, anchors := system.Rest.Of(s), system.JointAnchor.Of(s)
	if rest == nil || anchors == nil {
		return nil
	}
	parents := s.Objects.Numbers(system.Tree, s.Particles())
	var total float64
	distances = make([]float32, config.RestColumns*s.Particles())
	for _, members := range s.Objects.Of(system.Body) {
		first := members[0]
		anchor, partner := vector.At(anchors, first), first
		if parents[first] >= 0 {
			partner = int(parents[first])
		}
		measure := func(particle, column int, x [3]float64) {
			distance := vector.Norm(vector.Plus(anchor, -1, x))
			distances[config.RestColumns*particle+column], total = float32(distance), total+distance
		}
		for _, i := range members {
			measure(i, 0, vector.At(rest, i))
		}
		measure(first, 1, vector.At(rest, partner))
	}
	for i := range distances {
		distances[i] *= float32(float64(len(distances)) / max(total, math.SmallestNonzeroFloat32))
	}
	return distances
}

// checkNames returns an error if particles have other names than those of the system that
// constants were learned on.
func checkNames(on *config.LearnedOn, names []string) error {
	if on == nil {
		return nil
	}
	for i := range min(len(names), len(on.Names)) {
		if names[i] != on.Names[i] {
			return fmt.Errorf("particle %d was %.40q in training, and the model has learned constants of the particles or bodies of that system: take a system as in its training", i, on.Names[i])
		}
	}
	return nil // checks of samples report other numbers of particles
}

// checkLearnedOn returns an error if a sample is another system than the one that the model's
// constants were learned on.
func checkLearnedOn(c config.Config, s *system.Sample) error {
	on := c.LearnedOn
	if on == nil {
		return nil
	}
	another := func(format string, arguments ...any) error {
		return fmt.Errorf(format+", and the model has learned constants of the particles or bodies of that system: take a system as in its training", arguments...)
	}
	if objects := objectTexts(s); on.Objects != nil && !slices.Equal(objects, on.Objects) {
		for i := range max(len(objects), len(on.Objects)) {
			is, was := textAt(objects, i), textAt(on.Objects, i)
			if is != was {
				return another("object %d is %s, and in training it was %s", i, is, was)
			}
		}
	}
	for _, f := range identifying(c) {
		known, values := on.Fields[f.Name], f.Of(s)
		if known == nil || values == nil {
			continue
		}
		if at := differsAt(known, values, config.SameValue); at >= 0 {
			if len(known) != len(values) {
				return another("it has %d values of %s, and in training it had %d", len(values), f.Name, len(known))
			}
			return another("%s of particle %d is %g, and in training it was %g", f.Name, at/max(1, len(values)/s.Particles()), values[at], known[at])
		}
	}
	if rest := atRest(s); len(on.Rest) == config.RestColumns*s.Particles() && differsAt(on.Rest, rest, config.SameShape) >= 0 {
		return another("its bodies and joints are of another shape at rest than in training")
	}
	return nil
}

// textAt returns the text at an index, or "absent" beyond the end.
func textAt(texts []string, i int) string {
	if i < len(texts) {
		return texts[i]
	}
	return "absent"
}
