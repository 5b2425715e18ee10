package looks

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gmnc/system"
)

func jumped(s *seen) measured {
	jumps, _ := s.recording.Breaks()
	if len(jumps) == 0 {
		return measured{}
	}
	worst := slices.MaxFunc(jumps, func(a, b Jump) int { return cmp.Compare(a.Length, b.Length) })
	return measure(float64(len(jumps)), s.at(worst.Frame), s.words.Thing(worst.Particle), s.words.far(worst.Length), among("farthest", len(jumps), "jump"))
}

func joined(s *seen) measured {
	_, seams := s.recording.Breaks()
	if len(seams) == 0 {
		return measured{}
	}
	return measure(float64(len(seams)), s.at(seams[0].Frame), among("first", len(seams), "such step"))
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

func skippedFrames(s *seen) measured {
	s.recording.Breaks()
	if len(s.recording.skips) == 0 {
		return measured{}
	}
	skip := s.recording.skips[0]
	cause := "frames are missing there"
	if skip.Times < 1 {
		cause = "a frame is there twice, or nearly"
	}
	return measure(float64(len(s.recording.skips)), s.at(skip.Frame), skip.Times, among("first", len(s.recording.skips), "such step"), cause)
}

func changedPace(s *seen) measured {
	pace, start, count := first(s.recording, Paces)
	if count == 0 {
		return measured{}
	}
	return measure(float64(count), s.at(start+pace.Frame), pace.Times, among("first", count, "such change"))
}

func repeatedFrames(s *seen) measured {
	pair, start, count := first(s.recording, Again)
	if count == 0 {
		return measured{}
	}
	return measure(float64(count), s.at(start+pair[0]), s.words.First+pair[1], s.words.Places, among("first", count, "such frame"))
}

func heldPlace(s *seen) measured {
	stay, start, count := first(s.recording, Stays)
	if count == 0 {
		return measured{}
	}
	return measure(float64(count), s.at(start+stay.Frame), s.words.Thing(stay.Particle), stay.Frames, s.words.far(stay.Length), among("first", count, "such place"))
}

func unevenStamps(s *seen) measured {
	g := s.recording.Gaps()
	switch {
	case len(g.Back) > 0:
		return measure(math.Inf(1), fmt.Sprintf("%sthe time is %.6g, not later than the %.6g of the frame before (%s)",
			s.at(g.Back[0]), s.recording.Stamps[g.Back[0]], s.recording.Stamps[g.Back[0]-1], among("first", len(g.Back), "such frame")))
	case len(g.Frames) > 0:
		frame := g.Frames[0]
		return measure(math.Inf(1), fmt.Sprintf("%sthe next frame is %.4g later, and frames are usually %.4g apart (%s)",
			s.at(frame), s.recording.Stamps[frame+1]-s.recording.Stamps[frame], g.Usual, among("first", len(g.Frames), "such gap")))
	}
	return measure(g.Jitter, fmt.Sprintf("%sthe times between frames differ by %.2g of the usual %.4g in the median", key(s.words.Key), g.Jitter, g.Usual))
}

func swappedFrames(s *seen) measured {
	frame, start, count := first(s.recording, Swaps)
	return measure(float64(count), s.at(start+frame), among("first", count, "such pair"))
}

// disordered finds frames that do not continue the motion. Repeated frames are as rough, and
// another row reports them.
func disordered(s *seen) measured {
	if s.recording.Rates != nil || repeatedFrames(s).much > 0 { // rates that fit positions confirm their order
		return measured{}
	}
	return measure(s.recording.roughness(), key(s.words.Key), s.words.Places)
}
