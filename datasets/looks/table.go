package looks

import "cmp"

// Note is what a look at recordings found.
type Note struct {
	Look   string // the name of the row
	Found  string // up to the remedy, with what stands between the two
	Remedy string // what to do about it
}

// Text is the note in a line.
func (n Note) Text() string { return n.Found + n.Remedy }

// Names of rows, for readers that have a remedy of their own.
const (
	AJump, ASeam, Missing, AnotherPace, UnevenStamps = "jump", "seam", "missing frames", "another interval", "time stamps"
	ThereAgain, HeldPlace, Swapped, OutOfOrder       = "repeated frames", "held place", "swapped frames", "order of frames"
	LateRates, NoLoads, LateLoads                    = "late rates", "loads of 0", "late loads"
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
	{AJump, always, jumped, "leave out frames in another pose, and begin a recording after each jump"},
	{ASeam, always, joined, "begin a recording after it"},
	{Missing, always, skippedFrames, "write all frames, or begin a recording there"},
	{AnotherPace, always, changedPace, "write all frames at one interval"},
	{UnevenStamps, hasStamps, unevenStamps, "write frames at one interval, in order, or begin a recording at each gap"},
	{ThereAgain, always, repeatedFrames, "leave out the frames that repeat others"},
	{HeldPlace, always, heldPlace, "leave these frames out, and begin a recording after them"},
	{Swapped, always, swappedFrames, "put the frames in the order of time"},
	{OutOfOrder, onlyPlaces, disordered, "the frames are out of order, or too far apart for velocities"},
	{LateRates, hasRates, lateRates, "leave them out"},
	{NoLoads, hasLoads, noLoads, "leave them out"},
	{LateLoads, hasLoads, lateLoads, "leave them out"},
}

func always(*Recording) bool       { return true }
func hasStamps(r *Recording) bool  { return r.Stamps != nil }
func onlyPlaces(r *Recording) bool { return r.Rates == nil } // rates that fit places tell their order
func hasRates(r *Recording) bool   { return r.Rates != nil && r.Time > 0 }
func hasLoads(r *Recording) bool {
	return (r.Loads != nil || r.joints != nil) && (r.States != nil || r.Energies != nil || r.AddEnergies != nil)
}

// Look runs the rows that the recording's data allow. Frames of a file with time stamps are compared
// within stretches without gaps.
func (r *Recording) Look(w *Words) (notes []Note) {
	if r.Stamps != nil {
		r = r.stretches()
	}
	for _, row := range table {
		if !row.needs(r) {
			continue
		}
		if found := row.at(r, w); found != "" {
			notes = append(notes, Note{row.name, found, cmp.Or(w.Remedies[row.name], row.remedy)})
		}
	}
	return notes
}
