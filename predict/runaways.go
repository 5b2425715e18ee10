package predict

import (
	"context"

	"gmnc/system"
)

// Runaways compares the squared error of each sample with its bound: the squared error of
// the straight line, and ten times the square of the system's size. Size is the largest
// distance of two of its particles in the input or where straight lines take it, not in
// the target. It returns the largest ratio, and how many are above 1.
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

// sizesOfRunaways is how many squared sizes an error may be above the straight
// line's.
const sizesOfRunaways = 10

// runawayBound is the squared error above which a system ran away, by where straight
// lines take it and their squared error.
func runawayBound(s *system.Sample, moved []float32, straight float64) float64 {
	size := max(system.Extent(s.Position), system.Extent(moved))
	return straight + float64(sizesOfRunaways*size*size)
}
