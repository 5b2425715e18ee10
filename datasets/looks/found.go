package looks

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/system"
)

func jumped(r *Recording, w *Words) string {
	jumps, _ := r.Breaks()
	if len(jumps) == 0 {
		return ""
	}
	worst := slices.MaxFunc(jumps, func(a, b Jump) int { return cmp.Compare(a.Length, b.Length) })
	return fmt.Sprintf("%s%s jumps by %s to the next frame (%s); ", w.at(r, worst.Frame), w.Thing(worst.Particle), w.far(worst.Length), among("farthest", len(jumps), "jump"))
}

func joined(r *Recording, w *Words) string {
	_, seams := r.Breaks()
	if len(seams) == 0 {
		return ""
	}
	return fmt.Sprintf("%sthe step to the next frame is longer than those before and after it, and leads elsewhere, as where two recordings are joined (%s); ",
		w.at(r, seams[0].Frame), among("first", len(seams), "such step"))
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

func skippedFrames(r *Recording, w *Words) string {
	r.Breaks()
	if len(r.skips) == 0 {
		return ""
	}
	skip := r.skips[0]
	cause := "frames are missing there"
	if skip.Times < 1 {
		cause = "a frame is there twice, or nearly"
	}
	return fmt.Sprintf("%sthe step to the next frame is %.2g times as long as those before and after it (%s), so %s; ",
		w.at(r, skip.Frame), skip.Times, among("first", len(r.skips), "such step"), cause)
}

func changedPace(r *Recording, w *Words) string {
	pace, start, count := first(r, Paces)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sfrom this frame on steps are %.2g times as long as before (%s), so the frames were written at another interval; ",
		w.at(r, start+pace.Frame), pace.Times, among("first", count, "such change"))
}

func repeatedFrames(r *Recording, w *Words) string {
	pair, start, count := first(r, Again)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sthis frame is the same as frame %d to the last bit, though %s change before or after it (%s); ",
		w.at(r, start+pair[0]), w.First+pair[1], w.Places, among("first", count, "such frame"))
}

func heldPlace(r *Recording, w *Words) string {
	stay, start, count := first(r, Stays)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s%s stays where it is for %d frames and leaps by %s to the next (%s): it was not seen, and where it was last fills these frames; ",
		w.at(r, start+stay.Frame), w.Thing(stay.Particle), stay.Frames, w.far(stay.Length), among("first", count, "such place"))
}

func unevenStamps(r *Recording, w *Words) string {
	g := r.Gaps()
	switch {
	case len(g.Back) > 0:
		return fmt.Sprintf("%sthe time is %.6g, not later than the %.6g of the frame before (%s); ",
			w.at(r, g.Back[0]), r.Stamps[g.Back[0]], r.Stamps[g.Back[0]-1], among("first", len(g.Back), "such frame"))
	case len(g.Frames) > 0:
		frame := g.Frames[0]
		return fmt.Sprintf("%sthe next frame is %.4g later, and frames are usually %.4g apart (%s); ",
			w.at(r, frame), r.Stamps[frame+1]-r.Stamps[frame], g.Usual, among("first", len(g.Frames), "such gap"))
	case g.Uneven():
		return under(w.Key, fmt.Sprintf("the times between frames differ by %.2g of the usual %.4g in the median; ", g.Jitter, g.Usual))
	}
	return ""
}

func swappedFrames(r *Recording, w *Words) string {
	frame, start, count := first(r, Swaps)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sthis frame and the next have changed places (%s); ", w.at(r, start+frame), among("first", count, "such pair"))
}

// disordered finds frames that do not go on. Frames written twice turn as much, and are told by themselves.
func disordered(r *Recording, w *Words) string {
	if !(r.roughness() > Rough) || repeatedFrames(r, w) != "" {
		return ""
	}
	return under(w.Key, fmt.Sprintf("the %s do not continue from frame to frame; ", w.Places))
}
