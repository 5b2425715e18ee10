package mocap

import (
	"fmt"
	"path/filepath"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/internal/fields"
	"gmnc/system"
)

// Options holds the options of Prepare.
type Options struct {
	// Seed is the seed of the split, if Split is empty, and of sticks that are chosen. nil
	// stands for 1.
	Seed  *uint64
	Split string // a file with a split that was drawn before; may be empty
	// AtRandom draws the pairs of all splits from all trials. Otherwise each trial belongs to
	// one split.
	AtRandom bool
	// Tree makes the whole skeleton one tree of rigid bones. Otherwise six bones are sticks, as
	// in the paper.
	Tree bool
	// Joints makes the features of the particles tell the joints apart. There is one column for
	// each joint, which is 1 at that joint and 0 at the others, instead of the constant 1.
	Joints bool
	// Span is the number of frames from input to target. Starts is the number of pairs that are
	// drawn from each trial.
	Span, Starts int
	// Unit is the unit of length: m, cm, or FileUnit, which keeps the unit of the files. Empty
	// stands for FileUnit. BVH files do not name their unit, so theirs is the given one.
	Unit string
}

// Validate reports options that are out of range. A span of 1 frame is, because the velocity is
// the difference to the next frame, which would be the target.
func (o Options) Validate() error {
	switch {
	case o.Span < 2:
		return fields.Errorf("a {span} of %d frames: it is 2 or more, as the velocity is the difference to the next frame, which would be the target", o.Span)
	case o.Unit != "" && o.Unit != FileUnit && meter[o.Unit] == 0:
		return fields.Errorf("{unit} %.20q: expected m, cm or %s", o.Unit, FileUnit)
	case o.AtRandom && o.Split != "":
		return fields.Errorf("{at_random} draws a split, and {split} gives one: leave one of them out")
	case o.Starts < 1:
		return fields.Errorf("{starts} is %d: it is 1 or more", o.Starts)
	}
	return nil
}

// Prepare makes a data set from a folder by the protocol of the paper. The folder has one ASF
// file and the AMC files of its trials, or BVH files.
//
// Trials are split 11 / 6 / 6. Pairs of frames are 30 apart and begin among the first 300 of
// each trial. There are 200 pairs from all training trials together, and 100 from each other
// trial. Fewer than three trials are split by time. With AtRandom the pairs of all splits are
// from all trials.
//
// The graph has the bones and pairs of bones. Six bones are sticks. Cases are numbered from 0
// in the order of the files' names. The notes are what users should know about the recording.
func Prepare(folder string, o Options) (data *datasets.Data, notes []string, err error) {
	if err := o.Validate(); err != nil {
		return nil, nil, err
	}
	r, err := readFolder(folder)
	if err != nil {
		return nil, nil, err
	}
	if err := r.convert(o.Unit); err != nil {
		return nil, nil, err
	}
	origins, drawn, err := r.split(folder, o)
	if err != nil {
		return nil, nil, err
	}
	if o.Split != "" && !r.skeleton.choosesSticks(o) {
		r.notes = append(r.notes, datasets.Unseeded(o.Seed, "the split is given, and no sticks are chosen")...)
	}
	data, err = r.data(origins, drawn, o)
	return data, r.notes, err
}

// split draws the pairs or reads them. drawn is a text of which it did.
func (r *recording) split(folder string, o Options) (origins map[string]datasets.Origin, drawn string, err error) {
	c := cut{names: r.names, o: o, broken: r.checkTrials()}
	for _, trial := range r.trials {
		c.frames = append(c.frames, trial.Frames())
	}
	if o.Split != "" {
		origins, err = readSplit(o.Split, c.frames, o.Span)
		return origins, "split given", err
	}
	if origins, err = c.draw(); err != nil {
		return nil, "", fmt.Errorf("%s: %w", folder, err)
	}
	drawn = fmt.Sprintf("split drawn from seed %d", datasets.Seed(o.Seed))
	switch {
	case o.AtRandom:
		drawn = fmt.Sprintf("split drawn at random from seed %d", datasets.Seed(o.Seed))
	case c.byTime():
		drawn += " by time"
		r.notes = append(r.notes, fmt.Sprintf("%d recordings are too few for three splits: each is split by time, with gaps of %d frames", len(r.trials), o.Span))
	}
	return origins, drawn, nil
}

