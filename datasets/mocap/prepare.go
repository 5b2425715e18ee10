package mocap

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/system"
)

// Options of Prepare.
type Options struct {
	Seed  uint64 // of the split, where Split is empty
	Split string // a file with a split that was drawn before
}

// Prepare makes a data set from a folder with one ASF file and the AMC files
// of its trials, by the protocol of the paper: trials split 11 / 6 / 6,
// pairs of frames 30 apart that begin among the first 300 of each, 200 of
// all training trials and 100 of each other one; the graph of bones and
// pairs of bones; six bones as sticks. Cases are numbered from 0 in the
// order of the files' names.
func Prepare(folder string, o Options) (*datasets.Data, error) {
	skeleton, names, trials, err := readFolder(folder)
	if err != nil {
		return nil, err
	}
	frames := make([]int, len(trials))
	for i, trial := range trials {
		frames[i] = trial.Frames()
	}
	drawn := fmt.Sprintf("split drawn from seed %d", o.Seed)
	var origins map[string]datasets.Origin
	if o.Split != "" {
		drawn = "split given"
		origins, err = readSplit(o.Split, frames)
	} else if origins, err = drawSplit(names, frames, o.Seed); err != nil {
		err = fmt.Errorf("%s: %w", folder, err)
	}
	if err != nil {
		return nil, err
	}
	template, chosen, err := skeleton.template(o.Seed)
	if err != nil {
		return nil, err
	}
	data := &datasets.Data{
		NodeFeatures: []string{"one"}, EdgeFeatures: []string{"hop"}, Origins: origins,
		About: datasets.About{
			LengthUnit:   fmt.Sprintf("ASF unit of length %s (CMU: 0.45 is 1/0.45 inch, 5.644 cm)", skeleton.LengthUnit),
			VelocityUnit: "ASF unit a frame",
			Interval:     fmt.Sprintf("%d frames", span),
			Source:       fmt.Sprintf("motion capture, %s, cases from 0: %s; %s", filepath.Base(skeleton.Path), strings.Join(names, ", "), drawn+chosen),
			Licence:      "CMU's database (mocap.cs.cmu.edu, created with funding from NSF EIA-0196217) may be copied, modified and redistributed but not resold",
		},
	}
	for split, samples := range data.Splits() {
		origin := origins[split]
		for i, starts := range pairs(split, origin) {
			for _, start := range starts {
				*samples = append(*samples, trials[origin.Cases[i]].Pair(int(start), span, template))
			}
		}
	}
	return data, nil
}

// readFolder reads the skeleton and the trials, with their names in order.
func readFolder(folder string) (skeleton *Skeleton, names []string, trials []system.Trajectory, err error) {
	skeletons, motions, err := Files(folder)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(skeletons) != 1 || len(motions) < 3 {
		return nil, nil, nil, fmt.Errorf("%s has %d .asf and %d .amc files: expected one skeleton and the motions of three trials or more", folder, len(skeletons), len(motions))
	}
	if skeleton, err = ReadSkeleton(skeletons[0]); err != nil {
		return nil, nil, nil, err
	}
	for _, path := range motions {
		trial, err := skeleton.ReadMotion(path)
		if err != nil {
			return nil, nil, nil, err
		}
		names = append(names, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
		trials = append(trials, trial)
	}
	return skeleton, names, trials, nil
}

// paperSticks are the bones that the paper keeps rigid, by their ends.
var paperSticks = [][2]string{
	{"root", "lowerback"}, {"upperback", "thorax"}, {"lfemur", "ltibia"}, {"rfemur", "rtibia"},
	{"lclavicle", "lhumerus"}, {"rclavicle", "rhumerus"},
}

// template has the topology and the features of every sample. A skeleton
// without the bones of the paper gets a random choice of sticks, which
// chosen then says.
func (s *Skeleton) template(seed uint64) (sample system.Sample, chosen string, err error) {
	sample = system.Sample{Bonds: s.Bones(), NodeFeatures: slices.Repeat([]float32{1}, len(s.Joints))}
	for _, ends := range paperSticks {
		first, hasFirst := s.byName[ends[0]]
		second, hasSecond := s.byName[ends[1]]
		if hasFirst && hasSecond {
			sample.Objects = append(sample.Objects, system.Stick.Of(first, second))
		}
	}
	if len(sample.Objects) < len(paperSticks) {
		chosen = fmt.Sprintf(", sticks chosen from seed %d", seed)
		if sample.Objects, err = graph.Decompose(len(s.Joints), sample.Bonds, graph.Choice{Seed: seed}); err != nil {
			return sample, "", fmt.Errorf("%s: %w", s.Path, err)
		}
	}
	sample.Neighbors, sample.EdgeFeatures = graph.TwoHop(len(s.Joints), sample.Bonds)
	return sample, chosen, nil
}

// Files lists the ASF and the AMC files of a folder, each sorted, with
// extensions in lower or upper case: all that Prepare reads.
func Files(folder string) (skeletons, motions []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the folder of ASF and AMC files: %w", err)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch strings.ToLower(filepath.Ext(path)) {
		case ".asf":
			skeletons = append(skeletons, path)
		case ".amc":
			motions = append(motions, path)
		}
	}
	return skeletons, motions, nil
}
