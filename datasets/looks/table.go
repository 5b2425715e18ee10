package looks

import (
	"cmp"
	"fmt"
	"slices"

	"gmnc/system"
)

// Note is what a look at recordings found, with what to do about it.
type Note struct {
	Look string // the name of the row
	Text string
}

// Names of rows, for readers that have a remedy of their own.
const (
	AJump, ASeam, Missing, AnotherPace, ThereAgain, HeldPlace, OutOfOrder = "jump", "seam", "missing frames", "interval", "repeated frames", "held place", "order of frames"
	LateRates, NoLoads, LateLoads                                         = "late rates", "loads of 0", "late loads"
)

// row is a look: its name, what it needs of a recording, and what it finds in words, which is
// empty where there is nothing to tell. The remedy is for readers without one of their own.
type row struct {
	name   string
	needs  func(*Recording) bool
	at     func(*Recording, *Words) (found string)
	remedy string
}

// table has the looks at recordings, in the order in which notes are told.
var table = []row{
	{AJump, ofParticles, jumped, "leave out frames in another pose, and begin a recording after each jump"},
	{ASeam, ofParticles, joined, "begin a recording after it"},
	{Missing, ofParticles, skippedFrames, "write all frames, or begin a recording there"},
	{AnotherPace, ofParticles, changedPace, "write all at one"},
	{ThereAgain, ofParticles, repeatedFrames, "leave out frames that are there again"},
	{HeldPlace, ofParticles, heldPlace, "leave them out, and begin a recording after them"},
	{OutOfOrder, onlyPlaces, disordered, "they are out of order, or too far apart for velocities"},
	{LateRates, hasRates, lateRates, "leave them out"},
	{NoLoads, hasLoads, noLoads, "leave them out"},
	{LateLoads, hasLoads, lateLoads, "leave them out"},
}

func ofParticles(r *Recording) bool { return r.Each == 3 }
func onlyPlaces(r *Recording) bool  { return r.Each == 3 && r.Rates == nil }
func hasRates(r *Recording) bool    { return r.Rates != nil && r.Time > 0 }
func hasLoads(r *Recording) bool {
	return r.Loads != nil && (r.States != nil || r.Energies != nil || r.AddEnergies != nil)
}

// Words are how a reader speaks of its file.
type Words struct {
	Places, Rates, Loads string // the names of its arrays or columns; rates and loads with their split
	RateOption           string // the name that --shift has for rates
	LoadOption           string // and for loads
	Where                func(frame int) string
	Thing                func(thing int) string
	First                int // the number of the first frame in the file
	// Remedies are what to do about findings, in the reader's own options, by the names of rows.
	Remedies map[string]string
}

// Look runs the rows that the recording's data allow.
func (r *Recording) Look(w *Words) (notes []Note) {
	for _, row := range table {
		if !row.needs(r) {
			continue
		}
		if found := row.at(r, w); found != "" {
			notes = append(notes, Note{row.name, found + cmp.Or(w.Remedies[row.name], row.remedy)})
		}
	}
	return notes
}

func jumped(r *Recording, w *Words) string {
	jumps, _ := r.Breaks()
	if len(jumps) == 0 {
		return ""
	}
	worst := slices.MaxFunc(jumps, func(a, b Jump) int { return cmp.Compare(a.Length, b.Length) })
	return fmt.Sprintf("%s: %s jumps by %.4g to the next frame, the farthest of %d jumps: ", w.Where(worst.Frame), w.Thing(worst.Particle), worst.Length, len(jumps))
}

func joined(r *Recording, w *Words) string {
	_, seams := r.Breaks()
	if len(seams) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: all go farther to the next frame than before and after it, and elsewhere, the first of %d such steps: two recordings are joined there; ", w.Where(seams[0].Frame), len(seams))
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
	skip, start, count := first(r, Skips)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s: all particles go %.2g times as far to the next frame as before and after it, the first of %d such steps: frames are missing or there twice; ", w.Where(start+skip.Frame), skip.Times, count)
}

func changedPace(r *Recording, w *Words) string {
	pace, start, count := first(r, Paces)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s: from there on all particles go %.2g times as far in a frame, the first of %d such changes: frames were written at another interval; ", w.Where(start+pace.Frame), pace.Times, count)
}

func repeatedFrames(r *Recording, w *Words) string {
	pair, start, count := first(r, Again)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s is frame %d again, to the last bit, the first of %d such frames while all moves: ", w.Where(start+pair[0]), w.First+pair[1], count)
}

func heldPlace(r *Recording, w *Words) string {
	stay, start, count := first(r, Stays)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %s stays where it is for %d frames, and leaps by %.4g to the next, the first of %d such places: it was lost there, and its last place fills frames; ",
		w.Where(start+stay.Frame), w.Thing(stay.Particle), stay.Frames, stay.Length, count)
}

// disordered finds frames that do not go on. Frames written twice turn as much, and are told by themselves.
func disordered(r *Recording, w *Words) string {
	if !(r.roughness() > Rough) || repeatedFrames(r, w) != "" {
		return ""
	}
	return fmt.Sprintf("%s do not go on from frame to frame: ", w.Places)
}

func lateRates(r *Recording, w *Words) string {
	all := r.RateLag()
	if count, thing, own := r.LateThings(all); count > 0 {
		return fmt.Sprintf("%s of %s are %s against its %s, the most of %d that are not as late as all together: ", w.Rates, w.Thing(thing), own, w.Places, count)
	}
	if !all.Told() {
		return ""
	}
	return fmt.Sprintf("%s are %s against %s, by the ways from frame to frame: shift them with --shift %s=%g, or ", w.Rates, all, w.Places, w.RateOption, all.Shift())
}

func noLoads(r *Recording, w *Words) string {
	r.addEnergies()
	share := r.Undriven()
	if share == 0 {
		return ""
	}
	return fmt.Sprintf("%s are 0 in all frames, and the energy of the system rises by a share of %.2g of what it changes by, which gravity and friction do not do. They were not recorded, and constants do not follow from a motion that something unknown drives: ", w.Loads, share)
}

func lateLoads(r *Recording, w *Words) string {
	r.addEnergies()
	lag := r.LoadLag()
	if !lag.LoadTold() {
		return ""
	}
	return fmt.Sprintf("%s are %s against %s, by the energy: shift them with --shift %s=%g, or ", w.Loads, lag, w.Places, w.LoadOption, lag.Shift())
}
