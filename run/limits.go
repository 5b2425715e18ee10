package run

import (
	"fmt"
	"math"

	"gmnc/builder"
	"gmnc/internal/articulated"
	"gmnc/internal/fields"
	"gmnc/internal/vector"
	"gmnc/system"
)

// checkLimits reports limits that leave no way between them, that no stop holds, and
// joints far beyond theirs.
func checkLimits(config builder.Config, s *system.Sample) error {
	if system.TurnLimits.Of(s) == nil && system.SlideLimits.Of(s) == nil {
		return nil
	}
	places := JointPlaces(s, s.Position)
	for number, members := range s.Objects.Of(system.Body) {
		first, limits, stop := members[0], system.TurnLimits, system.StopInertia
		if acts(s, system.SlideLimits, first) != 0 {
			limits, stop = system.SlideLimits, system.StopMass
		}
		if acts(s, limits, first) == 0 {
			continue
		}
		between := articulated.Stop{Lower: float64(limits.Of(s)[2*first]), Upper: float64(limits.Of(s)[2*first+1])}
		at := places[first]
		switch {
		case between.Lower >= between.Upper:
			return fmt.Errorf("body %d, of particle %d, has the %s %g and %g: want a lower one and then an upper one", number, first, limits.Name, between.Lower, between.Upper)
		case acts(s, stop, first) == 0 && config.Learns(builder.LearnedStop) == nil:
			return fields.Errorf("body %d, of particle %d, has %s and no stop that holds them: give %s above 0, or learn it ({learn} %s)",
				number, first, limits.Name, stop.Name, builder.LearnedStop)
		case between.FarBeyond(limits == system.TurnLimits, at):
			return fmt.Errorf("body %d, of particle %d, is at %.4g, far beyond its %s %g and %g: check that its limits count from the pose of rest", number, first, at, limits.Name, between.Lower, between.Upper)
		}
	}
	return nil
}

// JointPlaces is, in the row of the first particle of each body on a joint with an axis, how far it has
// turned or slid from the pose of rest.
func JointPlaces(s *system.Sample, x []float32) []float64 {
	bodies := articulated.Bodies[float32, int64]{
		Turn: axesOfBodies(s, system.TurnAxis), Slide: axesOfBodies(s, system.SlideAxis), Rest: system.Rest.Of(s), Parents: hangingRows(s),
	}
	measured, places := make([]float32, 4*s.Particles()), make([]float64, s.Particles())
	bodies.Measure(measured, x)
	for i := range places {
		places[i] = float64(measured[4*i+2])
		if vector.At(bodies.Turn, i) != [3]float64{} {
			places[i] = math.Atan2(float64(measured[4*i+1]), float64(measured[4*i]))
		}
	}
	return places
}

// axesOfBodies are the axes of joints in the rows of their bodies' first particles, and 0 in others.
func axesOfBodies(s *system.Sample, f *system.Field) []float32 {
	axes, given := make([]float32, 3*s.Particles()), f.Of(s)
	for _, members := range s.Objects.Of(system.Body) {
		if first := 3 * members[0]; given != nil {
			copy(axes[first:first+3], given[first:first+3])
		}
	}
	return axes
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
