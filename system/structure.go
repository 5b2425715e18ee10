package system

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Structure is what a system consists of: how many particles, and how they hang
// together.
type Structure struct {
	Particles int `json:"particles"`
	// Listed are how many objects there are of each of ListedKinds, of any particles in
	// no tree and no body.
	Listed []int `json:"listed,omitempty"`
	// Parents and Bodies are the numbers of all particles for trees and for bodies; nil
	// without any.
	Parents []int64 `json:"parents,omitempty"`
	Bodies  []int64 `json:"bodies,omitempty"`
}

// Bounds of the structures that ranges have.
const (
	mostStructures         = 8
	mostStructureParticles = 64
)

// structureOf returns the structure of a sample.
func structureOf(s *Sample) Structure {
	structure := Structure{Particles: s.Particles()}
	for _, kind := range ListedKinds() {
		structure.Listed = append(structure.Listed, s.Count(kind))
	}
	if s.Count(Tree) > 0 {
		structure.Parents = s.Objects.Numbers(Tree, s.Particles())
	}
	if s.Count(Body) > 0 {
		structure.Bodies = s.Objects.Numbers(Body, s.Particles())
	}
	return structure
}

func (s Structure) equal(other Structure) bool {
	return s.Particles == other.Particles && slices.Equal(s.Listed, other.Listed) && slices.Equal(s.Parents, other.Parents) && slices.Equal(s.Bodies, other.Bodies)
}

// structures are the first different ones of the samples that are not too large.
func structures(samples []Sample) (found []Structure) {
	for i := range samples {
		if samples[i].Particles() > mostStructureParticles {
			continue
		}
		structure := structureOf(&samples[i])
		if !slices.ContainsFunc(found, structure.equal) {
			if found = append(found, structure); len(found) == mostStructures {
				break
			}
		}
	}
	return found
}

// Draw makes objects of the structure. Objects of listed kinds are of random particles.
func (s Structure) Draw(random *rand.Rand) (Objects, error) {
	wrong := func(array, format string, arguments ...any) error {
		return fmt.Errorf("a structure of %d particles: %s%s", s.Particles, array, fmt.Sprintf(format, arguments...))
	}
	if s.Particles < 1 || s.Particles > mostStructureParticles {
		return nil, wrong("particles", ": expected 1 to %d", mostStructureParticles)
	}
	var objects Objects
	taken := make([]bool, s.Particles)
	for _, forest := range []struct {
		kind    *Kind
		numbers []int64
	}{{Tree, s.Parents}, {Body, s.Bodies}} {
		if len(forest.numbers) != 0 && len(forest.numbers) != s.Particles {
			return nil, wrong(forest.kind.Column, " has %d numbers", len(forest.numbers))
		}
		made, err := forest.kind.Numbered(forest.numbers, wrong)
		if err != nil {
			return nil, err
		}
		for _, object := range made {
			for _, member := range object.Members {
				taken[member] = true
			}
		}
		objects = append(objects, made...)
	}
	var free []int
	for _, particle := range random.Perm(s.Particles) {
		if !taken[particle] {
			free = append(free, particle)
		}
	}
	var listed Objects
	for i, kind := range ListedKinds() {
		for range s.count(i) {
			if members := kind.Members(); len(free) >= members {
				listed, free = append(listed, kind.Of(free[:members:members]...)), free[members:]
			}
		}
	}
	return append(listed, objects...), nil
}

// count is how many objects there are of a listed kind.
func (s Structure) count(kind int) int {
	if kind < len(s.Listed) {
		return s.Listed[kind]
	}
	return 0
}

// None names the listed kinds of objects of which no system had any, "" where each had some or
// where not all structures are known.
func (r *Ranges) None() string {
	if len(r.Structures) == 0 || len(r.Structures) == mostStructures || r.Particles == nil || r.Particles.Most > mostStructureParticles {
		return ""
	}
	var none []string
	for k, kind := range ListedKinds() {
		if !slices.ContainsFunc(r.Structures, func(s Structure) bool { return k >= len(s.Listed) || s.Listed[k] > 0 }) {
			none = append(none, kind.Plural)
		}
	}
	if none == nil {
		return ""
	}
	return strings.Join(none, " and ") + ": no training system had any"
}
