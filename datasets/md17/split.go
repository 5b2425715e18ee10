package md17

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/checks"
	"gmnc/datasets/npz"
	"gmnc/internal/fields"
)

// These are parts of the protocol of the paper.
const (
	// DefaultSpan is the number of frames from input to target. The paper's 5000 is a misprint:
	// this is the number in its code.
	DefaultSpan = 3000
	// margin is the number of frames at either end of a trajectory at which no pair begins. In
	// a short trajectory it is a tenth of the frames.
	margin = 10000
)

// sizes holds the default greatest number of pairs of each split. If pairs are drawn from the
// whole trajectory, percent is also the greatest share of the frames at which pairs may begin.
var sizes = []struct {
	split        string
	percent, max int
}{{"train", 10, 500}, {"valid", 5, 2000}, {"test", 5, 2000}}

// most returns the greatest number of pairs in each split for one of the molecules, in the
// order of sizes.
func (o Options) most(molecules int) (most [3]int) {
	for i, asked := range [3]int{o.Train, o.Valid, o.Test} {
		most[i] = max(1, cmp.Or(asked, sizes[i].max)/molecules)
	}
	return most
}

// fitSpan sets the span if the options have none. It is DefaultSpan or, if the shortest of the
// trajectories has too few frames for that, a tenth of them, which a note says.
func (o *Options) fitSpan(all []*source) (notes []string) {
	if o.Span > 0 || o.SpanTime > 0 {
		return nil
	}
	o.Span = DefaultSpan
	frames := math.MaxInt
	for _, s := range all {
		if s.trajectory != nil {
			frames = min(frames, s.motion.Frames())
		}
	}
	draw := splitByTime
	if o.AtRandom {
		draw = drawSplit
	}
	if frames == math.MaxInt || o.Split != "" {
		return nil
	}
	if _, err := draw(frames, DefaultSpan, 1, o.most(len(all)), nil); err == nil {
		return nil
	}
	o.Span = max(2, frames/10)
	return []string{fmt.Sprintf("targets are %d frames after inputs, a tenth of the trajectory, which is too short for the default of %d: --span gives another number", o.Span, DefaultSpan)}
}

// drawSplit draws the frames at which the pairs of all splits begin from the whole trajectory
// of one of the molecules, as in the paper. No pair crosses a jump. A test pair begins between
// training pairs, so errors on it say little about later motion.
func drawSplit(frames, span int, seed uint64, most [3]int, broken []int) (map[string]datasets.Origin, error) {
	edge := min(margin, frames/10)
	first, after := edge, frames-max(edge, span)
	origins, at := map[string]datasets.Origin{}, 0
	var starts []int
	if after > first {
		starts = slices.DeleteFunc(checks.Starts(after, span, broken), func(start int) bool { return start < first })
	}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(starts))
	for i, size := range sizes {
		share := len(order) * size.percent / 100
		if share == 0 {
			return nil, fields.Errorf("there are %d frames, too few for pairs that are %d apart and begin %d or more from the ends: use a shorter {span}, or a longer trajectory", frames, span, edge)
		}
		var origin datasets.Origin
		for _, start := range order[at : at+min(share, most[i])] {
			origin.Starts = append(origin.Starts, int64(starts[start]))
		}
		at += share
		origins[size.split] = origin
	}
	return origins, nil
}

// splitByTime draws the pairs of each split from its own part of the trajectory: the first
// half, the next quarter and the last. Between two parts is a gap of one span. No pair crosses
// a jump.
func splitByTime(frames, span int, seed uint64, most [3]int, broken []int) (map[string]datasets.Origin, error) {
	origins, random := map[string]datasets.Origin{}, rand.New(rand.NewPCG(seed, 0))
	quarter := (frames - 2*span) / 4
	first, after := 0, 2*quarter
	for i, size := range sizes {
		starts := slices.DeleteFunc(checks.Starts(max(0, after-span), span, broken), func(start int) bool { return start < first })
		if len(starts) == 0 {
			return nil, fields.Errorf("there are %d frames, too few for three parts with pairs that are %d apart, and gaps between them: use a shorter {span}, or a longer trajectory", frames, span)
		}
		var origin datasets.Origin
		for _, start := range random.Perm(len(starts))[:min(len(starts), most[i])] {
			origin.Starts = append(origin.Starts, int64(starts[start]))
		}
		origins[size.split] = origin
		first = after + span
		after = first + quarter
	}
	return origins, nil
}

// readSplit reads the frames at which pairs begin from a file. Its keys are
// {molecule}_{train,valid,test} or, in a prepared data set, {train,valid,test}_start.
func readSplit(path, molecule string, frames, span int) (map[string]datasets.Origin, error) {
	origins := map[string]datasets.Origin{}
	err := npz.Open(path, func(a *npz.Archive) error {
		for _, size := range sizes {
			key := splitName(molecule) + "_" + size.split
			if !a.Has(key) {
				key = size.split + "_start"
			}
			if !a.Has(key) {
				return a.Errorf(key, "is missing: expected the split of a prepared data set, or a molecule whose split the file has")
			}
			starts, err := a.Ints(key, npz.Axis{Name: "starts", Size: -1})
			if err != nil {
				return err
			}
			if len(starts) == 0 {
				return a.Errorf(key, "has no starts, expected one or more")
			}
			last := int64(frames - max(span, 1) - 1)
			for i, start := range starts {
				if start < 0 || start > last {
					return a.Errorf(key, "has the frame %d at %d, but pairs of this trajectory begin at 0 to %d", start, i, last)
				}
			}
			origins[size.split] = datasets.Origin{Starts: starts}
		}
		return nil
	})
	return origins, err
}
