package mechanism_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/internal/test/recovered"
	"gmnc/internal/test/testenv"
	"gmnc/sim/mechanism"
)

// recording is trajectories of a system that others integrated.
type recording struct {
	mass, rest, anchor, axis []float64
	gravity                  r3.Vec
	frames, particles        int
	interval                 float64
	bodies, parents          []int64
	positions, velocities    []float64
	torque                   []float64
}

func record(t *testing.T, name string) (r recording) {
	path := filepath.Join(testenv.Data(t), "mechanics", name)
	require.NoError(t, npz.Open(path, func(a *npz.Archive) error {
		take := func(key string, axes int) ([]float64, []int) {
			values, shape, err := a.Doubles(key, slices.Repeat([]npz.Axis{{Size: -1}}, axes)...)
			require.NoError(t, err)
			return values, shape
		}
		var shape []int
		r.positions, shape = take("test_positions", 4)
		r.frames, r.particles = shape[1], shape[2]
		r.velocities, _ = take("test_velocities", 4)
		r.mass, _ = take("mass", 1)
		interval, _ := take("dt", 0)
		r.interval = interval[0]
		if a.Has("gravity") {
			gravity, _ := take("gravity", 1)
			r.gravity = r3.Vec{X: gravity[0], Y: gravity[1], Z: gravity[2]}
		}
		if !a.Has("joint_axis") {
			return nil
		}
		r.rest, _ = take("rest", 2)
		r.anchor, _ = take("joint_anchor", 2)
		r.axis, _ = take("joint_axis", 2)
		r.torque, _ = take("test_torque", 3)
		var err error
		r.bodies, err = a.Ints("bodies", npz.Axis{Size: r.particles})
		require.NoError(t, err)
		r.parents, err = a.Ints("joint_parent", npz.Axis{Size: len(r.anchor) / 3})
		require.NoError(t, err)
		return nil
	}))
	return r
}

func vectors(flat []float64) (all []r3.Vec) {
	for i := 0; i < len(flat); i += 3 {
		all = append(all, r3.Vec{X: flat[i], Y: flat[i+1], Z: flat[i+2]})
	}
	return all
}

// frame is one of a trajectory: positions and velocities.
func (r recording) frame(trajectory, frame int) (x, v []r3.Vec) {
	size := 3 * r.particles
	start := (trajectory*r.frames + frame) * size
	return vectors(r.positions[start : start+size]), vectors(r.velocities[start : start+size])
}

// body is one body of all particles but pinned ones, on the first of which it turns.
func (r recording) body(t *testing.T) *mechanism.Mechanism {
	rest, _ := r.frame(0, 0)
	m, own := mechanism.Mechanism{Gravity: r.gravity}, mechanism.Body{Joint: mechanism.Free(), Parent: -1}
	for i, mass := range r.mass {
		if math.IsInf(mass, 0) {
			own.Joint, own.Anchor = mechanism.Ball(), rest[i]
			continue
		}
		own.Members = append(own.Members, len(m.Rest))
		m.Rest, m.Mass = append(m.Rest, rest[i]), append(m.Mass, mass)
	}
	m.Bodies = []mechanism.Body{own}
	made, err := mechanism.New(m)
	require.NoError(t, err)
	return made
}

// TestBodies measures as Finzi, Wang and Wilson (2020) do: the geometric mean over 100
// frames and over trajectories of |z - z'| / |z + z'|.
func TestBodies(t *testing.T) {
	for name, goal := range map[string]float64{"rotor.npz": 4e-6, "top.npz": 1e-5} {
		t.Run(name, func(t *testing.T) {
			r := record(t, name)
			m := r.body(t)
			pinned := r.particles - len(m.Rest)
			var logs float64
			const trajectories, frames, steps = 5, 100, 4
			for k := range trajectories {
				x, v := r.frame(k, 0)
				s, off, err := recovered.State(m, x[pinned:], v[pinned:])
				require.NoError(t, err)
				require.Less(t, off, 1e-5)
				in := m.NewIntegrator(s)
				for frame := range frames {
					for range steps {
						in.Step(r.interval/steps, nil)
					}
					x, v = r.frame(k, frame+1)
					got, moving := make([]r3.Vec, len(m.Rest)), make([]r3.Vec, len(m.Rest))
					in.Particles(got, moving)
					logs += math.Log(apart(x[pinned:], v[pinned:], got, moving)) / (trajectories * frames)
				}
			}
			t.Logf("%.2g", math.Exp(logs))
			require.Less(t, math.Exp(logs), goal)
		})
	}
}

// apart is |z - z'| / |z + z'| over positions and velocities.
func apart(x, v, otherX, otherV []r3.Vec) float64 {
	var difference, sum float64
	for i := range x {
		difference += r3.Norm2(r3.Sub(x[i], otherX[i])) + r3.Norm2(r3.Sub(v[i], otherV[i]))
		sum += r3.Norm2(r3.Add(x[i], otherX[i])) + r3.Norm2(r3.Add(v[i], otherV[i]))
	}
	return math.Sqrt(difference / sum)
}

// arm is the arm of seven links with its true constants.
func (r recording) arm(t *testing.T) *mechanism.Mechanism {
	m := mechanism.Mechanism{Gravity: r.gravity, Rest: vectors(r.rest), Mass: r.mass}
	for b, parent := range r.parents {
		joint := mechanism.Revolute(vectors(r.axis)[b])
		joint.Damping = 0.5
		m.Bodies = append(m.Bodies, mechanism.Body{Joint: joint, Parent: int(parent), Anchor: vectors(r.anchor)[b]})
	}
	for i, body := range r.bodies {
		m.Bodies[body].Members = append(m.Bodies[body].Members, i)
	}
	made, err := mechanism.New(m)
	require.NoError(t, err)
	return made
}

// TestArm follows trajectories of MuJoCo, under their torques.
func TestArm(t *testing.T) {
	r := record(t, "arm7.npz")
	m := r.arm(t)
	squares := map[int]float64{}
	const trajectories, frames, steps = 10, 20, 4
	joints := len(m.Bodies)
	for k := range trajectories {
		x, v := r.frame(k, 0)
		s, off, err := recovered.State(m, x, v)
		require.NoError(t, err)
		require.Less(t, off, 1e-5)
		in := m.NewIntegrator(s)
		perFrame := len(r.torque) / (len(r.positions) / (3 * r.particles * r.frames)) / joints
		for frame := range frames {
			torque := r.torque[(k*perFrame+frame)*joints:][:joints]
			for range steps {
				in.Step(r.interval/steps, torque)
			}
			x, _ = r.frame(k, frame+1)
			got := make([]r3.Vec, len(x))
			in.Particles(got, make([]r3.Vec, len(x)))
			for i := range x {
				squares[frame+1] += r3.Norm2(r3.Sub(x[i], got[i])) / float64(len(x)*trajectories)
			}
		}
	}
	for frame, goal := range map[int]float64{5: 1e-4, 20: 1e-3} {
		t.Logf("frame %d: %.2g m", frame, math.Sqrt(squares[frame]))
		require.Less(t, math.Sqrt(squares[frame]), goal)
	}
}
