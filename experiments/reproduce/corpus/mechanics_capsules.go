package corpus

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/sim/mechanism"
	"gmnc/system"
)

// These are the numbers of the MuJoCo model that made arm.npz, in meters, kilograms, seconds
// and radians. It is an arm of seven capsules, each on the previous one, with joints
// alternately about z and y.
var (
	armLengths = []float64{.15, .2, .2, .2, .2, .12, .1}
	armMasses  = []float64{3, 3, 2.5, 2, 1.5, 1, .5}
)

const (
	armRadius, armHeight, armDamping = .03, .1, .5
	armRotor, armLimit               = .02, 2.

	armFrame  = .02  // the time step of the differences that are velocities, in s
	armFrames = 5    // the number of steps of a frame
	armFloor  = 1e-5 // in m^2, a ridge that makes rates 0 if they hardly move the markers
)

// limitedArm is the arm with its joints, and the particles that are its markers.
type limitedArm struct {
	*mechanism.Mechanism
	joints     []system.Joint
	markerRows []int
}

func newLimitedArm() (a limitedArm, err error) {
	var m mechanism.Mechanism
	height := armHeight
	for i, length := range armLengths {
		axis := r3.Vec{Z: float64(1 - i%2), Y: float64(i % 2)}
		body := mechanism.Body{Joint: mechanism.Revolute(axis), Parent: i - 1, Anchor: r3.Vec{Z: height}}
		body.Damping, body.Rotor = armDamping, armRotor
		body.Stop.Lower, body.Stop.Upper = -armLimit, armLimit
		add := func(x r3.Vec, mass float64) {
			body.Members = append(body.Members, len(m.Rest))
			m.Rest, m.Mass = append(m.Rest, x), append(m.Mass, mass)
		}
		center := r3.Vec{Z: height + length/2}
		for axis, second := range capsule(armMasses[i], length) {
			displacement := r3.Scale(math.Sqrt(3*second/armMasses[i]), [3]r3.Vec{{X: 1}, {Y: 1}, {Z: 1}}[axis])
			add(r3.Add(center, displacement), armMasses[i]/6)
			add(r3.Sub(center, displacement), armMasses[i]/6)
		}
		const marker = 1e-12 // in kg
		if i == 0 {
			a.markerRows = append(a.markerRows, len(m.Rest))
			add(body.Anchor, marker)
		}
		height += length
		a.markerRows = append(a.markerRows, len(m.Rest))
		add(r3.Vec{Z: height}, marker)
		m.Bodies = append(m.Bodies, body)
	}
	m.Gravity = r3.Vec{Z: -9.81}
	if a.Mechanism, err = mechanism.New(m); err != nil {
		return a, err
	}
	a.DefaultStops()
	for i, body := range a.Bodies {
		axis := body.Turns[0]
		a.joints = append(a.joints, system.Joint{
			Parent: i - 1, Members: body.Members, Anchor: [3]float64{0, 0, body.Anchor.Z}, Axis: [3]float64{axis.X, axis.Y, axis.Z},
			Damping: armDamping, Limits: [2]float64{body.Stop.Lower, body.Stop.Upper}, Stop: body.Stop.Inertia, Rotor: body.Rotor,
		})
	}
	return a, nil
}

// capsule returns the second moments of a capsule of uniform mass along z about its center.
func capsule(mass, length float64) [3]float64 {
	const r = armRadius
	tube, ball := length*r*r, 4./3*r*r*r
	inTube := mass * tube / (tube + ball)
	inBall := mass - inTube
	across := inTube*r*r/4 + inBall*r*r/5
	along := inTube*length*length/12 + inBall*(r*r/5+3./8*r*length+length*length/4)
	return [3]float64{across, across, along}
}

