package sim

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/system"
)

// TestMethodNamed: each method has its name, and the default none.
func TestMethodNamed(t *testing.T) {
	for name, want := range map[string]*Method{"": nil, "semi-implicit-euler": SemiImplicitEuler, "runge-kutta": RungeKutta, "contact": Contact} {
		method, err := MethodNamed(name)
		require.NoError(t, err)
		require.Same(t, want, method)
	}
	_, err := MethodNamed("verlet")
	require.EqualError(t, err, `no integrator is called "verlet": choose one of semi-implicit-euler, runge-kutta, contact`)
	require.Equal(t, []int{1, 0, 0}, []int{SemiImplicitEuler.lead, RungeKutta.lead, Contact.lead})
}

// TestDefaultSettings: the paper's method moves the paper's systems, Runge and Kutta's others, and Contact those among
// planes.
func TestDefaultSettings(t *testing.T) {
	plain := &system.State{Position: make([][3]float64, 1), Velocity: make([][3]float64, 1), Charge: make([]float64, 1)}
	heavy, pinned, rigid := plain.Clone(), plain.Clone(), plain.Clone()
	heavy.Mass, pinned.Pinned, rigid.Objects = []float64{1}, []bool{false}, system.Objects{{Kind: system.Body, Members: []int{0}}}
	for _, c := range []struct {
		given    *system.State
		settings Settings
		want     *Method
	}{
		{plain, Settings{}, SemiImplicitEuler}, {&heavy, Settings{}, RungeKutta}, {&pinned, Settings{}, RungeKutta}, {&rigid, Settings{}, RungeKutta},
		{plain, Settings{Mechanics: Mechanics{Damping: 1}}, RungeKutta}, {plain, Settings{Mechanics: Mechanics{Gravity: [3]float64{0, 0, 1}}}, RungeKutta},
		{plain, Settings{Mechanics: Mechanics{Springs: make([]Spring, 1)}}, RungeKutta}, {plain, Settings{Mechanics: Mechanics{Planes: make([]Plane, 1)}}, Contact},
		{plain, Settings{Method: RungeKutta, Mechanics: Mechanics{Planes: make([]Plane, 1)}}, RungeKutta},
	} {
		settings := c.settings.of(c.given)
		require.Same(t, c.want, settings.Method)
		require.Equal(t, []float64{0.001, 100}, []float64{settings.TimeStep, settings.ForceLimit})
	}
	own := Settings{TimeStep: 0.01, ForceLimit: 5}.of(plain)
	require.Equal(t, []float64{0.01, 5}, []float64{own.TimeStep, own.ForceLimit})
}

// TestMethodsRefuse: a method names what it does not move.
func TestMethodsRefuse(t *testing.T) {
	of := func(method *Method, change func(s *system.State, m *Mechanics)) error {
		s := &system.State{Position: make([][3]float64, 3), Velocity: make([][3]float64, 3), Charge: make([]float64, 3)}
		settings := Settings{Method: method}
		change(s, &settings.Mechanics)
		_, err := NewIntegrator(s, settings)
		return err
	}
	const alone = "{integrator} semi-implicit-euler moves free particles of mass 1 by charges alone: leave {integrator} out"
	require.NoError(t, of(SemiImplicitEuler, func(*system.State, *Mechanics) {}))
	require.ErrorContains(t, of(SemiImplicitEuler, func(s *system.State, _ *Mechanics) { s.Mass = []float64{1, 1, 1} }), strings.NewReplacer("{", "", "}", "").Replace(alone))
	require.ErrorContains(t, of(SemiImplicitEuler, func(s *system.State, _ *Mechanics) { s.Pinned = make([]bool, 3) }), "by charges alone")
	require.ErrorContains(t, of(SemiImplicitEuler, func(_ *system.State, m *Mechanics) { m.Damping = 1 }), "by charges alone")
	require.ErrorContains(t, of(SemiImplicitEuler, func(s *system.State, _ *Mechanics) {
		s.Objects = system.Objects{{Kind: system.Body, Members: []int{0, 1, 2}}}
	}), "moves no ")
	require.ErrorContains(t, of(Contact, func(*system.State, *Mechanics) {}), "contact moves systems with plane: leave integrator out")
	require.ErrorContains(t, of(nil, func(s *system.State, _ *Mechanics) { s.Charge = nil }), "state: has 3 positions, 3 velocities and 0 charges")
	require.ErrorContains(t, of(nil, func(s *system.State, _ *Mechanics) { s.Velocity = nil }), "state: has 3 positions, 0 velocities and 3 charges")
	require.ErrorContains(t, of(nil, func(s *system.State, _ *Mechanics) { s.Mass = []float64{1, 0, 1} }), "the mass of particle 1 is 0, expected a positive number")
	require.ErrorContains(t, of(nil, func(s *system.State, _ *Mechanics) { s.Mass = []float64{1} }), "has 3 positions and 1 masses")
	require.ErrorContains(t, of(nil, func(s *system.State, _ *Mechanics) {
		s.Objects = system.Objects{{Kind: system.Body, Members: []int{0, 3}}}
	}), "3")
}

