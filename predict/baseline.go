package predict

import (
	"math"

	"gmnc/system"
)

// Baseline predicts from the velocities of the samples alone: every particle moves on with
// constant velocity, x + v T.
type Baseline struct {
	// Time is the T with the least squared error on the same samples, in units of position over
	// velocity. No other constant-velocity prediction is better.
	Time     float64
	Position []float32 // of all samples, one after the other
	Errors   Errors
	Rest     float64 // the mean squared error of particles that stay where they are
}

// StraightLine returns the constant-velocity baseline of samples with targets.
func StraightLine(samples []system.Sample) (Baseline, error) {
	b := Baseline{Time: straightTime(samples)}
	for i := range samples {
		b.Position = append(b.Position, onStraightLine(&samples[i], b.Time)...)
	}
	var rest []float64
	for i := range samples {
		rest = append(rest, squaredError(samples[i].Position, samples[i].TargetPosition))
	}
	b.Rest = Summarize(rest).Mean
	var err error
	b.Errors, err = Compare(samples, b.Position)
	return b, err
}

// Accelerated returns the mean squared error of x + v T + c on samples. T and c, which is the
// same for all particles, are the best ones for the training samples. It is NaN if there are
// none.
func Accelerated(training, samples []system.Sample) float64 {
	var moved, speed [3]float64
	var along, square, count float64
	for i := range training {
		s := &training[i]
		for k, target := range s.TargetPosition {
			displacement, v := float64(target)-float64(s.Position[k]), float64(s.Velocity[k])
			moved[k%3], speed[k%3] = moved[k%3]+displacement, speed[k%3]+v
			along, square, count = along+float64(displacement*v), square+float64(v*v), count+1./3
		}
	}
	for axis := range moved { // least squares: T from what is left of the means
		along -= float64(moved[axis]*speed[axis]) / count
		square -= float64(speed[axis]*speed[axis]) / count
	}
	time := 0.0
	if square > 0 {
		time = along / square
	}
	var squared []float64
	for i := range samples {
		x := onStraightLine(&samples[i], time)
		for k := range x {
			x[k] += float32((moved[k%3] - float64(time*speed[k%3])) / count)
		}
		squared = append(squared, squaredError(x, samples[i].TargetPosition))
	}
	return Summarize(squared).Mean // NaN without training samples, as all means are
}

// Best returns the name and the mean squared error of the best baseline: constant velocity,
// rest, or constant acceleration, whose error is given.
func (b Baseline) Best(accelerated float64) (name string, mean float64) {
	name, mean = "the constant-velocity baseline x + vT", b.Errors.Position.Mean
	if b.Rest < mean {
		name, mean = "rest", b.Rest
	}
	if accelerated < mean {
		name, mean = "constant acceleration", accelerated
	}
	return name, mean
}

// BestBaseline is Best for samples, with the constant acceleration of the training samples. The
// name is empty if the error is not finite, for example without targets.
func BestBaseline(training, samples []system.Sample) (name string, mean float64) {
	line, err := StraightLine(samples)
	if err != nil {
		return "", 0
	}
	if name, mean = line.Best(Accelerated(training, samples)); math.IsNaN(mean) || math.IsInf(mean, 0) {
		return "", 0
	}
	return name, mean
}

// onStraightLine returns a sample's positions after a time at constant velocity, x + v T.
func onStraightLine(s *system.Sample, time float64) []float32 {
	x := make([]float32, len(s.Position))
	for i := range x {
		x[i] = float32(float64(s.Position[i]) + float64(time*float64(s.Velocity[i])))
	}
	return x
}

// straightTime returns the sum of v (y - x) over the sum of v v, from inputs x to targets y, or
// 0 if nothing moves.
func straightTime(samples []system.Sample) float64 {
	var along, square float64
	for _, s := range samples {
		for i, target := range s.TargetPosition {
			v := float64(s.Velocity[i])
			along += float64(v * (float64(target) - float64(s.Position[i])))
			square += float64(v * v)
		}
	}
	if square == 0 {
		return 0
	}
	return along / square
}
