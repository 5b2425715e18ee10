package looks

import (
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Links are the bodies of a sample on joints as a robot is drawn: a segment from the joint
// of each body to each joint that hangs on it. The last body of a chain reaches through the
// middle of its particles, as far again.
type Links struct {
	rest     []float32
	bodies   [][]int
	segments []segment
}

// segment is a part of a body, between two points at rest.
type segment struct {
	body     int
	from, to [3]float64
}

// LinksOf are the links of a sample; none of a sample without joints, or without its pose of
// rest. A body that floats begins in the middle of its particles.
func LinksOf(s *system.Sample) *Links {
	rest := system.Rest.Of(s)
	if !s.Jointed() || rest == nil {
		return nil
	}
	l := &Links{rest: rest, bodies: s.Objects.Of(system.Body)}
	bodyOf := make([]int, s.Particles())
	for number, members := range l.bodies {
		for _, i := range members {
			bodyOf[i] = number
		}
	}
	joints, middles := make([][3]float64, len(l.bodies)), make([][3]float64, len(l.bodies))
	types := system.JointType.Of(s)
	for number, members := range l.bodies {
		for _, i := range members {
			middles[number] = vector.Plus(middles[number], 1/float64(len(members)), vector.At(rest, i))
		}
		joints[number] = vector.At(system.JointAnchor.Of(s), members[0])
		if types != nil && types[members[0]] == system.Floating {
			joints[number] = middles[number]
		}
	}
	ends := make([]bool, len(l.bodies)) // that nothing hangs on
	for number := range ends {
		ends[number] = true
	}
	parents := s.Objects.Numbers(system.Tree, s.Particles())
	for number, members := range l.bodies {
		if parent := parents[members[0]]; parent >= 0 {
			before := bodyOf[parent]
			ends[before] = false
			l.segments = append(l.segments, segment{before, joints[before], joints[number]})
		}
	}
	for number, end := range ends {
		if end {
			tip := vector.Plus(middles[number], 1, vector.Plus(middles[number], -1, joints[number]))
			l.segments = append(l.segments, segment{number, joints[number], tip})
		}
	}
	return l
}

// Count is how many segments there are.
func (l *Links) Count() int { return len(l.segments) }

// At are the two ends of each segment where particles are at x [n*3].
func (l *Links) At(x []float32) (ends [][3]float32) {
	poses := make([]rotation.Placed, len(l.bodies))
	for number, members := range l.bodies {
		poses[number] = rotation.Place(l.rest, x, members).Unturned()
	}
	for _, s := range l.segments {
		for _, point := range [][3]float64{s.from, s.to} {
			at := poses[s.body].At(point)
			ends = append(ends, [3]float32{float32(at[0]), float32(at[1]), float32(at[2])})
		}
	}
	return ends
}
