package run_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/builder/config"
	"gmnc/datasets"
	"gmnc/internal/test/allclose"
	"gmnc/internal/test/fixtures"
	"gmnc/run"
	"gmnc/system"
)

// jointed is a system of two bodies on joints, after a change of what they are made of.
func jointed(t *testing.T, change func(joints []system.Joint, rest []float32)) system.Sample {
	joints := []system.Joint{
		{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}},
		{Parent: 0, Members: []int{3, 4, 5}, Axis: [3]float64{0, 1, 0}, Anchor: [3]float64{1, 0, 0}},
	}
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0}
	change(joints, rest)
	s := fixtures.Samples(system.Composition{6}, 1, 1)[0]
	require.NoError(t, s.Join(rest, joints))
	s.Position = slices.Clone(rest)
	return s
}

// TestWrongMechanics: what no law of motion moves is an error that names it, for training
// and for predictions.
func TestWrongMechanics(t *testing.T) {
	arm := func(joints int, change func(joints []system.Joint, rest []float32)) func() (config.Config, system.Sample) {
		return func() (config.Config, system.Sample) {
			return config.Config{Model: "gmn-ode", Fields: []string{"turn_axis"}, Depth: 2, Joints: joints}, jointed(t, change)
		}
	}
	with := func(f *system.Field, values ...float32) func() (config.Config, system.Sample) {
		return func() (config.Config, system.Sample) {
			s := fixtures.Samples(system.Composition{3}, 1, 1)[0]
			clear(s.Velocity)
			s.TargetPosition = s.Position
			f.Set(&s, values)
			return config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4}, s
		}
	}
	and := func(given func() (config.Config, system.Sample), change func(s *system.Sample)) func() (config.Config, system.Sample) {
		return func() (config.Config, system.Sample) {
			config, s := given()
			change(&s)
			return config, s
		}
	}
	asItIs := func([]system.Joint, []float32) {}
	onBall := func(j []system.Joint, _ []float32) { j[1].Type, j[1].Axis = system.OnBall, [3]float64{} }
	for want, given := range map[string]func() (config.Config, system.Sample){
		"": and(arm(2, asItIs), func(s *system.Sample) { // slides are of rounding
			system.SlideAxis.Set(s, slices.Repeat([]float32{1e-8}, 18))
			system.Torque.Set(s, []float32{1, 1, 1, 3, 3, 3})
		}),
		"body 0, of particle 0, has the turn_limits 2 and 1: expected a lower": arm(2, func(j []system.Joint, _ []float32) { j[0].Limits, j[0].Stop = [2]float64{2, 1}, 1 }),
		"has the turn_limits 0.5 and 0.5: expected a lower":                    arm(2, func(j []system.Joint, _ []float32) { j[0].Limits, j[0].Stop = [2]float64{.5, .5}, 1 }),
		"no stop that holds them: give stop_mass above 0":                      arm(2, func(j []system.Joint, _ []float32) { j[0].Slides, j[0].Limits = true, [2]float64{-1, 1} }),
		"joint slides, with the stop_inertia 2: give it as stop_mass":          and(arm(2, func(j []system.Joint, _ []float32) { j[0].Slides = true }), func(s *system.Sample) { system.StopInertia.Set(s, slices.Repeat([]float32{2}, 6)) }),
		"joint turns, with the rotor_mass 2: give it as rotor_inertia":         and(arm(2, asItIs), func(s *system.Sample) { system.RotorMass.Set(s, slices.Repeat([]float32{2}, 6)) }),
		"joint slides, with the turn_damping 2: give it as slide_damping":      and(arm(2, func(j []system.Joint, _ []float32) { j[0].Slides = true }), func(s *system.Sample) { system.TurnDamping.Set(s, slices.Repeat([]float32{2}, 6)) }),
		"joint turns, with the slide_damping 2: give it as turn_damping":       and(arm(2, asItIs), func(s *system.Sample) { system.SlideDamping.Set(s, slices.Repeat([]float32{2}, 6)) }),
		"that floats with a turn_damping of 2: nothing damps it": arm(7, func(j []system.Joint, _ []float32) {
			j[0].Type, j[0].Axis, j[0].Damping = system.Floating, [3]float64{}, 2
		}),
		"that floats with a slide_damping of 2: nothing damps it": arm(7, func(j []system.Joint, _ []float32) {
			j[0].Type, j[0].Axis, j[0].Slides, j[0].Damping = system.Floating, [3]float64{}, true, 2
		}),
		"has turn_limits and no stop that holds them: give stop_inertia": arm(2, func(j []system.Joint, _ []float32) { j[0].Limits = [2]float64{1, 2} }),
		"is at 2, far beyond its turn_limits -1 and 1": and(arm(2, func(j []system.Joint, _ []float32) { j[0].Limits, j[0].Stop = [2]float64{-1, 1}, 1 }), func(s *system.Sample) {
			sine, cosine := math.Sincos(2)
			for i := 0; i < len(s.Position); i += 3 {
				x, y := float64(s.Position[i]), float64(s.Position[i+1])
				s.Position[i], s.Position[i+1] = float32(cosine*x-sine*y), float32(sine*x+cosine*y)
			}
		}),
		"is at 0, far beyond its turn_limits 1 and 2": and(arm(2, func(j []system.Joint, _ []float32) { j[0].Limits, j[0].Stop = [2]float64{1, 2}, 1 }), func(s *system.Sample) { s.Position = system.Rest.Of(s) }),
		"whose joint slides, with the turn_limits -1": and(arm(2, func(j []system.Joint, _ []float32) { j[0].Slides = true }), func(s *system.Sample) { system.TurnLimits.Set(s, slices.Repeat([]float32{-1, 1}, 6)) }),
		"turns about an axis of length 0 ":            arm(2, func(j []system.Joint, _ []float32) { j[1].Axis = [3]float64{} }),
		"turns about an axis of length 2 ":            arm(2, func(j []system.Joint, _ []float32) { j[1].Axis[1] = 2 }),
		"of another size than at rest: the coordinates of its particles are": and(arm(2, asItIs), func(s *system.Sample) {
			s.Position = slices.Clone(s.Position)
			for i := range s.Position {
				s.Position[i] *= 10
			}
		}),
		"on a line at rest":                arm(2, func(_ []system.Joint, x []float32) { copy(x[6:], x[3:6]) }),
		"particle 2 has the mass 0: it is": with(system.Mass, 1, 1, 0),
		"all 3 particles are pinned":       with(system.Pinned, 1, 1, 1),
		"torque of particle 1 acts on":     with(system.Torque, 0, 2, 0),
		"on a ball joint with a torque of 3": and(arm(4, onBall), func(s *system.Sample) {
			system.Torque.Set(s, []float32{0, 0, 0, 3, 3, 3})
		}),
		"on a ball joint with an axis of length 1:":          arm(4, func(j []system.Joint, _ []float32) { j[1].Type = system.OnBall }),
		"that floats and hangs on another: it hangs on none": arm(7, func(j []system.Joint, _ []float32) { j[1].Type, j[1].Axis = system.Floating, [3]float64{} }),
		"its joints have 7 axes, and the model takes 2":      arm(2, func(j []system.Joint, _ []float32) { j[0].Type = system.Floating }),
		"joint slides, with the torque 3": and(arm(2, func(j []system.Joint, _ []float32) { j[1].Slides = true }), func(s *system.Sample) {
			system.Torque.Set(s, []float32{1, 1, 1, 3, 3, 3})
		}),
		"joint turns, with the thrust 4": and(arm(2, asItIs), func(s *system.Sample) {
			s.Trajectory = &system.Trajectory{Particles: 6, Positions: make([]float64, 36), Given: system.Given{{Field: system.Thrust, Values: append(make([]float32, 6), 4, 4, 4, 0, 0, 0)}}}
		}),
		"particle 4 differs from": and(arm(2, asItIs), func(s *system.Sample) { system.JointAnchor.Of(s)[3*4] = 5 }),
	} {
		config, s := given()
		err := run.CheckForests(config, []system.Sample{s})
		if want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "sample 0: ")
	}
}

