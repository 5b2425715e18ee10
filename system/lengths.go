package system

import "math"

// Lengths describes the distances between pairs of particles, in the unit of positions: in the
// inputs, and how much they change from there to the targets.
type Lengths struct {
	Count             int // of pairs in all samples
	Mean, Deviation   float64
	Shortest, Longest float64
	// MeanChange and LargestChange are absolute values.
	MeanChange, LargestChange float64
}

// MeasureLengths describes the distances between the pairs of each sample. All is 0 if there
// are none.
func MeasureLengths(samples []Sample, pairs func(Sample) [][2]int) Lengths {
	l := Lengths{Shortest: math.Inf(1)}
	var sum, squares, changes float64
	for _, sample := range samples {
		for _, pair := range pairs(sample) {
			length := Distance(sample.Position, pair[0], pair[1])
			change := math.Abs(Distance(sample.TargetPosition, pair[0], pair[1]) - length)
			l.Count++
			l.Shortest, l.Longest = min(l.Shortest, length), max(l.Longest, length)
			l.LargestChange = max(l.LargestChange, change)
			sum, squares, changes = sum+length, squares+float64(length*length), changes+change
		}
	}
	if l.Count == 0 {
		return Lengths{}
	}
	count := float64(l.Count)
	l.Mean, l.MeanChange = sum/count, changes/count
	l.Deviation = math.Sqrt(max(0, squares/count-float64(l.Mean*l.Mean)))
	return l
}

// rigidChange is the largest relative change of a rigid stick's length that float32 rounding
// can cause. Positions that are a thousand times as large as the length are rounded to 1e-4 of
// it.
const rigidChange = 1e-3

// Rigid reports whether no length changes by more than float32 rounding explains.
func (l Lengths) Rigid() bool { return l.LargestChange < rigidChange*l.Mean }

// Distance returns the distance between particles i and j at positions [n,3].
func Distance[T float32 | float64](position []T, i, j int) float64 {
	var sum float64
	for axis := range 3 {
		difference := float64(position[3*i+axis]) - float64(position[3*j+axis])
		sum += float64(difference * difference)
	}
	return math.Sqrt(sum)
}
