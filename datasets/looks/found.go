package looks

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/system"
)

func jumped(s *seen) string {
	jumps, _ := s.recording.Breaks()
	if len(jumps) == 0 {
		return ""
	}
	worst := slices.MaxFunc(jumps, func(a, b Jump) int { return cmp.Compare(a.Length, b.Length) })
	return fmt.Sprintf("%s%s jumps by %s to the next frame (%s)", s.at(worst.Frame), s.words.Thing(worst.Particle), s.words.far(worst.Length), among("farthest", len(jumps), "jump"))
}

func joined(s *seen) string {
	_, seams := s.recording.Breaks()
	if len(seams) == 0 {
		return ""
	}
	return fmt.Sprintf("%sthe step to the next frame is longer than those before and after it, and leads elsewhere, as where two recordings are joined (%s)",
		s.at(seams[0].Frame), among("first", len(seams), "such step"))
}

// first runs a look at each recording: the first that it finds, the first frame of the recording
// that it is in, and how many it finds in all.
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

func skippedFrames(s *seen) string {
	s.recording.Breaks()
	if len(s.recording.skips) == 0 {
		return ""
	}
	skip := s.recording.skips[0]
	cause := "frames are missing there"
	if skip.Times < 1 {
		cause = "a frame is there twice, or nearly"
	}
	return fmt.Sprintf("%sthe step to the next frame is %.2g times as long as those before and after it (%s), so %s",
		s.at(skip.Frame), skip.Times, among("first", len(s.recording.skips), "such step"), cause)
}

func changedPace(s *seen) string {
	pace, start, count := first(s.recording, Paces)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sfrom this frame on steps are %.2g times as long as before (%s), so the frames were written at another interval",
		s.at(start+pace.Frame), pace.Times, among("first", count, "such change"))
}

func repeatedFrames(s *seen) string {
	pair, start, count := first(s.recording, Again)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sthis frame is the same as frame %d to the last bit, though %s change before or after it (%s)",
		s.at(start+pair[0]), s.words.First+pair[1], s.words.Places, among("first", count, "such frame"))
}

func heldPlace(s *seen) string {
	stay, start, count := first(s.recording, Stays)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s%s stays where it is for %d frames and leaps by %s to the next (%s): it was not seen, and where it was last fills these frames",
		s.at(start+stay.Frame), s.words.Thing(stay.Particle), stay.Frames, s.words.far(stay.Length), among("first", count, "such place"))
}

func unevenStamps(s *seen) string {
	g := s.recording.Gaps()
	switch {
	case len(g.Back) > 0:
		return fmt.Sprintf("%sthe time is %.6g, not later than the %.6g of the frame before (%s)",
			s.at(g.Back[0]), s.recording.Stamps[g.Back[0]], s.recording.Stamps[g.Back[0]-1], among("first", len(g.Back), "such frame"))
	case len(g.Frames) > 0:
		frame := g.Frames[0]
		return fmt.Sprintf("%sthe next frame is %.4g later, and frames are usually %.4g apart (%s)",
			s.at(frame), s.recording.Stamps[frame+1]-s.recording.Stamps[frame], g.Usual, among("first", len(g.Frames), "such gap"))
	case g.Uneven():
		return under(s.words.Key, fmt.Sprintf("the times between frames differ by %.2g of the usual %.4g in the median", g.Jitter, g.Usual))
	}
	return ""
}

func swappedFrames(s *seen) string {
	frame, start, count := first(s.recording, Swaps)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sthis frame and the next have changed places (%s)", s.at(start+frame), among("first", count, "such pair"))
}

// disordered finds frames that do not go on. Frames written twice turn as much, and are told by themselves.
func disordered(s *seen) string {
	if s.recording.Rates != nil { // which tell the order of positions that they fit
		return ""
	}
	if !(s.recording.roughness() > Rough) || repeatedFrames(s) != "" {
		return ""
	}
	return under(s.words.Key, fmt.Sprintf("the %s do not continue from frame to frame", s.words.Places))
}
