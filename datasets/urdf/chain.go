package urdf

import (
	"fmt"
	"io"

	"gmnc/internal/fields"
	"gmnc/internal/plainfile"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// Link is everything that moves with one joint: the link after the joint, and the links that
// fixed joints attach to it.
type Link struct {
	Joint string   // name of the joint that moves the link
	Links []string // names in the file, that of the link after the joint first
	// Parent is the index of the parent link, or -1 for the ground.
	Parent int
	Slides bool
	// Turn and Origin [m] are the orientation and the position of the link's frame in its
	// parent's frame, with the joint at 0. For a link on the ground, the parent's frame is that
	// of the file's first link.
	Turn   rotation.Matrix
	Origin [3]float64
	Axis   [3]float64 // unit axis of the joint, in the link's frame
	// Mass [kg] is the link's mass. Moment [kg m] is the mass times the position of its center,
	// and Second [kg m^2] is the integral of x x^T over the mass. Both are in the link's frame.
	Mass   float64
	Moment [3]float64
	Second rotation.Matrix
	// Damping [N m s, N s/m] and Friction [N m, N] are the values of <dynamics>.
	Damping, Friction float64
	// Rotor [kg m^2, kg] is the inertia of the motor's rotor as it acts on the joint, or 0.
	Rotor float64
	// Range [rad, m] holds the joint's limits. Both are 0 if there are none.
	Range [2]float64
	// Fastest [rad/s, m/s] and Strongest [N m, N] are the velocity and the effort of <limit>,
	// or 0 if it has none.
	Fastest, Strongest float64
}

// At returns the orientation and the position of the link's frame in its parent's frame, with
// the joint at a value [rad, m].
func (l *Link) At(joint float64) (turn rotation.Matrix, position [3]float64) {
	if l.Slides {
		return l.Turn, vector.Plus(l.Origin, joint, l.Turn.Turn(l.Axis))
	}
	return l.Turn.Times(rotation.By(vector.Plus([3]float64{}, joint, l.Axis))), l.Origin
}

// ReadLinks reads the links of a robot that stands on its first link. It returns each after its
// parent, and notes for the user. Every joint must have one axis: a floating one is an error.
// Errors name the file and the line.
func ReadLinks(path string, o Options) (links []Link, notes []string, err error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	return parseLinks(path, file, o)
}

func parseLinks(path string, text io.Reader, o Options) (links []Link, notes []string, err error) {
	p, err := read(path, text)
	if err != nil {
		return nil, nil, err
	}
	parts, notes, err := p.movingParts(o)
	if err != nil {
		return nil, nil, err
	}
	if p.loose != nil {
		return nil, nil, p.afloat(*p.loose)
	}
	for _, part := range parts[1:] {
		if part.moves.floats() {
			return nil, nil, p.afloat(part.moves)
		}
		links = append(links, part.linkIn(parts[part.parent]))
	}
	if links == nil {
		return nil, nil, fmt.Errorf("%s has no joint that moves: expected one or more that turn or slide", path)
	}
	return links, notes, nil
}

// afloat returns the error for a joint that floats.
func (p *parser) afloat(j joint) error {
	return p.at(j.line).Errorf("%w", fields.Errorf("the joint %.40q floats, and a log gives one angle for each joint: hold it with {hold} %s", j.name, j.name))
}

// linkIn returns the part in its own frame, relative to the part before it.
func (p *part) linkIn(before part) Link {
	back, own := before.turn.Transposed(), p.turn.Transposed()
	l := Link{
		Joint: p.joint, Links: p.links, Parent: p.parent - 1, Slides: p.moves.slides(),
		Turn: back.Times(p.turn), Origin: back.Turn(vector.Plus(p.position, -1, before.position)),
		Mass: p.mass, Damping: p.moves.damping, Friction: p.moves.friction, Rotor: p.moves.rotor, Range: p.moves.travel, Fastest: p.moves.fastest, Strongest: p.moves.strongest,
	}
	axis := own.Turn(p.axis)
	l.Axis = vector.Plus([3]float64{}, 1/vector.Norm(axis), axis)
	about := vector.Plus(p.moment, -p.mass, p.position) // the first moment about the joint
	l.Moment = own.Turn(about)
	second := p.second
	for i := range 3 {
		for k := range 3 {
			second[i][k] -= float64(p.position[i]*p.moment[k]) + float64(about[i]*p.position[k])
		}
	}
	l.Second = own.Times(second).Times(p.turn)
	return l
}
