package run

import (
	"fmt"
	"math"
	"slices"

	"gmnc/builder"
	"gmnc/internal/articulated"
	"gmnc/internal/fields"
	"gmnc/system"
)

// farBeyond is by how much joints may be beyond limits, in radians, or, of joints that
// slide, in ways between the limits.
const farBeyond = 0.5

// checkLimits reports limits that leave no way between them, that no stop holds, and
// joints far beyond theirs.
func checkLimits(config builder.Config, s *system.Sample) error {
	if system.TurnLimits.Of(s) == nil && system.SlideLimits.Of(s) == nil {
		return nil
	}
	bodies := articulated.Bodies[float32, int64]{
		Turn: orZeros(s, system.TurnAxis), Slide: orZeros(s, system.SlideAxis), Rest: system.Rest.Of(s), Parents: hangingRows(s),
	}
	measured := make([]float32, 4*s.Particles())
	bodies.Measure(measured, s.Position)
	for number, members := range s.Objects.Of(system.Body) {
		first := members[0]
		for _, f := range []*system.Field{system.TurnLimits, system.SlideLimits} {
			if !given(s, f, first) {
				continue
			}
			lower, upper := float64(f.Of(s)[2*first]), float64(f.Of(s)[2*first+1])
			at, allowed := float64(measured[4*first+2]), farBeyond*(upper-lower)
			if f == system.TurnLimits {
				middle := lower/2 + upper/2
				angle := math.Atan2(float64(measured[4*first+1]), float64(measured[4*first]))
				at, allowed = middle+math.Remainder(angle-middle, 2*math.Pi), farBeyond
			}
			held := given(s, system.StopInertia, first) || given(s, system.StopMass, first) || config.Learns(builder.LearnedStop) != nil
			switch {
			case lower > upper:
				return fmt.Errorf("body %d, of particle %d, has the %s %g and %g: the lower one is first", number, first, f.Name, lower, upper)
			case !held:
				return fields.Errorf("body %d, of particle %d, has %s and no stop that holds them: give %s, or of joints that slide %s, above 0, or learn it ({learn} %s)",
					number, first, f.Name, system.StopInertia.Name, system.StopMass.Name, builder.LearnedStop)
			case at < lower-allowed || at > upper+allowed:
				return fmt.Errorf("body %d, of particle %d, is at %.4g, far beyond its %s %g and %g: check that its limits count from the pose of rest", number, first, at, f.Name, lower, upper)
			}
		}
	}
	return nil
}

// given reports whether a particle has values of a field other than 0.
func given(s *system.Sample, f *system.Field, particle int) bool {
	values := f.Of(s)
	return values != nil && slices.ContainsFunc(values[f.Columns*particle:f.Columns*(particle+1)], func(value float32) bool { return value != 0 })
}

// orZeros are the values of a field, 0 where the sample has none.
func orZeros(s *system.Sample, f *system.Field) []float32 {
	if values := f.Of(s); values != nil {
		return values
	}
	return make([]float32, f.Count(s)*f.Columns)
}

// hangingRows are, of the first particle of each body, the first of the body before, and of
// others the first of their own.
func hangingRows(s *system.Sample) []int64 {
	rows := make([]int64, s.Particles())
	for i := range rows {
		rows[i] = int64(i)
	}
	for _, members := range s.Objects.Of(system.Body) {
		for _, i := range members {
			rows[i] = int64(members[0])
		}
	}
	for _, tree := range s.Objects {
		for at, first := range tree.Members {
			if tree.Kind == system.Tree && tree.Parents[at] >= 0 {
				rows[first] = int64(tree.Members[tree.Parents[at]])
			}
		}
	}
	return rows
}
