package arrays

import (
	"fmt"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/datasets/arrays/recordings"
	"gmnc/datasets/arrays/structure"
	"gmnc/datasets/checks"
	"gmnc/internal/fields"
	"gmnc/system"
)

// cut cuts the recordings of a group into samples. It takes one frame per interval, and cuts
// pieces of equal length, of which each begins with the last frame of the previous one. No
// piece crosses a break.
func (s *source) cut(g *recordings.Group) error {
	every := s.o.Interval
	unbroken := g.Unbroken()
	if unbroken <= every {
		return fields.Errorf("%s: %s break off in every recording, and at most %d frames follow each other, too few for an {interval} of %d: expected %d or more", s.Path, g.Key("positions"), unbroken, every, every+1)
	}
	frames := (unbroken-1)/every + 1
	if s.o.Frames > 0 {
		frames = min(frames, s.o.Frames)
	}
	template, err := s.template()
	if err != nil {
		return err
	}
	left, step, whole, short := 0, every*(frames-1), []int{}, shortStretches{} // whole recordings that are left out
	for r := range g.Recordings() {
		stretches, before := g.Stretches(r), len(g.Samples)
		for k, first := range stretches[:len(stretches)-1] {
			end := stretches[k+1]
			for ; first+step < end; first += step {
				sample, err := s.sample(g, template, r, first, frames)
				if err != nil {
					return err
				}
				g.Samples, g.From, g.First = append(g.Samples, sample), append(g.From, r), append(g.First, first-g.Starts[r])
			}
			left += end - 1 - first
		}
		if len(g.Samples) == before {
			whole = append(whole, r)
		} else {
			short.add(stretches, step)
		}
	}
	if float64(short.frames) > mostShort*float64(g.Frames()) {
		s.Note("%s: %d stretches between jumps are left out, as they are shorter than a piece of %d frames: they have %d of %d frames. The longest begins at %s; --frames %d has pieces of it, too",
			g.Key("positions"), short.count, step+1, short.frames, g.Frames(), g.Where(short.longest[0]), (short.longest[1]-short.longest[0]-1)/every+1)
	}
	if len(whole) > 0 {
		stretches := g.Stretches(whole[0])
		s.Note("%s: recording %d is left out whole, as it breaks off after frame %d, and none of its stretches has the %d frames of a piece (%s); --frames gives shorter pieces",
			g.Key("positions"), whole[0], stretches[1]-1-stretches[0], step+1, checks.Among("first", len(whole), "such recording"))
	}
	if left > 0 {
		s.Note("%s: %d recordings are cut into %d pieces of %d frames; %d frames at their ends are left out", g.Key("positions"), g.Recordings(), len(g.Samples), frames, left)
	} else if len(g.Samples) > g.Recordings() {
		s.Note("%s: %d recordings are cut into %d pieces of %d frames", g.Key("positions"), g.Recordings(), len(g.Samples), frames)
	}
	if err := s.checkJointed(g); err != nil {
		return err
	}
	return s.checkInside(g)
}

// mostShort is the greatest fraction of all frames that are left out in short stretches without a note.
const mostShort = 0.1

// shortStretches are stretches of recordings that have no piece, though others of the recording have.
type shortStretches struct {
	count, frames int
	longest       [2]int // its first frame, and the end
}

// add adds the stretches of a recording in which no frame is so many frames after the first.
func (s *shortStretches) add(starts []int, step int) {
	for k, first := range starts[:len(starts)-1] {
		if end := starts[k+1]; end-first <= step && end-first > 1 {
			s.count, s.frames = s.count+1, s.frames+end-first
			if end-first > s.longest[1]-s.longest[0] {
				s.longest = [2]int{first, end}
			}
		}
	}
}

// template returns a sample that has what all samples share.
func (s *source) template() (sample system.Sample, err error) {
	sample.Objects, sample.Given = s.Objects, s.Joined
	if s.Springs != nil {
		if s.shared.Neighbors == nil {
			if s.shared.Neighbors, s.shared.EdgeFeatures, err = s.Springs.Neighbors(s.particles); err != nil {
				return sample, s.Errorf(structure.SpringsKey, ": %v", err)
			}
		}
		sample.Neighbors, sample.EdgeFeatures = s.shared.Neighbors, s.shared.EdgeFeatures
	}
	return sample, nil
}