// TestSettingsOutOfRange: steps and limits are positive, and a frame is a whole number of steps.
func TestSettingsOutOfRange(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		step, limit float64
		valid       bool
	}{{0.001, 100, true}, {0.001, inf, true}, {-1, 1, false}, {inf, 1, false}, {nan, 1, false}, {1, -1, false}, {1, nan, false}} {
		require.Equal(t, c.valid, Settings{TimeStep: c.step, ForceLimit: c.limit}.validate() == nil, "%+v", c)
	}
	for step, whole := range map[float64]bool{0.001: true, 0.1: true, 0.05: true, 0.1 / 3: true, 0.03: false, 0.2: false} {
		require.Equal(t, whole, Settings{TimeStep: step}.validateFrames() == nil, "%g", step)
	}
	require.Equal(t, 100, Settings{TimeStep: 0.001}.frameSteps())
	require.Equal(t, 3, Settings{TimeStep: 0.0333}.frameSteps())
}

// TestSimulationsOutOfRange: numbers of samples, of workers and of frames on either side of their bounds.
func TestSimulationsOutOfRange(t *testing.T) {
	one := Config{System: system.Composition{1}}
	for _, c := range []struct {
		count, workers int
		valid          bool
	}{{0, 0, true}, {MaxCount, 1, true}, {-1, 0, false}, {MaxCount + 1, 0, false}, {1, -1, false}} {
		one.Count, one.Workers = c.count, c.workers
		require.Equal(t, c.valid, one.Validate() == nil, "%+v", c)
	}
	for _, c := range []struct {
		count, frames int
		valid         bool
	}{{0, 2, true}, {0, 1, false}, {0, MaxCount, true}, {1, MaxCount + 1, false}, {2, MaxCount / 2, true}, {2, MaxCount/2 + 1, false}} {
		require.Equal(t, c.valid, Config{Count: c.count}.ValidateFrames(c.frames) == nil, "%+v", c)
	}
	_, _, err := Trajectories(t.Context(), Config{System: system.Composition{1}, Count: 1}, 1, nil)
	require.ErrorContains(t, err, "frames 1 of each of 1 trajectories: expected 2 or more, and 10000000 in all at most")
	_, _, err = Generate(t.Context(), Config{Count: -1}, nil)
	require.ErrorContains(t, err, "simulation of -1 samples: expected 0 to 10000000")
}

