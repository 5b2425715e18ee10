package run

import (
	"fmt"

	"gmnc/builder/config"
	"gmnc/datasets/checks"
	"gmnc/internal/articulated"
	"gmnc/internal/fields"
	"gmnc/system"
)

// checkLimits returns an error if a lower limit is not below the upper one, if limits have no
// stop, or if a joint is far beyond its limits.
func checkLimits(c config.Config, s *system.Sample) error {
	if system.TurnLimits.Of(s) == nil && system.SlideLimits.Of(s) == nil {
		return nil
	}
	positions := checks.JointPositions(s)(s.Position)
	for number, members := range s.Objects.Of(system.Body) {
		first, limits, stop := members[0], system.TurnLimits, system.StopInertia
		if acts(s, system.SlideLimits, first) != 0 {
			limits, stop = system.SlideLimits, system.StopMass
		}
		if acts(s, limits, first) == 0 {
			continue
		}
		between := articulated.Stop{Lower: float64(limits.Of(s)[2*first]), Upper: float64(limits.Of(s)[2*first+1])}
		at := positions[first]
		switch {
		case between.Lower >= between.Upper:
			return fmt.Errorf("body %d, of particle %d, has the %s %g and %g: expected a lower one and then an upper one", number, first, limits.Name, between.Lower, between.Upper)
		case acts(s, stop, first) == 0 && c.Learns(config.LearnedStop) == nil:
			return fields.Errorf("body %d, of particle %d, has %s and no stop that holds them: give %s above 0, or learn it ({learn} %s)",
				number, first, limits.Name, stop.Name, config.LearnedStop)
		case between.FarBeyond(limits == system.TurnLimits, at):
			return fmt.Errorf("body %d, of particle %d, is at %.4g, far beyond its %s %g and %g: check that its limits count from the pose of rest", number, first, at, limits.Name, between.Lower, between.Upper)
		}
	}
	return nil
}
