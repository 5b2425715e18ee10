package shooting

import (
	"maps"
	"math"
	"slices"

	"gmnc/internal/vector"
	"gmnc/system"
	"gmnc/train/shooting/stretches"
)

// roll predicts all stretches from first states at offsets.
func (f *fit) roll(at []float64, offset func(i int) []float64) ([]stretches.Rows, error) {
	return f.rollWith(at, offset, nil)
}

// rollWith is roll that also calls tell, unless it is nil, with positions and velocities of
// each frame of each stretch.
func (f *fit) rollWith(at []float64, offset func(i int) []float64, tell func(i int, positions, velocities []float32)) ([]stretches.Rows, error) {
	if f.jointed() {
		return f.rollBodies(at, offset, f.Bodies.Steps, tell)
	}
	all := make([]stretches.Rows, len(f.stretches))
	byFrames := map[int][]int{}
	for i := range f.stretches {
		count := f.stretches[i].Frames()
		byFrames[count] = append(byFrames[count], i)
	}
	for _, frames := range slices.Sorted(maps.Keys(byFrames)) {
		var starts []system.Sample
		for _, i := range byFrames[frames] {
			s := &f.stretches[i]
			position, velocity := s.States.At(offset(i))
			start := s.Start
			start.Position, start.Velocity = vector.Narrowed(position), vector.Narrowed(velocity)
			starts = append(starts, start)
		}
		positions, velocities, err := f.Roll(f.ctx, at, starts, frames-1)
		if err != nil {
			return nil, err
		}
		first := 0
		for _, i := range byFrames[frames] {
			all[i] = f.stretches[i].RowsOf(positions, velocities, first)
			last := first + len(f.stretches[i].Start.Position)
			for frame := 0; tell != nil && frame < frames; frame++ {
				tell(i, positions[frame][first:last], velocities[frame][first:last])
			}
			first = last
		}
	}
	return all, nil
}

// scale returns the divisor of a row's residual: the noise of its channel over the square root
// of the channel's weight in the stretch.
func (f *fit) scale(i, row int) float64 {
	number := f.stretches[i].Channel(row)
	return f.noise[number] / math.Sqrt(f.weights[i][number])
}

// scaled writes rows of a stretch in units of their scale.
func (f *fit) scaled(i int, to, rows []float64) {
	size := f.stretches[i].PerFrame()
	for k := range size {
		scale := f.scale(i, k)
		for row := k; row < len(rows); row += size {
			to[row] = rows[row] / scale
		}
	}
}

// residuals returns predictions minus measurements, divided by their scale, or nil if there are
// no predictions.
func (f *fit) residuals(i int, predicted stretches.Rows) stretches.Rows {
	if predicted == nil {
		return nil
	}
	s := &f.stretches[i]
	left := s.Difference(predicted, s.Recorded)
	f.scaled(i, left, left)
	return left
}

// lost is the loss of a stretch whose prediction is not finite.
const lost = 1e12

// loss returns the sum of squares of all residuals.
func (f *fit) loss(predicted []stretches.Rows) (sum float64) {
	all := make([]stretches.Rows, len(f.stretches))
	f.each(func(i int) { all[i] = f.residuals(i, predicted[i]) })
	for _, left := range all {
		if left == nil {
			sum += lost
		}
		for _, r := range left {
			sum += float64(r * r)
		}
	}
	return sum
}

// count returns the number of residuals.
func (f *fit) count() (count float64) {
	for i := range f.stretches {
		count += float64(len(f.stretches[i].Recorded))
	}
	return max(count, 1)
}
