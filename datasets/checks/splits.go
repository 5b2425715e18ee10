package checks

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"strings"

	"gmnc/system"
)

// sharedSamples finds inputs of one split in another, and inputs of other splits among the
// targets and frames of training.
func sharedSamples(s *subject) result {
	first, frames := map[uint64]string{}, s.passed()
	shared := map[[2]string]int{}
	var texts []string
	for split, samples := range s.data.Splits() {
		passed := 0
		for i := range *samples {
			digest := s.inputs[split][i]
			other, known := first[digest]
			switch {
			case known && other != split:
				shared[[2]string{other, split}]++
			case split != "train" && frames[s.digest.of((*samples)[i].Position)]:
				passed++
			}
			if !known {
				first[digest] = split
			}
		}
		if passed >= fewPassed && float64(passed) > mostPassed*float64(len(*samples)) {
			texts = append(texts, fmt.Sprintf("%d inputs of %s are targets or frames of train", passed, split))
		}
	}
	for pair, count := range shared {
		texts = append(texts, fmt.Sprintf("%d inputs of %s are in %s", count, pair[1], pair[0]))
	}
	slices.Sort(texts)
	return measure(float64(len(texts)), strings.Join(texts, ", "))
}

// overlap counts the splits that begin within a span of training samples.
func overlap(s *subject) result {
	var texts []string
	for _, o := range Overlaps(s.data) {
		texts = append(texts, o.String())
	}
	return measure(float64(len(texts)), strings.Join(texts, ", "))
}

// fewPassed and mostPassed are the number of inputs of a split, and the fraction of them, from
// which it is reported that they are frames of training. Parts of one recording share a frame,
// and frames drawn from all of a long recording meet by chance.
const fewPassed, mostPassed = 3, 0.2

// passed returns the digests of the positions that training reaches after its inputs. Many
// samples may begin at the same positions, with other velocities or forces, and rest there.
func (s *subject) passed() map[uint64]bool {
	all := map[uint64]bool{}
	for k := range s.data.Train {
		sample := &s.data.Train[k]
		take := func(position []float32) {
			if !slices.Equal(position, sample.Position) {
				all[s.digest.of(position)] = true
			}
		}
		take(sample.TargetPosition)
		t := sample.Trajectory
		if t == nil {
			continue
		}
		frame := make([]float32, 3*t.Particles)
		for positions := range slices.Chunk(t.Positions, len(frame)) {
			for i, x := range positions {
				frame[i] = float32(x)
			}
			take(frame)
		}
	}
	return all
}

// digester computes digests of arrays. Equal arrays have equal digests.
type digester struct {
	seed  maphash.Seed
	bytes []byte // bytes of the arrays
}

func (d *digester) of(arrays ...[]float32) uint64 {
	d.bytes = d.bytes[:0]
	for _, values := range arrays {
		for _, x := range values {
			d.bytes = binary.LittleEndian.AppendUint32(d.bytes, math.Float32bits(x))
		}
	}
	return maphash.Bytes(d.seed, d.bytes)
}

// inputsOf returns the digests of the inputs of all samples. An input is the state of a system
// and its given fields in all frames.
func (d *digester) inputsOf(samples []system.Sample) (all []uint64) {
	given := system.GivenFields()
	for k := range samples {
		arrays := [][]float32{samples[k].Position, samples[k].Velocity}
		for _, f := range given {
			arrays = append(arrays, f.Of(&samples[k]))
		}
		if t := samples[k].Trajectory; t != nil {
			for _, given := range t.Given {
				arrays = append(arrays, given.Values)
			}
		}
		all = append(all, d.of(arrays...))
	}
	return all
}

// fewRepeats is the least number of repeated samples in a split, besides a fraction of them. A
// system that waits before it moves has its inputs twice.
const fewRepeats = 3

// repeats finds samples that are repeated in a split, unless they rest.
func repeats(s *subject) result {
	return countRepeats(s, func(one, other *system.Sample) bool {
		return slices.Equal(one.TargetPosition, other.TargetPosition) && !slices.Equal(one.Position, one.TargetPosition)
	})
}

// otherTargets finds samples with the same inputs and different targets.
func otherTargets(s *subject) result {
	return countRepeats(s, func(one, other *system.Sample) bool {
		return !slices.Equal(one.TargetPosition, other.TargetPosition)
	})
}

// countRepeats counts pairs of samples of one split that have the same inputs and for which so is
// true.
func countRepeats(s *subject, so func(one, other *system.Sample) bool) (most result) {
	for split, samples := range s.data.Splits() {
		first, count := map[uint64]*system.Sample{}, 0
		for i := range *samples {
			sample := &(*samples)[i]
			digest := s.inputs[split][i]
			switch other := first[digest]; {
			case other == nil:
				first[digest] = sample
			case so(other, sample):
				count++
			}
		}
		if count >= fewRepeats {
			most = most.or(measure(float64(count)/float64(len(*samples)), count, len(*samples), split))
		}
	}
	return most
}

// mostTypes is the greatest number of values of a feature that names types of particles.
const mostTypes = 40

// newToTraining finds a kind of objects, or a value of a feature that names types, that no
// training sample has.
func newToTraining(s *subject) result {
	if len(s.data.Train) == 0 {
		return result{}
	}
	for split, samples := range s.data.Splits() {
		for _, kind := range system.ObjectKinds() {
			if anyHas(*samples, kind) && !anyHas(s.data.Train, kind) {
				return measure(1, fmt.Sprintf("the %s split has %s, and training has none", split, kind.Plural))
			}
		}
		for column, name := range s.data.NodeFeatures {
			known := values(s.data.Train, column, len(s.data.NodeFeatures))
			if len(known) > mostTypes {
				continue
			}
			for _, value := range slices.Sorted(maps.Keys(values(*samples, column, len(s.data.NodeFeatures)))) {
				if !known[value] && value == float32(math.Trunc(float64(value))) {
					return measure(1, fmt.Sprintf("particles of the %s split have the %s %g, and none of training does", split, name, value))
				}
			}
		}
	}
	return result{}
}

func anyHas(samples []system.Sample, kind *system.Kind) bool {
	return slices.ContainsFunc(samples, func(s system.Sample) bool { return s.Objects.Count(kind) > 0 })
}

// values returns the values of a column of the particles' features. It stops when there are
// more than a feature of types has.
func values(samples []system.Sample, column, width int) map[float32]bool {
	all := map[float32]bool{}
	for _, s := range samples {
		for i := column; i < len(s.NodeFeatures) && len(all) <= mostTypes; i += width {
			all[s.NodeFeatures[i]] = true
		}
	}
	return all
}
