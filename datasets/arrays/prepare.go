// Package arrays makes data sets from arrays of positions and velocities, which simulations and
// recordings of mechanical systems are saved as. These are whole trajectories, with masses,
// pins, gravity, forces and whatever else systems are given.
package arrays

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/arrays/keys"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/arrays/structure"
	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
	"gmnc/internal/units"
	"gmnc/system"
)

// Options holds the options of Prepare.
type Options struct {
	Interval int     // frames from input to target
	Frames   int     // greatest number of frames of a sample, or 0 for the frames of the split's shortest recording
	Dt       float64 // time from frame to frame of a file that lacks it, or 0 for none
	Seed     *uint64 // seed of the split, if the file has none; nil stands for 1
	AtRandom bool    // whether samples of all splits are from all recordings; otherwise each split has recordings, or a part of the time, of its own
	// Shift holds the number of frames by which an array that differs from frame to frame is
	// moved in time against the positions, by the array's name. Half a frame earlier is -0.5.
	Shift map[string]float64

	LengthUnit, TimeUnit string   // units of a file that lacks them; may be empty
	Ignore               []string // keys that are not to be read
	StartInside          bool     // whether recordings may begin far behind a plane
	OtherGravity         bool     // whether motions may contradict gravity by a power of ten
	Checked              bool     // whether the caller has checked the recordings itself
	Jump                 string   // text of where such a caller found that positions jump, or "" if they do not
	// Breaks holds the frames of each split from which positions jump to the next, as such a
	// caller found.
	Breaks map[string][]int
}

// mostShift is the greatest number of frames by which arrays are moved in time.
const mostShift = 1000

// Validate reports options that are out of range.
func (o Options) Validate() error {
	switch {
	case o.Interval < 1:
		return fields.Errorf("{interval} %d: it is 1 frame or more", o.Interval)
	case o.Frames < 0 || o.Frames == 1:
		return fields.Errorf("{frames} %d: it is 2 or more, or 0 for the shortest recording's", o.Frames)
	case !(o.Dt >= 0) || math.IsInf(o.Dt, 1):
		return fields.Errorf("{dt} %g: it is a number above 0, or 0 for none", o.Dt)
	}
	for name, shift := range o.Shift {
		if !(math.Abs(shift) <= mostShift) {
			return fields.Errorf("{shift} %s=%g: it is a number of frames, -%d to %[3]d", name, shift, mostShift)
		}
	}
	for _, name := range o.Ignore {
		if keys.CutSplit(name) == "positions" {
			return fields.Errorf("{ignore} %s: no data set is without positions", name)
		}
	}
	for _, unit := range []struct{ option, text, what, like string }{{"length_unit", o.LengthUnit, "length", "m"}, {"time_unit", o.TimeUnit, "time", "s"}} {
		if _, err := units.Parse(unit.text); unit.text != "" && err != nil {
			return fields.Errorf("{"+unit.option+"} %q: %w", unit.text, err)
		} else if !units.MayMeasure(unit.text, unit.like) {
			return fields.Errorf("{"+unit.option+"} %q is no unit of %s: expected one such as %s", unit.text, unit.what, unit.like)
		}
	}
	return nil
}

// Prepare makes a data set from an .npz file. The arrays of a split have its name and _
// before their own names. The arrays of a split, or of a file without splits, are
//
//	positions   [recordings, frames, n, 3], or [frames, n, 3]
//	velocities  as positions; central differences if they are missing
//	start       [recordings]  the first frame of each, if recordings have no axis
//
// Fields (system.GivenFields) have their shape in data sets. Before it there may be an axis
// of recordings, or axes of recordings and frames as in positions. Infinite masses pin
// particles. Planes are planes [any, 4], normals and offsets, or a single plane [4]. The
// arrays of rigid bodies, whose particles may be markers, are
//
//	bodies        [n]          the index of each particle's body, -1 for none
//	body_mass     [bodies]     or one number for all
//	body_inertia  [bodies, 3]  principal moments; without them
//	half_size     [bodies, 3]  of solid boxes, or one number for all
//
// They say where the mass is. Without the last two it is in the particles. If there are
// planes, boxes of half_size touch other bodies. The arrays of rigid bodies with joints are
//
//	bodies                     [n]          the joint of each particle's body
//	joint_axis, joint_anchor   [joints, 3]  in the rest pose
//	joint_parent               [joints]     the parent of each joint, -1 for the ground
//	joint_slides               [joints]     1 for joints that slide; may be missing
//	damping, joint_friction    [joints]     or one number for all; may be missing
//	rest                       [n, 3]       the rest pose; the first frame if it is missing
//
// Then torque, thrust, dampings and frictions may have a number for each joint instead of
// each particle. The arrays of the whole file are dt, the time from frame to frame, the
// objects of data sets, springs [any, 2] with stiffness and rest_length, and the texts
// length_unit, velocity_unit, source, licence, up and names.
//
// Arrays with an integer for each recording are labels, which a note names. Every other key
// is an error unless it is ignored. Errors name the file, the key and the index.
// The notes say what was measured and what was left out.
func Prepare(path string, o Options) (data *datasets.Data, notes []string, err error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	err = npz.Open(path, func(a *npz.Archive) (err error) {
		data, notes, err = prepare(a, o)
		return err
	})
	return data, notes, err
}

