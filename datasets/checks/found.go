package checks

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gmnc/system"
)

// finding is what a check finds at a frame of a recording. It explains what later rows find at the
// frames of its run, unless its run is empty.
type finding struct {
	frame  int
	run    [2]int // the first frame and the last
	length float64
	args   []any
}

// nothing is the run of a finding that explains nothing, and that nothing explains.
var nothing = [2]int{0, -1}

// report returns the result of a row from its findings. The order of the table is that of causes: what
// an earlier row has found at the same frames is why. Of the others, the first or the farthest is named.
func (s *subject) report(all []finding, which, noun string) (reported result) {
	all = slices.DeleteFunc(all, func(f finding) bool {
		return slices.ContainsFunc(s.explained, func(run [2]int) bool { return f.run[0] <= run[1] && run[0] <= f.run[1] })
	})
	if len(all) == 0 {
		return result{}
	}
	named := all[0]
	if which == farthest {
		named = slices.MaxFunc(all, func(a, b finding) int { return cmp.Compare(a.length, b.length) })
	}
	reported = measure(float64(len(all)), append(append([]any{s.at(named.frame)}, named.args...), Among(which, len(all), noun))...)
	for _, f := range all {
		reported.runs = append(reported.runs, f.run)
	}
	return reported
}

// These words say which of several findings is named.
const firstOf, farthest = "first", "farthest"

// inEach returns the findings of a check in each recording. made takes one with the first frame of its
// recording.
func inEach[T any](r *Recording, find func(system.Trajectory) []T, made func(found T, start int) finding) (all []finding) {
	for k, start := range r.starts() {
		for _, found := range find(r.trajectory(k)) {
			all = append(all, made(found, start))
		}
	}
	return all
}

func jumped(s *subject) result {
	jumps, _ := s.recording.Breaks()
	var all []finding
	for _, j := range jumps {
		all = append(all, finding{j.Frame, [2]int{j.Frame, j.Frame}, j.Length, []any{s.words.Name(j.Particle), s.words.withUnit(j.Length)}})
	}
	return s.report(all, farthest, "jump")
}

func joined(s *subject) result {
	_, seams := s.recording.Breaks()
	var all []finding
	for _, j := range seams {
		all = append(all, finding{frame: j.Frame, run: [2]int{j.Frame, j.Frame}})
	}
	return s.report(all, firstOf, "such step")
}

func skippedFrames(s *subject) result {
	s.recording.Breaks()
	if _, uneven := s.recording.unevenly(); uneven {
		return result{}
	}
	var all []finding
	for _, skip := range s.recording.skips {
		cause := "frames are missing there"
		if skip.Times < 1 {
			cause = "a frame is there twice, or nearly"
		}
		all = append(all, finding{skip.Frame, [2]int{skip.Frame, skip.Frame}, 0, []any{skip.Times, cause}})
	}
	return s.report(all, firstOf, "such step")
}

func changedPace(s *subject) result { return cached(&s.paces, s.changedPace) }

func (s *subject) changedPace() result {
	if _, uneven := s.recording.unevenly(); uneven {
		return result{}
	}
	return s.report(inEach(s.recording, Paces, func(pace Pace, start int) finding {
		return finding{start + pace.Frame, nothing, 0, []any{pace.Times}}
	}), firstOf, "such change")
}

func otherIntervals(s *subject) result {
	found, is := s.recording.OtherIntervals()
	if !is {
		return result{}
	}
	return measure(1, s.at(found.First), found.Times, Among(firstOf, found.Count, "such recording"))
}

// changedInterval leaves to changedPace a change that shows in two steps.
func changedInterval(s *subject) result {
	r := s.recording
	if len(r.Starts) > 2 || r.Stamps != nil || r.Rates != nil && r.Time > 0 || changedPace(s).size > 0 {
		return result{}
	}
	found, is := r.ChangedInterval()
	if !is {
		return result{}
	}
	motion := fmt.Sprintf("the motion from frame to frame is that of %d frames before, so frames are farther apart in time", found.Times)
	if !found.Later {
		motion = fmt.Sprintf("the motion in %d frames is that from frame to frame before, so frames are nearer in time", found.Times)
	}
	return measure(1, s.at(found.First), found.Last-found.First, motion)
}

// repeatedFrames leaves out the frames in which every joint is at 0, which are reported already.
func repeatedFrames(s *subject) result {
	zeros := s.recording.Zeros()
	return s.report(slices.DeleteFunc(s.repeats(), func(f finding) bool {
		return slices.ContainsFunc(zeros, func(m Misplaced) bool { return m.All && m.Frame <= f.frame && f.frame <= m.Last })
	}), firstOf, "such frame")
}

// repeats returns the frames that repeat others. A few copies of a frame explain nothing, as what is
// left without them is a motion. Others come with the step to them.
func (s *subject) repeats() []finding {
	return inEach(s.recording, Duplicates, func(pair [2]int, start int) finding {
		run := [2]int{start + pair[0] - 1, start + pair[0]}
		if pair[0]-pair[1] <= mostDoubled {
			run = nothing
		}
		return finding{start + pair[0], run, 0, []any{s.words.First + pair[1], s.words.Positions}}
	})
}

func frozenPosition(s *subject) result { return s.report(s.freezes(), firstOf, "such position") }

// freezes returns the positions that particles keep.
func (s *subject) freezes() []finding {
	return inEach(s.recording, Freezes, func(f Freeze, start int) finding {
		return finding{start + f.Frame, [2]int{start + f.Frame, start + f.Frame + f.Frames - 1}, 0, []any{s.words.Name(f.Particle), f.Frames, s.words.withUnit(f.Length)}}
	})
}

func unevenStamps(s *subject) result {
	g := s.recording.Gaps()
	switch {
	case len(g.Back) > 0:
		return measure(math.Inf(1), fmt.Sprintf("%sthe time is %.6g, not later than the %.6g of the frame before (%s)",
			s.at(g.Back[0]), s.recording.Stamps[g.Back[0]], s.recording.Stamps[g.Back[0]-1], Among(firstOf, len(g.Back), "such frame")))
	case len(g.Frames) > 0:
		frame := g.Frames[0]
		return measure(math.Inf(1), fmt.Sprintf("%sthe next frame is %.4g later, and frames are usually %.4g apart (%s)",
			s.at(frame), s.recording.Stamps[frame+1]-s.recording.Stamps[frame], g.Typical, Among(firstOf, len(g.Frames), "such gap")))
	}
	return measure(g.Jitter, fmt.Sprintf("%sthe times between frames differ by %.2g of the typical %.4g in the median", key(s.words.Key), g.Jitter, g.Typical))
}

func swappedFrames(s *subject) result {
	return s.report(inEach(s.recording, Swaps, func(frame, start int) finding {
		return finding{frame: start + frame, run: [2]int{start + frame - 1, start + frame + 1}}
	}), firstOf, "such pair")
}

// disordered finds frames that do not continue the motion. Repeated frames are as rough, and
// another row reports them.
func disordered(s *subject) result {
	if s.recording.Rates != nil || len(s.repeats()) > 0 { // rates that fit positions confirm their order
		return result{}
	}
	return measure(s.recording.roughness(1), key(s.words.Key), s.words.Positions)
}
