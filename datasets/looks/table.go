package looks

import (
	"cmp"
	"fmt"
	"slices"
)

// Note is what a look found.
type Note struct {
	Look   string `json:"look"`   // the name of the row
	Found  string `json:"found"`  // what was measured
	Remedy string `json:"remedy"` // what to do about it
}

// Text is the note in a line, as readers tell it.
func (n Note) Text() string { return n.Found + "; " + n.Remedy }

// String is the note in a line that begins with the name of the row.
func (n Note) String() string { return fmt.Sprintf("%s: %s: %s", n.Look, n.Found, n.Remedy) }

// Breaks reports whether velocities do not follow from positions where this was found.
func (n Note) Breaks() bool {
	return slices.Contains([]string{AJump, ASeam, ThereAgain, HeldPlace}, n.Look)
}

// Names of rows, for readers that have a remedy of their own.
const (
	AJump, ASeam, Missing, AnotherPace, UnevenStamps   = "jump", "seam", "missing frames", "another interval", "time stamps"
	ThereAgain, HeldPlace, Swapped, OutOfOrder         = "repeated frames", "held place", "swapped frames", "order of frames"
	LateRates, NoLoads, LateLoads                      = "late rates", "loads of 0", "late loads"
	BeyondLimits, OtherRates, ClippedLoads, OtherLoads = "limits", "scale of rates", "clipped loads", "scale of loads"
)

// needs are what a row takes of what is looked at.
type needs uint8

const (
	frames   needs = 1 << iota // positions of a recording, frame after frame, as read or in a data set
	stamps                     // the times of frames
	rates                      // velocities in frames, and the time between these
	loads                      // forces or torques in frames
	energies                   // those that loads change, by what is known of the system
	limits                     // where joints may be
	samples                    // a data set
	chosen                     // a model
)

// row is a look: its name, what it needs, what it finds in words, which is empty where there is
// nothing to tell, and the remedy of readers that have none of their own. An offer is what
// the reader's options can do about it, to be said before the remedy.
type row struct {
	name   string
	needs  needs
	at     func(*seen) (found string)
	offer  func(*seen) string
	remedy string
}

