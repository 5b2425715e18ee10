package urdf

import (
	"slices"

	"gmnc/sim"
)

// trim reports, for each particle, whether it is left out. Outermost particles without mass are
// left out, one after the other.
func trim(particles []particle) (left []bool) {
	left = make([]bool, len(particles))
	bars := make([]int, len(particles))
	for i, own := range particles[1:] {
		bars[i+1]++
		bars[own.Parent]++
	}
	for i, own := range slices.Backward(particles) {
		// The particles beyond it have been handled.
		if i > 0 && bars[i] == 1 && own.Mass == 0 {
			left[i] = true
			bars[own.Parent]--
		}
	}
	for root := 0; bars[root] == 1 && particles[root].Mass == 0; {
		left[root] = true
		next := root + 1
		for left[next] || particles[next].Parent != root {
			next++
		}
		bars[next]--
		root = next
	}
	return left
}

// massive returns the particles that are not left out. It returns an error if one has no mass,
// or if the robot has only one particle.
func (p *parser) massive(particles []particle, left []bool) (kept []sim.RobotParticle, err error) {
	numbers := make([]int, len(particles))
	for i, own := range particles {
		if left[i] {
			continue
		}
		if own.Mass == 0 && len(particles) > 1 {
			return nil, p.at(own.line).Errorf("there is no mass at the joint of the link %.40q: give it, or the one before it, an <inertial> with a <mass> whose center is between the joints", own.Name)
		}
		numbers[i] = len(kept)
		if own.Parent >= 0 && left[own.Parent] {
			own.Parent = -1
		}
		if own.Parent >= 0 {
			own.Parent = numbers[own.Parent]
		}
		kept = append(kept, own.RobotParticle)
	}
	if len(kept) < 2 {
		return nil, p.at(p.links[0].line).Errorf("the robot has no masses, or all at one joint: expected <inertial> with <mass> in two links or more")
	}
	return kept, nil
}
