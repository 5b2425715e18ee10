package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/system"
)

// givenShapes is the note on masses of bodies on joints.
const givenShapes = "each link's mass is learned with the center of mass and the inertia per mass that the data have; where these are wrong, the mass is off by more than its error. gmnc identify finds them, too, from a log of torques"

// ConstantNotes returns a note if masses of bodies on joints are learned, and one for each
// learned constant that has other values in some training sample than in the first. Learning
// begins from the first sample's values and finds one value for all samples.
func ConstantNotes(cfg config.Config, data *datasets.Data) (notes []string) {
	first := data.First()
	for _, c := range cfg.Learn {
		if c.Name == config.LearnedMass && c.By == config.ByJoint {
			notes = append(notes, givenShapes)
		}
		if c.By == config.ByType {
			continue // particles of a type may have any index
		}
		for _, f := range system.Fields() {
			if f.Name != c.Name && !ofJoint(f, c.Name) {
				continue
			}
			begin := f.Of(&first)
			i := slices.IndexFunc(data.Train, func(s system.Sample) bool { return !slices.Equal(f.Of(&s), begin) })
			if i >= 0 {
				notes = append(notes, fmt.Sprintf("training sample %d has another %s than the first, from which learning begins: all systems get one learned %s; leave it out of what is learned, and each keeps its own", i, f.Name, c.Name))
			}
		}
	}
	return append(notes, springNote(cfg, data)...)
}

// spring holds the particles at the ends of a spring, the number of its lengths, their mean, and
// the sum of their squared differences from it.
type spring struct {
	ends          [2]int
	count         int
	mean, squares float64
}

// springNote returns a note if one rest length is learned for springs that differ in their mean
// lengths by more than these vary.
func springNote(cfg config.Config, data *datasets.Data) []string {
	first := data.First()
	if cfg.Learns(config.LearnedRestLength) == nil || len(first.Neighbors) == 0 || first.Volume() != 0 {
		return nil
	}
	var springs []spring
	for k, to := range first.Neighbors {
		if from := k / (len(first.Neighbors) / first.Particles()); int64(from) < to {
			springs = append(springs, spring{ends: [2]int{from, int(to)}})
		}
	}
	for i := range data.Train {
		if !slices.Equal(data.Train[i].Neighbors, first.Neighbors) {
			return nil
		}
		for k := range springs {
			own := &springs[k]
			length := vector.Distance(vector.At(data.Train[i].Position, own.ends[0]), vector.At(data.Train[i].Position, own.ends[1]))
			off := length - own.mean
			own.count++
			own.mean += off / float64(own.count)
			own.squares += float64(off * (length - own.mean))
		}
	}
	if len(springs) < 2 {
		return nil
	}
	byMean := func(a, b spring) int { return cmp.Compare(a.mean, b.mean) }
	least, most := slices.MinFunc(springs, byMean), slices.MaxFunc(springs, byMean)
	varies := func(own spring) float64 { return math.Sqrt(own.squares / float64(own.count)) }
	if !(most.mean-least.mean > varies(most)+varies(least)) {
		return nil
	}
	return []string{fmt.Sprintf("one %s is learned for all %d springs, whose mean lengths differ, from %.4g of particles %d and %d to %.4g of %d and %d. If their rest lengths differ, give each spring its own in the data, and leave %[1]s out of what is learned",
		config.LearnedRestLength, len(springs), least.mean, least.ends[0], least.ends[1], most.mean, most.ends[0], most.ends[1])}
}
