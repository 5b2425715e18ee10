package urdf

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/internal/vector"
	"gmnc/sim/mechanism"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// bodiesOf returns the bodies of parts. The notes name outermost parts without mass and
// inertias that no body can have. The first part is the ground of a robot that stands.
func bodiesOf(parts []part, stands bool) (m mechanism.Mechanism, notes []string) {
	var lost, odd, points []string
	heavy := make([]bool, len(parts)) // whether the part, or one that follows it, has mass
	for i, part := range slices.Backward(parts) {
		heavy[i] = heavy[i] || part.mass > 0
		if heavy[i] && part.parent >= 0 {
			heavy[part.parent] = true
		}
	}
	numbers := make([]int, len(parts)) // 1 plus the index of each part's body
	size := sizeOf(parts)
	for i, part := range parts {
		switch {
		case i == 0 && (stands || part.mass == 0 && followers(parts, heavy) == 1):
			continue
		case !heavy[i]:
			lost = append(lost, part.link.name)
			continue
		}
		body := mechanism.Body{Name: part.name(), Parent: -1, Anchor: r3Of(part.position), Joint: part.kind()}
		if part.parent >= 0 {
			body.Parent = numbers[part.parent] - 1
		}
		if body.Parent < 0 && !stands {
			body.Joint = mechanism.Free()
		}
		positions, mass, found := part.points(size)
		switch found {
		case impossible:
			odd = append(odd, part.link.name)
		case missing:
			points = append(points, part.link.name)
		}
		for _, x := range positions {
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
	// longest is the size in meters above which lengths are compared with radii of gyration.
	// unlike is the ratio of the two above which one of them counts as being in another unit.
	longest, unlike = 10, 100
)

// otherUnits returns a note if lengths and inertias cannot belong to one machine in m and kg.
// Point masses have no inertia, and a robot may stand far from the origin of the ground.
func otherUnits(parts []part, size float64) []string {
	var length, gyration float64
	for _, p := range parts {
		if p.parent >= 0 && parts[p.parent].mass > 0 {
			length = max(length, vector.Distance(p.position, parts[p.parent].position))
		}
		if p.mass > 0 {
			center := vector.Plus([3]float64{}, 1/p.mass, p.moment)
			length = max(length, vector.Distance(center, p.position))
			gyration = max(gyration, math.Sqrt(max(0, (p.second[0][0]+p.second[1][1]+p.second[2][2])/p.mass-vector.Dot(center, center))))
		}
	}
	if gyration <= nearest*size || max(length, gyration) < longest || length < unlike*gyration && gyration < unlike*length {
		return nil
	}
	return []string{fmt.Sprintf("links are up to %.3g m long, and by their inertias their masses are up to %.3g m from centers: files are in m, kg and kg m^2", length, gyration)}
}

// followers returns the number of parts with mass that follow the first. If the first has no
// mass, a single follower floats by itself.
func followers(parts []part, heavy []bool) (count int) {
	for i, part := range parts {
		if i > 0 && part.parent == 0 && heavy[i] {
			count++
		}
	}
	return count
}

func r3Of(x [3]float64) r3.Vec { return r3.Vec{X: x[0], Y: x[1], Z: x[2]} }

// kind returns the joint by which the part moves relative to the one before it.
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
	joint.Range, joint.Rotor = p.moves.travel, p.moves.rotor
	if led := p.moves.released; led != nil {
		joint.Follows = &mechanism.Follows{Joint: led.joint, Times: led.multiplier, Offset: led.offset}
	}
	return joint
}

// inertia classifies the inertia of a part.
type inertia uint8

const (
	usual      inertia = iota
	impossible         // no body can have it
	missing            // the mass is at a point
)

// sizeOf returns the size of a robot in meters: the largest root mean square distance of a
// part's mass from the robot's origin. It returns 1 if all masses are at the origin.
func sizeOf(parts []part) (size float64) {
	for _, p := range parts {
		if p.mass > 0 {
			size = max(size, math.Sqrt((p.second[0][0]+p.second[1][1]+p.second[2][2])/p.mass))
		}
	}
	return cmp.Or(size, 1)
}

// nearest is the least distance of a body's particles from its center, as a fraction of the
// robot's size.
const nearest = 1e-6

// points returns particles of equal mass that have the part's mass, center of mass and inertia.
// With the second moments m l_k about the center along r principal axes with l_k above 0, they
// are the pairs at +-sqrt(r l_k). An inertia with an l_k below 0, apart from rounding, is
// impossible. size is the robot's size.
func (p *part) points(size float64) (positions []r3.Vec, mass float64, found inertia) {
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
		displacement := r3.Scale(distance, r3.Vec{X: axes.At(0, k), Y: axes.At(1, k), Z: axes.At(2, k)})
		positions = append(positions, r3.Add(center, displacement), r3.Sub(center, displacement))
	}
	switch {
	case values[0] < -rounded*max(values[2], least):
		found = impossible
	case positions == nil:
		found = missing
	}
	if positions == nil {
		positions = p.around(center, size)
	}
	return positions, p.mass / float64(len(positions)), found
}

// small is the size of the ball that replaces a point mass. It is relative to the distance of
// the point from the joint or, if the point is at the joint, to the robot's size.
const small = 1e-3

// around returns particles around a point mass, since bodies need an inertia about every axis.
func (p *part) around(center r3.Vec, size float64) (positions []r3.Vec) {
	if displacement := r3.Norm(r3.Sub(center, r3Of(p.position))); displacement > 0 {
		size = displacement
	}
	size *= small
	for _, displacement := range []r3.Vec{{X: size}, {Y: size}, {Z: size}} {
		positions = append(positions, r3.Add(center, displacement), r3.Sub(center, displacement))
	}
	return positions
}

// rounded is the largest negative moment that rounding in a file leaves for a plate, as a
// fraction of the largest moment.
const rounded = 1e-3
