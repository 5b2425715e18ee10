package stretches

import (
	"math"
	"slices"

	"gmnc/internal/vector"
)

// Rows holds what is observed of a stretch, frame by frame, or a derivative of it. It is nil
// for a stretch whose numbers are not finite.
type Rows []float64

// RowsOf returns the rows of a stretch whose coordinates begin at first.
func (s *Stretch) RowsOf(positions, velocities [][]float32, first int) (all Rows) {
	last := first + len(s.Start.Position)
	for frame := range positions {
		all = append(all, s.observed(vector.Widened(positions[frame][first:last]), vector.Widened(velocities[frame][first:last]))...)
	}
	if slices.ContainsFunc(all, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }) {
		return nil
	}
	return all
}

// Difference returns a minus b, with angles between -pi and pi.
func (s *Stretch) Difference(a, b Rows) Rows {
	off, size := make(Rows, len(a)), s.PerFrame()
	for k := range size {
		_, turns := s.States.Channel(k)
		for row := k; row < len(a); row += size {
			off[row] = apart(a[row]-b[row], turns)
		}
	}
	return off
}

// apart returns the difference of two values, between -pi and pi if they are angles.
func apart(difference float64, turns bool) float64 {
	if turns && !(math.Abs(difference) < math.Pi) {
		return math.Remainder(difference, 2*math.Pi)
	}
	return difference
}

// Channel returns the number of the channel to which a row belongs.
func (s *Stretch) Channel(row int) int {
	number, _ := s.States.Channel(row % s.PerFrame())
	return number
}

// Measured returns the rows that were measured.
func (s *Stretch) Measured() (all Rows) {
	size := len(s.Start.Position)
	for first := 0; first < len(s.Records[0]); first += size {
		all = append(all, s.observed(s.Records[0][first:first+size], s.Records[1][first:first+size])...)
	}
	return all
}

// observed returns the rows of one frame.
func (s *Stretch) observed(position, velocity []float64) Rows {
	values := s.States.Observe(position, velocity)
	if s.Derived {
		values = values[:len(values)/2]
	}
	return values
}

// Unwrapped returns the measured coordinates of each frame, with whole turns of angles counted.
func (s *Stretch) Unwrapped() (positions [][]float64) {
	count, size := s.States.CoordinateCount(), s.PerFrame()
	for frame := range s.Frames() {
		position := slices.Clone(s.Recorded[frame*size : frame*size+count])
		for k := range position {
			if frame > 0 {
				_, turns := s.States.Channel(k)
				position[k] = positions[frame-1][k] + apart(position[k]-positions[frame-1][k], turns)
			}
		}
		positions = append(positions, position)
	}
	return positions
}

// PerFrame returns the number of rows in a frame.
func (s *Stretch) PerFrame() int { return len(s.Recorded) / s.Frames() }

// AppendFrame appends the rows of a frame.
func (s *Stretch) AppendFrame(to Rows, position, rate []float64) Rows {
	to = append(to, position...)
	if !s.Derived {
		to = append(to, rate...)
	}
	return to
}
