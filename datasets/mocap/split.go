package mocap

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/npz"
)

// The protocol of the paper.
const (
	span          = 30  // frames from input to target
	firstFrames   = 300 // pairs begin among these of each trial
	startsOfTrial = 100 // pairs drawn of each trial
	trainPairs    = 200 // shared among the training trials, rounded down
)

// drawSplit draws which trials are in which split, and the frames at which
// their pairs begin. Of 23 trials 11 are for training and 6 for each of the
// others; of other numbers, as near as can be. Names are for errors.
func drawSplit(names []string, frames []int, seed uint64) (map[string]datasets.Origin, error) {
	random := rand.New(rand.NewPCG(seed, 0))
	held := max(1, len(frames)*6/23)
	cases := random.Perm(len(frames))
	train := len(frames) - 2*held
	parts := map[string][]int{"train": cases[:train], "valid": cases[train : train+held], "test": cases[train+held:]}
	origins := map[string]datasets.Origin{}
	for _, split := range datasets.SplitNames {
		var origin datasets.Origin
		for _, number := range parts[split] {
			last := min(firstFrames, frames[number]-span)
			if last < startsOfTrial {
				return nil, fmt.Errorf("trial %s has %d frames, expected %d or more: %d pairs of frames that are %d apart",
					names[number], frames[number], startsOfTrial+span, startsOfTrial, span)
			}
			origin.Cases = append(origin.Cases, int64(number))
			for _, start := range random.Perm(last)[:startsOfTrial] {
				origin.Starts = append(origin.Starts, int64(start))
			}
		}
		origins[split] = origin
	}
	return origins, nil
}

// readSplit reads a split of trials of these numbers of frames from a file with the
// keys {train,valid,test}_{case,start}, of shape [cases] and [cases, starts].
func readSplit(path string, frames []int) (map[string]datasets.Origin, error) {
	origins := map[string]datasets.Origin{}
	err := npz.Open(path, func(a *npz.Archive) error {
		seen := make([]bool, len(frames))
		for _, split := range datasets.SplitNames {
			origin, err := readOrigin(a, split)
			if err != nil {
				return err
			}
			if err := checkOrigin(a, split, origin, frames, seen); err != nil {
				return err
			}
			origins[split] = origin
		}
		return nil
	})
	return origins, err
}

func readOrigin(a *npz.Archive, split string) (origin datasets.Origin, err error) {
	caseKey, startKey := split+"_case", split+"_start"
	for _, key := range []string{caseKey, startKey} {
		if !a.Has(key) {
			return origin, a.Errorf(key, "is missing: a split needs {train,valid,test}_case and _start")
		}
	}
	if origin.Cases, err = a.Ints(caseKey, npz.Axis{Name: "cases", Size: -1}); err != nil {
		return origin, err
	}
	if len(origin.Cases) == 0 {
		return origin, a.Errorf(caseKey, "has no cases, expected one or more")
	}
	origin.Starts, err = a.Ints(startKey, npz.Axis{Name: "cases", Size: len(origin.Cases)}, npz.Axis{Name: "starts", Size: -1})
	if err == nil && len(origin.Starts) == 0 {
		err = a.Errorf(startKey, "has no starts, expected one or more of each case")
	}
	return origin, err
}

// checkOrigin checks that every pair of frames is there, and every case in
// one split.
func checkOrigin(a *npz.Archive, split string, origin datasets.Origin, frames []int, seen []bool) error {
	each := len(origin.Starts) / len(origin.Cases)
	for i, number := range origin.Cases {
		switch {
		case number < 0 || number >= int64(len(frames)):
			return a.Errorf(split+"_case", "has case %d, but there are trials 0 to %d", number, len(frames)-1)
		case seen[number]:
			return a.Errorf(split+"_case", "has case %d, which was there before", number)
		}
		seen[number] = true
		last := frames[number] - span - 1
		for j, start := range origin.Starts[i*each : (i+1)*each] {
			if start < 0 || start > int64(last) {
				return a.Errorf(split+"_start", "has the frame %d at [%d, %d], but pairs of trial %d begin at 0 to %d", start, i, j, number, last)
			}
		}
	}
	return nil
}

// pairs are the starts of each case that are used.
func pairs(split string, origin datasets.Origin) (starts [][]int64) {
	used := len(origin.Starts) / len(origin.Cases)
	all := slices.Collect(slices.Chunk(origin.Starts, used))
	if split == "train" {
		used = min(used, max(1, trainPairs/len(origin.Cases)))
	}
	for _, ofCase := range all {
		starts = append(starts, ofCase[:used])
	}
	return starts
}
