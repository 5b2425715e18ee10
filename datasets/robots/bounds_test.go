package robots

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets"
	"gmnc/datasets/urdf"
	"gmnc/sim/mechanism"
	"gmnc/system"
)

// TestBounds: a configuration is refused just beyond each of its bounds.
func TestBounds(t *testing.T) {
	robot := read(t, urdf.Options{})
	for _, c := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(*Config) {}, ""},
		{func(c *Config) { c.Valid, c.Test = 0, 0 }, ""},
		{func(c *Config) { c.Train, c.Valid, c.Test = 0, 0, 0 }, "train, valid and test are 0: expected one trajectory or more"},
		{func(c *Config) { c.Train = -1 }, "train -1, valid 1, test 1: expected 0 or more trajectories"},
		{func(c *Config) { c.Valid = -1 }, "train 3, valid -1, test 1: expected 0 or more trajectories"},
		{func(c *Config) { c.Test = -1 }, "train 3, valid 1, test -1: expected 0 or more trajectories"},
		{func(c *Config) { c.Frames = 2 }, ""},
		{func(c *Config) { c.Frames = 1 }, "frames 1 of each of 5 trajectories: expected 2 or more, and 1000000 in all at most"},
		{func(c *Config) { c.Frames = 200_000 }, ""},
		{func(c *Config) { c.Frames = 200_001 }, "frames 200001 of each of 5 trajectories: expected 2 or more, and 1000000 in all at most"},
		{func(c *Config) { c.Frames = 1_000_001 }, "frames 1000001 of each of 5 trajectories: expected 2 or more, and 1000000 in all at most"},
		{func(c *Config) { c.Interval = 1000 }, ""},
		{func(c *Config) { c.Interval = 1000.1 }, "interval 1000.1: expected seconds, above 0 and up to 1000"},
		{func(c *Config) { c.Interval = 0 }, "interval 0: expected seconds, above 0 and up to 1000"},
		{func(c *Config) { c.Interval = math.NaN() }, "interval NaN: expected seconds, above 0 and up to 1000"},
		{func(c *Config) { c.Motor = 1e6 }, ""},
		{func(c *Config) { c.Motor = 1e6 + 1 }, "motors 1.000001e+06: expected 0 to 1e+06"},
		{func(c *Config) { c.Motor = -1 }, "motors -1: expected 0 to 1e+06"},
		{func(c *Config) { c.Workers = 1 }, ""},
		{func(c *Config) { c.Workers = -1 }, "workers -1: expected at least 1, or 0 for one a processor"},
		{func(c *Config) { c.Interval, c.TimeStep = 1, 1 }, ""},
		{func(c *Config) { c.Interval, c.TimeStep = 1, 1e-6 }, ""},
		{func(c *Config) { c.Interval, c.TimeStep = 1, 5e-7 }, "time_step 5e-07: expected one that makes up the interval of 1 in a whole number of steps, or 0 to have it chosen"},
		{func(c *Config) { c.Interval, c.TimeStep = 1, 1./(1<<20) }, "time_step 9.5367431640625e-07: expected one that makes up the interval of 1 in a whole number of steps, or 0 to have it chosen"},
		{func(c *Config) { c.Interval, c.TimeStep = 1, 2 }, "time_step 2: expected one that makes up the interval of 1 in a whole number of steps, or 0 to have it chosen"},
		{func(c *Config) { c.Interval, c.TimeStep = 1, 0.3 }, "time_step 0.3: expected one that makes up the interval of 1 in a whole number of steps, or 0 to have it chosen"},
		{func(c *Config) { c.Interval, c.TimeStep = 1, -0.5 }, "time_step -0.5: expected one that makes up the interval of 1 in a whole number of steps, or 0 to have it chosen"},
	} {
		config := job(robot)
		c.change(&config)
		if err := config.Validate(); c.want == "" {
			require.NoError(t, err)
		} else {
			require.EqualError(t, err, c.want)
			_, _, err = Simulate(t.Context(), config, nil)
			require.EqualError(t, err, c.want)
		}
	}
}

