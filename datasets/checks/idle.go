package checks

import (
	"fmt"
	"slices"
	"strings"

	"gmnc/system"
)

// prerequisites pairs quantities that do not act on every particle with what they act on, and with
// whether a sample has it. If a quantity is in several rows, the first that is missing is
// reported.
var prerequisites = []struct {
	fields []*system.Field
	on     string
	there  func(*system.Sample) bool
}{
	{slices.Concat(ofJoints, system.OfTurning, system.OfSliding, ofStops), "joints (turn_axis, slide_axis or joint_type)", (*system.Sample).Jointed},
	{[]*system.Field{system.TurnAxis, system.SlideAxis, system.JointType, system.Gyration, system.Box}, "rigid bodies", hasBodies},
	{system.OfTurning, "joints that turn", func(s *system.Sample) bool { return isNonzero(s, system.TurnAxis, system.JointType) }},
	{system.OfSliding, "joints that slide", func(s *system.Sample) bool { return isNonzero(s, system.SlideAxis) }},
	{ofStops, "limits of joints", func(s *system.Sample) bool { return isNonzero(s, system.TurnLimits, system.SlideLimits) }},
	{[]*system.Field{system.Friction, system.Restitution, system.Box}, "planes", func(s *system.Sample) bool { return s.Planes() > 0 }},
	{[]*system.Field{system.Planes}, "free particles and rigid bodies", meetsPlanes},
}

var (
	ofJoints = []*system.Field{system.Rest, system.JointAnchor}
	ofStops  = []*system.Field{system.StopInertia, system.StopMass, system.StopTime}
)

// actsOnNothing finds quantities that act on something that no sample has.
func actsOnNothing(s *subject) result {
	var texts []string
	for _, row := range prerequisites {
		var names []string
		for _, f := range row.fields {
			if !slices.Contains(s.idle, f) && s.isIdle(f, row.there) {
				s.idle, names = append(s.idle, f), append(names, f.Array())
			}
		}
		if len(names) > 0 {
			texts = append(texts, fmt.Sprintf("%s: for %s, and there are none", strings.Join(names, ", "), row.on))
		}
	}
	return measure(float64(len(texts)), strings.Join(texts, "; "))
}

// isIdle reports whether samples have a quantity but none of them has what it acts on.
func (s *subject) isIdle(f *system.Field, there func(*system.Sample) bool) (idle bool) {
	if !s.data.Has(f) {
		return false
	}
	for _, all := range s.data.Splits() {
		samples, _ := some(*all)
		for k := range samples {
			if there(&samples[k]) {
				return false
			}
			idle = idle || isNonzero(&samples[k], f)
		}
	}
	return idle
}

// isNonzero reports whether a sample has a number other than 0 in one of the fields, in any
// frame.
func isNonzero(s *system.Sample, fields ...*system.Field) bool {
	return slices.ContainsFunc(fields, func(f *system.Field) bool {
		values := f.Of(s)
		if t := s.Trajectory; t != nil && t.Given.Of(f) != nil {
			values = t.Given.Of(f)
		}
		return slices.ContainsFunc(values, func(x float32) bool { return x != 0 })
	})
}

func hasBodies(s *system.Sample) bool { return s.Objects.Count(system.Body) > 0 }

// meetsPlanes reports whether a sample has something that planes act on.
func meetsPlanes(s *system.Sample) bool {
	return !s.Jointed() && (hasBodies(s) || s.Isolated() > 0)
}
