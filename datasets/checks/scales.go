package checks

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gmnc/datasets"
	"gmnc/internal/median"
	"gmnc/system"
)

const (
	// otherUnit is the least factor between a split and training that counts as that of a unit:
	// other systems differ by less. fewTimes is the same for distances that are not bars, in
	// fewer than fewCorrelated systems, in which two particles may meet by chance.
	otherUnit, fewTimes = 8, 100
	// otherTime is the same for the times of constant velocity by the mean of the velocities at
	// both ends. looseTime is for the velocities at one end, which forces change, and for few
	// systems.
	otherTime, looseTime = 1.7, 4
	// nearRest is the greatest such factor: velocities at rest are rounding.
	nearRest = 1e4
)

// otherScales finds splits in another unit than training, or with another interval.
func otherScales(s *subject) result {
	var texts []string
	for split, all := range s.data.Splits() {
		samples, _ := some(*all)
		if split == "train" || len(samples) == 0 || len(s.train) == 0 {
			continue
		}
		for _, compare := range []func(s *subject, samples []system.Sample) string{otherLengths, otherTimes, otherFields} {
			if found := compare(s, samples); found != "" {
				texts = append(texts, "in "+split+" "+found)
			}
		}
	}
	return measure(float64(len(texts)), strings.Join(texts, "; "))
}

// otherLengths compares the lengths of bars or, for systems without bars, the distances of
// particles from the middle.
func otherLengths(s *subject, samples []system.Sample) string {
	what, least := "the ends of bars are", float64(otherUnit)
	train, own := system.MeasureLengths(s.train, bars).Mean, system.MeasureLengths(samples, bars).Mean
	if train == 0 || own == 0 {
		what, train, own = "particles of systems are", extent(s.train), extent(samples)
		if min(len(s.train), len(samples)) < fewCorrelated {
			least = fewTimes
		}
	}
	if !apartBy(train, own, least) {
		return ""
	}
	return fmt.Sprintf("%s %.2g times as far apart as in training", what, own/train)
}

// bars returns the bars of all objects of a sample.
func bars(sample system.Sample) (pairs [][2]int) {
	for _, kind := range system.ObjectKinds() {
		pairs = append(pairs, sample.Objects.Bars(kind)...)
	}
	return pairs
}

// extent returns the median extent of the systems, or 0 if there are only single particles,
// which have none.
func extent(samples []system.Sample) float64 {
	var all []float64
	for k := range samples {
		if samples[k].Particles() > 1 {
			all = append(all, samples[k].Extent())
		}
	}
	if len(all) == 0 {
		return 0
	}
	return median.Of(all)
}

// factorOf returns a ratio or its inverse, whichever is larger, or infinity if it is negative.
func factorOf(ratio float64) float64 {
	if ratio < 0 {
		return math.Inf(1)
	}
	return max(ratio, 1/ratio)
}

// apartBy reports whether two positive numbers differ by at least a factor.
func apartBy(a, b, factor float64) bool { return a > 0 && b > 0 && (a >= factor*b || b >= factor*a) }

// otherTimes compares the times in which particles move from inputs to targets by their
// velocities. These are the times of constant velocity or, if that does not lead near the
// targets, the ratios of displacements to speeds.
func otherTimes(s *subject, samples []system.Sample) string {
	few := min(len(s.train), len(samples)) < fewCorrelated
	known := system.WithoutTargetVelocity(s.train) < 0 && system.WithoutTargetVelocity(samples) < 0
	if few && !known {
		return ""
	}
	least, most := float64(otherTime), math.Inf(1)
	if few || !known && !asFastElsewhere(s.train, samples) {
		least = looseTime
	}
	before, after := halfway(s.train, known), halfway(samples, known)
	train, straight := datasets.LineTime(before)
	own, alike := datasets.LineTime(after)
	if !straight || !alike {
		if few {
			return ""
		}
		train, own = datasets.SpeedTime(before), datasets.SpeedTime(after)
		least, most = otherUnit, nearRest
	}
	if !apartBy(train, own, least) || apartBy(train, own, most) {
		return ""
	}
	return fmt.Sprintf("velocities lead as far as from inputs to targets in %.2g times the time that they take in training", own/train)
}

// alikeSpeeds is the ratio of the speeds of two splits up to which they count as equal.
const alikeSpeeds = 1.3

