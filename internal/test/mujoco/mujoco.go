// Package mujoco has systems of rigid bodies with joints whose motions are MuJoCo's. All code
// that moves joints is compared with them. testdata/record.py made them and says how.
package mujoco

import (
	"embed"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/strictjson"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

//go:embed testdata/*.json
var files embed.FS

// Names lists the systems.
var Names = []string{"double_pendulum", "cart_pole", "limits", "rotor_friction", "quadruped", "balls", "tree", "friction_afloat", "limits_friction", "friction_turning_back"}

// Long lists motions of some of the systems for 5 s, with a frame every tenth of a second.
var Long = []string{"double_pendulum_long", "cart_pole_long", "quadruped_long"}

// Recording is a system and its motion.
type Recording struct {
	MuJoCo  string       `json:"mujoco"` // the version of MuJoCo
	Frame   float64      `json:"frame"`  // the time between frames, in s
	Each    int          `json:"each"`   // the number of frames between those at which particles are known
	Gravity [3]float64   `json:"gravity"`
	Bodies  []Body       `json:"bodies"`
	Rest    [][3]float64 `json:"rest"`
	Mass    []float64    `json:"mass"`
	Loads   [][]float64  `json:"loads"` // for each rate, from one frame at which particles are known to the next
	// Q and Rates are MuJoCo's coordinates and rates at each frame. For a ball joint they are a
	// quaternion and an angular velocity in the body's own frame. A free joint has a position
	// and a velocity before these.
	Q        [][]float64    `json:"q"`
	Rates    [][]float64    `json:"rates"`
	Position [][][3]float64 `json:"position"` // the positions of particles, at every Each-th frame
	Velocity [][][3]float64 `json:"velocity"`
}

// Body is a body of four particles with its joint.
type Body struct {
	Type     string      `json:"type"` // turn, slide, ball or free
	Parent   int         `json:"parent"`
	Anchor   [3]float64  `json:"anchor"`
	Axis     *[3]float64 `json:"axis"`
	Damping  float64     `json:"damping"`
	Friction float64     `json:"friction"`
	Rotor    float64     `json:"rotor"`
	Limits   [2]float64  `json:"limits"`
}

// Read reads a recording.
func Read(t testing.TB, name string) (r Recording) {
	t.Helper()
	text, err := files.ReadFile("testdata/" + name + ".json")
	require.NoError(t, err)
	require.NoError(t, strictjson.Unmarshal(text, &r))
	return r
}

// members returns the particles of a body.
func members(body int) []int { return []int{4 * body, 4*body + 1, 4*body + 2, 4*body + 3} }

func vector(x [3]float64) r3.Vec { return r3.Vec{X: x[0], Y: x[1], Z: x[2]} }

// Mechanism returns the system for package mechanism, with stops like MuJoCo's.
func (r Recording) Mechanism(t testing.TB) *mechanism.Mechanism {
	t.Helper()
	m := mechanism.Mechanism{Gravity: vector(r.Gravity), Mass: r.Mass}
	for _, x := range r.Rest {
		m.Rest = append(m.Rest, vector(x))
	}
	for b, body := range r.Bodies {
		var joint mechanism.Joint
		switch body.Type {
		case "turn":
			joint = mechanism.Revolute(vector(*body.Axis))
		case "slide":
			joint = mechanism.Prismatic(vector(*body.Axis))
		case "ball":
			joint = mechanism.Ball()
		case "free":
			joint = mechanism.Free()
		}
		joint.Damping, joint.Friction, joint.Rotor = body.Damping, body.Friction, body.Rotor
		joint.Stop.Lower, joint.Stop.Upper = body.Limits[0], body.Limits[1]
		m.Bodies = append(m.Bodies, mechanism.Body{Joint: joint, Parent: body.Parent, Anchor: vector(body.Anchor), Members: members(b)})
	}
	made, err := mechanism.New(m)
	require.NoError(t, err)
	made.DefaultStops()
	return made
}

// State returns the state at a frame.
func (r Recording) State(m *mechanism.Mechanism, frame int) mechanism.State {
	s, q, rates := m.AtRest(), r.Q[frame], r.Rates[frame]
	place := func() (x r3.Vec) {
		x, q = vector([3]float64(q)), q[3:]
		return x
	}
	for b, body := range r.Bodies {
		first, end := m.RatesOf(b)
		own := s.Rates[first:end]
		copy(own, rates[first:end])
		if end-first == 1 {
			m.SetAngle(s, b, q[0])
			q = q[1:]
			continue
		}
		if body.Type == "free" {
			s.Slides[b] = r3.Sub(place(), vector(body.Anchor))
		}
		turn := quat.Number{Real: q[0], Imag: q[1], Jmag: q[2], Kmag: q[3]}
		s.Turns[b], q = turn, q[4:]
		spin := r3.Rotation(turn).Rotate(vector([3]float64(own[len(own)-3:])))
		copy(own[len(own)-3:], []float64{spin.X, spin.Y, spin.Z})
	}
	return s
}

// Particles returns the positions [n*3] and velocities of particles at a frame, in m and m/s.
func (r Recording) Particles(t testing.TB, frame int) (position, velocity []float32) {
	t.Helper()
	m := r.Mechanism(t)
	x, v := make([]r3.Vec, len(m.Rest)), make([]r3.Vec, len(m.Rest))
	m.NewIntegrator(r.State(m, frame)).Particles(x, v)
	for i := range x {
		position = append(position, float32(x[i].X), float32(x[i].Y), float32(x[i].Z))
		velocity = append(velocity, float32(v[i].X), float32(v[i].Y), float32(v[i].Z))
	}
	return position, velocity
}

// Sample returns the inputs of models at a frame.
func (r Recording) Sample(t testing.TB, frame int) (s system.Sample) {
	t.Helper()
	s.Position, s.Velocity = r.Particles(t, frame)
	m := r.Mechanism(t)
	var joints []system.Joint
	torque, thrust := make([]float32, len(r.Bodies)), make([]float32, len(r.Bodies))
	for b, body := range r.Bodies {
		joint := system.Joint{
			Parent: body.Parent, Members: members(b), Anchor: body.Anchor, Slides: body.Type == "slide", Damping: body.Damping,
			Friction: body.Friction, Limits: body.Limits, Rotor: body.Rotor, Stop: m.Bodies[b].Stop.Inertia,
			Type: map[string]int{"ball": system.OnBall, "free": system.Floating}[body.Type],
		}
		if body.Axis != nil {
			joint.Axis = *body.Axis
		}
		joints = append(joints, joint)
		first, _ := m.RatesOf(b)
		switch load := float32(r.Loads[frame/r.Each][first]); body.Type {
		case "turn":
			torque[b] = load
		case "slide":
			thrust[b] = load
		}
	}
	var rest, mass []float32
	for i, x := range r.Rest {
		rest, mass = append(rest, float32(x[0]), float32(x[1]), float32(x[2])), append(mass, float32(r.Mass[i]))
	}
	require.NoError(t, s.Join(rest, joints))
	system.Mass.Set(&s, mass)
	system.Gravity.Set(&s, []float32{float32(r.Gravity[0]), float32(r.Gravity[1]), float32(r.Gravity[2])})
	system.Torque.Set(&s, system.OfJoints(len(r.Rest), joints, torque))
	system.Thrust.Set(&s, system.OfJoints(len(r.Rest), joints, thrust))
	if system.StopInertia.Of(&s) != nil || system.StopMass.Of(&s) != nil {
		system.StopTime.Set(&s, []float32{mechanism.StopTime})
	}
	return s
}
