package looks

import "math"

// Shifted are numbers of frames [frames, width] so many frames later in each recording: those of
// a frame t are what was given for t - shift, between frames along straight lines. Where nothing
// was given they are those of the first or last frame; Margins says how many frames that are.
func Shifted[T float32 | float64](values []T, width int, starts []int, shift float64) []T {
	shifted := make([]T, len(values))
	for k, first := range starts[:len(starts)-1] {
		last := starts[k+1] - 1
		for frame := first; frame <= last; frame++ {
			from := min(max(float64(frame)-shift, float64(first)), float64(last))
			before := int(from)
			after, share := min(before+1, last), from-math.Floor(from)
			for i := range width {
				a, b := float64(values[before*width+i]), float64(values[after*width+i])
				shifted[frame*width+i] = T(a + float64(share*(b-a)))
			}
		}
	}
	return shifted
}

// Margins are how many frames at the beginnings and ends of recordings are without numbers that
// are shifted by any of these.
func Margins(shifts map[string]float64) (before, after int) {
	for _, shift := range shifts {
		before, after = max(before, int(math.Ceil(shift))), max(after, int(math.Ceil(-shift)))
	}
	return before, after
}

// Trimmed are the numbers of frames [frames, width] without so many at the beginning and end of
// each recording, which are more in all.
func Trimmed[T any](values []T, width int, starts []int, before, after int) (left []T) {
	for k, first := range starts[:len(starts)-1] {
		left = append(left, values[(first+before)*width:(starts[k+1]-after)*width]...)
	}
	return left
}

// TrimmedStarts are where recordings begin once these are trimmed.
func TrimmedStarts(starts []int, before, after int) (left []int) {
	for k, start := range starts {
		left = append(left, start-k*(before+after))
	}
	return left
}
