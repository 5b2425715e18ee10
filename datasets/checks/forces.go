package checks

import (
	"math"

	"gmnc/system"
)

const (
	// explained is the least fraction of the squares of changes of momenta or energies that known
	// loads must explain to count as what drives systems.
	explained = 0.8
	// fewDriven is the least number of samples for that.
	fewDriven = 5
)

// forces finds known forces in another unit or direction than motions, or masses that do not
// fit, if nothing else acts on the centers of systems.
func forces(s *subject) result {
	time, known, err := s.data.About.Time()
	if !known || err != nil || len(s.steps) < fewDriven || !s.provides(system.Force) || s.provides(system.Pinned) || s.provides(system.Planes) || s.steps[0].Jointed() {
		return result{}
	}
	var momentum balance
	for k := range s.steps {
		gained, pushed := momenta(&s.steps[k], time)
		for axis := range gained {
			momentum.take(gained[axis], pushed[axis])
		}
	}
	switch fraction := momentum.both / momentum.works; {
	case momentum.explains() > explained:
		return measure(factorOf(fraction), fraction, time)
	case momentum.works > 0 && momentum.gains*factor*factor <= momentum.works:
		return measure(math.Inf(1), fraction, time)
	}
	return result{}
}

// momenta returns the momentum that a system gains from its input to its target without
// gravity, and the momentum that known forces give it.
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
		displacement := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
		gained[i%3] += float64(mass * (float64(2*(displacement/time-float64(sample.Velocity[i]))) - falls))
		if force != nil {
			pushed[i%3] += float64(float64(force[i]) * time)
		}
	}
	return gained, pushed
}
