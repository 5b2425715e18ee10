package corpus

import (
	"context"
	"fmt"
	"strings"

	"gmnc/datasets"
	"gmnc/datasets/graph"
	"gmnc/datasets/npz"
	"gmnc/system"
)

// runSpan is the number of frames from input to target.
const runSpan = 30

// anyOf returns an axis of any size.
func anyOf(name string) npz.Axis { return npz.Axis{Name: name, Size: -1} }

// runningArrays holds recordings, one after the other, and the pairs of each split.
type runningArrays struct {
	trials  []system.Trajectory
	like    system.Sample
	names   []string // the names of node features
	origins map[string]datasets.Origin
}

// prepareRunning makes the pairs of the published split, with the skeleton as one tree.
func prepareRunning(_ context.Context, d DataSet) (*datasets.Data, error) {
	a := runningArrays{names: []string{"one"}}
	if err := npz.Open(d.File, a.read); err != nil {
		return nil, err
	}
	if d.Joints {
		a.nameJoints()
	}
	data := &datasets.Data{
		NodeFeatures: a.names, EdgeFeatures: []string{"hop"}, Origins: a.origins,
		About: datasets.About{
			Source: "motion capture, CMU's subject 9, running, trials and starts as published", Up: "y",
			LengthUnit: "ASF unit", VelocityUnit: "ASF unit a frame", Interval: fmt.Sprintf("%d frames", runSpan),
		},
	}
	for split, samples := range data.Splits() {
		origin := a.origins[split]
		each := len(origin.Starts) / len(origin.Cases)
		for i, start := range origin.Starts {
			number := origin.Cases[i/each]
			if number < 0 || number >= int64(len(a.trials)) {
				return nil, fmt.Errorf("%s: %s_case has %d, expected a trial from 0 to %d", d.File, split, number, len(a.trials)-1)
			}
			trial := a.trials[number]
			if start < 0 || int(start)+runSpan >= trial.Frames() {
				return nil, fmt.Errorf("%s: %s_starts has the frame %d of a recording of %d frames, and its target is %d frames later", d.File, split, start, trial.Frames(), runSpan)
			}
			*samples = append(*samples, trial.Pair(int(start), runSpan, a.like))
		}
	}
	return data, d.mirror(data)
}

// nameJoints gives each joint a feature of its own.
func (a *runningArrays) nameJoints() {
	joints := len(a.like.NodeFeatures)
	a.names, a.like.NodeFeatures = nil, make([]float32, joints*joints)
	for i := range joints {
		a.names = append(a.names, JointName(i))
		a.like.NodeFeatures[i*joints+i] = 1
	}
}

// read reads positions [frames, joints, 3], the first frame of each trial, bones [bones, 2]
// from child to parent, and the cases and starts of each split.
func (a *runningArrays) read(archive *npz.Archive) error {
	positions, shape, err := archive.Doubles("positions", anyOf("frames"), anyOf("joints"), npz.Axis{Name: "axes", Size: 3})
	if err != nil {
		return err
	}
	begins, err := archive.Ints("start", anyOf("trials"))
	if err != nil {
		return err
	}
	if len(begins) < 2 {
		return archive.Errorf("start", "has %d numbers, expected the first frame of each trial and the number of all frames", len(begins))
	}
	frames, joints := int64(shape[0]), shape[1]
	for i := 1; i < len(begins); i++ {
		from, to := begins[i-1], begins[i]
		if from < 0 || from >= to || to > frames {
			return archive.Errorf("start", "of trial %d is of the frames %d to %d, expected an ascending range of %d", i-1, from, to, frames)
		}
		frame := int64(3 * joints)
		a.trials = append(a.trials, system.Trajectory{Particles: joints, Positions: positions[frame*from : frame*to]})
	}
	if a.like, err = skeletonOf(archive, joints); err != nil {
		return err
	}
	a.origins = map[string]datasets.Origin{}
	for _, split := range []string{"train", "valid", "test"} {
		cases, err := archive.Ints(split+"_case", anyOf("trials"))
		if err != nil {
			return err
		}
		starts, err := archive.Ints(split+"_starts", npz.Axis{Name: "trials", Size: len(cases)}, anyOf("pairs"))
		if err != nil {
			return err
		}
		if len(cases) == 0 {
			return archive.Errorf(split+"_case", "has no trial, expected at least one")
		}
		a.origins[split] = datasets.Origin{Cases: cases, Starts: starts}
	}
	return nil
}

// skeletonOf returns a sample without positions, with the bones as one tree and edges that
// reach over two bones.
func skeletonOf(archive *npz.Archive, joints int) (sample system.Sample, err error) {
	ends, err := archive.Ints("bones", anyOf("bones"), npz.Axis{Name: "ends", Size: 2})
	if err != nil {
		return sample, err
	}
	parents := make([]int64, joints)
	for i := range parents {
		parents[i] = -1
	}
	for ; len(ends) > 1; ends = ends[2:] {
		child, parent := int(ends[0]), int(ends[1])
		if min(child, parent) < 0 || max(child, parent) >= joints {
			return sample, archive.Errorf("bones", "has a bone from %d to %d, expected joints from 0 to %d", child, parent, joints-1)
		}
		parents[child] = ends[1]
		sample.Bonds = append(sample.Bonds, [2]int{parent, child})
	}
	sample.NodeFeatures = make([]float32, joints)
	for i := range sample.NodeFeatures {
		sample.NodeFeatures[i] = 1
	}
	sample.Neighbors, sample.EdgeFeatures = graph.TwoHop(joints, sample.Bonds)
	sample.Objects, err = system.Tree.Numbered(parents, func(_, format string, arguments ...any) error {
		return archive.Errorf("bones", strings.TrimPrefix(format, ", "), arguments...)
	})
	return sample, err
}
