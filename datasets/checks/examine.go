package checks

import (
	"hash/maphash"
	"slices"

	"gmnc/datasets"
	"gmnc/system"
)

// Model holds the properties of a model that the checks need.
type Model struct {
	Name   string          // name of the model with its integrator, for people
	Fields []string        // names of the fields that it takes
	Unread []*system.Field // fields of the data that it does not take, though it could
	// Learns reports whether it finds constants of mechanics. Bends reports whether the bars of
	// objects may change their lengths. Potential reports whether it takes forces and energies.
	Learns, Bends, Potential bool
}

// Check runs the rows that the data of a recording allow. It compares the frames of a file with
// time stamps within stretches without gaps.
func (r *Recording) Check(w *Words) []Note {
	if r.Stamps != nil {
		r = r.stretches()
	}
	return (&subject{recording: r, words: w}).check(0)
}

// Compare runs only the rows that compare recordings with each other, for a reader that checks each of
// them by itself.
func (r *Recording) Compare(w *Words) []Note {
	return (&subject{recording: r, words: w}).check(several)
}

// Examine runs the rows that a data set allows, with or without a model. It takes a second or two.
func Examine(data *datasets.Data, model *Model) []Note {
	s := of(data)
	s.model = model
	s.recording, s.words = s.recordings(), s.wordsOfData()
	return s.check(0)
}

// Prepared runs the rows that need no frames on a data set that a reader has made. The reader
// has checked the frames itself.
func Prepared(data *datasets.Data) []Note { return of(data).check(0) }

func of(data *datasets.Data) *subject {
	s := &subject{data: data, words: &Words{}, digest: digester{seed: maphash.MakeSeed()}, inputs: map[string][]uint64{}}
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

// have returns what is available to the checks.
func (s *subject) have() (have needs) {
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
	if len(r.Starts) > 2 && r.Stamps == nil && (r.Rates == nil || r.Time == 0) {
		have |= several
	}
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

// subject is the input of the checks: a recording that a reader has read, or a data set with its
// recording. It also holds what several checks need.
type subject struct {
	recording *Recording // nil for a data set without trajectories
	words     *Words
	// lateRates and lateWork are the lags of rates, and of loads and energies. balance is the balance
	// of the work of loads, scale the scale of all rates, continuous the recording without jumps, and
	// motors the comparison of energies with the work of motors. energetic is what loads act on, with
	// its energies. paces is the result of changedPace. Each is nil until it is known.
	paces      *result
	lateRates  *rateLags
	lateWork   *workLags
	balance    *Balance
	scale      *Scale
	continuous **Recording
	motors     *motorWork
	energetic  **Recording

	explained [][2]int // runs of frames in which the rows so far have found what explains others

	data  *datasets.Data  // nil for a recording that a reader has read
	model *Model          // nil if none is chosen
	train []system.Sample // every step-th of the training samples
	step  int
	// steps holds the samples of train or, for a few long recordings, their steps.
	steps []system.Sample
	// length is a typical distance of particles. time is the time for which constant velocity
	// fits best, and straight reports whether constant velocity leads near the targets.
	length, time float64
	straight     bool
	fall         Fall
	idle         []*system.Field // quantities that act on nothing
	digest       digester
	inputs       map[string][]uint64 // digests of the inputs of each split
}

// cached returns what was found before, or finds it and keeps it.
func cached[T any](cache **T, find func() T) T {
	if *cache == nil {
		found := find()
		*cache = &found
	}
	return **cache
}

// number returns the index among all training samples of a sample of train.
func (s *subject) number(k int) int { return k * s.step }

// mostSamples is the greatest number of samples that are checked, spread over all.
const mostSamples = 2000

// some returns samples that are spread over the given ones: every step-th from the first on.
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

// stepsOf returns steps that are spread over the trajectories of samples, if there are fewer
// than mostSamples. Otherwise it returns nil, also if any sample has no trajectory.
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

// reads reports whether the model takes a field. If no model is chosen, it counts as taking
// every field.
func (s *subject) reads(f *system.Field) bool {
	return s.model == nil || slices.Contains(s.model.Fields, f.Name)
}

// provides reports whether the data have a field that the model takes.
func (s *subject) provides(f *system.Field) bool { return s.data.Has(f) && s.reads(f) }

// strayed returns the deviation of a coordinate of a target from constant velocity, or from the
// input if constant velocity does not lead near the targets.
func (s *subject) strayed(sample *system.Sample, i int) float64 {
	if !s.straight {
		return float64(sample.TargetPosition[i]) - float64(sample.Position[i])
	}
	return s.beyondLine(sample, i)
}

// beyondLine returns the deviation of a coordinate of a target from constant velocity, even if
// that does not lead near the targets.
func (s *subject) beyondLine(sample *system.Sample, i int) float64 {
	displacement := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
	return displacement - float64(s.time*float64(sample.Velocity[i]))
}
