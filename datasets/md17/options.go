package md17

import (
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fields"
)

// Options holds the options of Prepare.
type Options struct {
	Molecule string   // a name of MD17, for the sticks of the paper; may be empty
	Seed     *uint64  // seed of the split and of the sticks, if they are not given; nil stands for 1
	Split    string   // a file with a split that was drawn before; may be empty
	Span     int      // frames from input to target; 0 stands for DefaultSpan, or a tenth of a trajectory that is too short for that
	SpanTime float64  // the same in fs, or 0 if Span has it
	Dt       float64  // fs from frame to frame of a file that lacks it, or 0 if it is not known
	InFrames bool     // whether velocities are in angstrom a frame, whatever the file says of time
	Heavy    bool     // whether hydrogens are dropped
	Features []string // features of atoms: z, element, mass; nil stands for z and mass
	Types    string   // the elements of words in an XYZ file, as in 1=O,2=H, or AtomicNumbers; may be empty
	Unit     string   // unit of length, one of lengthUnits; empty for the unit of the file
	Cutoff   float64  // distance in angstrom within which atoms are neighbors; 0 for neighbors by one or two bonds
	Sticks   string   // which bonds are sticks: RigidSticks, SomeSticks or NoSticks; empty stands for RigidSticks
	Rigid    bool     // whether parts of molecules that are rigid in the data are bodies
	AtRandom bool     // whether pairs of all splits begin anywhere in the trajectory, as in the paper; otherwise each split has its own part of the time
	// Train, Valid and Test are the greatest numbers of pairs; 0 stands for 500, 2000 and 2000.
	Train, Valid, Test int

	published bool // whether ready-made pairs are accepted although AtRandom is set
}

// Published returns the options with which the paper prepared a molecule. Hydrogens are
// dropped, the sticks are those of the paper, the time is in frames, and pairs begin at random.
// Ready-made pairs keep their splits.
func Published(molecule string, seed *uint64) Options {
	return Options{
		Molecule: molecule, Seed: seed, Span: DefaultSpan, InFrames: true, Heavy: true, AtRandom: true,
		Sticks: SomeSticks, Features: []string{NumberFeature}, published: true,
	}
}

// Validate reports options that are out of range or not known.
func (o Options) Validate() error {
	if !(o.Dt >= 0) || math.IsInf(o.Dt, 1) {
		return fields.Errorf("{dt} is %g: it is a number of fs above 0, or 0 where it is not known", o.Dt)
	}
	if o.Span < 0 {
		return fields.Errorf("a {span} of %d frames: it is 1 or more", o.Span)
	}
	if !(o.Cutoff >= 0) || math.IsInf(o.Cutoff, 1) {
		return fields.Errorf("a {cutoff} of %g angstrom: it is above 0, or 0 for neighbors by bonds", o.Cutoff)
	}
	if o.Train < 0 || o.Valid < 0 || o.Test < 0 {
		return fields.Errorf("%d {train}, %d {valid} and %d {test} pairs: each is 1 or more", o.Train, o.Valid, o.Test)
	}
	if _, known := lengthUnits[o.Unit]; o.Unit != "" && !known {
		return fields.Errorf("the {unit} %.40q is not known: expected one of %s", o.Unit, strings.Join(knownUnits(), ", "))
	}
	if _, err := parseTypes(o.Types); err != nil || o.Features == nil {
		return err
	}
	return checkFeatures(o.Features)
}

// checkOptions reports options that would change nothing or that contradict one another.
func (s *source) checkOptions(o Options) error {
	switch {
	case s.name != "" && (o.Molecule != "" || o.Split != ""):
		return fields.Errorf("%s: the file has several molecules, and {molecule} and {split} are of one: leave them out", s.path)
	case o.Sticks == NoSticks && o.Molecule != "" && o.Split == "":
		return fields.Errorf("the {molecule} names the sticks of the paper, and {sticks} none wants none: leave one of them out")
	case o.AtRandom && o.Split != "":
		return fields.Errorf("{at_random} draws a split, and {split} gives one: leave one of them out")
	case s.pairs != nil && o.AtRandom && !o.published:
		return fields.Errorf("%s holds pairs of frames that are split already: leave {at_random} out, or prepare the trajectory that they are from", s.path)
	case s.pairs != nil && o.Split != "":
		return fields.Errorf("%s holds pairs of frames that are split already: leave {split} out", s.path)
	case s.pairs != nil && o.Span != DefaultSpan && int64(o.Span) != s.interval:
		return fields.Errorf("%s holds pairs of frames, whose span is given: leave {span} out", s.path)
	case !o.Heavy && paperSticks[o.Molecule] != nil && slices.Contains(s.numbers, 1):
		return fields.Errorf("{molecule} names the sticks of the paper, and those of %s are numbered without hydrogens: give {hydrogens} drop, too, or leave {molecule} out", o.Molecule)
	case o.Types != "" && (s.pairs != nil || s.motion.Particles > 0 && s.cells == nil):
		return fields.Errorf("%s has atomic numbers: leave {types} out", s.path)
	case o.Molecule != "" && paperSticks[o.Molecule] == nil && o.Split == "":
		return fields.Errorf("the molecule %q is none of the paper's: %s; leave {molecule} out, so that bonds that are rigid in the data are sticks",
			o.Molecule, strings.Join(slices.Sorted(maps.Keys(paperSticks)), ", "))
	}
	return nil
}
