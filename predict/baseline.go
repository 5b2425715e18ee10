package predict

import (
	"math"

	"gmnc/system"
)

// Baseline is what the samples' own velocities predict: every particle moves
// on along a straight line, x + v T.
type Baseline struct {
	// Time is the T of the least squared error on the samples themselves, in
	// units of position over velocity: no other straight line is better.
	Time     float64
	Position []float32 // of all samples, one after the other
	Errors   Errors
	Rest     float64 // the mean squared error of particles that stay where they are
}

// StraightLine is the baseline of samples with targets.
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

// Accelerated is the mean squared error on samples of x + v T + c, with the T and the
// c, the same for all particles, that are best on the training samples: NaN without any.
func Accelerated(training, samples []system.Sample) float64 {
	var moved, speed [3]float64
	var along, square, count float64
	for i := range training {
		s := &training[i]
		for k, target := range s.TargetPosition {
			way, v := float64(target)-float64(s.Position[k]), float64(s.Velocity[k])
			moved[k%3], speed[k%3] = moved[k%3]+way, speed[k%3]+v
			along, square, count = along+float64(way*v), square+float64(v*v), count+1./3
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
	if len(training) == 0 {
		return math.NaN()
	}
	return Summarize(squared).Mean
}

// Best names the best baseline, of the least mean squared error: this one, rest, or the constant
// acceleration, of which the error is given.
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

// BestBaseline is Best of samples, by the constant acceleration of the training samples. Where its
// error is no finite number, as without targets, it has no name.
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

// onStraightLine are a sample's positions after a time, x + v T.
func onStraightLine(s *system.Sample, time float64) []float32 {
	x := make([]float32, len(s.Position))
	for i := range x {
		x[i] = float32(float64(s.Position[i]) + float64(time*float64(s.Velocity[i])))
	}
	return x
}

// straightTime is the sum of v (y - x) over the sum of v v, from inputs x to targets y; 0
// where nothing moves.
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
