package sysid

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/sysid/describe"
	"gmnc/sysid/rigid"
)

// Joints are the joints of the robot with what was found, for descriptions that have
// friction over the rate and at any rate alone. These two stand for all friction that was
// found, as well as they can at the rates of the recordings.
func (m *Model) Joints() (joints []describe.Joint) {
	f := m.fit
	for b, link := range f.tree.Links {
		j := describe.Joint{Link: link, Rotor: f.constants[f.of(b, rotor)]}
		copy(j.Inertial[:], f.constants[b*rigid.Constants:])
		j.Damping, j.Friction = f.simpleFriction(b)
		joints = append(joints, j)
	}
	return joints
}

// simpleFriction are the damping and the friction at any rate, 0 or more, that give least
// squares of the friction that was found.
func (f *fit) simpleFriction(j int) (damping, friction float64) {
	without := append([]float64(nil), f.constants...)
	for of := range perJoint {
		if of != rotor && of < logStill {
			without[f.of(j, of)] = 0
		}
	}
	normal, right := mat.NewSymDense(2, nil), mat.NewVecDense(2, nil)
	for _, m := range f.motions {
		frictions := f.frictions(m, f.constants, false)
		for k, row := range m.rows {
			late, _ := f.delayed(m, j, k, f.constants[f.of(j, delay)])
			all := f.torque(m, &frictions[j], j, k, f.constants, nil) - f.torque(m, &frictions[j], j, k, without, nil) -
				f.constants[f.of(j, offset)] - late
			of := mat.NewVecDense(2, []float64{m.rate[j][row], frictions[j].direction[k]})
			normal.SymRankOne(normal, 1, of)
			right.AddScaledVec(right, all, of)
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
	if damping*right.AtVec(0) > friction*right.AtVec(1) { // which takes away more squares
		return damping, 0
	}
	return 0, friction
}
