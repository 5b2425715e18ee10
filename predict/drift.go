package predict

import (
	"math"

	"gmnc/internal/vector"
	"gmnc/system"
)

// Drift compares a frame of a rollout with the truth and with the initial state. Means are over
// the systems that are still finite. What is not known is NaN. Masses are those of the field
// system.Mass, or 1.
type Drift struct {
	Step    int
	Systems int // still finite
	// Position and Velocity are mean squared errors, if the truth is known.
	Position, Velocity float64
	// PositionMedian is the median of the systems' squared errors. A few close encounters can
	// dominate the mean.
	PositionMedian float64
	// PositionRoot and VelocityRoot are the spreads of the systems' root mean squared errors.
	// StraightRoot and SteadyRoot are those of positions and velocities at constant velocity.
	PositionRoot, VelocityRoot, StraightRoot, SteadyRoot Spread
	// Left is the share of the systems that are no longer finite or, if the truth is known, ran
	// away as defined by Runaways.
	Left float64
	// Straight is the mean squared error of positions at constant velocity.
	Straight float64
	// Lengths is the largest relative change of the length of a bar.
	Lengths float64
	// Momentum is the mean length of the change of a system's momentum per particle.
	// TrueMomentum is that of the truth, which changes where gravity or another force acts.
	Momentum, TrueMomentum float64
	// Kinetic is the mean kinetic energy of a particle, and TrueKinetic is the true one.
	Kinetic, TrueKinetic float64
	// Energy is the mean absolute change of a system's total energy since the initial state,
	// per particle, and EnergyMedian is the median. TrueEnergy is the mean of the true change.
	Energy, EnergyMedian, TrueEnergy float64
}

// Potential returns the potential energy of a system at positions [n*3].
type Potential func(s *system.Sample, position []float32) float64

// Measure compares a frame with the truth and with the initial states of the samples. straight
// is the time of a step at constant velocity. potential is nil if it is not known.
func Measure(samples []system.Sample, frame Frame, straight float64, potential Potential) Drift {
	var position, velocity, line, steady, momentum, trueMomentum, kinetic, trueKinetic, energy, trueEnergy []float64
	left := 0
	d := Drift{Step: frame.Step}
	at := 0
	for i := range samples {
		s, end := &samples[i], at+len(samples[i].Position)
		x, v := frame.Position[at:end], frame.Velocity[at:end]
		at = end
		if notFinite(x[0]) {
			left++
			continue
		}
		d.Systems++
		mass := system.Mass.Of(s)
		d.Lengths = max(d.Lengths, Stretched(s, x))
		momentum = append(momentum, pushed(mass, s.Velocity, v))
		kinetic = append(kinetic, kineticEnergy(mass, v))
		if potential != nil {
			energy = append(energy, math.Abs(potential.total(s, x, v)-potential.total(s, s.Position, s.Velocity)))
		}
		if wanted := TruePosition(s, frame.Step); wanted != nil {
			moved := onStraightLine(s, straight*float64(frame.Step))
			off, straight := squaredError(x, wanted), squaredError(moved, wanted)
			position, line = append(position, off), append(line, straight)
			if off > runawayBound(s, moved, straight) {
				left++
			}
		}
		if wanted := TrueVelocity(s, frame.Step); wanted != nil {
			velocity, steady = append(velocity, squaredError(v, wanted)), append(steady, squaredError(s.Velocity, wanted))
			trueMomentum = append(trueMomentum, pushed(mass, s.Velocity, wanted))
			trueKinetic = append(trueKinetic, kineticEnergy(mass, wanted))
			if potential != nil {
				trueEnergy = append(trueEnergy, math.Abs(potential.total(s, TruePosition(s, frame.Step), wanted)-potential.total(s, s.Position, s.Velocity)))
			}
		}
	}
	if d.Systems == 0 {
		d.Lengths = math.NaN()
	}
	ofPosition, ofEnergy := Summarize(position), Summarize(energy)
	d.Position, d.PositionMedian, d.Velocity, d.Straight = ofPosition.Mean, ofPosition.Median, mean(velocity), mean(line)
	d.PositionRoot, d.VelocityRoot, d.StraightRoot, d.SteadyRoot = rootSpread(position), rootSpread(velocity), rootSpread(line), rootSpread(steady)
	d.Left = float64(left) / float64(max(1, len(samples)))
	d.Momentum, d.TrueMomentum, d.Kinetic, d.TrueKinetic = mean(momentum), mean(trueMomentum), mean(kinetic), mean(trueKinetic)
	d.Energy, d.EnergyMedian, d.TrueEnergy = ofEnergy.Mean, ofEnergy.Median, mean(trueEnergy)
	return d
}

// TruePosition returns the true position of a system after a step, from its trajectory or its
// target. It is nil if that is not known.
func TruePosition(s *system.Sample, step int) []float32 {
	if s.Trajectory != nil {
		return frameOf(s.Trajectory.Positions, len(s.Position), step)
	}
	return stateAt(step, s.Position, s.TargetPosition)
}

// TrueVelocity returns the true velocity of a system after a step, or nil if that is not known.
func TrueVelocity(s *system.Sample, step int) []float32 {
	if s.Trajectory != nil && s.Trajectory.Velocities != nil {
		return frameOf(s.Trajectory.Velocities, len(s.Velocity), step)
	}
	return stateAt(step, s.Velocity, s.TargetVelocity)
}

// frameOf returns one of the frames of size numbers, or nil after the last one.
func frameOf(frames []float64, size, step int) []float32 {
	if (step+1)*size > len(frames) {
		return nil
	}
	return vector.Narrowed(frames[step*size : (step+1)*size])
}

func stateAt(step int, states ...[]float32) []float32 {
	if step >= len(states) {
		return nil
	}
	return states[step]
}

func squaredError(got, want []float32) float64 {
	var sum float64
	for i := range want {
		difference := float64(got[i]) - float64(want[i])
		sum += float64(difference * difference)
	}
	return sum / float64(len(want))
}

// Stretched returns the largest relative change of the length of a sample's bars at positions x
// [n*3].
func Stretched(s *system.Sample, x []float32) (largest float64) {
	for _, object := range s.Objects {
		for _, bar := range object.Bars() {
			before, after := system.Distance(s.Position, bar[0], bar[1]), system.Distance(x, bar[0], bar[1])
			if before > 0 {
				largest = max(largest, math.Abs(after-before)/before)
			}
		}
	}
	return largest
}

// massOf returns the mass of a particle, which is 1 if no masses are given.
func massOf(mass []float32, particle int) float64 {
	if mass == nil {
		return 1
	}
	return float64(mass[particle])
}

// pushed returns the length of the change of the momentum per particle.
func pushed(mass, before, after []float32) float64 {
	var change [3]float64
	for i := range before {
		change[i%3] += float64(massOf(mass, i/3) * (float64(after[i]) - float64(before[i])))
	}
	return math.Hypot(math.Hypot(change[0], change[1]), change[2]) / float64(len(before)/3)
}

// kineticEnergy returns the mean kinetic energy of a particle.
func kineticEnergy(mass, v []float32) (energy float64) {
	for i, component := range v {
		energy += float64(massOf(mass, i/3) * float64(component) * float64(component) / 2)
	}
	return energy / float64(len(v)/3)
}

// total returns the mean energy of a particle, kinetic and potential.
func (p Potential) total(s *system.Sample, x, v []float32) float64 {
	return kineticEnergy(system.Mass.Of(s), v) + p(s, x)/float64(s.Particles())
}
