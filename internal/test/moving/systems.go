package moving

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gmnc/system"
)

// Particles is a system of particles, sticks and hinges in float64.
type Particles struct {
	X, V   []Vector
	Charge []float64
	Sticks [][2]int
	Hinges [][3]int // the joint first
}

// Composition holds the numbers of isolated particles, sticks and hinges.
type Composition struct{ Particles, Sticks, Hinges int }

func (c Composition) String() string { return fmt.Sprintf("%d,%d,%d", c.Particles, c.Sticks, c.Hinges) }

// Compositions holds each kind of object by itself, particles, and two larger systems.
var Compositions = []Composition{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {4, 0, 0}, {3, 2, 1}, {5, 3, 3}}

// Draw returns a random system whose objects are on permuted indices.
func (c Composition) Draw(source *rand.Rand) Particles {
	var s Particles
	n := c.Particles + 2*c.Sticks + 3*c.Hinges
	for range n {
		s.X = append(s.X, RandomVector(source, math.Cbrt(float64(n)/5)+0.1))
		s.V = append(s.V, RandomVector(source, 0.3))
		s.Charge = append(s.Charge, float64(1-2*source.IntN(2)))
	}
	order := source.Perm(n)[c.Particles:]
	for range c.Sticks {
		s.Sticks = append(s.Sticks, [2]int{order[0], order[1]})
		order = order[2:]
	}
	for range c.Hinges {
		s.Hinges = append(s.Hinges, [3]int{order[0], order[1], order[2]})
		order = order[3:]
	}
	return s
}

// Bars returns the pairs of particles whose distance is fixed.
func (s Particles) Bars() [][2]int {
	bars := append([][2]int{}, s.Sticks...)
	for _, hinge := range s.Hinges {
		bars = append(bars, [2]int{hinge[0], hinge[1]}, [2]int{hinge[0], hinge[2]})
	}
	return bars
}

// Objects returns the sticks and hinges.
func (s Particles) Objects() (all system.Objects) {
	for _, stick := range s.Sticks {
		all = append(all, system.Stick.Of(stick[:]...))
	}
	for _, hinge := range s.Hinges {
		all = append(all, system.Hinge.Of(hinge[:]...))
	}
	return all
}

// Sample returns the system in float32, as isolated particles.
func (s Particles) Sample() (sample system.Sample) {
	for i := range s.X {
		for axis := range 3 {
			sample.Position = append(sample.Position, float32(s.X[i][axis]))
			sample.Velocity = append(sample.Velocity, float32(s.V[i][axis]))
		}
		sample.Charge = append(sample.Charge, float32(s.Charge[i]))
	}
	return sample
}

// Turned returns the positions of the particles of a rigid body after a time: the center moves
// at constant velocity, and the rest rotates about it.
func (s Particles) Turned(spin Vector, time float64) (position []float64) {
	var center, velocity Vector
	for i := range s.X {
		center, velocity = center.Plus(s.X[i].Times(1/float64(len(s.X)))), velocity.Plus(s.V[i].Times(1/float64(len(s.X))))
	}
	axis := spin.Times(1 / spin.Norm())
	sine, cosine := math.Sincos(spin.Norm() * time)
	for _, x := range s.X {
		r := x.Minus(center)
		r = r.Times(cosine).Plus(axis.Cross(r).Times(sine)).Plus(axis.Times((1 - cosine) * axis.Dot(r)))
		x = center.Plus(velocity.Times(time)).Plus(r)
		position = append(position, x[:]...)
	}
	return position
}