// TestJointsWithoutConstants: bodies that float have a damping of 0, and joints without an axis a
// friction of 0. Each says why it is not learned.
func TestJointsWithoutConstants(t *testing.T) {
	learned := func(name string, first int) config.Constant {
		s := jointed(t, func(j []system.Joint, _ []float32) {
			j[0].Type, j[0].Axis = first, [3]float64{}
		})
		config := config.Config{Model: "gmn-ode", Learn: []config.Constant{{Name: name}}}
		return run.ModelFor(config, &datasets.Data{Train: []system.Sample{s}}).Learn[0]
	}
	for _, of := range []struct {
		name  string
		first int
		why   string
	}{
		{config.LearnedDamping, system.Floating, "it floats, on no joint"},
		{config.LearnedFriction, system.Floating, "its joint has no axis"},
		{config.LearnedFriction, system.OnBall, "its joint has no axis"},
	} {
		c := learned(of.name, of.first)
		require.Equal(t, []string{of.why, ""}, c.Fixed)
		require.Zero(t, c.Start[0])
		require.Positive(t, c.Start[1])
		require.Zero(t, c.Values([]float32{1, 0})[0])
	}
	damped := learned(config.LearnedDamping, system.OnBall)
	require.Nil(t, damped.Fixed)
	require.Positive(t, damped.Start[0])
}

