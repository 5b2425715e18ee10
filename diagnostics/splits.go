package diagnostics

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"gmnc/system"
)

// sharedSamples finds inputs of one split in another.
func sharedSamples(s *seen) string {
	seed := maphash.MakeSeed()
	first := map[uint64]string{}
	shared := map[[2]string]int{}
	for split, samples := range s.data.Splits() {
		for i := range *samples {
			digest := digestOf(seed, &(*samples)[i])
			if other, known := first[digest]; known && other != split {
				shared[[2]string{other, split}]++
			} else {
				first[digest] = split
			}
		}
	}
	var texts []string
	for pair, count := range shared {
		texts = append(texts, fmt.Sprintf("%d inputs of %s are in %s", count, pair[1], pair[0]))
	}
	slices.Sort(texts)
	return strings.Join(texts, ", ")
}

func digestOf(seed maphash.Seed, s *system.Sample) uint64 {
	var hash maphash.Hash
	hash.SetSeed(seed)
	var bytes [4]byte
	for _, values := range [][]float32{s.Position, s.Velocity} {
		for _, x := range values {
			binary.LittleEndian.PutUint32(bytes[:], math.Float32bits(x))
			hash.Write(bytes[:])
		}
	}
	return hash.Sum64()
}

// mostTypes is how many values a feature has at most that names types of particles.
const mostTypes = 40

// newToTraining finds a kind of objects, or a value of a feature that names types, that
// no training sample has.
func newToTraining(s *seen) string {
	if len(s.data.Train) == 0 {
		return ""
	}
	for split, samples := range s.data.Splits() {
		for _, kind := range system.ObjectKinds() {
			if has(*samples, kind) && !has(s.data.Train, kind) {
				return fmt.Sprintf("the %s split has %s, and training has none", split, kind.Plural)
			}
		}
		for column, name := range s.data.NodeFeatures {
			known := values(s.data.Train, column, len(s.data.NodeFeatures))
			if len(known) > mostTypes {
				continue
			}
			for value := range values(*samples, column, len(s.data.NodeFeatures)) {
				if !known[value] && value == float32(math.Trunc(float64(value))) {
					return fmt.Sprintf("particles of the %s split have the %s %g, and none of training does", split, name, value)
				}
			}
		}
	}
	return ""
}

func has(samples []system.Sample, kind *system.Kind) bool {
	return slices.ContainsFunc(samples, func(s system.Sample) bool { return s.Objects.Count(kind) > 0 })
}

// values are the values of a column of the particles' features, and one more than types
// have where there are as many.
func values(samples []system.Sample, column, width int) map[float32]bool {
	all := map[float32]bool{}
	for _, s := range samples {
		for i := column; i < len(s.NodeFeatures) && len(all) <= mostTypes; i += width {
			all[s.NodeFeatures[i]] = true
		}
	}
	return all
}