// angles returns the angles of joints at which the markers have these positions, near other
// angles. Every second joint bends, and the one before it rotates the plane of the bend.
// Nothing determines the angle of the last joint.
func (a limitedArm) angles(positions []r3.Vec, near []float64) []float64 {
	angles := make([]float64, len(a.Bodies))
	for joint := 0; joint+1 < len(angles); joint += 2 {
		displacement := r3.Sub(positions[joint+2], positions[joint+1])
		for before := range joint {
			displacement = r3.NewRotation(-angles[before], a.Bodies[before].Turns[0]).Rotate(displacement)
		}
		turn, bend := math.Atan2(displacement.Y, displacement.X), math.Atan2(math.Hypot(displacement.X, displacement.Y), displacement.Z)
		other := math.Remainder(turn+math.Pi, 2*math.Pi)
		if math.Hypot(other-near[joint], -bend-near[joint+1]) < math.Hypot(turn-near[joint], bend-near[joint+1]) {
			turn, bend = other, -bend
		}
		angles[joint], angles[joint+1] = turn, bend
	}
	return angles
}

// at returns the state with these angles and without rates.
func (a limitedArm) at(angles []float64) mechanism.State {
	s := a.AtRest()
	for joint, angle := range angles {
		a.SetAngle(s, joint, angle)
	}
	return s
}

// particles returns the positions and velocities of all particles in a state.
func (a limitedArm) particles(s mechanism.State) (x, v []r3.Vec) {
	x, v = make([]r3.Vec, len(a.Rest)), make([]r3.Vec, len(a.Rest))
	a.NewIntegrator(s.Clone()).Particles(x, v)
	return x, v
}

// markers returns the positions of the markers among those of all particles.
func (a limitedArm) markers(all []r3.Vec) (positions []r3.Vec) {
	for _, i := range a.markerRows {
		positions = append(positions, all[i])
	}
	return positions
}

// rates returns the rates that fit the velocities of the markers by least squares.
func (a limitedArm) rates(s mechanism.State, velocity []r3.Vec) []float64 {
	count := len(a.Bodies)
	s = s.Clone()
	moves := make([][]r3.Vec, count)
	for joint := range moves {
		clear(s.Rates)
		s.Rates[joint] = 1
		_, v := a.particles(s)
		moves[joint] = a.markers(v)
	}
	products := func(x, y []r3.Vec) (sum float64) {
		for i := range x {
			sum += r3.Dot(x[i], y[i])
		}
		return sum
	}
	equations, right := mat.NewSymDense(count, nil), mat.NewVecDense(count, nil)
	for i := range count {
		for k := range i + 1 {
			equations.SetSym(i, k, products(moves[i], moves[k]))
		}
		equations.SetSym(i, i, equations.At(i, i)+armFloor)
		right.SetVec(i, products(moves[i], velocity))
	}
	var factors mat.Cholesky
	var solution mat.VecDense
	if !factors.Factorize(equations) || factors.SolveVecTo(&solution, right) != nil {
		return make([]float64, count)
	}
	return slices.Clone(solution.RawVector().Data)
}

// moving returns the state in which the velocities of the markers are the differences between a
// frame after and one before, under a torque. It fits the rates to these velocities, and
// corrects them twice by the remaining differences.
func (a limitedArm) moving(angles []float64, velocity []r3.Vec, torque []float64) mechanism.State {
	s := a.at(angles)
	s.Rates = a.rates(s, velocity)
	for range 2 {
		after, before := a.later(s, armFrame, torque), a.later(s, -armFrame, torque)
		left := make([]r3.Vec, len(velocity))
		for i := range left {
			left[i] = r3.Sub(velocity[i], r3.Scale(1/(2*armFrame), r3.Sub(after[i], before[i])))
		}
		for joint, change := range a.rates(s, left) {
			s.Rates[joint] += min(max(change, -mostCorrected), mostCorrected)
		}
	}
	return s
}

// mostCorrected bounds the correction of a rate, in radians per second.
const mostCorrected = 2

// later returns the positions of the markers after a time.
func (a limitedArm) later(s mechanism.State, time float64, torque []float64) []r3.Vec {
	in := a.NewIntegrator(s.Clone())
	for range armFrames {
		in.Step(time/armFrames, torque)
	}
	x, _ := a.particles(in.State)
	return a.markers(x)
}
