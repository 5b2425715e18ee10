package checks

import (
	"cmp"
	"fmt"
	"slices"
)

// Note is a finding of a check.
type Note struct {
	Check  string `json:"check"`  // the name of the row
	Found  string `json:"found"`  // what was measured
	Remedy string `json:"remedy"` // what to do about it
}

// Text returns the note in the form in which readers report it.
func (n Note) Text() string { return n.Found + "; " + n.Remedy }

// String returns the note, after the name of the row.
func (n Note) String() string { return fmt.Sprintf("%s: %s: %s", n.Check, n.Found, n.Remedy) }

// Breaks reports whether velocities do not follow from positions at this finding.
func (n Note) Breaks() bool {
	return slices.Contains([]string{AJump, ASeam, RepeatedFrames, FrozenPosition, ZeroPosition, Exchanged}, n.Check)
}

// These are the names of rows for which readers may have their own remedy.
const (
	AJump, ASeam, Missing, AnotherPace, UnevenStamps    = "jump", "seam", "missing frames", "another interval", "time stamps"
	RepeatedFrames, FrozenPosition, Swapped, OutOfOrder = "repeated frames", "frozen position", "swapped frames", "order of frames"
	LateRates, NoLoads, LostLoads, LateLoads            = "late rates", "loads of 0", "lost loads", "late loads"
	LateEnergies                                        = "late energies"
	ZeroPosition, Exchanged, StraightLine               = "filled with zeros", "exchanged places", "filled along a line"
	BeyondLimits, OtherRates, ClippedLoads, OtherLoads  = "limits", "scale of rates", "clipped loads", "scale of loads"
	InDegrees, InRadians                                = "angles in degrees", "angles in radians"
	OtherInterval, ChangedInterval                      = "interval of a recording", "interval within a recording"
)

// needs is the set of inputs that a row needs.
type needs uint16

const (
	frames   needs = 1 << iota // positions of a recording, frame after frame, as read or in a data set
	stamps                     // the times of frames
	rates                      // velocities in frames, and the time between these
	loads                      // forces or torques in frames
	energies                   // energies that loads change, as far as they are known
	limits                     // limits of joints
	samples                    // a data set
	chosen                     // a model
	several                    // several recordings, without rates or the times of frames
)

// result is what a check measures: its size, in the unit of the row's threshold, and the
// arguments of the row's words.
type result struct {
	size float64
	args []any
	runs [][2]int // runs of frames that its findings explain
}

// or returns the larger of two results.
func (m result) or(other result) result {
	if other.size > m.size {
		return other
	}
	return m
}

func measure(size float64, args ...any) result { return result{size: size, args: args} }

// row is a check. Its words are reported if it measures more than its threshold, which is a
// ratio, a number of frames, or 0 if findings are counted. The remedy is for readers that have
// none of their own. An offer is what the reader's options can do, and is put before the
// remedy.
type row struct {
	name      string
	needs     needs
	measure   func(*subject) result
	threshold float64
	format    string
	remedy    string
	offer     func(*subject) string
}

// These are thresholds that other checks use, too.
const (
	// factor is the factor between the work of gravity and the changes of kinetic energies
	// above which gravity is in another unit, rather than damped. CheckGravity reports when it
	// is certain.
	factor = 30
	// opposite is the least ratio of the energy that is lost to the work of gravity, or its
	// inverse, if gravity points the opposite way.
	opposite = 0.5
	// mostDriven is the greatest factor between the gain of systems and what known forces
	// explain.
	mostDriven = 3
	// slowed is the fraction of their velocity that centers of systems lose on average, above
	// which it is reported.
	slowed = 0.05
	// plain is the size of the mean deflection, relative to all deflections, above which it is
	// reported.
	plain = 0.1
	// exactLine is the ratio of displacements to the error of constant velocity above which
	// velocities are those to the targets.
	exactLine = 1e5
)

