// Package rigid computes the torques that move a tree of rigid links, as linear functions of
// the links' inertial constants (the regressor of Atkeson, An and Hollerbach, 1986).
package rigid

import (
	"math"

	"gmnc/datasets/urdf"
	"gmnc/internal/rotation"
	"gmnc/internal/vector"
)

// Constants is the number of inertial constants of a link, which are in the link's frame. They
// are the mass [kg], the first moments x, y, z [kg m], and the inertia xx, yy, zz, xy, xz, yz
// [kg m^2] about the frame's origin.
const Constants = 10

// Names lists the names of a link's constants.
var Names = [Constants]string{"mass", "mass*x", "mass*y", "mass*z", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"}

// least is the smallest magnitude of a constant, in its SI unit, that is not rounding: a link of a
// gram and a centimeter has an inertia of 1e-7 kg m^2.
const least = 1e-12

// Rounded returns a constant, or 0 for one so small that only rounding can have made it, such as
// the product of inertia of a symmetric link in a rotated frame.
func Rounded(constant float64) float64 {
	if math.Abs(constant) < least {
		return 0
	}
	return constant
}

// Tree is a robot whose base is fixed to the ground.
type Tree struct {
	Links   []urdf.Link
	Gravity [3]float64 // acceleration [m/s^2], in the frame of the ground
}

// Joints returns the names of the joints, in the order of the links that they move.
func (t *Tree) Joints() (names []string) {
	for _, link := range t.Links {
		names = append(names, link.Joint)
	}
	return names
}

// Of returns the inertial constants of a link from its file.
func Of(l urdf.Link) [Constants]float64 {
	s := l.Second
	return [Constants]float64{l.Mass, l.Moment[0], l.Moment[1], l.Moment[2],
		s[1][1] + s[2][2], s[0][0] + s[2][2], s[0][0] + s[1][1], -s[0][1], -s[0][2], -s[1][2]}
}

// Pseudo returns the pseudo-inertia of a link: the integral of (x, 1) (x, 1)^T over its mass. A
// link is physical if it is positive definite (Wensing, Kim and Slotine, 2018).
func Pseudo(c []float64) [4][4]float64 {
	half := (c[4] + c[5] + c[6]) / 2
	return [4][4]float64{
		{half - c[4], -c[7], -c[8], c[1]},
		{-c[7], half - c[5], -c[9], c[2]},
		{-c[8], -c[9], half - c[6], c[3]},
		{c[1], c[2], c[3], c[0]},
	}
}

// wrench holds, for each constant of a link, its part of the torque and of the force that move
// the link.
type wrench struct{ torque, force [Constants][3]float64 }

// motion is the motion of a link, in its own frame.
type motion struct {
	turn                   rotation.Matrix // from the link's frame to its parent's
	position               [3]float64      // position of its origin, in its parent's frame
	rate, change, pull     [3]float64      // angular velocity and acceleration, and the acceleration of the origin less gravity
	load                   wrench
	screwTurn, screwLinear [3]float64 // screw of a joint, transformed to the link
}

// Regressor computes torques. It has memory for one state at a time.
type Regressor struct {
	tree  *Tree
	moves []motion
}

// NewRegressor returns a Regressor for a tree.
func NewRegressor(t *Tree) *Regressor { return &Regressor{t, make([]motion, len(t.Links))} }

// Rows writes the regressor for angles, rates and accelerations to rows [joints][joints *
// Constants]. An entry is the torque [N m, or N for a sliding joint] of a joint per unit of a
// link's constant: the torques are the rows times all constants. Rows leaves out the entries of
// links that do not move with a joint.
func (r *Regressor) Rows(angle, rate, acceleration []float64, rows [][]float64) {
	for b := range r.moves {
		r.move(b, angle[b], rate[b], acceleration[b])
	}
	for b := range r.moves {
		r.carry(b, rows)
	}
}

// move computes the motion of a link from its parent's.
func (r *Regressor) move(b int, angle, rate, acceleration float64) {
	l, m := &r.tree.Links[b], &r.moves[b]
	turn, change, pull := [3]float64{}, [3]float64{}, vector.Plus([3]float64{}, -1, r.tree.Gravity)
	if l.Parent >= 0 {
		p := &r.moves[l.Parent]
		turn, change, pull = p.rate, p.change, p.pull
	}
	m.turn, m.position = l.At(angle)
	inward := m.turn.Transposed()
	pull = plus(pull, vector.Cross(change, m.position), vector.Cross(turn, vector.Cross(turn, m.position)))
	m.rate, m.change, m.pull = inward.Turn(turn), inward.Turn(change), inward.Turn(pull)
	along := vector.Plus([3]float64{}, rate, l.Axis)
	if l.Slides {
		m.pull = plus(m.pull, vector.Plus([3]float64{}, acceleration, l.Axis), vector.Plus([3]float64{}, 2, vector.Cross(m.rate, along)))
	} else {
		m.change = plus(m.change, vector.Plus([3]float64{}, acceleration, l.Axis), vector.Cross(m.rate, along))
		m.rate = plus(m.rate, along)
	}
	m.load = loadOf(m.rate, m.change, m.pull)
}

// loadOf returns the force and the torque about the origin that give a link its motion, with
// first moments h and the inertia I:
//
//	f = m a + dw x h + w x (w x h)
//	n = I dw + w x I w + h x a
func loadOf(w, dw, a [3]float64) (load wrench) {
	load.force[0] = a
	for k := range 3 {
		var unit [3]float64
		unit[k] = 1
		load.force[1+k] = plus(vector.Cross(dw, unit), vector.Cross(w, vector.Cross(w, unit)))
		load.torque[1+k] = vector.Cross(unit, a)
	}
	for k, axes := range [6][2]int{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}} {
		var turned, kept [3]float64 // the unit inertia times dw, and times w
		i, j := axes[0], axes[1]
		turned[i], kept[i] = dw[j], w[j]
		turned[j], kept[j] = dw[i], w[i]
		load.torque[4+k] = plus(turned, vector.Cross(w, kept))
	}
	return load
}

// carry transforms the screw of a joint to all links that move with it, and writes each
// constant's part of the joint's torque.
func (r *Regressor) carry(joint int, rows [][]float64) {
	for b := joint; b < len(r.moves); b++ {
		l, m := &r.tree.Links[b], &r.moves[b]
		switch {
		case b == joint && l.Slides:
			m.screwTurn, m.screwLinear = [3]float64{}, l.Axis
		case b == joint:
			m.screwTurn, m.screwLinear = l.Axis, [3]float64{}
		case !r.tree.HangsOn(l.Parent, joint):
			continue
		default:
			p, inward := &r.moves[l.Parent], m.turn.Transposed()
			m.screwTurn = inward.Turn(p.screwTurn)
			m.screwLinear = inward.Turn(plus(p.screwLinear, vector.Cross(p.screwTurn, m.position)))
		}
		for k := range Constants {
			rows[joint][b*Constants+k] = vector.Dot(m.screwTurn, m.load.torque[k]) + vector.Dot(m.screwLinear, m.load.force[k])
		}
	}
}

// HangsOn reports whether a link moves with a joint.
func (t *Tree) HangsOn(link, joint int) bool {
	for link > joint {
		link = t.Links[link].Parent
	}
	return link == joint
}

func plus(terms ...[3]float64) (sum [3]float64) {
	for _, term := range terms {
		for i := range sum {
			sum[i] += term[i]
		}
	}
	return sum
}
