package mocap

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/datasets/checks"
	"gmnc/internal/fileformat"
	"gmnc/internal/median"
	"gmnc/system"
)

// recording holds the contents of a folder: a skeleton and trials of it.
type recording struct {
	skeleton *skeleton
	names    []string // names of the trials
	trials   []system.Trajectory
	// unit is the unit of length. licence is the licence of the data, or "" if it is not known.
	unit, licence string
	seconds       float64 // time between frames, or 0 if it is not known
	notes         []string
}

// Files returns the skeletons (ASF) and the motions (AMC or BVH) of a folder, each sorted.
// Their extensions may be in lower or upper case. These are all files that Prepare reads.
func Files(folder string) (skeletons, motions []string, err error) {
	var others []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, fileformat.Explain(folder, fmt.Errorf("cannot read the folder of motion capture: %w", err), fileformat.BVH)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch strings.ToLower(filepath.Ext(path)) {
		case ".asf":
			skeletons = append(skeletons, path)
		case ".amc", ".bvh":
			motions = append(motions, path)
		case ".c3d", ".fbx", ".trc":
			others = append(others, path)
		}
	}
	if len(motions) == 0 && len(others) > 0 {
		err = fileformat.Explain(others[0], fmt.Errorf("%s has no .amc or .bvh files", folder), fileformat.BVH)
	}
	return skeletons, motions, err
}

