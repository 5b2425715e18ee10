package system

import "slices"

// Extreme is a change of a system's inputs that takes it far from all training data. It leaves
// the targets as they are, although the changed system would have others.
type Extreme struct {
	Name  string
	apply func(s *Sample)
}

// These are the factors of the changes.
const (
	shorter  = 0.01 // of a length
	stronger = 10   // times a speed or charge
)

// Extremes returns the changes on which models are tried.
func Extremes() []Extreme {
	return []Extreme{
		{"bars of a hundredth", (*Sample).shorten},
		{"speeds and charges tenfold", (*Sample).strengthen},
		{"all of these", func(s *Sample) { s.shorten(); s.strengthen() }},
		{"two particles in one place", func(s *Sample) { copy(s.Position[:3], s.Position[len(s.Position)-3:]) }},
		{"all particles in one place", func(s *Sample) { scale(s.Position, 0) }},
	}
}

// Apply returns a changed copy of the sample.
func (e Extreme) Apply(s Sample) Sample {
	for _, f := range []*Field{Position, Velocity, Charge} {
		f.Set(&s, slices.Clone(f.Of(&s)))
	}
	e.apply(&s)
	return s
}

// shorten moves the far end of every bar nearer to the other end.
func (s *Sample) shorten() {
	for _, object := range s.Objects {
		for _, bar := range object.Bars() {
			for axis := range 3 {
				from, to := s.Position[3*bar[0]+axis], &s.Position[3*bar[1]+axis]
				*to = from + float32((*to-from)*shorter)
			}
		}
	}
}

func (s *Sample) strengthen() {
	scale(s.Velocity, stronger)
	scale(s.Charge, stronger)
}

func scale(values []float32, factor float32) {
	for i := range values {
		values[i] *= factor
	}
}

// Extent returns the largest distance between two particles at positions [n*3].
func Extent[T float32 | float64](position []T) (most float64) {
	for i := range len(position) / 3 {
		for j := range i {
			most = max(most, Distance(position, i, j))
		}
	}
	return most
}
