package checks

import (
	"math"
	"slices"

	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// gapped is the least ratio of the time to the next frame to the typical time if frames are
	// missing.
	gapped = 1.5
	// jittered is the median relative difference from the typical time between frames above
	// which stamps are uneven.
	jittered = 0.1
)

// Gaps holds where time stamps are uneven. Frames are those after which more time passes than
// is typical, and Back those whose stamp is not later than that of the frame before. Jitter is the
// median difference from the typical time between frames, relative to it.
type Gaps struct {
	Frames, Back    []int
	Typical, Jitter float64
}

// Uneven reports whether the times between frames vary too much.
func (g Gaps) Uneven() bool { return g.Jitter > jittered }

// unevenly returns the gaps of the frames, and whether their stamps are uneven, which then explains
// uneven steps.
func (r *Recording) unevenly() (gaps Gaps, uneven bool) {
	if r.Stamps == nil {
		return gaps, false
	}
	gaps = r.Gaps()
	return gaps, gaps.Uneven()
}

// evened returns a trajectory that begins at a frame as if its frames were the typical time apart:
// each step is that of its mean velocity. A step whose stamps do not increase stays as it is.
func (r *Recording) evened(t system.Trajectory, start int, typical float64) system.Trajectory {
	size := 3 * t.Particles
	even := slices.Clone(t.Positions)
	for i := size; i < len(even); i++ {
		displacement := t.Positions[i] - t.Positions[i-size]
		frame := start + i/size
		if time := r.Stamps[frame] - r.Stamps[frame-1]; time > 0 {
			displacement *= typical / time
		}
		even[i] = even[i-size] + displacement
	}
	return system.Trajectory{Particles: t.Particles, Positions: even}
}

// stretches returns the recordings, cut at their gaps.
func (r *Recording) stretches() *Recording { return r.cut(r.Gaps().Frames) }

// Continuous returns the recordings, cut where they are broken, as rates do not lead from position
// to position there.
func (r *Recording) Continuous() *Recording { return r.cut(r.Broken()) }

// cut returns the recordings, cut after the given frames.
func (r *Recording) cut(frames []int) *Recording {
	cut := *r
	cut.fileStarts, cut.searched, cut.jumps, cut.seams, cut.skips = r.file(), false, nil, nil, nil
	cut.filled, cut.exchanged = nil, nil
	cut.Starts = slices.Clone(r.Starts)
	for _, frame := range frames {
		cut.Starts = append(cut.Starts, frame+1)
	}
	slices.Sort(cut.Starts)
	if r.joints != nil {
		cut.joints = r.joints.cut(frames)
	}
	return &cut
}

// file returns the starts of the file's recordings, and the end of the last.
func (r *Recording) file() []int {
	if r.fileStarts != nil {
		return r.fileStarts
	}
	return r.Starts
}

// holding returns the number of the recording of a frame, as a reader has it, and its first frame.
func (r *Recording) holding(frame int) (number, first int) {
	starts := r.file()
	for starts[number+1] <= frame {
		number++
	}
	return number, starts[number]
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
	g.Typical = median.Of(all)
	for frame := range r.steps() {
		switch step := r.Stamps[frame+1] - r.Stamps[frame]; {
		case !(step > 0):
			g.Back = append(g.Back, frame+1)
		case step > gapped*g.Typical:
			g.Frames = append(g.Frames, frame)
		}
	}
	for i := range all {
		all[i] = math.Abs(all[i]/g.Typical - 1)
	}
	g.Jitter = median.Of(all)
	return g
}
