package predict

import "gmnc/system"

// Baseline is what the samples' own velocities predict: every particle moves
// on along a straight line, x + v T.
type Baseline struct {
	// Time is the T of the least squared error on the samples themselves, in
	// units of position over velocity: no other straight line is better.
	Time     float64
	Position []float32 // of all samples, one after the other
	Errors   Errors
}

// StraightLine is the baseline of samples with targets.
func StraightLine(samples []system.Sample) (Baseline, error) {
	b := Baseline{Time: straightTime(samples)}
	for i := range samples {
		b.Position = append(b.Position, onStraightLine(&samples[i], b.Time)...)
	}
	var err error
	b.Errors, err = Compare(samples, b.Position)
	return b, err
}

// onStraightLine are a sample's positions after a time, x + v T.
func onStraightLine(s *system.Sample, time float64) []float32 {
	x := make([]float32, len(s.Position))
	for i := range x {
		x[i] = float32(float64(s.Position[i]) + float64(time*float64(s.Velocity[i])))
	}
	return x
}

// straightTime is the sum of v (y - x) over that of v v, from inputs x to
// targets y; 0 where nothing moves.
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
