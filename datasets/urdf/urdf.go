// Package urdf reads robots from files of the Unified Robot Description Format
// as trees of particles, for simulation.
//
// Links that fixed joints hold together are one part. Every part has a
// particle at the origin of its frame, its joint, and a bar to the particle of
// the part before; a part that nothing follows has another particle at its
// end, twice as far from the joint as its centre of mass: that of an even rod.
// Joints at one place share a particle. All angles are 0, as files have them
// at rest.
//
// The mass of a part is on its joint and on its ends, which are the joints
// that follow, in equal shares: as much on the ends as keeps the centre of mass
// along the way from the joint to their middle (the law of the lever), all of
// it on one side where the centre is beyond. The total mass is that of the
// file. Outermost particles without mass are left out; one within is an error.
//
// Bars turn freely about their ends, where the joints of the file turn about
// an axis. Inertia tensors, limits, geometry and everything else are ignored.
package urdf

import (
	"fmt"
	"io"

	"gmnc/internal/plainfile"
	"gmnc/sim"
)

// Read reads the robot of a file. Its errors name the file and the line.
func Read(path string) (sim.Robot, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return sim.Robot{}, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	return parse(path, file)
}

func parse(path string, text io.Reader) (sim.Robot, error) {
	p := newParser(path, text)
	if err := p.read(); err != nil {
		return sim.Robot{}, err
	}
	order, err := p.order()
	if err != nil {
		return sim.Robot{}, err
	}
	particles, err := p.particles(p.parts(order))
	if err != nil {
		return sim.Robot{}, err
	}
	robot := sim.Robot{Name: p.name, Particles: particles}
	if err := robot.Validate(); err != nil {
		return sim.Robot{}, fmt.Errorf("%s: %w", path, err)
	}
	return robot, nil
}
