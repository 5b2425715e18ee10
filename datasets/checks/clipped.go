package checks

import "math"

const (
	// clippedFrames is the number of frames in a row that must have the largest or the least
	// load of a column, to the last bit, for it to be clipped. fewClips is the number of such
	// rows from which it is reported.
	clippedFrames, fewClips = 4, 2
	// steep is the least change of a column before it is clipped, relative to its smallest
	// change.
	steep = 4
	// mostRepeated is the greatest fraction of the other frames that may equal the previous frame.
	// Loads that are constant over several frames are not clipped.
	mostRepeated = 0.05
)

// Clip is a column of clipped loads, with the load at which it is clipped and the number of frames.
type Clip struct {
	Column, Frames int
	Load           float64
}

// Clips returns the columns whose largest or least number fills several frames in a row, at
// least the given number of times, although the column changes in nearly all other frames.
func (r *Recording) Clips(times int) (clips []Clip) {
	size := r.size()
	column := make([]float64, r.frames())
	for k := range size {
		for frame := range column {
			column[frame] = r.Loads[frame*size+k]
		}
		for _, sign := range []float64{1, -1} {
			if load, frames := r.clipped(column, sign, times); frames > 0 {
				clips = append(clips, Clip{k, frames, load})
			}
		}
	}
	return clips
}

// clipped returns the load at which a column is clipped and the number of such frames. The load
// is the largest or, for a sign of -1, the least of the column. The number is 0 if the column
// is clipped fewer than the given number of times.
func (r *Recording) clipped(column []float64, sign float64, times int) (load float64, frames int) {
	extreme, opposite, least := math.Inf(-1), math.Inf(1), math.Inf(1)
	for frame, x := range column {
		extreme, opposite = max(extreme, sign*x), min(opposite, sign*x)
		if frame > 0 && x != column[frame-1] {
			least = min(least, math.Abs(x-column[frame-1]))
		}
	}
	if extreme <= 0 {
		return 0, 0 // loads have limits in both directions
	}
	clips, repeated, others := 0, 0, 0
	for k, first := range r.starts() {
		for frame := first; frame < r.Starts[k+1]; {
			end := frame + 1
			for end < r.Starts[k+1] && column[end] == column[frame] {
				end++
			}
			switch {
			case sign*column[frame] == opposite: // these may be clipped, too
			case sign*column[frame] < extreme:
				others, repeated = others+end-frame, repeated+end-frame-1
			case end-frame >= clippedFrames && frame > first && math.Abs(column[frame]-column[frame-1]) >= steep*least:
				clips, frames = clips+1, frames+end-frame
			}
			frame = end
		}
	}
	if clips < times || frames > others || float64(repeated) > mostRepeated*float64(others) {
		return 0, 0
	}
	return sign * extreme, frames
}
