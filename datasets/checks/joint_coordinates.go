package checks

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/internal/rotation"
	"gmnc/internal/vector"
	"gmnc/system"
)

// jointColumns returns a function from positions and velocities of a sample's particles to the
// columns of q and rate of each joint, as files in joint coordinates have them. An angle, and the sign of
// a quaternion, are those nearest to the values before. ok is false if the rotation of a body is not known.
func jointColumns(s *system.Sample) func(position, velocity []float32) (q, rate [][]float64, ok bool) {
	bodies := s.Objects.Of(system.Body)
	parents := s.Objects.Numbers(system.Tree, s.Particles())
	bodyOf := map[int]int{}
	for number, members := range bodies {
		for _, i := range members {
			bodyOf[i] = number
		}
	}
	var before [][]float64
	return func(position, velocity []float32) (q, rate [][]float64, ok bool) {
		moves := make([]bodyMotion, len(bodies))
		for number, members := range bodies {
			if moves[number], ok = motionOf(system.Rest.Of(s), position, velocity, members); !ok {
				return nil, nil, false
			}
		}
		for number, members := range bodies {
			parent := bodyMotion{pose: rotation.Ground}
			if at := parents[members[0]]; at >= 0 {
				parent = moves[bodyOf[int(at)]]
			}
			now, moving := columnsOf(s, members[0], parent, moves[number])
			if before != nil {
				unwrap(s, members[0], now, before[number])
			}
			q, rate = append(q, now), append(rate, moving)
		}
		before = q
		return q, rate, true
	}
}

// bodyMotion is where a body is and how it moves: the velocity of the point that was at the origin of
// space, and the angular velocity.
type bodyMotion struct {
	pose           rotation.Displacement
	velocity, spin [3]float64
}

// at returns the velocity of the body at a point of space.
func (m bodyMotion) at(point [3]float64) [3]float64 {
	return vector.Plus(m.velocity, 1, vector.Cross(m.spin, point))
}

// inward returns a vector of space in the axes of the body.
func (m bodyMotion) inward(v [3]float64) (in [3]float64) {
	for k := range in {
		var axis [3]float64
		axis[k] = 1
		in[k] = vector.Dot(v, m.pose.Turned(axis))
	}
	return in
}

// motionOf finds the motion of a body by least squares. ok is false for particles on a line.
func motionOf(rest, position, velocity []float32, members []int) (m bodyMotion, ok bool) {
	if m.pose = rotation.FitDisplacement(rest, position, members); !m.pose.IsTurned() {
		return m, false
	}
	middle := m.pose.At(m.pose.Middle())
	var mean, turning [3]float64
	for _, i := range members {
		mean = vector.Plus(mean, 1/float64(len(members)), vector.At(velocity, i))
	}
	inertia := mat.NewSymDense(3, nil)
	for _, i := range members {
		arm := vector.Plus(vector.At(position, i), -1, middle)
		turning = vector.Plus(turning, 1, vector.Cross(arm, vector.Plus(vector.At(velocity, i), -1, mean)))
		for a := range 3 {
			inertia.SetSym(a, a, inertia.At(a, a)+vector.Dot(arm, arm))
			for b := range a + 1 {
				inertia.SetSym(a, b, inertia.At(a, b)-float64(arm[a]*arm[b]))
			}
		}
	}
	var spin mat.VecDense
	if spin.SolveVec(inertia, mat.NewVecDense(3, turning[:])) != nil {
		return m, false
	}
	copy(m.spin[:], spin.RawVector().Data)
	m.velocity = vector.Plus(mean, -1, vector.Cross(m.spin, middle))
	return m, true
}

// columnsOf returns the columns of a joint, given its body's first particle, by the motion of its
// body relative to the one before.
func columnsOf(s *system.Sample, first int, before, own bodyMotion) (q, rate []float64) {
	anchor := vector.At(system.JointAnchor.OrDefault(s), first)
	point := own.pose.At(anchor)
	off := before.inward(vector.Plus(point, -1, before.pose.At(anchor)))
	drift := before.inward(vector.Plus(own.at(point), -1, before.at(point)))
	spin := vector.Plus(own.spin, -1, before.spin)
	quaternion := quaternionOf(relative(before, own))
	switch kind := int(system.JointType.OrDefault(s)[first]); {
	case kind == system.Floating:
		place, turning := vector.Plus(anchor, 1, off), own.inward(spin)
		return append(place[:], quaternion[:]...), append(drift[:], turning[:]...)
	case kind == system.OnBall:
		turning := own.inward(spin)
		return quaternion[:], turning[:]
	case acts(s, system.SlideAxis, first):
		axis := vector.At(system.SlideAxis.Of(s), first)
		return []float64{vector.Dot(off, axis)}, []float64{vector.Dot(drift, axis)}
	}
	axis := vector.At(system.TurnAxis.Of(s), first)
	sine := vector.Dot(axis, [3]float64(quaternion[1:]))
	return []float64{2 * math.Atan2(sine, quaternion[0])}, []float64{vector.Dot(before.inward(spin), axis)}
}

// relative returns the rotation of a body relative to the one before it.
func relative(before, own bodyMotion) (turn rotation.Matrix) {
	for column := range 3 {
		var axis [3]float64
		axis[column] = 1
		for row, x := range before.inward(own.pose.Turned(axis)) {
			turn[row][column] = x
		}
	}
	return turn
}

// quaternionOf returns the unit quaternion of a rotation, its scalar first and 0 or more.
func quaternionOf(r rotation.Matrix) [4]float64 {
	q := r.Quaternion()
	if q[0] < 0 {
		for k := range q {
			q[k] = -q[k]
		}
	}
	return q
}

// unwrap makes the columns of a joint those nearest to the columns before, by whole turns of an angle,
// or by the sign of a quaternion.
func unwrap(s *system.Sample, first int, q, before []float64) {
	if len(q) == 1 {
		if acts(s, system.TurnAxis, first) {
			q[0] = before[0] + math.Remainder(q[0]-before[0], 2*math.Pi)
		}
		return
	}
	quaternion, last, inner := q[len(q)-4:], before[len(before)-4:], 0.0
	for k, x := range quaternion {
		inner += float64(x * last[k])
	}
	if inner < 0 {
		for k := range quaternion {
			quaternion[k] = -quaternion[k]
		}
	}
}