// table holds all checks in the order in which notes are reported. Rows of frames are in the order of
// causes: what an earlier row finds explains what later rows find at the same frames.
var table = []row{
	{"interval", samples, interval, 0, "%s",
		"write the time from input to target with its unit, such as 0.02 s, and velocities and positions in one unit", nil},
	{"not recorded", samples, notRecorded, 0, "%s",
		"leave out what was not recorded: zeros are positions, too", nil},
	{"at rest", samples, startsAtRest, 0, "v0 is 0 in all samples of %s that move",
		"if systems do not start at rest, give velocities, such as differences of positions over the time between frames", nil},
	{"pinned", samples, pinned, 1e-3, "particle %d of training sample %d is pinned, and is %.2g away in the target",
		"pin only particles that do not move", nil},
	{"charges", samples, charges, 1e4, "the largest charge of training samples is %.3g, without its sign",
		"give charges in a unit in which they are about 1: networks see them as they are", nil},
	{"still particle", samples, stillParticle, 0, "%s %v %s in any of %d training samples",
		"if it is pinned, give the array pinned, which is 1 there, and take a model that reads it; other models move it", nil},
	{"acceleration", samples, acceleration, plain, "training samples accelerate by (%.3g, %.3g, %.3g) on average%s, with a standard error of %.1g, in lengths by squared times of the velocities",
		"if that is gravity or another uniform field, give the array gravity, and take a model that reads it; other models know no direction in space", nil},
	{"gravity", samples, gravityUnit, factor, "the kinetic energy of training samples changes by %.3g times the work of gravity",
		"unless damping takes nearly all of it, give gravity in lengths by squared times of the velocities", nil},
	{"gravity's sign", samples, gravitySign, opposite, "the kinetic energy of training samples changes by %.3g times the work of gravity",
		"unless damping takes as much, reverse gravity: it is the acceleration of free particles", nil},
	{"gravity's direction", samples, gravityDirection, 0.3, "training samples have the gravity %.3g, and their %s by %.3g",
		"turn gravity: it is the acceleration of free particles, in the axes of positions (--gravity of robots)", nil},
	{"forces", samples, forces, mostDriven, "momenta of training samples change by %.2g times what force gives them in an interval of %.3g",
		"unless damping takes as much, give force in masses times lengths by squared times of the velocities, in the direction in which it acts, and masses", nil},
	{"motors", samples, motors, mostDriven, "%s",
		"give masses, lengths, torque, thrust and dampings of joints in units that fit: a torque is a mass times a squared length by a squared time. If torques leave out what holds the robot against gravity, give a gravity of 0", nil},
	{"springs' work", samples, springWork, mostDriven, "%s",
		"give stiffness and masses in units that fit: a stiffness is a mass by a squared time", nil},
	{"hydrogens", samples, hydrogens, slowed, "hydrogens were left out, which push the other atoms: the centers of molecules lose %.2g %% of their velocity from input to target on average",
		"keep them (gmnc prepare md17 --hydrogens keep)", nil},
	{"damping", samples, damping, slowed, "the centers of systems lose %.2g %% of their velocity from input to target on average",
		"leave out --reverse, and take a model whose forces may depend on velocities", nil},
	{"energy", samples, energy, 0.25, "systems %s %.2g %% of their kinetic energy from input to target on average (or vT is in another unit than v0)",
		"leave out --reverse; if motors or friction act, give what they do as an array: models know of it no other way", nil},
	{"rounding", samples, rounding, 1e-3, "%.2g of the displacements from inputs to targets is rounding, as positions are far from the origin",
		"take positions from a point nearby, such as the mean of the first frame, or targets some frames later", nil},
	{"digits", samples, digits, 0.01, "positions of training samples are rounded to %s, an error of %.2g of the displacements from inputs to targets",
		"write positions with more digits: what is lost is lost to training, too, and to velocities that are differences of them", nil},
	{"jump to a target", samples, jump, 0, "%s (%d such displacements)",
		"unwrap positions that a periodic box has wrapped, or remove these samples", nil},
	{"first frame", samples, firstFrame, 8, "the first training sample leads %.3g times as far from a straight line as is typical",
		"leave out the frames before the motion, such as a rest pose", nil},
	{"exchanged particles", samples, exchangedParticles, 0, "%s",
		"write particles in one order in all frames, by their ids", nil},
	{"velocities", samples, velocities, 0, "%s",
		"give velocities of the samples, particles and axes of the positions, in the direction of time", nil},
	{"bars", samples, barsThatChange, 0.05, "the %s of the training samples are not rigid: their lengths of %.3g change by %.2g on average, at most by %.2g",
		"leave out objects whose lengths change, or choose others with gmnc decompose: models keep bars as long as they are", nil},
	{"lengths", samples, lengthsThatDiffer, roundedLength, "the bar (%d, %d) of a %s keeps its length within samples, and is %.5g +- %.2g long from sample to sample",
		"if the bars are of one body, write positions with more digits, or fit them to it first; otherwise go on", nil},
	{"split", samples, sharedSamples, 0, "%s",
		"split the data so that no sample is in two parts: errors on these samples say nothing about new data", nil},
	{"overlap", samples, overlap, 0, "%s",
		"split each trajectory by time, with a gap of one prediction interval between the parts, or split by whole trajectories, if you have these: errors on these samples, and radii that they calibrate, say little about motion at other times", nil},
	{"repeats", samples, repeats, 0.05, "%d of %d samples of the %s split are copies of earlier ones",
		"leave out the copies: each of them counts as a sample of its own, in training and in errors", nil},
	{"other targets", samples, otherTargets, 0.05, "%d of %d samples of the %s split have the inputs of others, and other targets",
		"give what else acts, such as forces or torques, as an array: of one input a model predicts one target", nil},
	{"scales", samples, otherScales, 0, "%s",
		"write all splits in one unit, and with targets one interval later; if the systems are others, go on", nil},
	{"planes", samples, otherPlanes, 100, "no particle of training samples comes nearer to a plane than %.3g, and the typical length is %.3g",
		"give offsets of planes in the unit of positions, along their normals", nil},
	{"springs", samples, otherSprings, 30, "springs of training samples have rest lengths of %.3g on average, and tie what is %.3g apart",
		"give rest lengths in the unit of positions", nil},
	{"targets", samples, targetsAreInputs, 0, "%s in all of %d training samples%s",
		"give as xT and vT what is an interval later", nil},
	{"known target", samples, knownTarget, exactLine, "all targets are x0 + v0 t with t = %.4g, to %.1g of the displacement",
		"take velocities at the time of the input, such as central differences; these hold the answer", nil},
	{"idle", samples, actsOnNothing, 0, "%s",
		"give what they act on, or leave them out", nil},
	{"unread", samples | chosen, unread, 0, "%s %s not read by the model %s",
		"or leave them out", otherModels},
	{"unread energies", samples | chosen, unreadEnergies, 0, "no built-in model reads forces and energies: they are ignored",
		"leave them out, or register a model of energies", nil},
	{"new to training", samples, newToTraining, 0, "%s",
		"put such samples into the training split, too: no weight was trained on them", nil},
	{ZeroPosition, frames, filledWithZeros, 0, "%s%s is at %s from this frame to frame %d, and jumps there or back (%s): nothing was recorded, and this number fills these frames",
		"leave these frames out, and begin a recording after them", nil},
	{Exchanged, frames, exchangedPlaces, 0, "%s%s and %s exchange places from this frame to frame %d (%s)",
		"exchange them back there, with their velocities if these follow", nil},
	{RepeatedFrames, frames, repeatedFrames, 0, "%sthis frame is the same as frame %d to the last bit, though %s change before or after it (%s)",
		"leave out the frames that repeat others", nil},
	{FrozenPosition, frames, frozenPosition, 0, "%s%s stays where it is for %d frames and jumps by %s to the next (%s): it was out of sight, and its last position fills these frames",
		"leave these frames out, and begin a recording after them", nil},
	{StraightLine, frames, straightLines, 0, "%s%s moves along a straight line at one speed for %d frames, with a kink at either end, and bends in most others (%s): it was out of sight, and these frames were interpolated",
		"leave these frames out, and begin a recording after them", nil},
	{Swapped, frames, swappedFrames, 0, "%sthis frame and the next are exchanged (%s)",
		"put the frames in the order of time", nil},
	{AJump, frames, jumped, 0, "%s%s jumps by %s to the next frame (%s)",
		"leave out frames in another pose, and begin a recording after each jump", nil},
	{ASeam, frames, joined, 0, "%sthe step to the next frame is longer than those before and after it, and leads elsewhere, as where two recordings are joined (%s)",
		"begin a recording after it", nil},
	{Missing, frames, skippedFrames, 0, "%[1]sthe step to the next frame is %.2[2]g times as long as those before and after it (%[4]s), so %[3]s",
		"write all frames, or begin a recording there", nil},
	{AnotherPace, frames, changedPace, 0, "%sfrom this frame on steps are %.2g times as long as before (%s), so the frames were written at another interval",
		"write all frames at one interval", nil},
	{OtherInterval, frames | several, otherIntervals, 0, "%sthis recording moves from frame to frame as others do in %d frames (%s), so its frames are farther apart in time",
		"write all recordings at one interval, or go on if this motion is itself so much faster", nil},
	{ChangedInterval, frames, changedInterval, 0, "%sfrom here on, or from one of the next %d frames on, %s",
		"write all frames at one interval, or go on if this motion is itself so much faster there", nil},
	{UnevenStamps, frames | stamps, unevenStamps, jittered, "%s",
		"write frames at one interval, in order, or begin a recording at each gap", nil},
	{OutOfOrder, frames, disordered, Rough, "%sthe %s do not continue from frame to frame",
		"the frames are out of order, or too far apart for velocities", nil},
	{InDegrees, frames | loads | energies, inDegrees, 0, "%s%s",
		"convert these columns with numpy.deg2rad", nil},
	{InRadians, frames | loads | energies, inRadians, 0, "%s%s",
		"do not say that they are in degrees", nil},
	{BeyondLimits, frames | limits, beyondLimits, outside, "%soutside of the limits of the robot's file: %s",
		"positions are in radians or meters, in columns by the names and directions of joints", nil},
	{"followers", frames | limits, strayFollowers, strayedFollower, "%s%s is %.4g times %s plus %.4g by the robot's file (<mimic>), and %s: it is %.2g off",
		"positions are in radians or meters, in columns by the names and directions of joints, and multiplier and offset those of the robot that was recorded", nil},
	{OtherRates, frames | rates, otherRates, scaled, "%s%s",
		"recordings, frames, columns or axes are in another order, unit or direction, the time between frames is not exact, or frames are far apart", nil},
	{LateRates, frames | rates, lateRates, leastLag, "%sthe %s are %s against %s",
		"leave them out", shiftRates},
	{ClippedLoads, frames | loads, clippedLoads, 0, "%sthe %s of %s are %.4g to the last bit in %d frames, several in a row, and change in all others, as where they are clipped (%s)",
		"leave these frames out: what drives the system there is not what was recorded", nil},
	{OtherLoads, frames | loads | energies, otherScaleOfLoads, otherLoads, "%s%s",
		"give loads in the unit of masses, lengths and times (N m, N) and in the directions of the joints, at the joints and not at motors", turnLoads},
	{NoLoads, frames | loads | energies, noLoads, 0.2, "%sthe %s are 0 in all frames, but the energy of the system rises by %.2g of what it changes by, which gravity and friction cannot do. They were not recorded, and no constants follow from a motion that something unknown drives",
		"leave them out", nil},
	{LostLoads, frames | loads | energies, lostLoads, 0.3, "%sthe %s of %s are %.4g in %s, where the energy of the system changes by work that is missing: %.2g times %s: something drives it there that was not recorded",
		"leave them out, or these frames", nil},
	{LateLoads, frames | loads | energies, lateLoads, leastLoadLag, "%sthe %s are %s against the %s, by the motion that they drive",
		"leave them out", shiftLoads},
	{"scale of energies", frames | loads | energies, otherScaleOfEnergies, otherEnergies, "the energies fall by %.3g times the work of the %s, expected about 1",
		"give potential energies in the unit of forces times lengths, and forces in the direction in which they push", nil},
	{LateEnergies, frames | loads | energies, lateEnergies, leastLoadLag, "the energies are %s against the %s, by the work of the %s",
		"leave them out", nil},
}

// find returns the text of what the row measures if that is more than its threshold, and ""
// otherwise. What it finds explains what later rows find at the same frames.
func (r *row) find(s *subject) string {
	found := r.measure(s)
	if !(found.size > r.threshold) {
		return ""
	}
	s.explained = append(s.explained, found.runs...)
	return fmt.Sprintf(r.format, found.args...)
}

// check runs the rows that the data allow, of those that need what is given.
func (s *subject) check(given needs) (notes []Note) {
	have := s.have()
	for _, row := range table {
		if row.needs&^have != 0 || row.needs&given != given {
			continue
		}
		found := row.find(s)
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
