package looks

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
	// otherUnit is the least factor between a split and training that is taken for a unit's:
	// other systems differ by less. fewTimes is the same of distances that are no bars, in
	// fewer than fewCorrelated systems, where two particles may meet by chance.
	otherUnit, fewTimes = 8, 100
	// otherTime is the same of the times of straight lines by the velocities at both ends, and
	// looseTime by those at one end, which forces change, or of few systems.
	otherTime, looseTime = 1.7, 4
	// nearRest is the largest such factor: velocities at rest are rounding.
	nearRest = 1e4
)

// otherScales finds splits in another unit than training, or of another interval.
func otherScales(s *seen) measured {
	var texts []string
	for split, all := range s.data.Splits() {
		samples, _ := some(*all)
		if split == "train" || len(samples) == 0 || len(s.train) == 0 {
			continue
		}
		for _, compare := range []func(s *seen, samples []system.Sample) string{otherLengths, otherTimes, otherFields} {
			if found := compare(s, samples); found != "" {
				texts = append(texts, "in "+split+" "+found)
			}
		}
	}
	return measure(float64(len(texts)), strings.Join(texts, "; "))
}

// otherLengths compares lengths of bars or, of systems without, their particles' distances
// from the middle.
func otherLengths(s *seen, samples []system.Sample) string {
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

// bars are the bars of all objects of a sample.
func bars(sample system.Sample) (pairs [][2]int) {
	for _, kind := range system.ObjectKinds() {
		pairs = append(pairs, sample.Objects.Bars(kind)...)
	}
	return pairs
}

// extent is the median of the distances from systems' middles; 0 of single particles alone,
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

// factorOf is the factor between a ratio and 1, whichever is larger: infinite of one below 0.
func factorOf(ratio float64) float64 {
	if ratio < 0 {
		return math.Inf(1)
	}
	return max(ratio, 1/ratio)
}

// apartBy reports whether two numbers above 0 differ by a factor.
func apartBy(a, b, factor float64) bool { return a > 0 && b > 0 && (a >= factor*b || b >= factor*a) }

// otherTimes compares the times in which particles get from inputs to targets by their
// velocities: along straight lines, or where none lead there, as ways over speeds.
func otherTimes(s *seen, samples []system.Sample) string {
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

// alikeSpeeds is the factor between the speeds of two splits up to which they are taken for the same.
const alikeSpeeds = 1.3

// asFastElsewhere reports whether samples are as fast as those of training, and the times of their
// particles' straight lines are others for certain.
func asFastElsewhere(train, samples []system.Sample) bool {
	time, off, speed := lineOf(train)
	own, ownOff, ownSpeed := lineOf(samples)
	return !apartBy(speed, ownSpeed, alikeSpeeds) && math.Abs(time-own) > certainMean*math.Hypot(off, ownOff)
}

// lineOf is the time of the best straight lines of particles with its standard error, and the root
// mean square of their velocities.
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
	floats.AddScaled(along, -time, squares) // what each sample is off
	return time, floats.Norm(along, 2) / square, math.Sqrt(square / float64(count))
}

// halfway are the samples or, where both are known, the same with the mean of the velocities
// at both ends.
func halfway(samples []system.Sample, both bool) []system.Sample {
	if !both {
		return samples
	}
	all := slices.Clone(samples)
	for k := range all {
		mean := slices.Clone(all[k].Velocity)
		for i, v := range all[k].TargetVelocity {
			mean[i] = (mean[i] + v) / 2
		}
		all[k].Velocity = mean
	}
	return all
}

// otherFields compares the sizes of given quantities, which are all larger than any in
// training, or all smaller.
func otherFields(s *seen, samples []system.Sample) string {
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

// sizes are the least and the largest size of a field's numbers that are not 0; 0 of none.
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

// otherPlanes is how many usual lengths from all planes systems stay.
func otherPlanes(s *seen) measured {
	nearest := math.Inf(1)
	for k := range s.train {
		sample := &s.train[k]
		nearest = min(nearest, gap(sample, sample.Position), gap(sample, sample.TargetPosition))
		if t := sample.Trajectory; t != nil {
			nearest = min(nearest, gap(sample, t.Positions))
		}
	}
	if math.IsInf(nearest, 1) {
		return measured{}
	}
	return measure(nearest/s.length, nearest, s.length)
}

// gap is the least distance of positions from a sample's planes, infinite without planes.
func gap[T float32 | float64](sample *system.Sample, positions []T) float64 {
	nearest, planes := math.Inf(1), system.Planes.Of(sample)
	for number := range sample.Planes() {
		for x := range slices.Chunk(positions, 3) {
			nearest = min(nearest, math.Abs(system.Gap(planes[system.PlaneColumns*number:], x)))
		}
	}
	return nearest
}

// otherSprings is by which factor the rest lengths of springs differ from the distances of what they tie.
func otherSprings(s *seen) measured {
	column := slices.Index(s.data.EdgeFeatures, system.RestLengthFeature)
	if column < 0 {
		return measured{}
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
		return measured{}
	}
	return measure(factorOf(rests/lengths), rests/count, lengths/count)
}
