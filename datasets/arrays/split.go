package arrays

import (
	"fmt"
	"math/rand/v2"

	"gmnc/datasets"
	"gmnc/internal/fields"
)

// leftOut stands for the split of a sample that is in no split.
const leftOut = -1

// split splits the samples of a file without splits. It splits by recording or, if there are
// fewer recordings than splits, by time.
func (s *source) split(g *group, data *datasets.Data) error {
	seed := datasets.Seed(s.o.Seed)
	of, how := drawSplit(g.recordings(), seed), fmt.Sprintf("split by recording, drawn from seed %d", seed)
	number := func(sample int) int { return of[g.from[sample]] }
	switch {
	case s.o.AtRandom && len(g.samples) < len(datasets.SplitNames):
		return fields.Errorf("%s: positions have %d recordings in %d pieces: a split {at_random} needs three or more: give {frames}, which are a piece's", s.Path, g.recordings(), len(g.samples))
	case s.o.AtRandom:
		of = drawSplit(len(g.samples), seed)
		how, number = fmt.Sprintf("split drawn at random from seed %d", seed), func(sample int) int { return of[sample] }
	case g.recordings() < len(datasets.SplitNames):
		if of = splitByTime(len(g.samples)); of == nil {
			return fields.Errorf("%s: positions have %d recordings in %d pieces: a split by recording needs three or more, and one by time %d pieces: give {frames}, which are a piece's, or {train,valid,test}_positions",
				s.Path, g.recordings(), len(g.samples), fewest)
		}
		how, number = datasets.ByTime, func(sample int) int { return of[sample] }
		s.notes = append(s.notes, datasets.Unseeded(s.o.Seed, "splits of few recordings are parts of their time")...)
		s.note("%s: of few recordings the first pieces are for training, and the last for validation and tests, with a piece between that is left out", g.key("positions"))
	}
	data.Origins = map[string]datasets.Origin{}
	for i, sample := range g.samples {
		for split, samples := range data.Splits() {
			if at := number(i); at != leftOut && datasets.SplitNames[at] == split {
				*samples = append(*samples, sample)
				origin := data.Origins[split]
				origin.Starts = append(origin.Starts, int64(g.first[i]))
				if g.recordings() > 1 {
					origin.Cases = append(origin.Cases, int64(g.from[i]))
				}
				origin.Span = int64(s.o.Interval * (sample.Trajectory.Frames() - 1))
				data.Origins[split] = origin
			}
		}
	}
	data.About.Source = s.sourceText(how)
	return nil
}

// drawSplit draws the index of the split of each recording or piece. A tenth, but at least one,
// is for validation, the same number for tests, and the others for training.
func drawSplit(recordings int, seed uint64) []int {
	held := max(1, recordings/10)
	splits := make([]int, recordings)
	for i, recording := range rand.New(rand.NewPCG(seed, 0)).Perm(recordings) {
		switch {
		case i < held:
			splits[recording] = 2
		case i < 2*held:
			splits[recording] = 1
		}
	}
	return splits
}

// fewest is the smallest number of pieces for a split by time: one for each split, and one
// between two splits.
const fewest = 5

// splitByTime returns the index of the split of each piece, with the same shares as drawSplit.
// It returns nil if there are too few pieces.
func splitByTime(pieces int) []int {
	if pieces < fewest {
		return nil
	}
	held := max(1, pieces/10)
	splits := make([]int, pieces)
	for i := range splits {
		switch left := pieces - i; {
		case left <= held:
			splits[i] = 2
		case left == held+1, left == 2*held+2:
			splits[i] = leftOut
		case left <= 2*held+1:
			splits[i] = 1
		}
	}
	return splits
}
