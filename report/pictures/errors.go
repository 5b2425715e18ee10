package pictures

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"gmnc/datasets"
	"gmnc/plot"
	"gmnc/system"
)

// particleKinds returns the kinds of bars that fromParticles draws: the kinds of objects that
// particles belong to.
func particleKinds() (names []string) {
	for _, kind := range system.Kinds() {
		names = append(names, kind.Name)
	}
	return names
}

// fromParticles returns the root mean squared error of each particle over all samples, beside
// that of constant velocity. If the samples' objects differ, a particle of one sample does not
// correspond to one of another, and errors are those of the roles of particles. position holds
// the predictions of all samples one after another, and straight those of constant velocity.
// names are the names of the particles, or nil.
func fromParticles(samples []system.Sample, names []string, position, straight []float32) []plot.Bar {
	same := alike(samples)
	var bars []plot.Bar
	at := map[string]int{}
	var counts []float64
	for _, sample := range samples {
		for particle, part := range parts(sample) {
			name := part.Name
			if same {
				name = nameOf(names, particle)
			}
			i, known := at[name]
			if !known {
				i, at[name] = len(bars), len(bars)
				bars, counts = append(bars, plot.Bar{Name: name, Kind: part.Kind}), append(counts, 0)
			}
			target := sample.TargetPosition[3*particle:]
			bars[i].Value += squaredError(position[3*particle:], target)
			bars[i].Straight += squaredError(straight[3*particle:], target)
			counts[i]++
		}
		position, straight = position[len(sample.Position):], straight[len(sample.Position):]
	}
	for i := range bars {
		bars[i].Value = math.Sqrt(bars[i].Value / counts[i])
		bars[i].Straight = math.Sqrt(bars[i].Straight / counts[i])
	}
	order := partNames()
	slices.SortStableFunc(bars, func(a, b plot.Bar) int {
		if same {
			return 0 // in the order of the particles
		}
		return slices.Index(order, a.Name) - slices.Index(order, b.Name)
	})
	return bars
}

// alike reports whether particles of one sample correspond to those of the others.
func alike(samples []system.Sample) bool {
	return !slices.ContainsFunc(samples, func(s system.Sample) bool {
		return s.Particles() != samples[0].Particles() || !reflect.DeepEqual(s.Objects, samples[0].Objects)
	})
}

// nameOf returns the name of a particle, or its number if there are no names.
func nameOf(names []string, particle int) string {
	if particle < len(names) && names[particle] != "" {
		return names[particle]
	}
	return fmt.Sprint(particle)
}

// partNames returns the roles of particles, kind by kind.
func partNames() (names []string) {
	for _, kind := range system.Kinds() {
		for _, role := range kind.Roles {
			if name := partName(kind, role); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// partName returns the name of a role, such as "hinge joint".
func partName(kind *system.Kind, role string) string {
	return strings.TrimSpace(kind.Name + " " + role)
}

// Parts returns the roles of a sample's particles, such as "hinge joint", after the particles'
// names if they have any.
func Parts(sample system.Sample, names []string) (all []string) {
	for i, part := range parts(sample) {
		if i < len(names) && names[i] != "" {
			part.Name = names[i] + ", " + part.Name
		}
		all = append(all, part.Name)
	}
	return all
}

// parts returns the roles of a sample's particles, with Name and Kind set.
func parts(sample system.Sample) []plot.Bar {
	isolated := system.Isolated.Name
	parts := slices.Repeat([]plot.Bar{{Name: isolated, Kind: isolated}}, sample.Particles())
	for _, object := range sample.Objects {
		for i, member := range object.Members {
			parts[member] = plot.Bar{Name: partName(object.Kind, object.Kind.Role(i)), Kind: object.Kind.Name}
		}
	}
	return parts
}

// squaredError returns the mean squared error over the three coordinates of the first particle.
func squaredError(predicted, target []float32) float64 {
	sum := 0.0
	for axis := range 3 {
		difference := float64(predicted[axis]) - float64(target[axis])
		sum += difference * difference
	}
	return sum / 3
}

// pointsOverTime is the approximate number of points of a recording in a picture.
const pointsOverTime = 40

// fromStarts returns the samples' root mean squared errors over the frames in which they begin,
// a series for each recording. If there are many, the squares of neighbors in time are
// averaged.
func fromStarts(origin datasets.Origin, squared []float64) []plot.Series {
	cases := max(1, len(origin.Cases))
	each := len(origin.Starts) / cases
	var all []plot.Series
	for k := range cases {
		order := make([]int, each)
		for i := range order {
			order[i] = k*each + i
		}
		slices.SortFunc(order, func(a, b int) int { return int(origin.Starts[a] - origin.Starts[b]) })
		s := plot.Series{Name: "all samples"}
		if len(origin.Cases) > 0 {
			s.Name = fmt.Sprintf("recording %d", origin.Cases[k])
		}
		for group := range slices.Chunk(order, (each+pointsOverTime-1)/pointsOverTime) {
			x, y := 0.0, 0.0
			for _, i := range group {
				x += float64(origin.Starts[i]) / float64(len(group))
				y += squared[i] / float64(len(group))
			}
			s.X, s.Y = append(s.X, x), append(s.Y, math.Sqrt(y))
		}
		all = append(all, s)
	}
	return all
}

// fromErrors returns the share of samples, in percent, whose root mean squared errors are at
// most a value. NaN counts as infinite.
func fromErrors(squared []float64) plot.Series {
	sorted := slices.DeleteFunc(slices.Clone(squared), math.IsNaN)
	slices.Sort(sorted)
	s := plot.Series{Name: "samples"}
	for i, value := range sorted {
		s.X, s.Y = append(s.X, math.Sqrt(value)), append(s.Y, 100*float64(i+1)/float64(len(squared)))
	}
	return s
}
