package looks

import (
	"hash/maphash"
	"slices"

	"gmnc/datasets"
	"gmnc/system"
)

// Model has the properties of a model that looks need to know.
type Model struct {
	Name   string          // with its integrator, for people
	Fields []string        // the fields that it takes
	Unread []*system.Field // those that the data have and it does not take, though it could
	// Learns says that it finds constants of mechanics, Bends that the bars of objects need not
	// keep their lengths, and Potential that it takes forces and energies.
	Learns, Bends, Potential bool
}

// Look runs the rows that the data of a recording allow. Frames of a file with time stamps are
// compared within stretches without gaps.
func (r *Recording) Look(w *Words) []Note {
	if r.Stamps != nil {
		r = r.stretches()
	}
	return (&seen{recording: r, words: w}).look()
}

// Examine runs the rows that a data set allows, with or without a model. It takes a second or two.
func Examine(data *datasets.Data, model *Model) []Note {
	s := of(data)
	s.model = model
	s.recording, s.words = s.recordings(), s.wordsOfData()
	return s.look()
}

// Prepared are the notes of those rows on a data set that a reader has made which need none of the
// frames: the reader looked at these.
func Prepared(data *datasets.Data) []Note { return of(data).look() }

func of(data *datasets.Data) *seen {
	s := &seen{data: data, words: &Words{}, digest: digester{seed: maphash.MakeSeed()}, inputs: map[string][]uint64{}}
	s.train, s.step = some(data.Train)
	if s.steps = stepsOf(data.Train); s.steps == nil {
		s.steps = s.train
	}
	for split, samples := range data.Splits() {
		s.inputs[split] = s.digest.inputsOf(*samples)
	}
	s.length = datasets.Length(data)
	s.time, s.straight = datasets.LineTime(s.train)
	s.fall = FallOf(s.train)
	return s
}

// have is what there is to look at.
func (s *seen) have() (have needs) {
	if s.data != nil {
		have |= samples
	}
	if s.model != nil {
		have |= chosen
	}
	r := s.recording
	if r == nil {
		return have
	}
	have |= frames
	if r.Stamps != nil {
		have |= stamps
	}
	if r.Rates != nil && r.Time > 0 {
		have |= rates
	}
	if r.Loads != nil || r.joints != nil {
		have |= loads
	}
	if r.States != nil || r.Energies != nil || r.AddEnergies != nil {
		have |= energies
	}
	if r.Limits != nil {
		have |= limits
	}
	return have
}

// seen is what looks are at: a recording as a reader has read it, or a data set with the recording
// that it has, and what several looks need.
type seen struct {
	recording *Recording // nil of a data set without trajectories
	words     *Words
	// late is the lag of loads, balance that of their work, and scale that of all rates; each is nil
	// until it is known.
	late    *Lag
	balance *Balance
	scale   *Scale

	data  *datasets.Data  // nil of a recording as read
	model *Model          // nil where none is chosen
	train []system.Sample // every step-th of the training samples
	step  int
	// steps are train, or of few long recordings their steps.
	steps []system.Sample
	// length is a usual distance of particles; time the time of the best straight line,
	// which is straight where it leads near the targets.
	length, time float64
	straight     bool
	fall         Fall
	idle         []*system.Field // quantities that act on nothing
	digest       digester
	inputs       map[string][]uint64 // the digests of each split's
}

// keep is what was found before, or is found now and kept.
func keep[T any](kept **T, find func() T) T {
	if *kept == nil {
		found := find()
		*kept = &found
	}
	return **kept
}

// number is that of a sample of train among all training samples.
func (s *seen) number(k int) int { return k * s.step }

// mostSamples is how many samples are looked at, spread over all.
const mostSamples = 2000

// some are samples from all over the given ones, every step-th from the first on.
func some(samples []system.Sample) (few []system.Sample, step int) {
	step = max(1, (len(samples)+mostSamples-1)/mostSamples)
	if step == 1 {
		return samples, step
	}
	for i := 0; i < len(samples); i += step {
		few = append(few, samples[i])
	}
	return few, step
}

// stepsOf are steps from all over the trajectories of samples that are fewer than are looked at;
// nil of others.
func stepsOf(samples []system.Sample) (steps []system.Sample) {
	if len(samples) >= mostSamples {
		return nil
	}
	count := 0
	for k := range samples {
		if samples[k].Trajectory == nil {
			return nil
		}
		count += samples[k].Trajectory.Frames() - 1
	}
	stride := (count + mostSamples - 1) / mostSamples
	for k := range samples {
		steps = slices.AppendSeq(steps, samples[k].Stretches(0, stride, 1))
	}
	return steps
}

// reads reports whether the model takes a field; a model that is not chosen yet reads
// what it is given.
func (s *seen) reads(f *system.Field) bool {
	return s.model == nil || slices.Contains(s.model.Fields, f.Name)
}

// told reports whether the data have a field and the model reads it.
func (s *seen) told(f *system.Field) bool { return s.data.Has(f) && s.reads(f) }

// strayed is how far a coordinate of a target is from the straight line, or from the
// input where lines lead nowhere.
func (s *seen) strayed(sample *system.Sample, i int) float64 {
	if !s.straight {
		return float64(sample.TargetPosition[i]) - float64(sample.Position[i])
	}
	return s.beyondLine(sample, i)
}

// beyondLine is how far a coordinate of a target is from the best straight line, wherever that leads.
func (s *seen) beyondLine(sample *system.Sample, i int) float64 {
	way := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
	return way - float64(s.time*float64(sample.Velocity[i]))
}
