package law

import (
	"errors"
	"fmt"

	"gmnc/builder/config"
	"gmnc/internal/periodic"
	"gmnc/internal/vector"
	"gmnc/system"
)

// pair is a particle and one of its neighbors.
type pair struct {
	particle  int // index among all samples
	kind      int
	distance  float64
	direction [3]float64 // from the neighbor to the particle
	charges   float64    // product of the charges
}

// pairs holds the pairs of all samples, and the curves to which they belong.
type pairs struct {
	all       []pair
	curves    []curveOf
	particles int
}

// curveOf says which pairs a curve is for, and has its knots.
type curveOf struct {
	kind        int
	name        string
	pairs       *config.PairKind
	charges     bool
	constrained bool
	knots       []float64
}

// errNoPairs is the error for data in which no particle has a neighbor.
var errNoPairs = errors.New("no particle has a neighbor, and there are no forces between pairs")

func pairsOf(samples []system.Sample, nodeFeatures, edgeFeatures []string) (*pairs, error) {
	p, kinds := &pairs{}, newKinds(nodeFeatures, edgeFeatures)
	first := 0
	for i := range samples {
		s := &samples[i]
		constrained, cell := constrainedPairs(s), s.Cell()
		for particle := range s.Particles() {
			p.particles++
			for slot := range s.Slots() {
				other := s.Neighbor(particle, slot)
				if other < 0 {
					continue
				}
				one := pair{particle: first + particle, charges: 1}
				one.direction, one.distance = between(s.Position, cell, particle, other)
				if !(one.distance > 0) {
					return nil, fmt.Errorf("sample %d: particles %d and %d are at one place, and the force between them has no direction", i, particle, other)
				}
				if s.Charge != nil {
					one.charges = float64(s.Charge[particle]) * float64(s.Charge[other])
				}
				var err error
				if one.kind, err = kinds.of(s, particle, other, slot, constrained[[2]int{particle, other}]); err != nil {
					return nil, err
				}
				p.all = append(p.all, one)
			}
		}
		first += s.Particles()
	}
	if len(p.all) == 0 {
		return nil, errNoPairs
	}
	p.curves = kinds.curves(p.all)
	return p, nil
}

// between returns the direction from particle j to particle i, and their distance. In a
// periodic cell it takes the nearest image of j.
func between(position []float32, cell *periodic.Cell, i, j int) (direction [3]float64, distance float64) {
	direction = vector.Plus(vector.At(position, i), -1, vector.At(position, j))
	if cell != nil {
		direction, _ = cell.Nearest(direction)
	}
	distance = vector.Norm(direction)
	for axis := range direction {
		direction[axis] /= distance
	}
	return direction, distance
}

// constrainedPairs returns the pairs that bars and bodies keep at a distance, in both orders.
func constrainedPairs(s *system.Sample) map[[2]int]bool {
	constrained := map[[2]int]bool{}
	hold := func(i, j int) { constrained[[2]int{i, j}], constrained[[2]int{j, i}] = true, true }
	for _, object := range s.Objects {
		for _, bar := range object.Bars() {
			hold(bar[0], bar[1])
		}
	}
	return constrained
}
