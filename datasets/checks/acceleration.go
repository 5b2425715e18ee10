package checks

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"gmnc/datasets"
	"gmnc/internal/vector"
	"gmnc/system"
)

// certainMean is the number of standard errors from 0 above which a mean is not chance.
const certainMean = 6

// spansOfBlock is the number of spans within which samples of a recording begin that are not
// independent. A recording has at most fewBlocks blocks of such samples, because one motion may
// accelerate for a long time.
const spansOfBlock = 2

// center holds how far the center of mass of a sample deviates from constant velocity, and its
// velocity. Samples of one block are not independent.
type center struct {
	off, velocity [3]float64
	block         datasets.Moment
}

// acceleration finds a mean deflection of all particles in one direction. A part of it that is
// proportional to velocities does not count, because it may be an error of the time, as along a
// single trajectory.
func acceleration(s *subject) result {
	if !s.straight || len(s.train) < fewDriven || s.provides(system.Gravity) || s.data.WithoutHydrogens() || knownTarget(s).size > exactLine {
		return result{} // the mean of a few samples is that of their motions
	}
	centers, meanSquare := s.centers()
	var along, square float64
	for _, c := range centers {
		along, square = along+vector.Dot(c.off, c.velocity), square+vector.Dot(c.velocity, c.velocity)
	}
	slope := 0.0
	if square > 0 {
		slope = along / square
	}
	mean, chance := meanOff(centers, slope)
	size := vector.Dot(mean, mean)
	if size == 0 || size < certainMean*certainMean*chance {
		return result{}
	}
	time, known, _ := s.data.About.Time()
	besides := ""
	if known {
		mean, chance = meanOff(centers, time-s.time)
	} else {
		time, besides = s.time, " besides what another interval would explain"
	}
	factor := 2 / (time * time)
	return measure(math.Sqrt(size/meanSquare), factor*mean[0], factor*mean[1], factor*mean[2], besides, factor*math.Sqrt(chance))
}

// centers returns the centers of the training samples, and the mean square of the deflections of
// all particles.
func (s *subject) centers() (centers []center, meanSquare float64) {
	moments := s.data.Origins["train"].Moments(len(s.data.Train))
	last := int64(0)
	for _, moment := range moments {
		last = max(last, moment.Start)
	}
	length := max(int64(spansOfBlock*spanOf(s.data)), last/fewBlocks+1)
	var all, count float64
	for k := range s.train {
		sample := &s.train[k]
		fraction := massFractions(sample) // forces within a system do not move its center of mass
		c := center{block: datasets.Moment{Start: int64(k)}}
		for i := range sample.Position {
			off := s.strayed(sample, i)
			c.off[i%3] += float64(off * fraction[i/3])
			c.velocity[i%3] += float64(float64(sample.Velocity[i]) * fraction[i/3])
			all, count = all+float64(off*off), count+1./3
		}
		if moments != nil {
			c.block = moments[s.number(k)]
			c.block.Start /= length
		}
		centers = append(centers, c)
	}
	return centers, all / count
}

// meanOff returns the mean deflection of centers from motion at constant velocity for a time that
// is longer by slope, and the square of its standard error, over all axes.
func meanOff(centers []center, slope float64) (mean [3]float64, chance float64) {
	samples := float64(len(centers))
	for _, c := range centers {
		mean = vector.Plus(mean, 1/samples, vector.Plus(c.off, -slope, c.velocity))
	}
	blocks := map[datasets.Moment][3]float64{} // sums of the differences from the mean
	for _, c := range centers {
		off := vector.Plus(vector.Plus(c.off, -slope, c.velocity), -1, mean)
		blocks[c.block] = vector.Plus(blocks[c.block], 1/samples, off)
	}
	for _, key := range slices.SortedFunc(maps.Keys(blocks), func(a, b datasets.Moment) int {
		return cmp.Or(cmp.Compare(a.Recording, b.Recording), cmp.Compare(a.Start, b.Start))
	}) {
		chance += vector.Dot(blocks[key], blocks[key])
	}
	return mean, chance
}