// TestFinite: each position and velocity counts.
func TestFinite(t *testing.T) {
	of := func() *motion {
		return &motion{positions: []float64{1, 2, 3}, velocities: []float64{4, 5, math.MaxFloat64}}
	}
	require.True(t, of().finite())
	for i := range 3 {
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			m := of()
			m.positions[i] = bad
			require.False(t, m.finite())
			m = of()
			m.velocities[i] = bad
			require.False(t, m.finite())
		}
	}
}

// TestReportOfMotions: a report has the extremes of its motions, and counts the chaotic ones and the draws.
func TestReportOfMotions(t *testing.T) {
	none := math.NaN()
	var r Report
	for _, m := range []motion{
		{step: 0.1, halved: Bound, energy: none, momentum: 0.2, angular: none, draws: 2},
		{step: 0.05, halved: 2 * Bound, energy: 0.3, momentum: 0.1, angular: 0.4, draws: 1},
		{step: 0.2, halved: Bound / 2, energy: 0.1, momentum: none, angular: 0.5},
	} {
		r.add(&m)
	}
	require.Equal(t, Report{Trajectories: 3, Shortest: 0.05, Step: 0.2, Halved: Bound, Chaotic: 1, Energy: 0.3, Momentum: 0.2, Angular: 0.5, Redrawn: 3}, r)
}

// TestKept: what is conserved changes by the largest distance from its first value, relative to the largest
// sum of magnitudes.
func TestKept(t *testing.T) {
	var k kept
	require.True(t, math.IsNaN(k.share(true)), "nothing moves")
	k.look(r3.Vec{X: 1}, 2, false)
	k.look(r3.Vec{X: 4}, 5, true)
	k.look(r3.Vec{X: 2}, 4, true)
	require.Equal(t, 3./5, k.share(true))
	require.True(t, math.IsNaN(k.share(false)))
	small := kept{sum: 1}
	require.Zero(t, small.share(true))

	own := &keeper{keeps: true, change: 3, kinetic: 4}
	require.Equal(t, 0.75, own.energyChange(false))
	require.True(t, math.IsNaN(own.energyChange(true)))
	require.Zero(t, (&keeper{keeps: true, kinetic: 1}).energyChange(false))
	require.True(t, math.IsNaN((&keeper{keeps: true, change: 3}).energyChange(false)))
	require.True(t, math.IsNaN((&keeper{change: 3, kinetic: 4}).energyChange(false)))

	for _, c := range []struct {
		change        func(b *mechanism.Body)
		keeps, floats bool
	}{
		{func(*mechanism.Body) {}, true, false},
		{func(b *mechanism.Body) { b.Damping = 1 }, false, false},
		{func(b *mechanism.Body) { b.Friction = 1 }, false, false},
		{func(b *mechanism.Body) { b.Stop.Inertia = 1 }, false, false},
		{func(b *mechanism.Body) { b.Slides = make([]r3.Vec, 3) }, true, true},
		{func(b *mechanism.Body) { b.Slides = make([]r3.Vec, 2) }, true, false},
	} {
		body := mechanism.Body{Parent: -1}
		c.change(&body)
		k := Config{Robot: &mechanism.Mechanism{Bodies: []mechanism.Body{body, {Parent: 0}}}}.keeper()
		require.Equal(t, [2]bool{c.keeps, c.floats}, [2]bool{k.keeps, k.floats})
	}
}