// table has all looks, in the order in which notes are told.
var table = []row{
	{name: "interval", needs: samples, at: interval, remedy: "write the time from input to target with its unit, such as 0.02 s, and velocities and positions in one unit"},
	{name: "not recorded", needs: samples, at: notRecorded, remedy: "leave out what was not recorded: zeros are places, too"},
	{name: "at rest", needs: samples, at: startsAtRest, remedy: "if systems do not start at rest, give velocities, such as differences of positions over the time between frames"},
	{name: "pinned", needs: samples, at: pinned, remedy: "pin particles that are held where they are, alone"},
	{name: "charges", needs: samples, at: charges, remedy: "give charges in a unit in which they are about 1: networks see them as they are"},
	{name: "still particle", needs: samples, at: stillParticle, remedy: "if it is held, give the array pinned, which is 1 there, and take a model that reads it; other models move it"},
	{name: "acceleration", needs: samples, at: acceleration, remedy: "if that is gravity or another uniform field, give the array gravity, and take a model that reads it; other models know no direction in space"},
	{name: "gravity", needs: samples, at: gravityUnit, remedy: "unless damping takes nearly all of it, give gravity in lengths by squared times of the velocities"},
	{name: "gravity's sign", needs: samples, at: gravitySign, remedy: "unless damping takes as much, turn gravity round: it is the acceleration of free particles"},
	{name: "gravity's direction", needs: samples, at: gravityDirection, remedy: "turn gravity: it is the acceleration of free particles, in the axes of positions"},
	{name: "forces", needs: samples, at: forces, remedy: "unless damping takes as much, give force in masses times lengths by squared times of the velocities, and masses"},
	{name: "motors", needs: samples, at: motors, remedy: "give masses, lengths, torque, thrust and dampings of joints in units that fit: a torque is a mass times a squared length by a squared time; torques without what holds against gravity go with a gravity of 0"},
	{name: "springs' work", needs: samples, at: springWork, remedy: "give stiffness and masses in units that fit: a stiffness is a mass by a squared time"},
	{name: "damping", needs: samples, at: damping, remedy: "leave out --reverse, and take a model whose forces may depend on velocities"},
	{name: "energy", needs: samples, at: energy, remedy: "leave out --reverse; if motors or friction act, give what they do as an array: models know of it no other way"},
	{name: "rounding", needs: samples, at: rounding, remedy: "take positions from a point nearby, such as the mean of the first frame"},
	{name: "digits", needs: samples, at: digits, remedy: "write positions with more digits: what is lost is lost to training, too, and to velocities that are differences of them"},
	{name: "jump to a target", needs: samples, at: jump, remedy: "unwrap positions that a periodic box has wrapped, or remove these samples"},
	{name: "first frame", needs: samples, at: firstFrame, remedy: "leave out the frames before the motion, such as a rest pose"},
	{name: "traded places", needs: samples, at: tradedPlaces, remedy: "write particles in one order in all frames, by their ids"},
	{name: "velocities", needs: samples, at: velocities, remedy: "give velocities of the samples, particles and axes of the positions, in the direction of time"},
	{name: "bars", needs: samples, at: barsThatChange, remedy: "leave out objects whose lengths change, or choose others with gmnc decompose: models keep bars as long as they are"},
	{name: "lengths", needs: samples, at: lengthsThatDiffer, remedy: "if the bars are of one body, write positions with more digits, or fit them to it first; otherwise go on"},
	{name: "split", needs: samples, at: sharedSamples, remedy: "split the data so that no sample is in two parts: the errors on them say nothing of new data"},
	{name: "overlap", needs: samples, at: overlap, remedy: "split each trajectory by time, with a gap of one prediction interval between the parts, or split by whole trajectories: errors on these samples, and radii that they calibrate, say little about motion at other times"},
	{name: "repeats", needs: samples, at: repeats, remedy: "leave out samples that are there again: they count as often, and errors on them say less"},
	{name: "other targets", needs: samples, at: otherTargets, remedy: "give what else acts, such as forces or torques, as an array: of one input a model predicts one target"},
	{name: "scales", needs: samples, at: otherScales, remedy: "write all splits in one unit, and with targets one interval later; if the systems are others, go on"},
	{name: "planes", needs: samples, at: otherPlanes, remedy: "give offsets of planes in the unit of positions, along their normals"},
	{name: "springs", needs: samples, at: otherSprings, remedy: "give rest lengths in the unit of positions"},
	{name: "targets", needs: samples, at: targetsAreInputs, remedy: "give as xT and vT what is an interval later"},
	{name: "known target", needs: samples, at: knownTarget, remedy: "take velocities at the time of the input, such as central differences; these hold the answer"},
	{name: "idle", needs: samples, at: actsOnNothing, remedy: "give what they act on, or leave them out"},
	{name: "unread", needs: samples | chosen, at: unread, remedy: "take a model that reads them, or of gmn-ode another integrator, such as rk4, or leave them out"},
	{name: "new to training", needs: samples, at: newToTraining, remedy: "put such samples into the training split, too: no weight has seen them"},
	{name: AJump, needs: frames, at: jumped, remedy: "leave out frames in another pose, and begin a recording after each jump"},
	{name: ASeam, needs: frames, at: joined, remedy: "begin a recording after it"},
	{name: Missing, needs: frames, at: skippedFrames, remedy: "write all frames, or begin a recording there"},
	{name: AnotherPace, needs: frames, at: changedPace, remedy: "write all frames at one interval"},
	{name: UnevenStamps, needs: frames | stamps, at: unevenStamps, remedy: "write frames at one interval, in order, or begin a recording at each gap"},
	{name: ThereAgain, needs: frames, at: repeatedFrames, remedy: "leave out the frames that repeat others"},
	{name: HeldPlace, needs: frames, at: heldPlace, remedy: "leave these frames out, and begin a recording after them"},
	{name: Swapped, needs: frames, at: swappedFrames, remedy: "put the frames in the order of time"},
	{name: OutOfOrder, needs: frames, at: disordered, remedy: "the frames are out of order, or too far apart for velocities"},
	{name: BeyondLimits, needs: frames | limits, at: beyondLimits, remedy: "places are in radians or metres, in columns by the names and directions of joints"},
	{name: OtherRates, needs: frames | rates, at: otherRates, remedy: "recordings, frames, columns or axes are in another order, unit or direction, the time between frames is not exact, or frames are far apart"},
	{name: LateRates, needs: frames | rates, at: lateRates, offer: shiftRates, remedy: "leave them out"},
	{name: ClippedLoads, needs: frames | loads, at: clippedLoads, remedy: "leave these frames out: what drives the system there is not what was recorded"},
	{name: OtherLoads, needs: frames | loads | energies, at: otherScaleOfLoads, remedy: "give loads in the unit of masses, lengths and times (N m, N) and in the directions of the joints, at the joints and not at motors"},
	{name: NoLoads, needs: frames | loads | energies, at: noLoads, remedy: "leave them out"},
	{name: LateLoads, needs: frames | loads | energies, at: lateLoads, offer: shiftLoads, remedy: "leave them out"},
}

// look runs the rows that the data allow.
func (s *seen) look() (notes []Note) {
	have := s.have()
	for _, row := range table {
		if row.needs&^have != 0 {
			continue
		}
		found := row.at(s)
		if found == "" {
			continue
		}
		remedy := cmp.Or(s.words.Remedies[row.name], row.remedy)
		if row.offer != nil {
			remedy = row.offer(s) + remedy
		}
		notes = append(notes, Note{row.name, found, remedy})
	}
	return notes
}