// TestDampingsBegin: learned dampings of joints begin at the data's, which are read so; where
// the data have none, at what the joint's motion makes of its masses.
func TestDampingsBegin(t *testing.T) {
	s := jointed(t, func(j []system.Joint, _ []float32) { j[0].Damping, j[1].Slides = 0.25, true })
	data := &datasets.Data{Train: []system.Sample{s}}
	config := run.ModelFor(config.Config{Model: "gmn-ode", Learn: []config.Constant{{Name: config.LearnedDamping}}}, data)
	require.False(t, run.Unread(system.TurnDamping, config, data))
	allclose.Within(t, []float64{0.25, 0.01 / config.Time}, config.Learn[0].Start, 1e-6) // of masses of 1
}

// TestConstantsOfNothing: constants by joint or type are refused where the data have none.
func TestConstantsOfNothing(t *testing.T) {
	data := &datasets.Data{Train: []system.Sample{{Position: make([]float32, 6), Velocity: make([]float32, 6), TargetPosition: make([]float32, 6), TargetVelocity: make([]float32, 6)}}}
	for want, learned := range map[string]config.Constant{
		"mass by joint is of rigid bodies on joints, and the data have none":     {Name: config.LearnedMass, By: config.ByJoint},
		"rotor_inertia by joint is of rigid bodies on joints, and the data have": {Name: config.LearnedRotor},
		"damping by type is of the features of particles, and the data have":     {Name: config.LearnedDamping, By: config.ByType},
		"mass by type is of the features of particles, and the data have none":   {Name: config.LearnedMass, By: config.ByType},
	} {
		c := config.DefaultConfig()
		c.Model, c.Integrator, c.Learn = "gmn-ode", config.RungeKutta4, []config.Constant{learned}
		require.ErrorContains(t, run.ModelFor(c, data).Validate(), want)
	}
}

// TestConstantsOfAnotherSystem: constants of the particles or joints of one system are not
// taken for those of a smaller or a larger one.
func TestConstantsOfAnotherSystem(t *testing.T) {
	for _, learned := range []config.Constant{
		{Name: config.LearnedMass, By: config.ByJoint, Start: []float64{1}, Joints: []int{0, 0}},
		{Name: config.LearnedMass, By: config.ByParticle, Start: []float64{1, 2}},
	} {
		c := config.DefaultConfig()
		c.Model, c.Integrator, c.Learn = "gmn-ode", config.RungeKutta4, []config.Constant{learned}
		for particles := 1; particles <= 3; particles++ {
			s := system.Sample{Position: make([]float32, 3*particles), Velocity: make([]float32, 3*particles)}
			err := run.CheckForests(c, []system.Sample{s})
			if particles == 2 {
				require.NoError(t, err)
				continue
			}
			require.ErrorContains(t, err, fmt.Sprintf("it has %d particles, and the model has learned constants of the bodies or particles of a system with 2", particles))
		}
	}
}

