package looks

import (
	"fmt"

	"gmnc/system"
)

const (
	// explained is the share of the squares of what centers of systems gain that known forces
	// are, to be what drives them.
	explained = 0.8
	// mostDriven is by how many times as much as their forces say they gain it at most, or least.
	mostDriven = 3
	// fewDriven is how many samples tell so at least.
	fewDriven = 5
)

// forces finds known forces in another unit or direction than motions, or of other masses,
// where nothing else acts on the centers of systems.
func forces(s *seen) string {
	time, known, err := s.data.About.Time()
	if !known || err != nil || len(s.steps) < fewDriven || !s.told(system.Force) || s.told(system.Pinned) || s.told(system.Planes) || s.steps[0].Jointed() {
		return ""
	}
	var gains, pushes, both float64 // squares and products of momenta
	for k := range s.steps {
		gained, pushed := momenta(&s.steps[k], time)
		for axis := range gained {
			gains, pushes, both = gains+float64(gained[axis]*gained[axis]), pushes+float64(pushed[axis]*pushed[axis]), both+float64(gained[axis]*pushed[axis])
		}
	}
	share := both / pushes
	clear := both*both > explained*gains*pushes
	switch {
	case pushes == 0, clear && share > 1./mostDriven && share < mostDriven, !clear && gains*factor*factor > pushes:
		return ""
	}
	return fmt.Sprintf("momenta of training samples change by %.2g times what force gives them in an interval of %.3g", share, time)
}

// momenta are what a system gains from its input to its target, without gravity, and what
// known forces give it meanwhile.
func momenta(sample *system.Sample, time float64) (gained, pushed [3]float64) {
	masses, gravity, force := system.Mass.Of(sample), system.Gravity.Of(sample), system.Force.Of(sample)
	for i := range sample.Position {
		mass, falls := 1.0, 0.0
		if masses != nil {
			mass = float64(masses[i/3])
		}
		if gravity != nil {
			falls = float64(gravity[i%3]) * time
		}
		way := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
		gained[i%3] += float64(mass * (float64(2*(way/time-float64(sample.Velocity[i]))) - falls))
		if force != nil {
			pushed[i%3] += float64(float64(force[i]) * time)
		}
	}
	return gained, pushed
}