// TestFramesOfTrajectories: the first frame is the 30th, or among planes the beginning; frames are 0.1 apart.
func TestFramesOfTrajectories(t *testing.T) {
	c := Config{System: system.Composition{1}, Count: 1, Seed: 3}
	frames, redrawn, err := Trajectories(t.Context(), c, 3, nil)
	require.NoError(t, err)
	require.Zero(t, redrawn)
	require.Len(t, frames[0], 3)
	begin := newState(c, stream(3, 0, 0, 0))
	for k, at := range []float64{3.001, 3.101, 3.201} { // the paper's method makes a step before the first frame
		for axis := range 3 {
			require.InDelta(t, begin.Position[0][axis]+at*begin.Velocity[0][axis], frames[0][k].Position[0][axis], 1e-9)
		}
	}
	require.Equal(t, 30, c.inputFrame())
	c.Mechanics = Mechanics{Planes: []Plane{{Normal: [3]float64{0, 0, 1}, Offset: -100}}, Restitution: 0.5, Stiffness: 1e3, Neutral: true}
	require.Zero(t, c.inputFrame())
	falling, _, err := Trajectories(t.Context(), c, 2, nil)
	require.NoError(t, err)
	require.InDelta(t, 0.1*falling[0][0].Velocity[0][0], falling[0][1].Position[0][0]-falling[0][0].Position[0][0], 1e-9)
	samples, _, err := Generate(t.Context(), Config{System: system.Composition{1}, Count: 1, Seed: 3}, nil)
	require.NoError(t, err)
	require.Equal(t, frames[0][0], samples[0].Input)
	require.InDelta(t, 1*begin.Velocity[0][0], samples[0].Target.Position[0][0]-samples[0].Input.Position[0][0], 1e-9)
}

// TestCanceledRun: a run that is canceled ends with the error of its context.
func TestCanceledRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	given := newState(Config{System: system.Composition{1}}, rand.New(rand.NewPCG(1, 1)))
	_, err := run(ctx, given, Settings{}, []int{5})
	require.Equal(t, context.Canceled, err)
	_, _, err = simulate(ctx, Config{System: system.Composition{1}, Count: 3}, []int{5}, nil, newState)
	require.ErrorIs(t, err, context.Canceled)
	given.Charge = nil
	_, err = run(t.Context(), given, Settings{}, []int{0})
	require.ErrorContains(t, err, "0 charges")
}

// TestRobotsOutOfRange: a file may have 4 MB of text, and one of other formats is refused.
func TestRobotsOutOfRange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "robot.json")
	r := Robot{Name: "r", Particles: []RobotParticle{{"a", 1, [3]float64{}, -1}, {"b", 1, [3]float64{0, 0, 1}, 0}}}
	require.NoError(t, r.Write(path))
	back, err := ReadRobot(path)
	require.NoError(t, err)
	require.Equal(t, r, back)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	_, err = parseRobot(append(text, []byte(strings.Repeat(" ", maxRobotFile-len(text)))...))
	require.NoError(t, err)
	_, err = parseRobot(append(text, []byte(strings.Repeat(" ", maxRobotFile-len(text)+1))...))
	require.ErrorContains(t, err, "is larger than 4194304 bytes")
	r.Name = strings.Repeat("x", maxRobotFile)
	require.ErrorContains(t, r.Write(path), "its names are too long")
	_, err = ReadRobot(filepath.Join(t.TempDir(), "absent"))
	require.ErrorContains(t, err, "cannot read the robot: ")
	for old, new := range map[string]string{`"gmnc robot"`: `"other"`, `"version": 1`: `"version": 2`} {
		_, err := parseRobot([]byte(strings.Replace(string(text), old, new, 1)))
		require.ErrorContains(t, err, `expected "gmnc robot" of version 1`, old)
	}
	_, err = robotIn("")
	require.EqualError(t, err, "expected its file in brackets, such as robot(arm.json)")
	shape, err := robotIn(filepath.Join(filepath.Dir(path), "robot.json"))
	require.NoError(t, err)
	require.Equal(t, []any{2, []int{-1, 0}, []float64{1, 1}, [][3]float64{{}, {0, 0, 1}}}, []any{shape.Size, shape.Parents, shape.Masses, shape.Pose})
	_, err = robotIn("absent.json")
	require.ErrorAs(t, err, new(*RobotError))
}