// TestLearnedStops: a stop that is learned holds limits.
func TestLearnedStops(t *testing.T) {
	s := jointed(t, func(j []system.Joint, _ []float32) { j[0].Limits = [2]float64{-1, 1} })
	c := config.Config{Model: "gmn-ode", Fields: []string{"turn_axis"}, Depth: 2, Joints: 2}
	require.ErrorContains(t, run.CheckForests(c, []system.Sample{s}), "no stop that holds them")
	c.Learn = []config.Constant{{Name: config.LearnedStop, Start: []float64{1}}}
	require.NoError(t, run.CheckForests(c, []system.Sample{s}))
}

// TestRoundingOfAxes: an axis has the length 1, and the other 0, to a ten thousandth. Joints need no axis to slide along.
func TestRoundingOfAxes(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Fields: []string{"turn_axis"}, Depth: 2, Joints: 2}
	for _, axis := range []struct {
		turn, slide float64
		right       bool
	}{{1.00009, 0, true}, {0.99991, 0, true}, {1.00011, 0, false}, {0.99989, 0, false}, {1, 0.00009, true}, {1, 0.00011, false}} {
		s := jointed(t, func(j []system.Joint, _ []float32) { j[0].Axis = [3]float64{0, 0, 1} })
		for i := range 3 {
			system.TurnAxis.Of(&s)[3*i+2] = float32(axis.turn)
		}
		slides := make([]float32, 18)
		for i := range 3 {
			slides[3*i] = float32(axis.slide)
		}
		system.SlideAxis.Set(&s, slides)
		err := run.CheckForests(c, []system.Sample{s})
		if axis.right {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "whose joint turns about an axis of length")
	}
	s := jointed(t, func([]system.Joint, []float32) {})
	system.SlideAxis.Set(&s, nil)
	require.NoError(t, run.CheckForests(c, []system.Sample{s}))
}

// TestLoadsOfTheFirst: loads and springs of the first particle are checked as those of others.
func TestLoadsOfTheFirst(t *testing.T) {
	s := fixtures.Samples(system.Composition{3}, 1, 1)[0]
	system.Thrust.Set(&s, []float32{2, 0, 0})
	c := config.Config{Model: "gmn-ode", Integrator: config.RungeKutta4}
	require.ErrorContains(t, run.CheckForests(c, []system.Sample{s}), "thrust of particle 0 acts on a joint with an axis")
	system.Thrust.Set(&s, make([]float32, 3))
	s.Neighbors, s.EdgeFeatures = []int64{-1, 0, -1}, []float32{-1, -2, -3}
	c.EdgeFeatures = []string{config.LearnedStiffness}
	require.ErrorContains(t, run.CheckForests(c, []system.Sample{s}), "the spring from particle 1 to 0 has the stiffness -2: it is 0 or more")
	s.EdgeFeatures[1] = 0
	require.NoError(t, run.CheckForests(c, []system.Sample{s}), "where there is no neighbor there is no spring")
}

// TestLimitsOfEachBody: a body is checked against its own limits, by angles or displacements.
func TestLimitsOfEachBody(t *testing.T) {
	c := config.Config{Model: "gmn-ode", Fields: []string{"turn_axis"}, Depth: 2, Joints: 2}
	of := func(slides bool, lower, upper float64) error {
		s := jointed(t, func(j []system.Joint, _ []float32) {
			j[1].Slides, j[1].Limits, j[1].Stop = slides, [2]float64{lower, upper}, 1
		})
		return run.CheckForests(c, []system.Sample{s})
	}
	require.NoError(t, of(false, -1, 1))
	require.ErrorContains(t, of(false, 2, 1), "body 1, of particle 3, has the turn_limits 2 and 1: expected a lower one")
	require.NoError(t, of(false, 0.4, 8), "by an angle of half a radian")
	require.ErrorContains(t, of(false, 0.625, 0.75), "body 1, of particle 3, is at 0, far beyond its turn_limits 0.625 and 0.75")
	require.NoError(t, of(true, 0.4, 1.4), "by half of the way between")
	require.ErrorContains(t, of(true, 0.625, 1.625), "body 1, of particle 3, is at 0, far beyond its slide_limits 0.625 and 1.625")
}
