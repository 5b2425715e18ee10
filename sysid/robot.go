package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/sysid/dahl"
	"gmnc/sysid/describe"
	"gmnc/sysid/rigid"
)

// Joints returns the joints of the robot with the constants that were found, for descriptions
// that know only damping and Coulomb friction. These two are the best fit to all friction that
// was found, at the rates of the recordings.
func (m *Model) Joints() (joints []describe.Joint) {
	f := m.fit
	for b, link := range f.tree.Links {
		j := describe.Joint{Link: link, Rotor: f.constants[f.of(b, rotor)]}
		copy(j.Inertial[:], f.constants[b*rigid.Constants:])
		j.Damping, j.Friction = f.simpleFriction(b)
		j.OfLink, j.OfJoint = m.undetermined(link.Links[0], link.Joint)
		joints = append(joints, j)
	}
	return joints
}

// undetermined returns the names of the constants of a link and of its joint that the
// recordings do not determine by themselves. Constants of links come before those of joints,
// since a joint may have the name of a link.
func (m *Model) undetermined(link, joint string) (ofLink, ofJoint []string) {
	inertial := len(m.fit.tree.Links) * rigid.Constants
	for i, c := range m.Constants {
		switch {
		case c.Determined || c.Rough:
		case i < inertial && c.Of == link:
			ofLink = append(ofLink, c.Name)
		case i >= inertial && c.Of == joint:
			ofJoint = append(ofJoint, c.Name)
		}
	}
	return ofLink, ofJoint
}

// FrictionLost returns the root mean square difference between the friction of Joints and the
// friction that was found, by joint, over the recordings [N m; N]. The Coulomb part of Joints
// has the sign of the rate.
func (m *Model) FrictionLost() (lost []float64) {
	for j := range m.fit.tree.Links {
		damping, friction := m.fit.simpleFriction(j)
		var squares, rows float64
		for _, of := range m.fit.motions {
			signs := of.signs(j)
			for k, found := range m.fit.ownFriction(of, j) {
				off := found - damping*of.rate[j][of.rows[k]] - friction*signs[k]
				squares += off * off
				rows++
			}
		}
		lost = append(lost, math.Sqrt(squares/rows))
	}
	return lost
}

// signs returns the signs of a joint's rate, smoothed as the torque is, at the rows of the fit.
func (m *motion) signs(j int) (smoothed []float64) {
	all := make([]float64, len(m.swift[j]))
	for i, rate := range m.swift[j] {
		all[i] = dahl.Sign(rate)
	}
	for _, row := range m.rows {
		smoothed = append(smoothed, m.filters[row].Value(all))
	}
	return smoothed
}

// ownFriction returns the friction of a joint by the law, at the rows of the fit.
func (f *fit) ownFriction(m *motion, j int) (torques []float64) {
	without := append([]float64(nil), f.constants...)
	for of := range perJoint {
		if of != rotor {
			without[f.of(j, of)] = 0
		}
	}
	friction := f.friction(m, j, f.constants[f.of(j, 0):][:perJoint], false)
	for k := range m.rows {
		late, _ := f.delayed(m, j, k, f.constants[f.of(j, delay)])
		torques = append(torques, f.torque(m, &friction, j, k, f.constants, nil)-f.torque(m, &friction, j, k, without, nil)-
			f.constants[f.of(j, offset)]-late)
	}
	return torques
}

// simpleFriction returns the damping and the Coulomb friction, 0 or more, that fit the friction
// that was found by least squares.
func (f *fit) simpleFriction(j int) (damping, friction float64) {
	normal, right := mat.NewSymDense(2, nil), mat.NewVecDense(2, nil)
	for _, m := range f.motions {
		direction := f.friction(m, j, f.constants[f.of(j, 0):][:perJoint], false).direction
		for k, found := range f.ownFriction(m, j) {
			of := mat.NewVecDense(2, []float64{m.rate[j][m.rows[k]], direction[k]})
			normal.SymRankOne(normal, 1, of)
			right.AddScaledVec(right, found, of)
		}
	}
	var best mat.VecDense
	if best.SolveVec(normal, right) == nil && best.AtVec(0) >= 0 && best.AtVec(1) >= 0 {
		return best.AtVec(0), best.AtVec(1)
	}
	alone := func(i int) float64 {
		if normal.At(i, i) == 0 {
			return 0
		}
		return math.Max(0, right.AtVec(i)/normal.At(i, i))
	}
	damping, friction = alone(0), alone(1)
	if damping*right.AtVec(0) > friction*right.AtVec(1) { // the one that lowers the squares more
		return damping, 0
	}
	return 0, friction
}
