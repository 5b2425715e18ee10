package looks

import (
	"math"
	"slices"

	"gmnc/internal/median"
)

const (
	// gapped is how many times as long as usual the time to the next frame is at least where frames
	// are missing.
	gapped = 1.5
	// jittered is the share of the usual time between frames by which it differs in the median at
	// least where stamps are uneven.
	jittered = 0.1
)

// Gaps are where time stamps are uneven: the frames after which more time passes than after
// others, and those whose stamp is not later than that of the frame before. Jitter is how far the
// time between frames is from the usual one in the median, as a share of it.
type Gaps struct {
	Frames, Back  []int
	Usual, Jitter float64
}

// Uneven reports whether frames have no usual time between them.
func (g Gaps) Uneven() bool { return g.Jitter > jittered }

// stretches are the recordings cut at their gaps.
func (r *Recording) stretches() *Recording {
	cut := *r
	cut.whole, cut.looked, cut.jumps, cut.seams, cut.skips = r.Starts, false, nil, nil, nil
	cut.Starts = slices.Clone(r.Starts)
	for _, frame := range r.Gaps().Frames {
		cut.Starts = append(cut.Starts, frame+1)
	}
	slices.Sort(cut.Starts)
	return &cut
}

// file are where the file's recordings start, and the end of the last.
func (r *Recording) file() []int {
	if r.whole != nil {
		return r.whole
	}
	return r.Starts
}

// Gaps compares the stamps of the frames of all recordings.
func (r *Recording) Gaps() (g Gaps) {
	var all []float64
	for frame := range r.steps() {
		all = append(all, r.Stamps[frame+1]-r.Stamps[frame])
	}
	if len(all) == 0 {
		return g
	}
	g.Usual = median.Of(all)
	for frame := range r.steps() {
		switch step := r.Stamps[frame+1] - r.Stamps[frame]; {
		case !(step > 0):
			g.Back = append(g.Back, frame+1)
		case step > gapped*g.Usual:
			g.Frames = append(g.Frames, frame)
		}
	}
	for i := range all {
		all[i] = math.Abs(all[i]/g.Usual - 1)
	}
	g.Jitter = median.Of(all)
	return g
}
