package shooting

import (
	"maps"
	"math"
	"slices"

	"gmnc/system"
)

// rows holds what is observed of a stretch, frame by frame, or a derivative of it. It is nil
// for a stretch whose numbers are not finite.
type rows []float64

// roll predicts all stretches from first states at offsets.
func (f *fit) roll(at []float64, offset func(i int) []float64) ([]rows, error) {
	return f.rollWith(at, offset, nil)
}

// rollWith is roll that also calls tell, unless it is nil, with positions and velocities of
// each frame of each stretch.
func (f *fit) rollWith(at []float64, offset func(i int) []float64, tell func(i int, positions, velocities []float32)) ([]rows, error) {
	if f.jointed() {
		return f.rollBodies(at, offset, f.Bodies.Steps, tell)
	}
	all := make([]rows, len(f.stretches))
	byFrames := map[int][]int{}
	for i := range f.stretches {
		count := f.stretches[i].frames()
		byFrames[count] = append(byFrames[count], i)
	}
	for _, frames := range slices.Sorted(maps.Keys(byFrames)) {
		var starts []system.Sample
		for _, i := range byFrames[frames] {
			s := &f.stretches[i]
			position, velocity := s.states.at(offset(i))
			start := s.start
			start.Position, start.Velocity = narrowed(position), narrowed(velocity)
			starts = append(starts, start)
		}
		positions, velocities, err := f.Roll(f.ctx, at, starts, frames-1)
		if err != nil {
			return nil, err
		}
		first := 0
		for _, i := range byFrames[frames] {
			all[i] = f.stretches[i].rowsOf(positions, velocities, first)
			last := first + len(f.stretches[i].start.Position)
			for frame := 0; tell != nil && frame < frames; frame++ {
				tell(i, positions[frame][first:last], velocities[frame][first:last])
			}
			first = last
		}
	}
	return all, nil
}

// rowsOf returns the rows of a stretch whose coordinates begin at first.
func (s *stretch) rowsOf(positions, velocities [][]float32, first int) (all rows) {
	last := first + len(s.start.Position)
	for frame := range positions {
		all = append(all, s.observed(widened(positions[frame][first:last]), widened(velocities[frame][first:last]))...)
	}
	if slices.ContainsFunc(all, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
		return nil
	}
	return all
}

// difference returns a minus b, with angles between -pi and pi.
func (s *stretch) difference(a, b rows) rows {
	off := make(rows, len(a))
	for row := range a {
		off[row] = s.apart(row%s.perFrame(), a[row], b[row])
	}
	return off
}

// apart returns one value of a frame minus another, between -pi and pi if it is an angle.
func (s *stretch) apart(k int, a, b float64) float64 {
	if _, turns := s.states.channel(k); turns {
		return math.Remainder(a-b, 2*math.Pi)
	}
	return a - b
}

// channel returns the number of the channel to which a row belongs.
func (s *stretch) channel(row int) int {
	number, _ := s.states.channel(row % s.perFrame())
	return number
}

// scale returns the divisor of a row's residual: the noise of its channel over the square root
// of the channel's weight in the stretch.
func (f *fit) scale(i, row int) float64 {
	number := f.stretches[i].channel(row)
	return f.noise[number] / math.Sqrt(f.weights[i][number])
}

// residuals returns predictions minus measurements, divided by their scale, or nil if there are
// no predictions.
func (f *fit) residuals(i int, predicted rows) rows {
	if predicted == nil {
		return nil
	}
	s := &f.stretches[i]
	left := s.difference(predicted, s.recorded)
	for row := range left {
		left[row] /= f.scale(i, row)
	}
	return left
}

// lost is the loss of a stretch whose prediction is not finite.
const lost = 1e12

// loss returns the sum of squares of all residuals.
func (f *fit) loss(predicted []rows) (sum float64) {
	for i := range f.stretches {
		left := f.residuals(i, predicted[i])
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
		count += float64(len(f.stretches[i].recorded))
	}
	return max(count, 1)
}

func narrowed(values []float64) []float32 {
	single := make([]float32, len(values))
	for i, value := range values {
		single[i] = float32(value)
	}
	return single
}
