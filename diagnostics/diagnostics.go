// Package diagnostics looks at data before anything is believed of them: it measures
// what contradicts the assumptions of models, and says what to do.
package diagnostics

import (
	"fmt"
	"hash/maphash"
	"slices"

	"gmnc/builder"
	"gmnc/datasets"
	"gmnc/datasets/looks"
	"gmnc/run"
	"gmnc/system"
)

// Finding is what a look at data found.
type Finding struct {
	Look   string `json:"look"`   // which look: the name of its row in the table
	Found  string `json:"found"`  // what was measured
	Remedy string `json:"remedy"` // what to do about it
}

// String is the finding in a line.
func (f Finding) String() string { return fmt.Sprintf("%s: %s: %s", f.Look, f.Found, f.Remedy) }

// look is a row of the table: at what it looks, and how. It returns "" where it finds
// nothing.
type look struct {
	name   string
	at     func(*seen) (found string)
	remedy string
}

// table is the table, in the order in which findings are told.
var table = []look{
	{"interval", interval, "write the time from input to target with its unit, such as 0.02 s, and velocities and positions in one unit"},
	{"not recorded", notRecorded, "leave out what was not recorded: zeros are places, too"},
	{"at rest", startsAtRest, "if systems do not start at rest, give velocities, such as differences of positions over the time between frames"},
	{"pinned", pinned, "pin particles that are held where they are, alone"},
	{"charges", charges, "give charges in a unit in which they are about 1: networks see them as they are"},
	{"still particle", stillParticle, "if it is held, give the array pinned, which is 1 there, and take a model that reads it; other models move it"},
	{"acceleration", acceleration, "if that is gravity or another uniform field, give the array gravity, and take a model that reads it; other models know no direction in space"},
	{"gravity", gravityUnit, "unless damping takes nearly all of it, give gravity in lengths by squared times of the velocities"},
	{"gravity's sign", gravitySign, "unless damping takes as much, turn gravity round: it is the acceleration of free particles"},
	{"gravity's direction", gravityDirection, "turn gravity: it is the acceleration of free particles, in the axes of positions"},
	{"forces", forces, "unless damping takes as much, give force in masses times lengths by squared times of the velocities, and masses"},
	{"motors", motors, "give masses, lengths, torque, thrust and dampings of joints in units that fit: a torque is a mass times a squared length by a squared time; torques without what holds against gravity go with a gravity of 0"},
	{"springs' work", springWork, "give stiffness and masses in units that fit: a stiffness is a mass by a squared time"},
	{"damping", damping, "leave out --reverse, and take a model whose forces may depend on velocities"},
	{"energy", energy, "leave out --reverse; if motors or friction act, give what they do as an array: models know of it no other way"},
	{"rounding", rounding, "take positions from a point nearby, such as the mean of the first frame"},
	{"digits", digits, "write positions with more digits: what is lost is lost to training, too, and to velocities that are differences of them"},
	{"jump", jump, "unwrap positions that a periodic box has wrapped, or remove these samples"},
	{"first frame", firstFrame, "leave out the frames before the motion, such as a rest pose"},
	{"traded places", tradedPlaces, "write particles in one order in all frames, by their ids"},
	{"velocities", velocities, "give velocities of the samples, particles and axes of the positions, in the direction of time"},
	{"bars", barsThatChange, "leave out objects whose lengths change, or choose others with gmnc decompose: models keep bars as long as they are"},
	{"lengths", lengthsThatDiffer, "if the bars are of one body, write positions with more digits, or fit them to it first; otherwise go on"},
	{"split", sharedSamples, "split the data so that no sample is in two parts: the errors on them say nothing of new data"},
	{"overlap", overlap, "split each trajectory by time, with a gap of a span between the parts, or whole trajectories: errors on these samples, and radii that they calibrate, say little of later motion"},
	{"repeats", repeats, "leave out samples that are there again: they count as often, and errors on them say less"},
	{"other targets", otherTargets, "give what else acts, such as forces or torques, as an array: of one input a model predicts one target"},
	{"scales", otherScales, "write all splits in one unit, and with targets one interval later; if the systems are others, go on"},
	{"planes", otherPlanes, "give offsets of planes in the unit of positions, along their normals"},
	{"springs", otherSprings, "give rest lengths in the unit of positions"},
	{"targets", targetsAreInputs, "give as xT and vT what is an interval later"},
	{"known target", knownTarget, "take velocities at the time of the input, such as central differences; these hold the answer"},
	{"idle", actsOnNothing, "give what they act on, or leave them out"},
	{"unread", unread, "take a model that reads them, or of gmn-ode another integrator, such as rk4, or leave them out"},
	{"new to training", newToTraining, "put such samples into the training split, too: no weight has seen them"},
}

// Examine are the findings on data that a model of this configuration is trained on, or on
// data alone where model is nil. They come in the order of the table, and those of the looks
// at recordings on trajectories after them. It takes a second or two.
func Examine(data *datasets.Data, model *builder.Config) (all []Finding) {
	s := &seen{data: data, model: model, digest: digester{seed: maphash.MakeSeed()}, inputs: map[string][]uint64{}}
	s.train, s.step = some(data.Train)
	if s.steps = stepsOf(data.Train); s.steps == nil {
		s.steps = s.train
	}
	for split, samples := range data.Splits() {
		s.inputs[split] = s.digest.inputsOf(*samples)
	}
	s.length = run.Length(data)
	s.time, s.straight = run.LineTime(s.train)
	s.fall = looks.FallOf(s.train)
	for _, l := range table {
		if found := l.at(s); found != "" {
			all = append(all, Finding{l.name, found, l.remedy})
		}
	}
	return append(all, frames(s)...)
}

// seen is what looks are at: the data, and what several of them need.
type seen struct {
	data  *datasets.Data
	model *builder.Config
	train []system.Sample // every step-th of the training samples
	step  int
	// steps are train, or of few long recordings their steps.
	steps []system.Sample
	// length is a usual distance of particles; time the time of the best straight line,
	// which is straight where it leads near the targets.
	length, time float64
	straight     bool
	fall         looks.Fall
	idle         []*system.Field // quantities that act on nothing
	digest       digester
	inputs       map[string][]uint64 // the digests of each split's
}

// number is that of a sample of train among all training samples.
func (s *seen) number(k int) int { return k * s.step }

// mostLooked is how many samples are looked at, spread over all.
const mostLooked = 2000

// some are samples from all over the given ones, every step-th from the first on.
func some(samples []system.Sample) (few []system.Sample, step int) {
	step = max(1, (len(samples)+mostLooked-1)/mostLooked)
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
	if len(samples) >= mostLooked {
		return nil
	}
	count := 0
	for k := range samples {
		if samples[k].Trajectory == nil {
			return nil
		}
		count += samples[k].Trajectory.Frames() - 1
	}
	stride := (count + mostLooked - 1) / mostLooked
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
	way := float64(sample.TargetPosition[i]) - float64(sample.Position[i])
	if !s.straight {
		return way
	}
	return way - s.time*float64(sample.Velocity[i])
}
