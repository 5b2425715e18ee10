package looks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// row is a look: its name, what it needs of a recording, and what it finds, a sentence up to
// the remedy, which is empty where there is nothing to tell. The remedy is for readers that have
// none of their own.
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
	{AnotherPace, ofParticles, changedPace, "write all frames at one interval"},
	{ThereAgain, ofParticles, repeatedFrames, "leave out the frames that repeat others"},
	{HeldPlace, ofParticles, heldPlace, "leave these frames out, and begin a recording after them"},
	{OutOfOrder, onlyPlaces, disordered, "the frames are out of order, or too far apart for velocities"},
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
	Places, Rates, Loads   string // nouns in the plural, such as positions, velocities and forces
	Key, RateKey, LoadKey  string // where they are in the file: names of arrays with their split; may be empty
	RateOption, LoadOption string // the names that --shift has for rates and loads
	Unit                   string // of lengths; may be empty
	Where                  func(frame int) string
	Thing                  func(thing int) string
	First                  int // the number of the first frame in the file
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

// at is the place of a frame in the file, before what was found there.
func (w *Words) at(frame int) string { return under(w.Key, w.Where(frame)+": ") }

// under puts the name of an array before a sentence about it.
func under(key, sentence string) string {
	if key == "" {
		return sentence
	}
	return key + ": " + sentence
}

// far is a length with its unit.
func (w *Words) far(length float64) string {
	return strings.TrimSpace(fmt.Sprintf("%.4g %s", length, w.Unit))
}

// among says which of several findings is told: the first or the farthest.
func among(which string, count int, noun string) string {
	if count == 1 {
		return "the only " + noun
	}
	return fmt.Sprintf("the %s of %d %ss", which, count, noun)
}

func jumped(r *Recording, w *Words) string {
	jumps, _ := r.Breaks()
	if len(jumps) == 0 {
		return ""
	}
	worst := slices.MaxFunc(jumps, func(a, b Jump) int { return cmp.Compare(a.Length, b.Length) })
	return fmt.Sprintf("%s%s jumps by %s to the next frame (%s); ", w.at(worst.Frame), w.Thing(worst.Particle), w.far(worst.Length), among("farthest", len(jumps), "jump"))
}

func joined(r *Recording, w *Words) string {
	_, seams := r.Breaks()
	if len(seams) == 0 {
		return ""
	}
	return fmt.Sprintf("%sthe step to the next frame is longer than those before and after it, and leads elsewhere, as where two recordings are joined (%s); ",
		w.at(seams[0].Frame), among("first", len(seams), "such step"))
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
	cause := "frames are missing there"
	if skip.Times < 1 {
		cause = "a frame is there twice, or nearly"
	}
	return fmt.Sprintf("%sthe step to the next frame is %.2g times as long as those before and after it (%s), so %s; ",
		w.at(start+skip.Frame), skip.Times, among("first", count, "such step"), cause)
}

func changedPace(r *Recording, w *Words) string {
	pace, start, count := first(r, Paces)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sfrom this frame on steps are %.2g times as long as before (%s), so the frames were written at another interval; ",
		w.at(start+pace.Frame), pace.Times, among("first", count, "such change"))
}

func repeatedFrames(r *Recording, w *Words) string {
	pair, start, count := first(r, Again)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%sthis frame is the same as frame %d to the last bit, though %s change before or after it (%s); ",
		w.at(start+pair[0]), w.First+pair[1], w.Places, among("first", count, "such frame"))
}

func heldPlace(r *Recording, w *Words) string {
	stay, start, count := first(r, Stays)
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("%s%s stays where it is for %d frames and leaps by %s to the next (%s): it was not seen, and where it was last fills these frames; ",
		w.at(start+stay.Frame), w.Thing(stay.Particle), stay.Frames, w.far(stay.Length), among("first", count, "such place"))
}

// disordered finds frames that do not go on. Frames written twice turn as much, and are told by themselves.
func disordered(r *Recording, w *Words) string {
	if !(r.roughness() > Rough) || repeatedFrames(r, w) != "" {
		return ""
	}
	return under(w.Key, fmt.Sprintf("the %s do not continue from frame to frame; ", w.Places))
}

func lateRates(r *Recording, w *Words) string {
	all := r.RateLag()
	if count, thing, own := r.LateThings(all); count > 0 {
		return under(w.RateKey, fmt.Sprintf("the %s of %s are %s against its %s, and not as those of all (%s); ", w.Rates, w.Thing(thing), own, w.Places, among("latest", count, "such column")))
	}
	if !all.Told() {
		return ""
	}
	return under(w.RateKey, fmt.Sprintf("the %s are %s against the %s, by how these change from frame to frame; shift them by --shift %s=%g, or ", w.Rates, all, w.Places, w.RateOption, all.Shift()))
}

func noLoads(r *Recording, w *Words) string {
	r.addEnergies()
	share := r.Undriven()
	if share == 0 {
		return ""
	}
	return under(w.LoadKey, fmt.Sprintf("the %s are 0 in all frames, but the energy of the system rises by %.2g of what it changes by, which gravity and friction cannot do. They were not recorded, and no constants follow from a motion that something unknown drives; ", w.Loads, share))
}

func lateLoads(r *Recording, w *Words) string {
	r.addEnergies()
	lag := r.LoadLag()
	if !lag.LoadTold() {
		return ""
	}
	return under(w.LoadKey, fmt.Sprintf("the %s are %s against the %s, by the energy that they give to the system; shift them by --shift %s=%g, or ", w.Loads, lag, w.Places, w.LoadOption, lag.Shift()))
}
