package checks

import (
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Links holds the bodies of a sample with joints, in the form in which a robot is drawn. Each
// body has a segment from its joint to the joint of each child. The segment of the last body of
// a chain leads through the middle of its particles and twice as far.
type Links struct {
	Rest     []float32 // positions of particles in the rest pose, [n*3]
	Bodies   []Link
	segments []segment
}

// Link is one body in the rest pose.
type Link struct {
	Members []int      // its particles
	Joint   [3]float64 // position of its joint, or its middle if it floats
	// Axis is the unit vector that the body rotates about or slides along, or 0 if the joint
	// has no axis.
	Axis     [3]float64
	Slides   bool
	Segments [][2][3]float64
}

// segment is a part of a body between two points in the rest pose.
type segment struct {
	body     int
	from, to [3]float64
}

// LinksOf returns the links of a sample, or nil if it has no joints or no rest pose. A floating
// body begins in the middle of its particles.
func LinksOf(s *system.Sample) *Links {
	rest := system.Rest.Of(s)
	if !s.Jointed() || rest == nil {
		return nil
	}
	l := &Links{Rest: rest}
	bodyOf := make([]int, s.Particles())
	var middles [][3]float64
	for number, members := range s.Objects.Of(system.Body) {
		var middle [3]float64
		for _, i := range members {
			bodyOf[i] = number
			middle = vector.Plus(middle, 1/float64(len(members)), vector.At(rest, i))
		}
		link := Link{Members: members, Joint: vector.At(system.JointAnchor.Of(s), members[0])}
		if types := system.JointType.Of(s); types != nil && types[members[0]] == system.Floating {
			link.Joint = middle
		}
		link.Axis, link.Slides = axisOf(s, members[0])
		l.Bodies, middles = append(l.Bodies, link), append(middles, middle)
	}
	parents := s.Objects.Numbers(system.Tree, s.Particles())
	for _, body := range l.Bodies {
		if parent := parents[body.Members[0]]; parent >= 0 {
			l.add(bodyOf[parent], body.Joint)
		}
	}
	for number, body := range l.Bodies {
		if body.Segments == nil { // the body has no child
			l.add(number, vector.Plus(middles[number], 1, vector.Plus(middles[number], -1, body.Joint)))
		}
	}
	return l
}

// add adds a segment of a body from its joint to a point in the rest pose.
func (l *Links) add(number int, to [3]float64) {
	body := &l.Bodies[number]
	body.Segments = append(body.Segments, [2][3]float64{body.Joint, to})
	l.segments = append(l.segments, segment{number, body.Joint, to})
}

// axisOf returns the unit vector of the axis of a body's joint, given the body's first
// particle, and whether the body slides along it. The axis is 0 if the joint does not have one
// axis.
func axisOf(s *system.Sample, first int) (axis [3]float64, slides bool) {
	for _, f := range []*system.Field{system.TurnAxis, system.SlideAxis} {
		if given := f.Of(s); given != nil {
			axis = vector.At(given, first)
		}
		if length := vector.Norm(axis); length > 0 {
			return vector.Plus([3]float64{}, 1/length, axis), f == system.SlideAxis
		}
	}
	return axis, false
}

// Count returns the number of segments.
func (l *Links) Count() int { return len(l.segments) }

// At returns the two ends of each segment for particles at x [n*3].
func (l *Links) At(x []float32) (ends [][3]float32) {
	poses := make([]rotation.Displacement, len(l.Bodies))
	for number, body := range l.Bodies {
		poses[number] = rotation.FitDisplacement(l.Rest, x, body.Members).Unturned()
	}
	for _, s := range l.segments {
		for _, point := range [][3]float64{s.from, s.to} {
			at := poses[s.body].At(point)
			ends = append(ends, [3]float32{float32(at[0]), float32(at[1]), float32(at[2])})
		}
	}
	return ends
}
