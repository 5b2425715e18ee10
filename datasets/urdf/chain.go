package urdf

import (
	"fmt"
	"io"

	"gmnc/internal/fields"
	"gmnc/internal/plainfile"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// Link is what moves with one joint: the link behind the joint, and those that fixed
// joints hold to it.
type Link struct {
	Joint string   // that moves it
	Links []string // the names in the file, the one behind the joint first
	// Parent is the number of the link before it, -1 where that is the ground.
	Parent int
	Slides bool
	// Turn and Origin [m] are where the link's frame is in its parent's with the joint at 0;
	// of a link on the ground, in the frame of the file's first link.
	Turn   rotation.Matrix
	Origin [3]float64
	Axis   [3]float64 // of the joint, in the link's frame, of length 1
	// Mass [kg], Moment [kg m], the mass times the place of its centre, and Second [kg m^2],
	// the integral of x x^T over the mass, are in the link's frame.
	Mass   float64
	Moment [3]float64
	Second rotation.Matrix
	// Damping [N m s, N s/m] and Friction [N m, N] are those of <dynamics>.
	Damping, Friction float64
	// Range [rad, m] are the joint's limits; both are 0 where nothing stops it.
	Range [2]float64
	// Fastest [rad/s, m/s] and Strongest [N m, N] are the rate and the effort of <limit>, 0
	// where it has none.
	Fastest, Strongest float64
}

// At is where the link's frame is in its parent's with the joint at a value [rad, m].
func (l *Link) At(joint float64) (turn rotation.Matrix, place [3]float64) {
	if l.Slides {
		return l.Turn, vector.Plus(l.Origin, joint, l.Turn.Turn(l.Axis))
	}
	return l.Turn.Times(rotation.By(vector.Plus([3]float64{}, joint, l.Axis))), l.Origin
}

// ReadLinks reads the links of a robot that stands on its first link, each after its
// parent, and notes for people. Every joint has one axis. Errors name the file and the line.
func ReadLinks(path string, o Options) (links []Link, notes []string, err error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	return parseLinks(path, file, o)
}

func parseLinks(path string, text io.Reader, o Options) (links []Link, notes []string, err error) {
	p, err := newParser(path, text)
	if err == nil {
		err = p.read()
	}
	if err != nil {
		return nil, nil, err
	}
	o.Stands = true
	parts, notes, err := p.movingParts(o)
	if err != nil {
		return nil, nil, err
	}
	for _, part := range parts[1:] {
		if part.moves.floats() {
			return nil, nil, p.at(part.moves.line).Errorf("%w", fields.Errorf("the joint %.40q floats, and a log gives one angle for each joint: hold it with {hold} %s", part.joint, part.joint))
		}
		links = append(links, part.linkIn(parts[part.parent]))
	}
	if links == nil {
		return nil, nil, fmt.Errorf("%s has no joint that moves: expected one or more that turn or slide", path)
	}
	return links, notes, nil
}

// linkIn is the part in its own frame, with the part before it.
func (p *part) linkIn(before part) Link {
	back, own := before.turn.Transposed(), p.turn.Transposed()
	l := Link{
		Joint: p.joint, Links: p.links, Parent: p.parent - 1, Slides: p.moves.slides(),
		Turn: back.Times(p.turn), Origin: back.Turn(vector.Plus(p.place, -1, before.place)),
		Mass: p.mass, Damping: p.moves.damping, Friction: p.moves.friction, Range: p.moves.travel, Fastest: p.moves.fastest, Strongest: p.moves.strongest,
	}
	axis := own.Turn(p.axis)
	l.Axis = vector.Plus([3]float64{}, 1/vector.Norm(axis), axis)
	about := vector.Plus(p.moment, -p.mass, p.place) // the first moment about the joint
	l.Moment = own.Turn(about)
	second := p.second
	for i := range 3 {
		for k := range 3 {
			second[i][k] -= float64(p.place[i]*p.moment[k]) + float64(about[i]*p.place[k])
		}
	}
	l.Second = own.Times(second).Times(p.turn)
	return l
}
