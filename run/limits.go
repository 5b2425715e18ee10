package run

import (
	"fmt"
	"math"

	"gmnc/builder"
	"gmnc/internal/articulated"
	"gmnc/internal/fields"
	"gmnc/system"
)

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
		first, limits, stop := members[0], system.TurnLimits, system.StopInertia
		if acts(s, system.SlideLimits, first) != 0 {
			limits, stop = system.SlideLimits, system.StopMass
		}
		if acts(s, limits, first) == 0 {
			continue
		}
		between := articulated.Stop{Lower: float64(limits.Of(s)[2*first]), Upper: float64(limits.Of(s)[2*first+1])}
		at := float64(measured[4*first+2])
		if limits == system.TurnLimits {
			at = math.Atan2(float64(measured[4*first+1]), float64(measured[4*first]))
		}
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
