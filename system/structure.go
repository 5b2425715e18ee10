package system

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Structure describes the parts of a system: the number of particles, and the objects.
type Structure struct {
	Particles int `json:"particles"`
	// Listed is the number of objects of each of ListedKinds. They may be on any particles that
	// are in no tree and in no body.
	Listed []int `json:"listed,omitempty"`
	// Parents and Bodies are the arrays that describe the trees and the bodies. They are nil if
	// there are none.
	Parents []int64 `json:"parents,omitempty"`
	Bodies  []int64 `json:"bodies,omitempty"`
}

// These bound the structures that ranges have.
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

// structures returns the first different structures of the samples that are not too large.
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

// Draw makes objects of the structure. It puts objects of listed kinds on random particles.
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

// count returns the number of objects of a listed kind.
func (s Structure) count(kind int) int {
	if kind < len(s.Listed) {
		return s.Listed[kind]
	}
	return 0
}

// None names the listed kinds of which no system had an object. It returns "" if every kind had
// some, and if not all structures are known.
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
