package shooting

import (
	"maps"
	"math"
	"slices"

	"gmnc/system"
)

// rows are what is observed of a stretch, frame by frame, or its derivative. They are nil of a
// stretch that left the range of numbers.
type rows []float64

// roll predicts all stretches from first states at offsets.
func (f *fit) roll(at []float64, offset func(i int) []float64) ([]rows, error) {
	return f.rollWith(at, offset, nil)
}

// rollWith is roll that also tells, unless tell is nil, positions and velocities of each frame of each stretch.
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

// rowsOf are the rows of a stretch whose coordinates begin at first.
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

// difference is one of rows less another, of angles the shortest way.
func (s *stretch) difference(a, b rows) rows {
	off := make(rows, len(a))
	for row := range a {
		off[row] = s.apart(row%s.perFrame(), a[row], b[row])
	}
	return off
}

// apart is one value of a frame less another, of angles the shortest way.
func (s *stretch) apart(k int, a, b float64) float64 {
	if _, turns := s.states.channel(k); turns {
		return math.Remainder(a-b, 2*math.Pi)
	}
	return a - b
}

// channel is the number of the noise of a row.
func (s *stretch) channel(row int) int {
	number, _ := s.states.channel(row % s.perFrame())
	return number
}

// scale is what a residual of a row is divided by: the noise of its channel over the root of the weight that the
// channel has in the stretch.
func (f *fit) scale(i, row int) float64 {
	number := f.stretches[i].channel(row)
	return f.noise[number] / math.Sqrt(f.weights[i][number])
}

// residuals are predictions less measurements by their scale; nil where there are none.
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

// lost is what a stretch counts that leaves the range of numbers.
const lost = 1e12

// loss is the sum of squares.
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

// count is how many residuals there are.
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
