package md17

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/internal/fields"
	"gmnc/system"
)

// Options of Prepare.
type Options struct {
	Molecule string // a name of MD17, for the sticks of the paper; may be empty
	Seed     uint64 // of the split and of sticks, where they are not given
	Split    string // a file with a split that was drawn before; may be empty
	Span     int    // frames from input to target
}

// Validate reports a span that leads to no later frame.
func (o Options) Validate() error {
	if o.Span < 1 {
		return fmt.Errorf("a span of %d frames: it is 1 or more", o.Span)
	}
	return nil
}

// AsGiven says in a data set's source that its file had pairs, split already:
// Prepare with another seed gives the same.
const AsGiven = "pairs as given"

// Prepare makes a data set from a molecule's trajectory by the protocol of the
// paper: without hydrogens; bonds shorter than 1.6 angstrom and pairs of
// bonds as the graph; 500 pairs of frames for training and 2000 for each
// other split. The file is an .npz file with R [frames, atoms, 3] and z
// [atoms], one with ready-made pairs, or a trajectory as XYZ.
func Prepare(path string, o Options) (*datasets.Data, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s, err := read(path)
	if err != nil {
		return nil, err
	}
	if err := s.checkOptions(o); err != nil {
		return nil, err
	}
	if s.dropHydrogens(); len(s.numbers) == 0 {
		return nil, errors.New(path + ": there are only hydrogens, which are dropped")
	}
	template, sticks, err := s.template(o.Molecule, o.Seed)
	if err != nil {
		return nil, err
	}
	data := &datasets.Data{NodeFeatures: nodeFeatures, EdgeFeatures: edgeFeatures}
	split := AsGiven
	if s.pairs != nil {
		data.Train, data.Valid, data.Test = alike(s.pairs.Train, template), alike(s.pairs.Valid, template), alike(s.pairs.Test, template)
	} else if split, err = s.cut(data, template, o); err != nil {
		return nil, err
	}
	data.About = datasets.About{
		LengthUnit: "angstrom", VelocityUnit: "angstrom a frame",
		Source: fmt.Sprintf("%s, hydrogens dropped, %s, %s", filepath.Base(path), sticks, split),
	}
	if o.Molecule != "" {
		data.About.Source = o.Molecule + ": " + data.About.Source
	}
	if s.interval > 0 {
		data.About.Interval = fmt.Sprintf("%d frames", s.interval)
	}
	return data, nil
}

// checkOptions refuses options that would change nothing.
func (s *source) checkOptions(o Options) error {
	switch {
	case s.pairs != nil && o.Split != "":
		return fields.Errorf("%s holds pairs of frames that are split already: leave {split} out", s.path)
	case s.pairs != nil && o.Span != DefaultSpan && int64(o.Span) != s.interval:
		return fields.Errorf("%s holds pairs of frames, whose span is given: leave {span} out", s.path)
	case o.Molecule != "" && paperSticks[o.Molecule] == nil && o.Split == "":
		return fields.Errorf("the molecule %q is none of the paper's: %s; leave {molecule} out to choose sticks from the seed",
			o.Molecule, strings.Join(slices.Sorted(maps.Keys(paperSticks)), ", "))
	}
	return nil
}

// alike gives pairs the template's topology and features.
func alike(pairs []system.Sample, template system.Sample) []system.Sample {
	samples := make([]system.Sample, len(pairs))
	for i, pair := range pairs {
		samples[i] = template
		samples[i].Position, samples[i].Velocity, samples[i].TargetPosition = pair.Position, pair.Velocity, pair.TargetPosition
	}
	return samples
}

// cut cuts the pairs out of the trajectory, and says which.
func (s *source) cut(data *datasets.Data, template system.Sample, o Options) (split string, err error) {
	s.interval = int64(o.Span)
	if o.Split != "" {
		split = "split given"
		data.Origins, err = readSplit(o.Split, o.Molecule, s.motion.Frames(), o.Span)
	} else {
		split = fmt.Sprintf("split drawn from seed %d", o.Seed)
		if data.Origins, err = drawSplit(s.motion.Frames(), o.Span, o.Seed); err != nil {
			err = fmt.Errorf("%s: %w", s.path, err)
		}
	}
	if err != nil {
		return "", err
	}
	for name, samples := range data.Splits() {
		for _, start := range data.Origins[name].Starts {
			*samples = append(*samples, s.motion.Pair(int(start), o.Span, template))
		}
	}
	return split, nil
}