// asFastElsewhere reports whether samples are as fast as those of training although the times
// of their constant velocity certainly differ.
func asFastElsewhere(train, samples []system.Sample) bool {
	time, off, speed := lineOf(train)
	own, ownOff, ownSpeed := lineOf(samples)
	return !apartBy(speed, ownSpeed, alikeSpeeds) && math.Abs(time-own) > certainMean*math.Hypot(off, ownOff)
}

// lineOf returns the time for which constant velocity of particles fits best, its standard
// error, and the root mean square velocity.
func lineOf(samples []system.Sample) (time, off, speed float64) {
	along, squares := make([]float64, len(samples)), make([]float64, len(samples))
	count := 0
	for k := range samples {
		count += samples[k].Particles()
		for i, v := range samples[k].Velocity {
			along[k] += float64(float64(v) * (float64(samples[k].TargetPosition[i]) - float64(samples[k].Position[i])))
			squares[k] += float64(float64(v) * float64(v))
		}
	}
	square := floats.Sum(squares)
	time = floats.Sum(along) / square
	floats.AddScaled(along, -time, squares) // the deviation of each sample
	return time, floats.Norm(along, 2) / square, math.Sqrt(square / float64(count))
}

// halfway returns the samples. If both is true, their velocities are replaced by the means of
// those at inputs and targets.
func halfway(samples []system.Sample, both bool) []system.Sample {
	if !both {
		return samples
	}
	return datasets.Halfway(samples)
}

// otherFields compares the sizes of given quantities. It finds one that is always much larger
// than in training, or always much smaller.
func otherFields(s *subject, samples []system.Sample) string {
	for _, f := range system.GivenFields() {
		if f.Named() {
			continue
		}
		least, most := sizes(s.train, f)
		if small, large := sizes(samples, f); apartBy(small, most, otherUnit) && small > most || apartBy(large, least, otherUnit) && large < least {
			return fmt.Sprintf("%s is %.3g to %.3g, and in training %.3g to %.3g, without signs", f.Array(), small, large, least, most)
		}
	}
	return ""
}

// sizes returns the smallest and the largest absolute value of a field's nonzero finite
// numbers, or 0 if there are none.
func sizes(samples []system.Sample, f *system.Field) (least, most float64) {
	least = math.Inf(1)
	for k := range samples {
		for _, x := range f.Of(&samples[k]) {
			if size := math.Abs(float64(x)); size > 0 && !math.IsInf(size, 1) {
				least, most = min(least, size), max(most, size)
			}
		}
	}
	if most == 0 {
		return 0, 0
	}
	return least, most
}

// otherPlanes measures the distance that systems keep from all planes, relative to a typical
// length.
func otherPlanes(s *subject) result {
	nearest := math.Inf(1)
	for k := range s.train {
		sample := &s.train[k]
		nearest = min(nearest, gap(sample, sample.Position), gap(sample, sample.TargetPosition))
		if t := sample.Trajectory; t != nil {
			nearest = min(nearest, gap(sample, t.Positions))
		}
	}
	if math.IsInf(nearest, 1) {
		return result{}
	}
	return measure(nearest/s.length, nearest, s.length)
}

// gap returns the smallest distance of positions from a sample's planes, or infinity without
// planes.
func gap[T float32 | float64](sample *system.Sample, positions []T) float64 {
	nearest, planes := math.Inf(1), system.Planes.Of(sample)
	for number := range sample.Planes() {
		for x := range slices.Chunk(positions, 3) {
			nearest = min(nearest, math.Abs(system.Gap(planes[system.PlaneColumns*number:], x)))
		}
	}
	return nearest
}

// otherSprings measures the factor between the rest lengths of springs and the distances of the
// particles that they connect.
func otherSprings(s *subject) result {
	column := slices.Index(s.data.EdgeFeatures, system.RestLengthFeature)
	if column < 0 {
		return result{}
	}
	var lengths, rests, count float64
	for k := range s.train {
		sample := &s.train[k]
		for edge, neighbor := range sample.Neighbors {
			rest := float64(sample.EdgeFeatures[edge*len(s.data.EdgeFeatures)+column])
			if neighbor < 0 || rest <= 0 {
				continue
			}
			lengths, rests, count = lengths+system.Distance(sample.Position, edge/sample.Slots(), int(neighbor)), rests+rest, count+1
		}
	}
	if rests == 0 || lengths == 0 {
		return result{}
	}
	return measure(factorOf(rests/lengths), rests/count, lengths/count)
}
