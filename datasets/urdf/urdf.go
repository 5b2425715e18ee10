// Package urdf reads robots from files of the Unified Robot Description Format
// as trees of particles, for simulation.
//
// Links that fixed joints hold together are one part. Every part has a particle at
// the origin of its frame, its joint, and a bar to the particle of the part before. A
// part that nothing follows has another particle at its end, twice as far from the
// joint as its centre of mass, as in an even rod. Joints at one place share a
// particle. Joints are at 0, as files have them at rest, or where a pose puts them.
//
// The mass of a part is on its joint and on its ends, which are the joints
// that follow, in shares that keep the centre of mass and come nearest to the
// inertia (masses.go). The total mass is the file's total mass. Outermost particles
// without mass are left out; one within is an error.
//
// Bars turn freely about their ends, where the joints of the file turn about
// an axis; ReadMechanism has these. A note names all else that is not read, such as geometry.
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

// Options of Read.
type Options struct {
	Hold []string           // joints that do not move, as fixed ones
	Pose map[string]float64 // places of joints by name, in radians, of sliding ones in metres
	// Floats has ReadMechanism let a robot float that stands on a link called world.
	Floats bool
	// Stands has ReadMechanism let a robot stand on its first link, whatever that is called.
	Stands bool
	// Recorded has ReadMechanism take joints that follow others for joints of their own, whose
	// angles a log has.
	Recorded bool
	// Limits has ReadMechanism keep joints within the file's limits, by default stops.
	Limits bool
}

// Read reads the robot of a file, and notes for people: what was not read or
// is not kept. Its errors name the file and the line.
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
	p, err := newParser(path, text)
	if err == nil {
		err = p.read()
	}
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

// robotIn is the robot in the pose.
func (p *parser) robotIn(o Options) (robot sim.Robot, notes []string, err error) {
	notes = p.loosen(o)
	if err := p.apply(o); err != nil {
		return robot, nil, err
	}
	order, err := p.order()
	if err != nil {
		return robot, nil, err
	}
	places, err := p.set(o.Pose)
	if err != nil {
		return robot, nil, err
	}
	parts, err := p.parts(order, places, joint.turns)
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
	return robot, append(append(notes, p.notes(order, places, masses)...), huge(robot)...), nil
}

// notes say what was not read or is not kept, besides the note about masses.
func (p *parser) notes(order []place, places []float64, masses string) (notes []string) {
	add := func(format, what string) {
		if what != "" {
			notes = append(notes, fmt.Sprintf(format, what))
		}
	}
	if root := p.links[order[0].link]; strings.EqualFold(root.name, "world") {
		add("the robot stands on the link %s; simulations let it float", root.name)
	}
	add("outside of their limits in the pose: %s", strings.Join(p.beyondLimits(places), ", "))
	add("without the joint that they follow: %s", strings.Join(p.lost, ", "))
	add("%s", masses)
	add("follow another joint in the file, and turn freely here: %s", strings.Join(p.following(), ", "))
	return append(notes, p.looks()...)
}

// following are the joints that turn and follow another.
func (p *parser) following() (names []string) {
	for _, j := range p.joints {
		if j.follows != nil && j.turns() {
			names = append(names, j.name)
		}
	}
	return names
}

// hugeBar is longer than robots' bars, in metres.
const hugeBar = 50

// huge names the first bar that is longer, as those in millimetres are.
func huge(robot sim.Robot) (notes []string) {
	for _, end := range robot.Particles {
		if end.Parent < 0 {
			continue
		}
		start := robot.Particles[end.Parent]
		if length := vector.Distance(end.Position, start.Position); length > hugeBar {
			return []string{fmt.Sprintf("the bar from %.40s to %.40s is %.4g m long: lengths of URDF are metres, and these may be millimetres", start.Name, end.Name, length)}
		}
	}
	return nil
}
