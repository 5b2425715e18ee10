package urdf

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gmnc/internal/fields"
	"gmnc/internal/plainfile"
	"gmnc/internal/vector"
	"gmnc/sim/mechanism"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// ReadMechanism reads the robot of a file as rigid bodies on the file's own joints, with
// their dampings and frictions, and notes for people. The robot stands on the ground
// where its first link is called world, and floats elsewhere; what follows a floating joint
// floats by itself. A body is up to six
// particles with the mass, the centre of mass and the inertia of the file: pairs
// along the principal axes. Its errors name the file and the line.
func ReadMechanism(path string, o Options) (m *mechanism.Mechanism, notes []string, err error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read the robot: %w", err)
	}
	defer file.Close()
	return ParseMechanism(path, file, o)
}

// ParseMechanism is ReadMechanism of the text of a file, whose name errors say.
func ParseMechanism(path string, text io.Reader, o Options) (m *mechanism.Mechanism, notes []string, err error) {
	p, err := newParser(path, text)
	if err == nil {
		err = p.read()
	}
	if err != nil {
		return nil, nil, err
	}
	parts, notes, err := p.movingParts(o)
	if err != nil {
		return nil, nil, err
	}
	made, left := bodiesOf(parts, p.stands() && !o.Floats)
	if err := p.checkMasses(parts, made.Bodies); err != nil {
		return nil, nil, err
	}
	if m, err = mechanism.New(made); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if o.Limits {
		if err := checkLimits(m); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	m.DefaultStops()
	return m, append(notes, left...), nil
}

// stands reports whether the robot stands on the ground.
func (p *parser) stands() bool { return strings.EqualFold(p.first(), "world") }

// first is the name of the first link, "" where there is none.
func (p *parser) first() string {
	child := map[string]bool{}
	for _, j := range p.joints {
		child[j.child.link] = true
	}
	for _, l := range p.links {
		if !child[l.name] {
			return l.name
		}
	}
	return ""
}

// adrift is a note that the robot floats though neither its file nor the user says so.
func (p *parser) adrift(o Options) []string {
	if o.Floats || p.stands() || slices.ContainsFunc(p.joints, joint.floats) {
		return nil
	}
	return []string{fmt.Sprintf("the robot floats, because its first link is called %.40s: where it stands, call that link world, or tie it to a link called world by a fixed joint", p.first())}
}

// movingParts are the parts between all joints that turn or slide.
func (p *parser) movingParts(o Options) (parts []part, notes []string, err error) {
	notes = p.loosen(o)
	if err := p.take(o); err != nil {
		return nil, nil, err
	}
	if notes == nil {
		notes = p.adrift(o)
	}
	if err := p.checkMoving(); err != nil {
		return nil, nil, err
	}
	order, err := p.order()
	if err != nil {
		return nil, nil, err
	}
	places, err := p.set(o.Pose)
	if err != nil {
		return nil, nil, err
	}
	if o.Limits {
		notes = append(notes, p.limitWays(places)...)
	}
	parts, err = p.parts(order, places, func(j joint) bool { return j.turns() || j.slides() || j.floats() })
	for i, part := range parts {
		if part.moves.floats() {
			parts[i].parent = -1 // which it does not hang on
		}
	}
	return parts, append(notes, p.looks()...), err
}

// checkMoving reports joints that are not simulated and not held, and axes without length.
func (p *parser) checkMoving() error {
	var names, reasons []string
	line := 0
	for _, j := range p.joints {
		reason := ""
		switch {
		case j.held || j.kind == "fixed":
		case j.follows != nil:
			reason = fmt.Sprintf("the joint %s follows the joint %s", j.name, j.follows.joint)
		case j.floats() && (j.damping > 0 || j.friction > 0):
			return p.at(j.line).Errorf("the joint %.40q floats and has a damping or friction, which nothing simulates: leave out its <dynamics>", j.name)
		case j.floats():
		case !j.turns() && !j.slides():
			reason = fmt.Sprintf("the joint %s is %s (two prismatic joints and a continuous one move as it does)", j.name, j.kind)
		case j.axis == [3]float64{}:
			return p.at(j.line).Errorf("the axis of the joint %.40q has no length", j.name)
		}
		if reason != "" {
			names, reasons, line = append(names, j.name), append(reasons, reason), cmp.Or(line, j.line)
		}
	}
	if names == nil {
		return nil
	}
	const most = 3
	if left := len(reasons) - most; left > 0 {
		reasons = append(reasons[:most], fmt.Sprintf("%d more", left))
	}
	return p.at(line).Errorf("%w", fields.Errorf("%s: only joints that turn, slide or float are simulated; hold others where they are with {hold} %s", strings.Join(reasons, ", "), strings.Join(names, ",")))
}

// checkMasses reports a body without mass that others hang on.
func (p *parser) checkMasses(parts []part, bodies []mechanism.Body) error {
	for _, body := range bodies {
		if len(body.Members) > 0 {
			continue
		}
		at := slices.IndexFunc(parts, func(part part) bool { return part.name() == body.Name })
		if part := parts[at]; part.joint != "" {
			return p.at(part.link.line).Errorf("%w", fields.Errorf("the link %.40q has no mass, moves by the joint %.40q, and others hang on it: give it a mass, or hold the joint with {hold} %s", part.link.name, part.joint, part.joint))
		}
		return p.at(parts[at].link.line).Errorf("the link %.40q has no mass, floats, and others hang on it: give it a mass", parts[at].link.name)
	}
	return nil
}

// bodiesOf are the bodies of parts, and notes: of parts at the end that have no mass, and
// of inertias that no masses have. The first part is the ground of a robot that stands.
func bodiesOf(parts []part, stands bool) (m mechanism.Mechanism, notes []string) {
	var lost, odd, points []string
	heavy := make([]bool, len(parts)) // what follows has mass, or it itself
	for i, part := range slices.Backward(parts) {
		heavy[i] = heavy[i] || part.mass > 0
		if heavy[i] && part.parent >= 0 {
			heavy[part.parent] = true
		}
	}
	numbers := make([]int, len(parts)) // of the body of each part, plus 1
	size := sizeOf(parts)
	for i, part := range parts {
		switch {
		case i == 0 && (stands || part.mass == 0 && followers(parts, heavy) == 1):
			continue
		case !heavy[i]:
			lost = append(lost, part.link.name)
			continue
		}
		body := mechanism.Body{Name: part.name(), Parent: -1, Anchor: r3Of(part.place), Joint: part.kind()}
		if part.parent >= 0 {
			body.Parent = numbers[part.parent] - 1
		}
		if body.Parent < 0 && !stands {
			body.Joint = mechanism.Free()
		}
		places, mass, found := part.points(size)
		switch found {
		case impossible:
			odd = append(odd, part.link.name)
		case missing:
			points = append(points, part.link.name)
		}
		for _, x := range places {
			body.Members = append(body.Members, len(m.Rest))
			m.Rest, m.Mass = append(m.Rest, x), append(m.Mass, mass)
		}
		m.Bodies = append(m.Bodies, body)
		numbers[i] = len(m.Bodies)
	}
	if lost != nil {
		notes = append(notes, "without mass, and left out: "+strings.Join(lost, ", "))
	}
	if points != nil {
		notes = append(notes, "with a mass and no inertia, taken as balls of a thousandth of the way from the joint: "+strings.Join(points, ", "))
	}
	if odd != nil {
		notes = append(notes, "with an inertia that no masses have (a moment larger than the sum of the others), taken as the nearest that some have: "+strings.Join(odd, ", "))
	}
	return m, append(notes, otherUnits(parts, size)...)
}

const (
	// longest is the size in metres above which lengths, or inertias, are looked at, and
	// unlike by how many times the two differ where one of them is in another unit.
	longest, unlike = 10, 100
)

// otherUnits notes lengths and inertias that are not of one machine in m and kg. Points of mass
// have no inertia, and a robot may stand far from where the ground is.
func otherUnits(parts []part, size float64) []string {
	var length, gyration float64
	for _, p := range parts {
		if p.parent >= 0 && parts[p.parent].mass > 0 {
			length = max(length, vector.Distance(p.place, parts[p.parent].place))
		}
		if p.mass > 0 {
			center := vector.Plus([3]float64{}, 1/p.mass, p.moment)
			length = max(length, vector.Distance(center, p.place))
			gyration = max(gyration, math.Sqrt(max(0, (p.second[0][0]+p.second[1][1]+p.second[2][2])/p.mass-vector.Dot(center, center))))
		}
	}
	if gyration <= nearest*size || max(length, gyration) < longest || length < unlike*gyration && gyration < unlike*length {
		return nil
	}
	return []string{fmt.Sprintf("links are up to %.3g m long, and by their inertias their masses are up to %.3g m from centres: files are in m, kg and kg m^2", length, gyration)}
}

// followers is how many parts with mass follow the first: one alone floats by itself
// where the first has none.
func followers(parts []part, heavy []bool) (count int) {
	for i, part := range parts {
		if i > 0 && part.parent == 0 && heavy[i] {
			count++
		}
	}
	return count
}

func r3Of(x [3]float64) r3.Vec { return r3.Vec{X: x[0], Y: x[1], Z: x[2]} }

// kind is how the part moves against the one before it.
func (p *part) kind() (joint mechanism.Joint) {
	switch {
	case p.joint == "" || p.moves.floats():
		return mechanism.Free()
	case p.moves.slides():
		joint = mechanism.Prismatic(r3Of(p.axis))
	default:
		joint = mechanism.Revolute(r3Of(p.axis))
	}
	joint.Damping, joint.Friction = p.moves.damping, p.moves.friction
	joint.Stop.Lower, joint.Stop.Upper = p.moves.way[0], p.moves.way[1]
	return joint
}

// inertia is what a part has of it.
type inertia uint8

const (
	usual      inertia = iota
	impossible         // no masses have it
	missing            // the mass is at a point
)

// sizeOf is the size of a robot in metres: how far from its origin the masses of a part are,
// as their root mean square, at most; 1 of a robot whose masses are all there.
func sizeOf(parts []part) (size float64) {
	for _, p := range parts {
		if p.mass > 0 {
			size = max(size, math.Sqrt((p.second[0][0]+p.second[1][1]+p.second[2][2])/p.mass))
		}
	}
	return cmp.Or(size, 1)
}

// nearest is the least distance of the particles of a body from its centre, as a share of
// the robot's size.
const nearest = 1e-6

// points are particles of one mass each that have the part's mass, centre of mass
// and inertia. With the second moments m l_k about the centre along r principal
// axes with l_k above 0, they are the pairs at +-sqrt(r l_k). An inertia with an l_k
// below 0 is impossible. Size is the robot's.
func (p *part) points(size float64) (places []r3.Vec, mass float64, found inertia) {
	if p.mass == 0 {
		return nil, 0, usual
	}
	second := mat.NewSymDense(3, nil)
	for i := range 3 {
		for k := range i + 1 {
			second.SetSym(i, k, p.second[i][k]/p.mass-p.moment[i]*p.moment[k]/(p.mass*p.mass))
		}
	}
	center := r3.Scale(1/p.mass, r3Of(p.moment))
	var eigen mat.EigenSym
	if !eigen.Factorize(second, true) {
		return p.around(center, size), p.mass / 6, impossible
	}
	var axes mat.Dense
	eigen.VectorsTo(&axes)
	values := eigen.Values(nil) // in ascending order
	wide, least := slices.Clone(values), math.Pow(nearest*size, 2)
	wide = slices.DeleteFunc(wide, func(l float64) bool { return l <= least })
	for k := 3 - len(wide); k < 3; k++ {
		distance := math.Sqrt(float64(len(wide)) * values[k])
		way := r3.Scale(distance, r3.Vec{X: axes.At(0, k), Y: axes.At(1, k), Z: axes.At(2, k)})
		places = append(places, r3.Add(center, way), r3.Sub(center, way))
	}
	switch {
	case values[0] < -rounded*max(values[2], least):
		found = impossible
	case places == nil:
		found = missing
	}
	if places == nil {
		places = p.around(center, size)
	}
	return places, p.mass / float64(len(places)), found
}

// small is the size of a point of mass, of its way to the joint, or of the robot at the joint.
const small = 1e-3

// around are particles about a point of mass: bodies have an inertia about every axis.
func (p *part) around(center r3.Vec, size float64) (places []r3.Vec) {
	if way := r3.Norm(r3.Sub(center, r3Of(p.place))); way > 0 {
		size = way
	}
	size *= small
	for _, way := range []r3.Vec{{X: size}, {Y: size}, {Z: size}} {
		places = append(places, r3.Add(center, way), r3.Sub(center, way))
	}
	return places
}

// rounded is how far below 0 rounded numbers of a file leave a moment of a plate, as a
// share of the largest.
const rounded = 1e-3