// readFolder reads the skeleton and the trials of a folder, in the order of their names.
func readFolder(folder string) (r recording, err error) {
	skeletons, motions, err := Files(folder)
	if err != nil {
		return r, err
	}
	bvh := func(path string) bool { return strings.EqualFold(filepath.Ext(path), ".bvh") }
	count := 0
	for _, path := range motions {
		if bvh(path) {
			count++
		}
		r.names = append(r.names, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	}
	switch {
	case len(skeletons) == 1 && count == 0 && len(motions) > 0:
		err = r.readAcclaim(skeletons[0], motions)
	case len(skeletons) == 0 && count == len(motions) && count > 0:
		err = r.readBiovision(motions)
	default:
		err = fmt.Errorf("%s has %d .asf, %d .amc and %d .bvh files: expected one skeleton (.asf) and motions (.amc) of it, or .bvh files",
			folder, len(skeletons), len(motions)-count, count)
	}
	return r, err
}

// readAcclaim reads an ASF file and the AMC files of its trials.
func (r *recording) readAcclaim(skeleton string, motions []string) (err error) {
	if r.skeleton, err = readSkeleton(skeleton); err != nil {
		return err
	}
	r.unit = fmt.Sprintf("ASF unit of length %s (CMU: 0.45 is 1/0.45 inch, 5.644 cm)", r.skeleton.LengthUnit)
	r.licence = "CMU's database (mocap.cs.cmu.edu, created with funding from NSF EIA-0196217) may be copied, modified and redistributed but not resold"
	for _, path := range motions {
		trial, rate, err := r.skeleton.readMotion(path)
		if err != nil {
			return err
		}
		seconds := 0.0
		if rate > 0 {
			seconds = 1 / rate
		}
		if len(r.trials) > 0 && seconds != r.seconds {
			return fmt.Errorf("%s has %g samples a second, and %s another rate or none: expected one rate in all files", path, rate, motions[0])
		}
		r.seconds = seconds
		r.trials = append(r.trials, trial)
	}
	return nil
}

// readBiovision reads BVH files, which must have the same joints and the same rate. The lengths
// of their bones may differ.
func (r *recording) readBiovision(motions []string) error {
	var finest rate
	for _, path := range motions {
		file, err := readBVH(path)
		if err != nil {
			return err
		}
		if r.skeleton == nil {
			r.skeleton, finest = file.skeleton, file.rate
		}
		same := func(a, b joint) bool { return a.Name == b.Name && a.Parent == b.Parent }
		switch {
		case !slices.EqualFunc(file.skeleton.Joints, r.skeleton.Joints, same):
			return fmt.Errorf("%s has other joints than %s: expected one skeleton in all files", path, r.skeleton.Path)
		case !finest.same(file.rate):
			return fmt.Errorf("%s has frames of %g s, and %s of %g s: expected one rate in all files", path, file.rate.seconds, r.skeleton.Path, finest.seconds)
		case file.rate.rounding < finest.rounding:
			finest = file.rate
		}
		r.trials, r.notes = append(r.trials, file.motion), append(r.notes, file.notes...)
	}
	r.unit, r.seconds = bvhUnit, finest.seconds
	r.compareBones()
	return nil
}

// compareBones adds a note on the bone whose length differs most, relatively, between two
// recordings. They may be of different people, or in different units.
func (r *recording) compareBones() {
	most, note := 1+written, ""
	for _, bone := range r.skeleton.bones() {
		longest, shortest := 0, 0
		length := func(trial int) float64 { return system.Distance(r.trials[trial].Positions, bone[0], bone[1]) }
		for i := range r.trials {
			if length(i) > length(longest) {
				longest = i
			}
			if length(i) < length(shortest) {
				shortest = i
			}
		}
		if ratio := length(longest) / length(shortest); ratio > most {
			most, note = ratio, fmt.Sprintf("bones differ in length from recording to recording: most that from %s to %s, %.6g long in %s and %.6g in %s",
				r.skeleton.Joints[bone[1]].Name, r.skeleton.Joints[bone[0]].Name, length(longest), r.names[longest], length(shortest), r.names[shortest])
		}
	}
	if note != "" {
		r.notes = append(r.notes, note)
	}
}

// interval returns a text of the interval between the frames of a pair.
func (r *recording) interval(span int) string {
	if r.seconds > 0 {
		return fmt.Sprintf("%d frames of %g s", span, r.seconds)
	}
	return fmt.Sprintf("%d frames", span)
}

// checkTrials runs the checks of recordings on each trial, and those that compare trials on all of
// them. It returns the broken frames of each, which no pair may cross.
func (r *recording) checkTrials() (broken [][]int) {
	const crossed, without = "no pair that is drawn crosses it", "no pair that is drawn has these frames"
	all := checks.Recording{Elements: r.trials[0].Particles, Each: 3, Starts: []int{0}, JumpLength: r.bone}
	for i, trial := range r.trials {
		motion := checks.Recording{Elements: trial.Particles, Each: 3, Starts: []int{0, trial.Frames()}, Positions: trial.Positions, JumpLength: r.bone}
		for _, note := range motion.Check(&checks.Words{
			Positions: "joints", Key: r.names[i],
			Name: func(joint int) string { return r.skeleton.Joints[joint].Name },
			Remedies: map[string]string{
				checks.AJump: crossed, checks.ASeam: crossed, checks.ZeroPosition: "leave these frames out: " + without, checks.Exchanged: "exchange them back there: " + without,
				checks.RepeatedFrames: "write each frame once, at the rate of the recording",
			},
		}) {
			r.notes = append(r.notes, note.Text())
		}
		broken = append(broken, motion.Broken())
		all.Positions = append(all.Positions, trial.Positions...)
		all.Starts = append(all.Starts, len(all.Positions)/(3*all.Elements))
		if jumps, _ := motion.Breaks(); len(jumps) > 0 && jumps[0].Frame == 0 {
			r.notes = append(r.notes, fmt.Sprintf("%s begins in another pose: no pair begins at frame 0", r.names[i]))
		}
	}
	for _, note := range all.Compare(&checks.Words{Positions: "joints", Names: r.names}) {
		r.notes = append(r.notes, note.Text())
	}
	return broken
}

// bone returns the median length of the bones in the first frame of a trial.
func (r *recording) bone(trial system.Trajectory) float64 {
	var lengths []float64
	for _, bone := range r.skeleton.bones() {
		lengths = append(lengths, system.Distance(trial.Positions, bone[0], bone[1]))
	}
	return median.Of(lengths)
}
