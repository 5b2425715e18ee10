package datasets

import (
	"fmt"
	"slices"
	"strings"
)

// JointNames returns a name for the joint of each of the bodies, which are lists of particles.
// It is the name of the body's first particle without its number, if no joint before has it, and
// otherwise the number of the joint. The names of particles may be nil.
func JointNames(bodies [][]int, particles []string) (names []string) {
	for number, members := range bodies {
		name := fmt.Sprintf("joint %d", number)
		if particles != nil {
			if link := BodyName(particles[members[0]]); link != "" && !slices.Contains(names, link) {
				name = link
			}
		}
		names = append(names, name)
	}
	return names
}

// BodyName returns the name of a body, which is that of one of its particles without its number.
func BodyName(particle string) string {
	return strings.TrimRight(strings.TrimRight(particle, "0123456789"), " ")
}
