package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gmnc/builder/config"
	"gmnc/system"
)

// TrainingInput begins the names of groups of true training inputs, and PerturbedInput those
// of systems like them.
const (
	TrainingInput  = "training input"
	PerturbedInput = "perturbed " + TrainingInput
)

// Examples are true training inputs as they are, a group each: a topology inside keeps their
// particles' numbers, and a robot inside its place. Those are left out in which rounding would
// choose among images in a cell.
func Examples(config config.Config, examples []system.Example, inside bool) (groups []Group) {
	for i, example := range examples {
		s := example.Sample
		if ambiguous(&s) {
			continue
		}
		groups = append(groups, Group{
			Name: fmt.Sprintf("%s %d", TrainingInput, i), Samples: []system.Sample{s},
			Fixed: inside || config.Particles() > 0, Still: inside && config.Jointed(), Own: true, Kind: TrainingInput + "s",
		})
	}
	return groups
}

// ambiguous reports whether neighbours in a cell lie in the middle between two images.
func ambiguous(s *system.Sample) bool {
	cell := s.Cell()
	if cell == nil {
		return false
	}
	for i := range s.Particles() {
		for slot := range s.Slots() {
			if j := s.Neighbor(i, slot); j >= 0 && between(s.Position, cell, i, j) {
				return true
			}
		}
	}
	return false
}

// How far perturbed systems are from the inputs that they are made of. Places move by a share
// of the distance that evenly spread particles would have, velocities by a share of their root
// mean square, and all of them are faster or slower by a factor.
const (
	leastMoved, mostMoved = 1e-3, 0.1
	slowest, fastest      = 0.5, 1.5
)

// Perturbed are count systems for each group of Examples that are like its input, of which
// each keeps what it may: a velocity of 0, a plane that all particles lie in, or its
// velocities. Robots have their joints turned and slid, at random. Boxes and bodies whose
// masses are not in their particles keep their places.
func Perturbed(config config.Config, ranges *system.Ranges, examples []Group, count int, source *rand.Rand) (groups []Group) {
	d := drawing{config, ranges, Inside, source}
	for _, group := range examples {
		input := group.Samples[0]
		group.Name, group.Samples, group.Own = strings.Replace(group.Name, TrainingInput, PerturbedInput, 1), nil, false
		group.Kind = PerturbedInput + "s"
		perturbed := d.perturbed
		if input.Jointed() && system.Rest.Of(&input) != nil {
			parents, members := hanging(input.Objects)
			joints := jointsOf(input, parents, members)
			perturbed = func(robot system.Sample) system.Sample { return d.inMotion(robot, joints) }
		}
		for range count {
			group.Samples = append(group.Samples, perturbed(input))
		}
		groups = append(groups, group)
	}
	return groups
}

// perturbed is a system like an input.
func (d drawing) perturbed(input system.Sample) system.Sample {
	s := input
	share := leastMoved * math.Pow(mostMoved/leastMoved, d.source.Float64())
	if !shaped(d.config) {
		apart := s.Extent() / math.Cbrt(float64(s.Particles()))
		system.Position.Set(&s, d.beside(s.Position, share*apart))
		if ambiguous(&s) {
			system.Position.Set(&s, input.Position)
		}
	}
	if d.source.IntN(2) == 0 {
		return s
	}
	velocity := slices.Clone(s.Velocity)
	factor := slowest + float64((fastest-slowest)*d.source.Float64())
	for i := range velocity {
		velocity[i] *= float32(factor)
	}
	if !shaped(d.config) {
		velocity = d.beside(velocity, share*rootMeanSquare(velocity))
	}
	system.Velocity.Set(&s, velocity)
	rest(&s)
	return s
}

// beside are vectors [n,3] with normal numbers of a deviation added. Half the time an axis
// along which all are equal stays as it is.
func (d drawing) beside(values []float32, deviation float64) []float32 {
	moved := slices.Clone(values)
	keep := d.source.IntN(2) == 0
	for axis := range 3 {
		if keep && equalAlong(values, axis) {
			continue
		}
		for i := axis; i < len(moved); i += 3 {
			moved[i] += float32(deviation * d.source.NormFloat64())
		}
	}
	return moved
}

// equalAlong reports whether all vectors [n,3] have the same number along an axis.
func equalAlong(values []float32, axis int) bool {
	for i := axis; i < len(values); i += 3 {
		if values[i] != values[axis] {
			return false
		}
	}
	return true
}

func rootMeanSquare(values []float32) float64 {
	var sum float64
	for _, value := range values {
		sum += float64(float64(value) * float64(value))
	}
	return math.Sqrt(sum / float64(max(1, len(values))))
}