// From does the same as Prepare for arrays in memory. path is used in errors and in the source.
func From(path string, all []npz.Array, o Options) (data *datasets.Data, notes []string, err error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	var file bytes.Buffer
	if err := npz.Encode(&file, all); err != nil {
		return nil, nil, err
	}
	a, err := npz.New(path, bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		return nil, nil, err
	}
	return prepare(a, o)
}

func prepare(a *npz.Archive, o Options) (*datasets.Data, []string, error) {
	s := &source{Reader: keys.New(a, o.Ignore), o: o}
	data, notes, err := s.prepare()
	return data, notes, s.about.NameParticles(err)
}

func (s *source) prepare() (*datasets.Data, []string, error) {
	if err := s.readAll(); err != nil {
		return nil, nil, err
	}
	data := &datasets.Data{About: s.about}
	if s.Springs != nil {
		data.EdgeFeatures = s.Springs.Features()
	}
	for _, g := range s.groups {
		if err := s.pinInfinite(g); err != nil {
			return nil, nil, err
		}
		if err := s.checkPins(g); err != nil {
			return nil, nil, err
		}
		if err := s.cut(g); err != nil {
			return nil, nil, err
		}
		if err := s.checkKnown(g); err != nil {
			return nil, nil, err
		}
	}
	if err := s.fill(data); err != nil {
		return nil, nil, err
	}
	err := data.Check(checks.CheckRounding)
	if err == nil && !s.o.OtherGravity {
		err = data.Check(checks.CheckGravity)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", s.Path, err)
	}
	return data, append(s.Notes, s.stretched(data)...), nil
}

// source is a file that is being read.
type source struct {
	*keys.Reader
	structure.Structure
	o Options

	about     datasets.About
	time      float64 // from frame to frame, or 0 if it is not known
	speeds    float64 // factor that converts velocities of the file to the length unit of positions; 0 stands for 1
	particles int
	groups    []*recordings.Group
	shared    system.Sample // holds the graph of the springs
}

// readAll reads every array, and reports keys that are not known.
func (s *source) readAll() error {
	splits, err := s.splits()
	if err != nil {
		return err
	}
	if err := s.readAbout(); err != nil {
		return err
	}
	for _, split := range splits {
		if err := s.readGroup(split); err != nil {
			return err
		}
	}
	if names := len(s.about.ParticleNames()); s.about.Names != "" && names != s.particles {
		return s.Errorf("names", "has %d names, with | between, and positions have %d particles: expected as many", names, s.particles)
	}
	if s.Structure, err = structure.Read(s.Reader, s.particles, s.groups[0].Positions); err != nil {
		return err
	}
	for _, f := range system.GivenFields() {
		if err := s.readField(f); err != nil {
			return err
		}
	}
	for _, g := range s.groups {
		if err := s.readVelocities(g); err != nil {
			return err
		}
		if err := s.shift(g); err != nil {
			return err
		}
		s.useCells(g)
		s.examine(g)
		if err := s.fitVelocities(g); err != nil {
			return err
		}
	}
	s.noteOverlaps()
	return s.checkKeys()
}

// splits returns the names of the splits that the file has, or one empty name if it has none.
func (s *source) splits() (splits []string, err error) {
	for _, split := range datasets.SplitNames {
		if key := split + "_" + system.Position.Array(); s.Has(key) {
			return nil, s.Errorf(key, "is there: the file is a data set already, which gmnc inspect and gmnc train read")
		}
	}
	for _, split := range datasets.SplitNames {
		switch key := split + "_velocities"; {
		case s.Has(split + "_positions"):
			splits = append(splits, split)
		case s.Has(key) && !s.Ignores(key):
			return nil, s.Errorf(key, "is there without %s_positions: expected both, or neither", split)
		}
	}
	switch {
	case splits != nil && s.Has("positions"):
		return nil, s.Errorf("positions", "is there and %s_positions, too: expected arrays of splits, or of all recordings", splits[0])
	case splits == nil && !s.Has("positions"):
		return nil, fmt.Errorf("%s has no positions: expected positions or {%s}_positions [recordings, frames, particles, 3], and has %s",
			s.Path, strings.Join(datasets.SplitNames, ","), keys.Shortened(s.Keys))
	case splits == nil:
		splits = []string{""}
	}
	return splits, nil
}
