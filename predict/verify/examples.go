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

// TrainingInput begins the names of groups of true training inputs, and PerturbedInput those of
// groups of systems like them.
const (
	TrainingInput  = "training input"
	PerturbedInput = "perturbed " + TrainingInput
)

// Examples returns true training inputs as they are, with a group for each. If inside is set, a
// topology is part of the model and particles keep their numbers, and a robot keeps its pose of
// rest. Examples in which rounding would choose between images in a cell are left out.
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

// ambiguous reports whether neighbors in a cell lie in the middle between two images.
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

// These say how far perturbed systems are from the inputs that they are made of. Positions move
// by a fraction of the distance that evenly spread particles would have. Velocities change by a
// fraction of their root mean square, and all of them are multiplied by one factor.
const (
	leastMoved, mostMoved = 1e-3, 0.1
	slowest, fastest      = 0.5, 1.5
)

// Perturbed returns, for each group of Examples, count systems like its input. Each keeps what
// it may: a velocity of 0, a plane that all particles lie in, or all its velocities. The joints
// of robots turn and slide by random amounts. Boxes, and bodies whose masses are not in their
// particles, keep their positions.
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

// perturbed returns a system like an input.
func (d drawing) perturbed(input system.Sample) system.Sample {
	s := input
	share := leastMoved * math.Pow(mostMoved/leastMoved, d.source.Float64())
	if !shaped(d.config) {
		apart := s.Extent() / math.Cbrt(float64(s.Particles()))
		system.Position.Set(&s, d.withNoise(s.Position, share*apart))
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
		velocity = d.withNoise(velocity, share*rootMeanSquare(velocity))
	}
	system.Velocity.Set(&s, velocity)
	rest(&s)
	return s
}

// withNoise returns vectors [n,3] with normal noise of the given standard deviation added. Half of
// the time, an axis along which all vectors are equal is left unchanged.
func (d drawing) withNoise(values []float32, deviation float64) []float32 {
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

// equalAlong reports whether all vectors [n,3] have the same component along an axis.
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
