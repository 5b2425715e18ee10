package checks

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gmnc/system"
)

func jumped(s *subject) result {
	jumps, _ := s.recording.Breaks()
	misplaced := s.recording.Misplaced()
	jumps = slices.DeleteFunc(slices.Clone(jumps), func(j Jump) bool { return explains(misplaced, j) })
	if len(jumps) == 0 {
		return result{}
	}
	worst := slices.MaxFunc(jumps, func(a, b Jump) int { return cmp.Compare(a.Length, b.Length) })
	return measure(float64(len(jumps)), s.at(worst.Frame), s.words.Name(worst.Particle), s.words.withUnit(worst.Length), Among("farthest", len(jumps), "jump"))
}

func joined(s *subject) result {
	_, seams := s.recording.Breaks()
	if len(seams) == 0 {
		return result{}
	}
	return measure(float64(len(seams)), s.at(seams[0].Frame), Among("first", len(seams), "such step"))
}

// first runs a check on each recording. It returns the first finding, the first frame of its
// recording, and the number of all findings.
func first[T any](r *Recording, find func(system.Trajectory) []T) (found T, start, count int) {
	for k, own := range r.starts() {
		all := find(r.trajectory(k))
		if count == 0 && len(all) > 0 {
			found, start = all[0], own
		}
		count += len(all)
	}
	return found, start, count
}

func skippedFrames(s *subject) result {
	s.recording.Breaks()
	if _, uneven := s.recording.unevenly(); uneven || len(s.recording.skips) == 0 {
		return result{}
	}
	skip := s.recording.skips[0]
	cause := "frames are missing there"
	if skip.Times < 1 {
		cause = "a frame is there twice, or nearly"
	}
	return measure(float64(len(s.recording.skips)), s.at(skip.Frame), skip.Times, Among("first", len(s.recording.skips), "such step"), cause)
}

func changedPace(s *subject) result {
	pace, start, count := first(s.recording, Paces)
	if _, uneven := s.recording.unevenly(); uneven || count == 0 {
		return result{}
	}
	return measure(float64(count), s.at(start+pace.Frame), pace.Times, Among("first", count, "such change"))
}

func repeatedFrames(s *subject) result {
	pair, start, count := first(s.recording, Duplicates)
	if count == 0 {
		return result{}
	}
	return measure(float64(count), s.at(start+pair[0]), s.words.First+pair[1], s.words.Positions, Among("first", count, "such frame"))
}

func frozenPosition(s *subject) result {
	zeros := s.recording.Zeros() // which another row reports
	freeze, start, count := Freeze{}, 0, 0
	for k, own := range s.recording.starts() {
		for _, f := range Freezes(s.recording.trajectory(k)) {
			if slices.ContainsFunc(zeros, func(m Misplaced) bool { return m.Particle == f.Particle && m.Frame == own+f.Frame }) {
				continue
			}
			if count == 0 {
				freeze, start = f, own
			}
			count++
		}
	}
	if count == 0 {
		return result{}
	}
	return measure(float64(count), s.at(start+freeze.Frame), s.words.Name(freeze.Particle), freeze.Frames, s.words.withUnit(freeze.Length), Among("first", count, "such position"))
}

func unevenStamps(s *subject) result {
	g := s.recording.Gaps()
	switch {
	case len(g.Back) > 0:
		return measure(math.Inf(1), fmt.Sprintf("%sthe time is %.6g, not later than the %.6g of the frame before (%s)",
			s.at(g.Back[0]), s.recording.Stamps[g.Back[0]], s.recording.Stamps[g.Back[0]-1], Among("first", len(g.Back), "such frame")))
	case len(g.Frames) > 0:
		frame := g.Frames[0]
		return measure(math.Inf(1), fmt.Sprintf("%sthe next frame is %.4g later, and frames are usually %.4g apart (%s)",
			s.at(frame), s.recording.Stamps[frame+1]-s.recording.Stamps[frame], g.Typical, Among("first", len(g.Frames), "such gap")))
	}
	return measure(g.Jitter, fmt.Sprintf("%sthe times between frames differ by %.2g of the typical %.4g in the median", key(s.words.Key), g.Jitter, g.Typical))
}

func swappedFrames(s *subject) result {
	frame, start, count := first(s.recording, Swaps)
	return measure(float64(count), s.at(start+frame), Among("first", count, "such pair"))
}

// disordered finds frames that do not continue the motion. Repeated frames are as rough, and
// another row reports them.
func disordered(s *subject) result {
	if s.recording.Rates != nil || repeatedFrames(s).size > 0 { // rates that fit positions confirm their order
		return result{}
	}
	return measure(s.recording.roughness(1), key(s.words.Key), s.words.Positions)
}
