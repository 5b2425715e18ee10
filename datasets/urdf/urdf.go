// Package urdf reads robots from files of the Unified Robot Description Format as trees of
// particles, for simulation.
//
// Links that fixed joints connect are one part. Every part has a particle at the origin of its
// frame, which is its joint, and a bar to the particle of the part before. A part that nothing
// follows has another particle at its end, twice as far from the joint as its center of mass,
// as in a uniform rod. Joints at the same position share a particle. Joints are at 0, which is
// the rest pose of files, or at the coordinates of a given pose.
//
// The mass of a part is on its joint and on its ends, which are the joints that follow. The
// shares reproduce the center of mass and come nearest to the inertia (masses.go). The total
// mass is the file's total mass. Outermost particles without mass are left out. An inner
// particle without mass is an error.
//
// Bars turn freely about their ends, whereas the joints of the file turn about an axis.
// ReadMechanism keeps these axes. A note names everything else that is not read, such as
// geometry.
package urdf

import (
	"fmt"
	"io"
	"strings"

	"gmnc/internal/fileformat"
	"gmnc/internal/plainfile"
	"gmnc/internal/vector"
	"gmnc/sim"
)

// Options are the options of Read, ReadMechanism and ReadLinks.
type Options struct {
	Hold []string           // names of joints that do not move, like fixed ones
	Pose map[string]float64 // coordinates of joints by name, in radians, or in meters for sliding ones
	// Floats makes ReadMechanism let a robot float though no joint of its file does.
	Floats bool
	// Recorded makes ReadMechanism treat joints that follow others as independent joints, whose
	// angles a log contains.
	Recorded bool
	// Limits makes ReadMechanism keep joints within the file's limits, by default stops.
	Limits bool
}

// Read reads the robot of a file, and returns notes for the user about what was not read or is
// not reproduced. Errors name the file and the line.
func Read(path string, o Options) (robot sim.Robot, notes []string, err error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return sim.Robot{}, nil, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	robot, notes, err = parse(path, file, o)
	return robot, notes, fileformat.Explain(path, err, fileformat.URDF)
}

func parse(path string, text io.Reader, o Options) (sim.Robot, []string, error) {
	p, err := read(path, text)
	if err != nil {
		return sim.Robot{}, nil, err
	}
	robot, notes, err := p.robotIn(o)
	if err != nil {
		return sim.Robot{}, nil, err
	}
	if err := robot.Validate(); err != nil {
		return sim.Robot{}, nil, fmt.Errorf("%s: %w", path, err)
	}
	return robot, notes, nil
}

// robotIn returns the robot in the pose.
func (p *parser) robotIn(o Options) (robot sim.Robot, notes []string, err error) {
	notes = p.loosen(o)
	if err := p.apply(o); err != nil {
		return robot, nil, err
	}
	order, err := p.order()
	if err != nil {
		return robot, nil, err
	}
	positions, err := p.set(o.Pose)
	if err != nil {
		return robot, nil, err
	}
	parts, err := p.parts(order, positions, joint.turns)
	if err != nil {
		return robot, nil, err
	}
	particles, masses := particles(parts)
	left := trim(particles)
	if err := p.apart(particles, left, parts); err != nil {
		return robot, nil, err
	}
	robot.Name = p.name
	if robot.Particles, err = p.massive(particles, left); err != nil {
		return robot, nil, err
	}
	return robot, append(append(notes, p.notes(order, positions, masses)...), huge(robot)...), nil
}

// notes returns notes about what was not read or is not reproduced, including masses, the note
// about masses.
func (p *parser) notes(order []node, positions []float64, masses string) (notes []string) {
	add := func(format, what string) {
		if what != "" {
			notes = append(notes, fmt.Sprintf(format, what))
		}
	}
	if p.loose == nil {
		add("the robot stands on its first link, %.40s; simulations of particles let it float", p.links[order[0].link].name)
	}
	add("outside of their limits in the pose: %s", strings.Join(p.beyondLimits(positions), ", "))
	add("without the joint that they follow: %s", strings.Join(p.lost, ", "))
	add("%s", masses)
	add("follow another joint in the file, and turn freely here: %s", strings.Join(p.following(), ", "))
	return append(notes, p.oddities()...)
}

// following returns the joints that turn and follow another.
func (p *parser) following() (names []string) {
	for _, j := range p.joints {
		if j.follows != nil && j.turns() {
			names = append(names, j.name)
		}
	}
	return names
}

// hugeBar is a length in meters that exceeds the bars of any robot.
const hugeBar = 50

// huge names the first bar that is longer, as bars in millimeters are.
func huge(robot sim.Robot) (notes []string) {
	for _, end := range robot.Particles {
		if end.Parent < 0 {
			continue
		}
		start := robot.Particles[end.Parent]
		if length := vector.Distance(end.Position, start.Position); length > hugeBar {
			return []string{fmt.Sprintf("the bar from %.40s to %.40s is %.4g m long: lengths of URDF are meters, and these may be millimeters", start.Name, end.Name, length)}
		}
	}
	return nil
}
