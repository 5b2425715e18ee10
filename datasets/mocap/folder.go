package mocap

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gmnc/system"
)

// recording is what a folder has: a skeleton, and trials of it.
type recording struct {
	skeleton *Skeleton
	names    []string // of the trials
	trials   []system.Trajectory
	// unit and interval are of length and of a pair of frames; licence is that
	// of the data where it is known.
	unit, interval, licence string
}

// Files lists the skeletons (ASF) and the motions (AMC or BVH) of a folder,
// each sorted, with extensions in lower or upper case: all that Prepare reads.
func Files(folder string) (skeletons, motions []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the folder of motion capture: %w", err)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		switch strings.ToLower(filepath.Ext(path)) {
		case ".asf":
			skeletons = append(skeletons, path)
		case ".amc", ".bvh":
			motions = append(motions, path)
		}
	}
	return skeletons, motions, nil
}

// readFolder reads the skeleton and the trials, with their names in order.
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
	case len(skeletons) == 1 && count == 0 && len(motions) >= 3:
		err = r.readAcclaim(skeletons[0], motions)
	case len(skeletons) == 0 && count == len(motions) && count >= 3:
		err = r.readBiovision(motions)
	default:
		err = fmt.Errorf("%s has %d .asf, %d .amc and %d .bvh files: expected one skeleton (.asf) and the motions (.amc) of three trials or more, or three .bvh files or more",
			folder, len(skeletons), len(motions)-count, count)
	}
	return r, err
}

// readAcclaim reads an ASF file and AMC files.
func (r *recording) readAcclaim(skeleton string, motions []string) (err error) {
	if r.skeleton, err = ReadSkeleton(skeleton); err != nil {
		return err
	}
	r.unit = fmt.Sprintf("ASF unit of length %s (CMU: 0.45 is 1/0.45 inch, 5.644 cm)", r.skeleton.LengthUnit)
	r.interval = fmt.Sprintf("%d frames", span)
	r.licence = "CMU's database (mocap.cs.cmu.edu, created with funding from NSF EIA-0196217) may be copied, modified and redistributed but not resold"
	for _, path := range motions {
		trial, err := r.skeleton.ReadMotion(path)
		if err != nil {
			return err
		}
		r.trials = append(r.trials, trial)
	}
	return nil
}

// readBiovision reads BVH files, which must have the same joints at the same
// rate. Their bones may differ in length.
func (r *recording) readBiovision(motions []string) error {
	rate := 0.0
	for _, path := range motions {
		skeleton, trial, frameTime, err := readBVH(path)
		if err != nil {
			return err
		}
		if r.skeleton == nil {
			r.skeleton, rate = skeleton, frameTime
		}
		same := func(a, b Joint) bool { return a.Name == b.Name && a.Parent == b.Parent }
		switch {
		case !slices.EqualFunc(skeleton.Joints, r.skeleton.Joints, same):
			return fmt.Errorf("%s has other joints than %s: expected one skeleton in all files", path, r.skeleton.Path)
		case frameTime != rate:
			return fmt.Errorf("%s has frames of %g s, and %s of %g s: expected one rate in all files", path, frameTime, r.skeleton.Path, rate)
		}
		r.trials = append(r.trials, trial)
	}
	r.unit, r.interval = "BVH unit", fmt.Sprintf("%d frames of %g s", span, rate)
	return nil
}
