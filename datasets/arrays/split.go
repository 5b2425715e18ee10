package arrays

import (
	"fmt"

	"gmnc/datasets"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/arrays/splits"
	"gmnc/internal/fields"
)

// split splits the samples of a file without splits. It splits by recording or, if there are
// fewer recordings than splits, by time.
func (s *source) split(g *recordings.Group, data *datasets.Data) error {
	seed := datasets.Seed(s.o.Seed)
	of, how := splits.Draw(g.Recordings(), seed), fmt.Sprintf("split by recording, drawn from seed %d", seed)
	number := func(sample int) int { return of[g.From[sample]] }
	switch {
	case s.o.AtRandom && len(g.Samples) < len(datasets.SplitNames):
		return fields.Errorf("%s: a split {at_random} needs %d pieces, and %d recordings in %d pieces are there: cut them into shorter pieces by {frames}%s", s.Path, len(datasets.SplitNames), g.Recordings(), len(g.Samples), g.Because())
	case s.o.AtRandom:
		of = splits.Draw(len(g.Samples), seed)
		how, number = fmt.Sprintf("split drawn at random from seed %d", seed), func(sample int) int { return of[sample] }
	case g.Recordings() < len(datasets.SplitNames):
		if of = splits.ByTime(len(g.Samples)); of == nil {
			return fields.Errorf("%s: a split needs %d recordings or, by time, %d pieces, and %d recordings in %d pieces are there: cut them into shorter pieces by {frames}, or name arrays by their split, as in train_positions%s",
				s.Path, len(datasets.SplitNames), splits.Fewest, g.Recordings(), len(g.Samples), g.Because())
		}
		how, number = datasets.ByTime, func(sample int) int { return of[sample] }
		s.Notes = append(s.Notes, datasets.Unseeded(s.o.Seed, "splits of few recordings are parts of their time")...)
		s.Note("%s: of few recordings the first pieces are for training, and the last for validation and tests, with a piece between that is left out", g.Key("positions"))
	}
	data.Origins = map[string]datasets.Origin{}
	for i, sample := range g.Samples {
		for split, samples := range data.Splits() {
			if at := number(i); at != splits.LeftOut && datasets.SplitNames[at] == split {
				*samples = append(*samples, sample)
				origin := data.Origins[split]
				origin.Starts = append(origin.Starts, int64(g.First[i]))
				if g.Recordings() > 1 {
					origin.Cases = append(origin.Cases, int64(g.From[i]))
				}
				origin.Span = int64(s.o.Interval * (sample.Trajectory.Frames() - 1))
				data.Origins[split] = origin
			}
		}
	}
	data.About.Source = s.sourceText(how)
	return nil
}
