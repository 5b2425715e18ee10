package checks

import (
	"cmp"
	"math"

	"gonum.org/v1/gonum/floats"

	"gmnc/system"
)

const (
	// explained is the least fraction of the squares of changes of momenta or energies that known
	// loads must explain to count as what drives systems.
	explained = 0.8
	// fewDriven is the least number of samples for that.
	fewDriven = 5
)

// explainedAlone is the least fraction of the squares of the changes of momenta of particles that known
// forces must explain, if forces between particles may act, too. All steps count alike. If those of the
// file are all that acts, only rounding and the time between frames leave more.
const explainedAlone = 0.95

// forces finds known forces in another unit or direction than motions, or masses that do not
// fit. Nothing else may act on the centers of systems, or forces explain the motion of each particle.
func forces(s *subject) result {
	time, known, _ := s.data.About.Time()
	if !known || len(s.steps) < fewDriven || !s.provides(system.Force) || s.provides(system.Pinned) || s.provides(system.Planes) || s.steps[0].Jointed() {
		return result{}
	}
	var momentum, each balance
	for k := range s.steps {
		gained, pushed := momenta(&s.steps[k], time)
		var sum, total [3]float64
		size := cmp.Or(floats.Norm(pushed, 2), 1)
		for i := range gained {
			each.take(gained[i]/size, pushed[i]/size)
			sum[i%3], total[i%3] = sum[i%3]+gained[i], total[i%3]+pushed[i]
		}
		for axis := range sum {
			momentum.take(sum[axis], total[axis])
		}
	}
	switch fraction := momentum.both / momentum.works; {
	case momentum.explains() > explained:
		return measure(factorOf(fraction), fraction, time)
	case each.explains() > explainedAlone:
		return measure(factorOf(each.both/each.works), each.both/each.works, time)
	case momentum.works > 0 && momentum.gains*factor*factor <= momentum.works:
		return measure(math.Inf(1), fraction, time)
	}
	return result{}
}

// momenta returns the momentum that each particle gains from its input to its target without
// gravity, and the momentum that known forces give it [particles, 3].
func momenta(sample *system.Sample, time float64) (gained, pushed []float64) {
	masses, gravity, force := system.Mass.Of(sample), system.Gravity.Of(sample), system.Force.Of(sample)
	gained, pushed = make([]float64, len(sample.Position)), make([]float64, len(sample.Position))
	for i := range sample.Position {
		mass, falls := 1.0, 0.0
		if masses != nil {
			mass = float64(masses[i/3])
		}
		if gravity != nil {
			falls = float64(gravity[i%3]) * time
		}
		displacement := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
		gained[i] = mass * (float64(2*(displacement/time-float64(sample.Velocity[i]))) - falls)
		if force != nil {
			pushed[i] = float64(force[i]) * time
		}
	}
	return gained, pushed
}