// data returns the data set of the pairs of a recording.
func (r *recording) data(origins map[string]datasets.Origin, drawn string, o Options) (*datasets.Data, error) {
	template, chosen, err := r.skeleton.template(o)
	if err != nil {
		return nil, err
	}
	data := &datasets.Data{
		NodeFeatures: r.skeleton.features(o), EdgeFeatures: []string{"hop"}, Origins: origins,
		About: datasets.About{
			LengthUnit:   r.unit,
			VelocityUnit: r.velocityUnit(),
			Interval:     r.interval(o.Span),
			Source:       fmt.Sprintf("motion capture, %s, cases from 0: %s; %s", filepath.Base(r.skeleton.Path), strings.Join(r.names, ", "), drawn+chosen),
			Licence:      r.licence,
			Up:           "y", // in ASF, and in BVH files of most programs
			Names:        r.skeleton.jointNames(),
		},
	}
	for split, samples := range data.Splits() {
		origin := origins[split]
		for i, starts := range pairs(split, origin, o.Starts) {
			for _, start := range starts {
				*samples = append(*samples, r.trials[origin.Cases[i]].Pair(int(start), o.Span, template))
			}
		}
	}
	return data, nil
}

// velocityUnit returns the unit of displacements to the next frame.
func (r *recording) velocityUnit() string {
	if meter[r.unit] != 0 {
		return r.unit + " a frame"
	}
	return strings.Fields(r.unit)[0] + " unit a frame"
}

// jointNames returns the joined names of the particles: the far ends of bones in ASF, and the
// joints in BVH.
func (s *skeleton) jointNames() string {
	names := make([]string, len(s.Joints))
	for i, joint := range s.Joints {
		names[i] = joint.Name
	}
	return datasets.Named(names)
}

// paperSticks holds the ends of the bones that the paper keeps rigid.
var paperSticks = [][2]string{
	{"root", "lowerback"}, {"upperback", "thorax"}, {"lfemur", "ltibia"}, {"rfemur", "rtibia"},
	{"lclavicle", "lhumerus"}, {"rclavicle", "rhumerus"},
}

// features returns the names of the features of particles.
func (s *skeleton) features(o Options) []string {
	if !o.Joints {
		return []string{"one"}
	}
	names := make([]string, len(s.Joints))
	for i := range names {
		names[i] = fmt.Sprintf("joint%02d", i)
	}
	return names
}

// template returns a sample with the topology and the features that all samples have. A
// skeleton that lacks a bone of the paper gets a random choice of sticks, and chosen is a text
// that says so.
func (s *skeleton) template(o Options) (sample system.Sample, chosen string, err error) {
	columns := len(s.features(o))
	sample = system.Sample{Bonds: s.bones(), NodeFeatures: make([]float32, len(s.Joints)*columns)}
	for i := range s.Joints {
		sample.NodeFeatures[i*columns+i%columns] = 1
	}
	sample.Neighbors, sample.EdgeFeatures = graph.TwoHop(len(s.Joints), sample.Bonds)
	if o.Tree {
		sample.Objects, err = s.tree()
		return sample, ", the skeleton as one tree", err
	}
	if sample.Objects = s.paperSticks(); s.choosesSticks(o) {
		seed := datasets.Seed(o.Seed)
		chosen = fmt.Sprintf(", sticks chosen from seed %d", seed)
		if sample.Objects, err = graph.Decompose(len(s.Joints), sample.Bonds, graph.Choice{Seed: seed}); err != nil {
			return sample, "", fmt.Errorf("%s: %w", s.Path, err)
		}
	}
	return sample, chosen, nil
}

// paperSticks returns the sticks of the paper that the skeleton has.
func (s *skeleton) paperSticks() (sticks system.Objects) {
	for _, ends := range paperSticks {
		first, hasFirst := s.byName[ends[0]]
		second, hasSecond := s.byName[ends[1]]
		if hasFirst && hasSecond {
			sticks = append(sticks, system.Stick.Of(first, second))
		}
	}
	return sticks
}

// choosesSticks reports whether sticks are chosen from the seed.
func (s *skeleton) choosesSticks(o Options) bool {
	return !o.Tree && len(s.paperSticks()) < len(paperSticks)
}

// tree returns the whole skeleton as one tree of bones.
func (s *skeleton) tree() (system.Objects, error) {
	parents := make([]int64, len(s.Joints))
	for i, joint := range s.Joints {
		parents[i] = int64(joint.Parent)
	}
	return system.Tree.Numbered(parents, func(_, format string, arguments ...any) error {
		return fmt.Errorf("%s"+format, append([]any{s.Path}, arguments...)...)
	})
}
