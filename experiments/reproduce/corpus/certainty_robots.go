package corpus

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/arrays"
	"gmnc/datasets/nbody"
	"gmnc/datasets/npz"
	"gmnc/datasets/robots"
	"gmnc/sim"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// These are the true constants of the arm and of tosses.
const (
	upperMass, lowerMass       = 1.2, 0.7
	upperDamping, lowerDamping = 0.08, 0.05
	tossFriction               = 0.3
	tossRestitution            = 0.5
	tossStiffness              = 1e4 // the stiffness of the ground, divided by the mass of the body
)

// These are standard deviations for the arm: of its first angles and rates, and of the torques
// of its motors.
const (
	angleAtStart = 0.5
	rateAtStart  = 1
	motor        = 1
)

// arm returns two links on joints about perpendicular axes.
func arm() (*mechanism.Mechanism, error) {
	m := mechanism.Mechanism{Gravity: r3.Vec{Z: -trueGravity}}
	for i, link := range []struct {
		name          string
		axis, anchor  r3.Vec
		mass, damping float64
		rest          []r3.Vec
	}{
		{"upper", r3.Vec{Y: 1}, r3.Vec{}, upperMass, upperDamping, []r3.Vec{{X: 0.05, Y: 0.04, Z: -0.1}, {X: -0.04, Y: -0.05, Z: -0.3}, {X: 0.02, Y: 0.03, Z: -0.45}}},
		{"lower", r3.Vec{X: 1}, r3.Vec{Z: -0.5}, lowerMass, lowerDamping, []r3.Vec{{X: 0.04, Y: 0.05, Z: -0.6}, {X: -0.05, Y: -0.03, Z: -0.75}, {X: 0.03, Y: -0.02, Z: -0.9}}},
	} {
		joint := mechanism.Revolute(link.axis)
		joint.Damping = link.damping
		body := mechanism.Body{Name: link.name, Joint: joint, Parent: i - 1, Anchor: link.anchor}
		for _, x := range link.rest {
			body.Members = append(body.Members, len(m.Rest))
			m.Rest, m.Mass = append(m.Rest, x), append(m.Mass, link.mass/float64(len(link.rest)))
		}
		m.Bodies = append(m.Bodies, body)
	}
	return mechanism.New(m)
}

// ofArm returns data of the recorded angles, rates and torques of the arm.
func (s SimulatedSet) ofArm(random *rand.Rand, d DataSet) (*datasets.Data, error) {
	robot, err := arm()
	if err != nil {
		return nil, err
	}
	joints := robot.Rates()
	all := []npz.Array{}
	for k, split := range datasets.SplitNames {
		count := SpareRecordings
		if k == 0 {
			count = s.Recordings
		}
		shape := []int{count, simulatedFrames, joints}
		angle, rate, torque := npz.Array{Key: split + "_angle", Shape: shape}, npz.Array{Key: split + "_rate", Shape: shape}, npz.Array{Key: split + "_torque", Shape: shape}
		for range count {
			s.recordArm(random, robot, &angle, &rate, &torque)
		}
		if all = append(all, angle, torque); !s.alone {
			all = append(all, rate)
		}
	}
	folder, err := os.MkdirTemp("", "gmnc")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "arm.npz")
	if err := npz.Write(path, all); err != nil {
		return nil, err
	}
	data, _, err := robots.Prepare(path, robot, d.System, robots.Options{Options: arrays.Options{Interval: 1, Dt: FrameTime}})
	if err != nil {
		return nil, err
	}
	for _, samples := range data.Splits() {
		for i := range *samples {
			system.Mass.Set(&(*samples)[i], nil)
			system.TurnDamping.Set(&(*samples)[i], nil)
		}
	}
	return data, nil
}

// recordArm adds a recording of the arm, whose torques are constant during each frame.
func (s SimulatedSet) recordArm(random *rand.Rand, robot *mechanism.Mechanism, angle, rate, torque *npz.Array) {
	start := robot.AtRest()
	for b := range robot.Bodies {
		robot.SetAngle(start, b, angleAtStart*random.NormFloat64())
		start.Rates[b] = rateAtStart * random.NormFloat64()
	}
	moving := robot.NewIntegrator(start)
	load := make([]float64, len(start.Rates))
	for range simulatedFrames {
		for b := range load {
			load[b] = motor * random.NormFloat64()
			angle.Floats = append(angle.Floats, float32(turned(robot.Bodies[b].Turns[0], moving.State.Turns[b])+float64(s.noise*random.NormFloat64())))
			rate.Floats = append(rate.Floats, float32(moving.State.Rates[b]+float64(VelocityNoise*s.noise*random.NormFloat64())))
			torque.Floats = append(torque.Floats, float32(load[b]))
		}
		for range simulatedSteps {
			moving.Step(FrameTime/simulatedSteps, load)
		}
	}
}

// turned returns the angle of a rotation about an axis.
func turned(axis r3.Vec, turn quat.Number) float64 {
	return 2 * math.Atan2(r3.Dot(axis, r3.Vec{X: turn.Imag, Y: turn.Jmag, Z: turn.Kmag}), turn.Real)
}

// ofTosses returns data of boxes that are thrown onto the ground.
func (s SimulatedSet) ofTosses(ctx context.Context, d DataSet) (*datasets.Data, error) {
	job := nbody.Config{Shapes: []sim.Shape{sim.Box([3]float64{0.5, 0.4, 0.3})}, Train: s.Recordings, Valid: SpareRecordings, Test: SpareRecordings, Seed: d.Seed, Frames: simulatedFrames}
	job.Mechanics = sim.Mechanics{Gravity: [3]float64{0, 0, -trueGravity}, Neutral: true, Planes: []sim.Plane{{Normal: [3]float64{0, 0, 1}}}, Friction: tossFriction, Restitution: tossRestitution, Stiffness: tossStiffness}
	data, _, err := nbody.Simulate(ctx, job, nil)
	return data, err
}
