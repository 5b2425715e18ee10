package predict

import (
	"context"

	"gmnc/system"
)

// Runaways compares the squared error of each sample with a bound: the squared error at
// constant velocity plus ten times the square of the system's size. The size is the largest
// distance between two of its particles in the input, or at constant velocity; the target does
// not count. Runaways returns the largest ratio, and how many ratios are above 1.
func Runaways(ctx context.Context, p Predictor, samples []system.Sample) (largest float64, over int, err error) {
	position, _, err := All(ctx, p, samples)
	if err != nil {
		return 0, 0, err
	}
	squared, err := PositionErrors(samples, position)
	if err != nil {
		return 0, 0, err
	}
	line, err := StraightLine(samples)
	if err != nil {
		return 0, 0, err
	}
	straight, err := PositionErrors(samples, line.Position)
	if err != nil {
		return 0, 0, err
	}
	for i, moved := 0, line.Position; i < len(samples); i++ {
		s := &samples[i]
		ratio := squared[i] / runawayBound(s, moved[:len(s.Position)], straight[i])
		moved = moved[len(s.Position):]
		largest = max(largest, ratio)
		if !(ratio <= 1) {
			over++
		}
	}
	return largest, over, nil
}

// sizesOfRunaways is by how many squared sizes an error may exceed that of constant velocity.
const sizesOfRunaways = 10

// runawayBound returns the squared error above which a system ran away, given its positions at
// constant velocity and their squared error.
func runawayBound(s *system.Sample, moved []float32, straight float64) float64 {
	size := max(system.Extent(s.Position), system.Extent(moved))
	return straight + float64(sizesOfRunaways*size*size)
}
