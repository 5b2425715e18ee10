package verify

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"gmnc/builder/config"
	"gmnc/internal/vector"
	"gmnc/system"
)

// Region says where in the ranges of the training data systems lie.
type Region uint8

// These are the regions.
const (
	Inside Region = iota // anywhere within the ranges
	Edges                // at one end of each range
	Beyond               // at the least value or at beyondFactor times the largest
)

// beyondFactor is the factor by which systems are drawn beyond the upper ends of the ranges.
const beyondFactor = 2

func (p Region) String() string {
	return [...]string{"within the training ranges", "with each quantity at its least or largest training value", fmt.Sprintf("with each quantity at its least or at %d times its largest training value", beyondFactor)}[p]
}

// InRanges returns random systems that the model takes, with the structures, extents, lengths
// of bars, speeds and fields of its training data. It returns none if these are not known. Each
// group holds the systems of one structure.
func InRanges(config config.Config, ranges *system.Ranges, region Region, count int, source *rand.Rand) (groups []Group, err error) {
	structures := structuresOf(config, ranges)
	if len(structures) == 0 || ranges.Extent == nil || ranges.Speed == nil {
		return nil, nil
	}
	kinds := len(structures)
	for i, structure := range structures {
		name := region.String()
		if kinds > 1 {
			name += fmt.Sprintf(", composition %d of %d of the training data", i+1, kinds)
		}
		group := Group{Name: name, Fixed: config.Particles() > 0, Kind: "random systems " + region.String()}
		for range (count + kinds - 1) / kinds {
			d := drawing{config, ranges, region, source}
			s, err := d.sample(structure)
			if err != nil {
				return nil, err
			}
			group.Samples = append(group.Samples, s)
		}
		groups = append(groups, group)
	}
	return groups, nil
}

// structuresOf returns the structures with which systems are drawn.
func structuresOf(config config.Config, ranges *system.Ranges) []system.Structure {
	switch {
	case ranges == nil:
		return nil
	case len(ranges.Structures) == 0 && (drawing{config: config, ranges: ranges}).crowded():
		return []system.Structure{{Particles: mostCrowd}}
	}
	return ranges.Structures
}

// drawing draws one system.
type drawing struct {
	config config.Config
	ranges *system.Ranges
	region Region
	source *rand.Rand
}

func (d drawing) sample(structure system.Structure) (s system.Sample, err error) {
	objects, err := structure.Draw(d.source)
	if err != nil {
		return s, err
	}
	if d.config.Jointed() {
		parents, members := hanging(objects)
		return d.mechanism(parents, members), nil
	}
	s.Objects = objects
	if d.crowded() {
		d.crowd(&s, structure.Particles)
		return s, nil
	}
	const tries = 50
	for range tries {
		d.move(&s, structure.Particles)
		if d.ranges.Nearest == nil || nearest(s.Position) >= d.ranges.Nearest.Least/beyondFactor {
			break
		}
	}
	if d.config.Sparse {
		s.Neighbors = neighbors(d.source, structure.Particles)
	}
	d.give(&s)
	return s, nil
}

// value returns a random number in a range.
func (d drawing) value(r *system.Range) float64 {
	if r == nil {
		return 0
	}
	share := d.source.Float64()
	if d.region != Inside {
		share = math.Round(share)
	}
	value := r.Least + share*(r.Most-r.Least)
	if d.region == Beyond && share == 1 {
		value *= beyondFactor
	}
	return value
}

// direction returns a vector of the given length in a random direction.
func (d drawing) direction(length float64) (v [3]float64) {
	var square float64
	for axis := range v {
		v[axis] = d.source.NormFloat64()
		square += v[axis] * v[axis]
	}
	for axis := range v {
		v[axis] *= length / math.Sqrt(square)
	}
	return v
}

// move draws positions and velocities. Bars have lengths in their range and keep them, and
// everything else lies within the extent.
func (d drawing) move(s *system.Sample, n int) {
	x, v := make([][3]float64, n), make([][3]float64, n)
	extent, speed := d.value(d.ranges.Extent), d.value(d.ranges.Speed)
	for i := range n {
		x[i] = d.direction(extent * math.Cbrt(d.source.Float64()))
		v[i] = d.direction(speed * d.source.Float64())
	}
	d.rigidify(s.Objects, speed, x, v)
	var shift [3]float64
	for axis := range shift {
		shift[axis] = d.value(d.ranges.Coordinate)
	}
	s.Position, s.Velocity = nil, nil
	for i := range n {
		for axis := range 3 {
			s.Position = append(s.Position, float32(x[i][axis]+shift[axis]))
			s.Velocity = append(s.Velocity, float32(v[i][axis]))
		}
	}
}

