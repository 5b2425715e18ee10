package mocap

import (
	"fmt"
	"path/filepath"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/system"
)

// Options of Prepare.
type Options struct {
	Seed  uint64 // of the split, where Split is empty
	Split string // a file with a split that was drawn before
	// Tree makes the whole skeleton one tree of rigid bones; else six of them
	// are sticks, as in the paper.
	Tree bool
	// Joints tells by features of the particles which joint each is: one column
	// a joint, 1 at that joint and 0 at the others, in place of the constant 1.
	Joints bool
}

// Prepare makes a data set from a folder with one ASF file and the AMC files
// of its trials, or with BVH files, by the protocol of the paper: trials split
// 11 / 6 / 6, pairs of frames 30 apart that begin among the first 300 of each,
// 200 of all training trials and 100 of each other one; the graph of bones and
// pairs of bones; six bones as sticks. Cases are numbered from 0 in the
// order of the files' names.
func Prepare(folder string, o Options) (*datasets.Data, error) {
	r, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	frames := make([]int, len(r.trials))
	for i, trial := range r.trials {
		frames[i] = trial.Frames()
	}
	drawn := fmt.Sprintf("split drawn from seed %d", o.Seed)
	var origins map[string]datasets.Origin
	if o.Split != "" {
		drawn = "split given"
		origins, err = readSplit(o.Split, frames)
	} else if origins, err = drawSplit(r.names, frames, o.Seed); err != nil {
		err = fmt.Errorf("%s: %w", folder, err)
	}
	if err != nil {
		return nil, err
	}
	template, chosen, err := r.skeleton.template(o)
	if err != nil {
		return nil, err
	}
	data := &datasets.Data{
		NodeFeatures: r.skeleton.features(o), EdgeFeatures: []string{"hop"}, Origins: origins,
		About: datasets.About{
			LengthUnit:   r.unit,
			VelocityUnit: strings.Fields(r.unit)[0] + " unit a frame",
			Interval:     r.interval,
			Source:       fmt.Sprintf("motion capture, %s, cases from 0: %s; %s", filepath.Base(r.skeleton.Path), strings.Join(r.names, ", "), drawn+chosen),
			Licence:      r.licence,
		},
	}
	for split, samples := range data.Splits() {
		origin := origins[split]
		for i, starts := range pairs(split, origin) {
			for _, start := range starts {
				*samples = append(*samples, r.trials[origin.Cases[i]].Pair(int(start), span, template))
			}
		}
	}
	return data, nil
}

// paperSticks are the bones that the paper keeps rigid, by their ends.
var paperSticks = [][2]string{
	{"root", "lowerback"}, {"upperback", "thorax"}, {"lfemur", "ltibia"}, {"rfemur", "rtibia"},
	{"lclavicle", "lhumerus"}, {"rclavicle", "rhumerus"},
}

// features names the features of particles.
func (s *Skeleton) features(o Options) []string {
	if !o.Joints {
		return []string{"one"}
	}
	names := make([]string, len(s.Joints))
	for i := range names {
		names[i] = fmt.Sprintf("joint%02d", i)
	}
	return names
}

// template has the topology and the features of every sample. A skeleton
// without the bones of the paper gets a random choice of sticks, which
// chosen then says.
func (s *Skeleton) template(o Options) (sample system.Sample, chosen string, err error) {
	columns := len(s.features(o))
	sample = system.Sample{Bonds: s.Bones(), NodeFeatures: make([]float32, len(s.Joints)*columns)}
	for i := range s.Joints {
		sample.NodeFeatures[i*columns+i%columns] = 1
	}
	sample.Neighbors, sample.EdgeFeatures = graph.TwoHop(len(s.Joints), sample.Bonds)
	if o.Tree {
		sample.Objects, err = s.tree()
		return sample, ", the skeleton as one tree", err
	}
	for _, ends := range paperSticks {
		first, hasFirst := s.byName[ends[0]]
		second, hasSecond := s.byName[ends[1]]
		if hasFirst && hasSecond {
			sample.Objects = append(sample.Objects, system.Stick.Of(first, second))
		}
	}
	if len(sample.Objects) < len(paperSticks) {
		chosen = fmt.Sprintf(", sticks chosen from seed %d", o.Seed)
		if sample.Objects, err = graph.Decompose(len(s.Joints), sample.Bonds, graph.Choice{Seed: o.Seed}); err != nil {
			return sample, "", fmt.Errorf("%s: %w", s.Path, err)
		}
	}
	return sample, chosen, nil
}

// tree is the whole skeleton as one tree of bones.
func (s *Skeleton) tree() (system.Objects, error) {
	parents := make([]int64, len(s.Joints))
	for i, joint := range s.Joints {
		parents[i] = int64(joint.Parent)
	}
	return system.Tree.Numbered(parents, func(_, format string, arguments ...any) error {
		return fmt.Errorf("%s"+format, append([]any{s.Path}, arguments...)...)
	})
}
