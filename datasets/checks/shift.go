package checks

import "math"

// Shifted returns the numbers of frames [frames, width], shifted in time within each recording.
// Those of frame t are the given ones at t - shift, interpolated linearly. Beyond the given
// frames they are those of the first or last frame. Margins returns how many frames that
// affects.
func Shifted[T float32 | float64](values []T, width int, starts []int, shift float64) []T {
	shifted := make([]T, len(values))
	for k, first := range starts[:len(starts)-1] {
		last := starts[k+1] - 1
		for frame := first; frame <= last; frame++ {
			from := min(max(float64(frame)-shift, float64(first)), float64(last))
			before := int(from)
			after, fraction := min(before+1, last), from-math.Floor(from)
			for i := range width {
				a, b := float64(values[before*width+i]), float64(values[after*width+i])
				shifted[frame*width+i] = T(a + float64(fraction*(b-a)))
			}
		}
	}
	return shifted
}

// Margins returns how many frames at the beginning and at the end of recordings have no numbers
// after any of these shifts.
func Margins(shifts map[string]float64) (before, after int) {
	for _, shift := range shifts {
		before, after = max(before, int(math.Ceil(shift))), max(after, int(math.Ceil(-shift)))
	}
	return before, after
}

// Trimmed returns the numbers of frames [frames, width] without the given numbers of frames at
// the beginning and end of each recording. Each recording must be longer.
func Trimmed[T any](values []T, width int, starts []int, before, after int) (left []T) {
	for k, first := range starts[:len(starts)-1] {
		left = append(left, values[(first+before)*width:(starts[k+1]-after)*width]...)
	}
	return left
}

// TrimmedStarts returns where the recordings begin after Trimmed.
func TrimmedStarts(starts []int, before, after int) (left []int) {
	for k, start := range starts {
		left = append(left, start-k*(before+after))
	}
	return left
}