// sample returns a piece of a recording as a sample.
func (s *source) sample(g *recordings.Group, like system.Sample, recording, first, frames int) (system.Sample, error) {
	size := 3 * s.particles
	t := &system.Trajectory{Particles: s.particles}
	for frame := range frames {
		at := first + frame*s.o.Interval
		t.Positions = append(t.Positions, g.Positions[at*size:(at+1)*size]...)
		t.Velocities = append(t.Velocities, g.Velocities[at*size:(at+1)*size]...)
	}
	for _, v := range g.Given {
		if v.Per != recordings.OfFrame {
			v.Set(&like, v.In(g, recording, first))
			continue
		}
		var values []float32
		for frame := range frames {
			at := first + frame*s.o.Interval
			if err := s.checkConstant(g, v, recording, at, frame == frames-1); err != nil {
				return system.Sample{}, err
			}
			values = append(values, v.In(g, recording, at)...)
		}
		t.Given = append(t.Given, system.Values{Field: v.Field, Values: values})
	}
	return like.Along(t), nil
}

// checkConstant reports a field that changes within an interval.
func (s *source) checkConstant(g *recordings.Group, v recordings.Given, recording, frame int, last bool) error {
	if last {
		return nil // nothing acts after the last frame
	}
	for later := frame + 1; later < frame+s.o.Interval; later++ {
		if !slices.Equal(v.In(g, recording, frame), v.In(g, recording, later)) {
			return fields.Errorf("%s: %s: %s: it changes within the {interval} of %d frames that begins %d before: expected the same values, or a shorter interval",
				s.Path, s.keyOf(g, v.Field), g.Where(later), s.o.Interval, later-frame)
		}
	}
	return nil
}

// fill fills the splits of the data. It makes the splits if the file has none.
func (s *source) fill(data *datasets.Data) error {
	for _, g := range s.groups {
		if err := s.check(g, data); err != nil {
			return err
		}
	}
	if s.groups[0].Split != "" {
		if s.o.AtRandom {
			return fields.Errorf("%s: %s are split already: leave {at_random} out", s.Path, s.groups[0].Key("positions"))
		}
		for split, samples := range data.Splits() {
			for _, g := range s.groups {
				if g.Split == split {
					*samples = g.Samples
				}
			}
		}
		data.About.Source = s.sourceText("split as given")
		s.Notes = append(s.Notes, datasets.Unseeded(s.o.Seed, "the file has splits")...)
		if len(data.Train) == 0 || len(data.Valid) == 0 {
			s.Note("gmnc train needs train_positions and valid_positions; without names of splits the recordings are split here")
		}
		return nil
	}
	return s.split(s.groups[0], data)
}

// check reports a sample that is not valid, with its recording.
func (s *source) check(g *recordings.Group, data *datasets.Data) error {
	checker := system.Checker{EdgeFeatures: data.EdgeFeatures}
	for i := range g.Samples {
		sample := &g.Samples[i]
		report := func(array, format string, arguments ...any) error {
			key := array
			if s.Has(g.Key(array)) {
				key = g.Key(array)
			}
			return s.Errorf(key, ": recording %d%s", g.From[i], fmt.Sprintf(format, arguments...))
		}
		if err := checker.Check(sample, report); err != nil {
			return err
		}
		if err := sample.CheckGeometry(report); err != nil {
			return err
		}
		if err := checkBars(sample, report); err != nil {
			return err
		}
	}
	return nil
}

// checkBars reports a stick, a hinge or a tree that has a bar of length 0.
func checkBars(sample *system.Sample, report system.Report) error {
	index := map[*system.Kind]int{}
	for _, object := range sample.Objects {
		kind := object.Kind
		if kind == system.Body {
			continue // markers of a body may be at the same position
		}
		for _, bar := range object.Bars() {
			if system.Distance(sample.Position, bar[0], bar[1]) == 0 {
				return report(kind.Array(), ", %s %d: its particles %d and %d are at one place, expected a bar with a length", kind.Name, index[kind], bar[0], bar[1])
			}
		}
		index[kind]++
	}
	return nil
}

// rigid is the relative change of a bar's length that counts as rounding.
const rigid = 1e-3

// stretched returns a note on the bar whose length changes most in the trajectories, or nil if
// all bars are rigid.
func (s *source) stretched(data *datasets.Data) []string {
	var worst float64
	var bar [2]int
	for _, samples := range data.Splits() {
		for _, sample := range *samples {
			t := sample.Trajectory
			for _, object := range sample.Objects {
				for _, pair := range object.Bars() {
					first := system.Distance(t.Positions, pair[0], pair[1])
					for frame := range t.Frames() {
						now := system.Distance(t.Positions[3*t.Particles*frame:], pair[0], pair[1])
						if change := math.Abs(now-first) / first; change > worst {
							worst, bar = change, pair
						}
					}
				}
			}
		}
	}
	if worst <= rigid {
		return nil
	}
	return []string{fmt.Sprintf("bars are not rigid in these data: the distance of particles %d and %d changes by %.2g of itself", bar[0], bar[1], worst)}
}
