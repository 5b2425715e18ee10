package mocap

import (
	"math/rand/v2"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
)

// These are parts of the protocol of the paper.
const (
	DefaultSpan   = 30  // frames from input to target
	DefaultStarts = 100 // pairs that are drawn from each trial
	firstFrames   = 300 // number of frames of each trial among which pairs begin
	// ofTraining is the number of trials' worth of pairs that all training trials share. The
	// share of each trial is rounded down.
	ofTraining = 2
)

// shares holds the shares of the splits, out of 23.
var shares = map[string]int{"train": 11, "valid": 6, "test": 6}

// cut holds what a split is drawn from: the trials and the broken frames that their pairs may not
// cross.
type cut struct {
	names  []string // names of the trials, for errors
	frames []int    // number of frames of each trial
	broken [][]int  // the frames of each trial from which no motion leads to the next
	o      Options
}

// draw draws the trials of each split, and the frames at which their pairs begin. Of 23 trials
// 11 are for training and 6 for each of the others. Other numbers are split as nearly so as
// possible. Fewer than three trials are split by time. At random each trial has pairs of all
// splits, which begin anywhere.
func (c cut) draw() (map[string]datasets.Origin, error) {
	random := rand.New(rand.NewPCG(datasets.Seed(c.o.Seed), 0))
	origins := map[string]datasets.Origin{}
	if c.o.AtRandom || c.byTime() {
		for _, split := range datasets.SplitNames {
			for number := range c.frames {
				if err := c.drawOf(random, origins, split, number, c.stretch(number, split, origins)); err != nil {
					return nil, err
				}
			}
		}
		return origins, nil
	}
	heldOut := max(1, len(c.frames)*shares["test"]/23)
	cases := random.Perm(len(c.frames))
	train := len(c.frames) - 2*heldOut
	parts := map[string][]int{"train": cases[:train], "valid": cases[train : train+heldOut], "test": cases[train+heldOut:]}
	for _, split := range datasets.SplitNames {
		for _, number := range parts[split] {
			last := min(firstFrames, c.frames[number]-c.o.Span)
			if err := c.drawOf(random, origins, split, number, checks.Starts(last, c.o.Span, c.broken[number])); err != nil {
				return nil, err
			}
		}
	}
	return origins, nil
}

// byTime reports whether there are too few trials for three splits.
func (c cut) byTime() bool { return len(c.frames) < len(shares) }

// stretch returns the frames at which pairs of a split may begin in a trial. Training has the
// first part of the time, and the test the last. Between two parts is a gap of one span, so
// that no frame is in two. At random they are all frames at which no pair of an earlier split
// begins.
func (c cut) stretch(number int, split string, before map[string]datasets.Origin) (starts []int) {
	last := c.frames[number] - c.o.Span
	if c.o.AtRandom {
		return slices.DeleteFunc(checks.Starts(last, c.o.Span, c.broken[number]), func(start int) bool {
			return slices.ContainsFunc(datasets.SplitNames, func(other string) bool {
				at := slices.Index(before[other].Cases, int64(number))
				return at >= 0 && slices.Contains(before[other].Starts[at*c.o.Starts:(at+1)*c.o.Starts], int64(start))
			})
		})
	}
	usable := last - 2*c.o.Span
	train, valid := usable*shares["train"]/23, usable*shares["valid"]/23
	from := map[string]int{"train": 0, "valid": train + c.o.Span, "test": train + valid + 2*c.o.Span}[split]
	to := map[string]int{"train": train, "valid": train + c.o.Span + valid, "test": last}[split]
	for _, start := range checks.Starts(last, c.o.Span, c.broken[number]) {
		if from <= start && start < to {
			starts = append(starts, start)
		}
	}
	return starts
}

// drawOf draws the starts of pairs of a split from those of a trial.
func (c cut) drawOf(random *rand.Rand, origins map[string]datasets.Origin, split string, number int, starts []int) error {
	if len(starts) < c.o.Starts {
		return fields.Errorf("trial %s has %d frames, at %d of which pairs for %s may begin that are %d apart; %d are drawn: use a smaller {span} or fewer {starts}",
			c.names[number], c.frames[number], len(starts), split, c.o.Span, c.o.Starts)
	}
	origin := origins[split]
	origin.Cases = append(origin.Cases, int64(number))
	for _, start := range random.Perm(len(starts))[:c.o.Starts] {
		origin.Starts = append(origin.Starts, int64(starts[start]))
	}
	origins[split] = origin
	return nil
}

// readSplit reads a split of trials, which have the given numbers of frames. The file has the
// keys {train,valid,test}_{case,start}, of shape [cases] and [cases, starts].
func readSplit(path string, frames []int, span int) (map[string]datasets.Origin, error) {
	origins := map[string]datasets.Origin{}
	err := npz.Open(path, func(a *npz.Archive) error {
		r := splitReader{a, frames, span, make([][]stretch, len(frames))}
		for _, split := range datasets.SplitNames {
			origin, err := r.read(split)
			if err != nil {
				return err
			}
			if err := r.check(split, origin); err != nil {
				return err
			}
			origins[split] = origin
		}
		return nil
	})
	return origins, err
}

// splitReader reads the splits of a file, and records which frames are taken.
type splitReader struct {
	*npz.Archive
	frames []int // number of frames of each trial
	span   int
	seen   [][]stretch // frames of each trial that are taken
}

func (a *splitReader) read(split string) (origin datasets.Origin, err error) {
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

// stretch is the range of frames of the pairs of a split. The frame to is excluded.
type stretch struct{ from, to int64 }

// check checks that the frames of every pair exist, and that no frame is in two splits.
func (a *splitReader) check(split string, origin datasets.Origin) error {
	each := len(origin.Starts) / len(origin.Cases)
	for i, number := range origin.Cases {
		if number < 0 || number >= int64(len(a.frames)) {
			return a.Errorf(split+"_case", "has case %d, but there are trials 0 to %d", number, len(a.frames)-1)
		}
		starts := origin.Starts[i*each : (i+1)*each]
		last := a.frames[number] - a.span - 1
		for j, start := range starts {
			if start < 0 || start > int64(last) {
				return a.Errorf(split+"_start", "has the frame %d at [%d, %d], but pairs of trial %d begin at 0 to %d", start, i, j, number, last)
			}
		}
		own := stretch{slices.Min(starts), slices.Max(starts) + int64(a.span) + 1}
		if slices.ContainsFunc(a.seen[number], func(other stretch) bool { return own.from < other.to && other.from < own.to }) {
			return a.Errorf(split+"_case", "has case %d, whose frames %d to %d were in part there before", number, own.from, own.to-1)
		}
		a.seen[number] = append(a.seen[number], own)
	}
	return nil
}

// pairs returns the starts of each case that are used. drawn is the number of starts that are
// drawn from each case.
func pairs(split string, origin datasets.Origin, drawn int) (starts [][]int64) {
	used := len(origin.Starts) / len(origin.Cases)
	all := slices.Collect(slices.Chunk(origin.Starts, used))
	if split == "train" {
		used = min(used, max(1, ofTraining*drawn/len(origin.Cases)))
	}
	for _, ofCase := range all {
		starts = append(starts, ofCase[:used])
	}
	return starts
}