// TestKeeper: the angular momentum is about the center of mass, in its frame, and gravity changes the
// momentum as it may.
func TestKeeper(t *testing.T) {
	robot := read(t, urdf.Options{})
	c := job(robot)
	robot.Mass = []float64{1, 3}
	robot.Gravity = r3.Vec{Z: -2}
	k := c.keeper()
	in := read(t, urdf.Options{}).NewIntegrator(read(t, urdf.Options{}).AtRest())
	k.look(in, []r3.Vec{{X: 1}, {X: 5}}, []r3.Vec{{Y: 4}, {}}, 0)
	// The center is at 4 and moves by 1 along y. The particles are 3 and 1 away and move by 3 and 1 against it.
	require.Equal(t, 1.*3*3+3*1*1, k.angular.sum)
	require.Equal(t, r3.Vec{Z: -1*3*3 - 3*1*1}, k.angular.first)
	require.Equal(t, 4., k.momentum.sum)
	require.Equal(t, r3.Vec{Y: 4}, k.momentum.first)
	k.look(in, []r3.Vec{{X: 1}, {X: 5}}, []r3.Vec{{Y: 4, Z: -1}, {Z: -1}}, 0.5)
	require.Zero(t, k.momentum.change)
	require.InDelta(t, 0, k.angular.change, 1e-12)

	// Their mean velocity is 1.5 along x and 1 along y, and no multiple of it is between the two.
	aside := c.keeper()
	aside.look(in, []r3.Vec{{X: 1}, {X: 5}}, []r3.Vec{{Y: 4}, {X: 2}}, 0)
	require.InDelta(t, 3*math.Hypot(1.5, 3)+3*math.Hypot(0.5, 1), aside.angular.sum, 1e-12)
}

// TestStretched: the largest change of a distance between neighbors in the list of a body, in any frame and split, counts relative to the first frame.
func TestStretched(t *testing.T) {
	of := func(moved int, by float64) system.Sample {
		s := system.Sample{Objects: system.Objects{system.Body.Of(2, 0, 1)}}
		s.Trajectory = &system.Trajectory{Particles: 3}
		for frame := range 3 {
			x := []float64{0, 0, 0, 2, 0, 0, 0, 0, 4}
			if frame == 1 {
				x[moved] += by
			}
			s.Trajectory.Positions = append(s.Trajectory.Positions, x...)
		}
		return s
	}
	require.Zero(t, stretched(&datasets.Data{Train: []system.Sample{of(0, 0)}}))
	require.InDelta(t, 0.25, stretched(&datasets.Data{Train: []system.Sample{of(0, 0)}, Test: []system.Sample{of(8, 1)}}), 1e-6)
	require.InDelta(t, 0.5, stretched(&datasets.Data{Valid: []system.Sample{of(3, -1), of(0, 0)}}), 1e-6)
}

// TestSize: the size of a robot is the largest distance of a particle from the first anchor.
func TestSize(t *testing.T) {
	c := Config{Robot: &mechanism.Mechanism{Rest: []r3.Vec{{X: 1}, {X: 4, Y: 4}, {X: 2}}, Bodies: []mechanism.Body{{Anchor: r3.Vec{X: 1}}}}}
	require.Equal(t, 5., c.size())
}

// TestTemplate: samples have the robot's masses, and gravity if there is some.
func TestTemplate(t *testing.T) {
	c := job(read(t, urdf.Options{}))
	like, err := c.template()
	require.NoError(t, err)
	require.Len(t, system.Mass.Of(&like), len(c.Robot.Mass))
	require.Nil(t, system.Gravity.Of(&like))
	require.Nil(t, system.RotorInertia.Of(&like))
	c.OfJoints = map[*system.Field][]float32{system.RotorInertia: {3, 5}}
	like, err = c.template()
	require.NoError(t, err)
	for i, inertia := range system.RotorInertia.Of(&like) {
		require.Equal(t, map[bool]float32{true: 3, false: 5}[slices.Contains(c.Robot.Bodies[0].Members, i)], inertia)
	}
	for axis, g := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		c.Robot.Gravity = g
		like, err := c.template()
		require.NoError(t, err)
		want := make([]float32, 3)
		want[axis] = 1
		require.Equal(t, want, system.Gravity.Of(&like))
	}
}