// rigidify places the members of objects about their first ones and gives them velocities of a
// rigid motion.
func (d drawing) rigidify(objects system.Objects, speed float64, x, v [][3]float64) {
	for _, object := range objects {
		if object.Kind == system.Body {
			d.placeBody(object.Members, x, v)
			continue
		}
		for _, bar := range object.Bars() {
			r := d.direction(d.value(d.ranges.Bar))
			for axis := range r {
				x[bar[1]][axis] = x[bar[0]][axis] + r[axis]
			}
			v[bar[1]] = turning(v[bar[0]], d.direction(speed*d.source.Float64()), r)
		}
	}
}

// placeBody places the members of a body about its first one and lets them rotate with it.
func (d drawing) placeBody(members []int, x, v [][3]float64) {
	first, longest := members[0], math.SmallestNonzeroFloat32
	if d.ranges.Bar != nil {
		longest = max(longest, d.ranges.Bar.Most)
	}
	spin := d.direction(d.source.Float64() * d.value(d.ranges.Speed) / cmp.Or(d.value(d.ranges.Bar), longest))
	for i, member := range members[1:] {
		length := d.value(d.ranges.Bar)
		if i == len(members)-2 { // the members are not all at one point
			length = cmp.Or(length, longest)
		}
		r := d.direction(length)
		for axis := range r {
			x[member][axis] = x[first][axis] + r[axis]
		}
		turned := vector.Cross(spin, r)
		for axis := range r {
			v[member][axis] = v[first][axis] + turned[axis]
		}
	}
}

// turning returns the velocity of the end of a rotating bar r: the velocity of the other end
// plus the part of a given velocity that is perpendicular to the bar.
func turning(of, velocity, r [3]float64) [3]float64 {
	if square := vector.Dot(r, r); square > 0 {
		along := vector.Dot(velocity, r) / square
		for axis := range r {
			of[axis] += velocity[axis] - along*r[axis]
		}
	}
	return of
}

// nearest returns the distance between the nearest two particles.
func nearest(position []float32) float64 {
	least := math.Inf(1)
	for i := range len(position) / 3 {
		for j := range i {
			least = min(least, system.Distance(position, i, j))
		}
	}
	return least
}

// sameOrder is the factor by which the numbers of data may be larger or smaller than 1 and
// still count as of order 1.
const sameOrder = 3

// scaled returns the systems with extents, speeds and fields of the ranges if these are of
// another order. The neighbors of a topology inside the model are kept.
func scaled(config config.Config, groups []Group, ranges *system.Ranges, topology bool) []Group {
	if ranges == nil || ranges.Extent == nil || ranges.Speed == nil {
		return groups
	}
	length, speed := ranges.Extent.Most/typicalExtent, ranges.Speed.Most/typicalSpeed
	source := rand.New(rand.NewPCG(3, 4))
	for _, group := range groups {
		for i := range group.Samples {
			s := &group.Samples[i]
			d := drawing{config, ranges, Inside, source}
			if d.crowded() && !topology {
				d.crowd(s, s.Particles())
				continue
			}
			multiply(s.Position, length)
			multiply(s.Velocity, speed)
			d.giveFields(s)
		}
	}
	return groups
}

// These are roughly the distance of the farthest particle from the centroid and the largest
// speed in systems that are drawn at random.
const typicalExtent, typicalSpeed = 2.5, 1

// factor returns the factor by which a ratio of sizes scales: the ratio itself if it or its
// inverse is at least sameOrder, else 1. It returns 1 for NaN, and for a ratio of 0 or less, as
// where nothing has a size.
func factor(by float64) float64 {
	if !(by > 0) || by > 1.0/sameOrder && by < sameOrder {
		return 1
	}
	return by
}

// multiply scales values by a factor if that is of an order other than 1.
func multiply(values []float32, by float64) {
	if by = factor(by); by == 1 {
		return
	}
	for i := range values {
		values[i] *= float32(by)
	}
}
