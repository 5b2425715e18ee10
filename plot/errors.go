package plot

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"gmnc/datasets"
)

// Kinds of particles, by what they are a part of.
const (
	isolatedKind = "isolated"
	stickKind    = "stick"
	hingeKind    = "hinge"
)

// ParticleKinds are the kinds of bars that FromParticles makes.
var ParticleKinds = []string{isolatedKind, stickKind, hingeKind}

// FromParticles are the mean squared errors x100 of each particle, over all
// samples. Where the samples' sticks and hinges differ, a particle of one is
// not that of another; the errors then are those of the parts that particles
// play. position holds the predictions of all samples, one after the other.
func FromParticles(samples []datasets.Sample, position []float32) []Bar {
	same := !slices.ContainsFunc(samples, func(s datasets.Sample) bool {
		return s.Particles() != samples[0].Particles() ||
			!reflect.DeepEqual(s.Sticks, samples[0].Sticks) || !reflect.DeepEqual(s.Hinges, samples[0].Hinges)
	})
	var bars []Bar
	at := map[string]int{}
	var sums, counts []float64
	for _, sample := range samples {
		for particle, part := range parts(sample) {
			name := part.Name
			if same {
				name = fmt.Sprint(particle)
			}
			i, known := at[name]
			if !known {
				i, at[name] = len(bars), len(bars)
				bars, sums, counts = append(bars, Bar{Name: name, Kind: part.Kind}), append(sums, 0), append(counts, 0)
			}
			sums[i] += squaredError(position[3*particle:], sample.TargetPosition[3*particle:])
			counts[i]++
		}
		position = position[len(sample.Position):]
	}
	for i := range bars {
		bars[i].Value = 100 * sums[i] / counts[i]
	}
	slices.SortStableFunc(bars, func(a, b Bar) int {
		if same {
			return 0 // in the order of the particles
		}
		return slices.Index(partNames, a.Name) - slices.Index(partNames, b.Name)
	})
	return bars
}

// partNames are the parts that particles play.
var partNames = []string{"isolated", "stick end", "hinge joint", "hinge end"}

// parts are those of a sample's particles: Name and Kind are set.
func parts(sample datasets.Sample) []Bar {
	parts := slices.Repeat([]Bar{{Name: partNames[0], Kind: isolatedKind}}, sample.Particles())
	for _, stick := range sample.Sticks {
		for _, end := range stick {
			parts[end] = Bar{Name: partNames[1], Kind: stickKind}
		}
	}
	for _, hinge := range sample.Hinges {
		parts[hinge[0]] = Bar{Name: partNames[2], Kind: hingeKind}
		for _, end := range hinge[1:] {
			parts[end] = Bar{Name: partNames[3], Kind: hingeKind}
		}
	}
	return parts
}

// squaredError is the mean over the three coordinates of the first particle.
func squaredError(predicted, target []float32) float64 {
	sum := 0.0
	for axis := range 3 {
		difference := float64(predicted[axis]) - float64(target[axis])
		sum += difference * difference
	}
	return sum / 3
}

// pointsOverTime is about how many points a recording has in a picture.
const pointsOverTime = 40

// FromStarts are the samples' errors x100 over the frames at which they
// begin, a series for each recording; neighbours in time are averaged where
// there are many.
func FromStarts(origin datasets.Origin, errors []float64) []Series {
	cases := max(1, len(origin.Cases))
	each := len(origin.Starts) / cases
	var all []Series
	for k := range cases {
		order := make([]int, each)
		for i := range order {
			order[i] = k*each + i
		}
		slices.SortFunc(order, func(a, b int) int { return int(origin.Starts[a] - origin.Starts[b]) })
		s := Series{Name: "all samples"}
		if len(origin.Cases) > 0 {
			s.Name = fmt.Sprintf("recording %d", origin.Cases[k])
		}
		for group := range slices.Chunk(order, (each+pointsOverTime-1)/pointsOverTime) {
			x, y := 0.0, 0.0
			for _, i := range group {
				x += float64(origin.Starts[i]) / float64(len(group))
				y += 100 * errors[i] / float64(len(group))
			}
			s.X, s.Y = append(s.X, x), append(s.Y, y)
		}
		all = append(all, s)
	}
	return all
}

// FromErrors is the share of samples, in percent, with errors x100 of at
// most so much; an error that is not a number is never at most anything.
func FromErrors(errors []float64) Series {
	sorted := slices.DeleteFunc(slices.Clone(errors), math.IsNaN)
	slices.Sort(sorted)
	s := Series{Name: "samples"}
	for i, value := range sorted {
		s.X, s.Y = append(s.X, 100*value), append(s.Y, 100*float64(i+1)/float64(len(errors)))
	}
	return s
}
