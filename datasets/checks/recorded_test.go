package checks

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// TestCoincidentStates: states count in which several particles are all at one position, wherever that is.
func TestCoincidentStates(t *testing.T) {
	require.Equal(t, 1, coincident([]float32{1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 4}, 6))
	require.Equal(t, 2, coincident([]float64{0, 0, 0, 0, 0, 0, 5, 6, 7, 5, 6, 7}, 6))
	require.Equal(t, 0, coincident([]float64{0, 0, 0, 5, 6, 7}, 3), "a particle alone is at one position")
	require.Equal(t, 0, coincident([]float64{1, 2, 3, 1, 0, 3, 1, 2, 3, 1, 2, 0}, 6))
}

// TestNotRecorded: samples with all particles at one position are counted, at inputs, at targets or in frames.
func TestNotRecorded(t *testing.T) {
	apart := func() system.Sample { return alongX([]float32{1, 2}, []float32{2, 3}) }
	at1, target, framed := apart(), apart(), apart()
	at1.Position = []float32{4, 4, 4, 4, 4, 4}
	target.TargetPosition = make([]float32, 6)
	framed.Trajectory = &system.Trajectory{Particles: 2, Positions: []float64{1, 0, 0, 2, 0, 0, 7, 7, 7, 7, 7, 7}}
	for _, c := range []struct {
		train []system.Sample
		count float64
		want  string
	}{
		{[]system.Sample{apart(), apart()}, 0, ""},
		{[]system.Sample{apart(), at1, target}, 2, "all particles of training sample 3 are at one position at a time (2 such samples)"},
		{[]system.Sample{framed, apart(), framed, framed}, 3, "all particles of training sample 0 are at one position at a time (3 such samples)"},
	} {
		s := at(c.train)
		s.step = 3
		found := notRecorded(s)
		require.Equal(t, c.count, found.size)
		if c.count > 0 {
			require.Equal(t, []any{c.want}, found.args)
		}
	}
}

// TestAbsentParticles: particles that rest at the origin in samples in which others move, and are elsewhere in others, were not recorded.
func TestAbsentParticles(t *testing.T) {
	of := func(positions, targets, speeds []float32, pinned []float32) system.Sample {
		s := alongX(positions, targets)
		for i, v := range speeds {
			s.Velocity[3*i+1] = v
		}
		if pinned != nil {
			system.Pinned.Set(&s, pinned)
		}
		return s
	}
	there := of([]float32{0, 1, 5}, []float32{0, 2, 5}, nil, nil)
	elsewhere := of([]float32{3, 1, 0}, []float32{3, 2, 0}, nil, nil)
	for _, c := range []struct {
		name  string
		train []system.Sample
		want  string
	}{
		{"one", []system.Sample{there, of([]float32{3, 1, 5}, []float32{3, 2, 5}, nil, nil)}, "particle 0 is at rest at 0, 0, 0 in some training samples, and elsewhere in others (1 of particle 0)"},
		{"two", []system.Sample{there, elsewhere, there}, "particles 0, 2 are at rest at 0, 0, 0 in some training samples, and elsewhere in others (2 of particle 0)"},
		{"always there", []system.Sample{there, there}, ""},
		{"nothing moves", []system.Sample{of([]float32{0, 1, 5}, []float32{0, 1, 5}, nil, nil), of([]float32{3, 1, 5}, []float32{3, 2, 5}, nil, nil)}, ""},
		{"it moves away", []system.Sample{of([]float32{0, 1, 5}, []float32{1, 2, 5}, nil, nil), of([]float32{3, 1, 5}, []float32{3, 2, 5}, nil, nil)}, ""},
		{"it has a velocity", []system.Sample{of([]float32{0, 1, 5}, []float32{0, 2, 5}, []float32{1}, nil), of([]float32{3, 1, 5}, []float32{3, 2, 5}, nil, nil)}, ""},
		{"it is pinned", []system.Sample{of([]float32{0, 1, 5}, []float32{0, 2, 5}, nil, []float32{1, 0, 0}), of([]float32{3, 1, 5}, []float32{3, 2, 5}, nil, []float32{0, 0, 0})}, ""},
		{"another is pinned", []system.Sample{of([]float32{0, 1, 5}, []float32{0, 2, 5}, nil, []float32{0, 0, 1}), of([]float32{3, 1, 5}, []float32{3, 2, 5}, nil, []float32{0, 0, 1})}, "particle 0 is at rest"},
	} {
		found := absent(at(c.train))
		if c.want == "" {
			require.Zero(t, found.size, c.name)
			continue
		}
		require.Contains(t, found.args[0], c.want, c.name)
	}
}

// TestMovesWithoutVelocities: systems that move have velocities, unless their later ones show that they start at rest.
func TestMovesWithoutVelocities(t *testing.T) {
	of := func(velocity, target, moved float32) system.Sample {
		s := alongX([]float32{0}, []float32{moved})
		s.Velocity[0] = velocity
		if target != 0 {
			s.TargetVelocity = []float32{target, 0, 0}
		}
		return s
	}
	framed := func(velocity float64) system.Sample {
		s := of(0, 0, 1)
		s.Trajectory = &system.Trajectory{Particles: 1, Positions: make([]float64, 6), Velocities: []float64{0, 0, 0, 0, 0, velocity}}
		return s
	}
	for _, c := range []struct {
		name    string
		samples []system.Sample
		want    bool
	}{
		{"no velocities at all", []system.Sample{of(0, 0, 1), of(0, 0, 2)}, true},
		{"at rest", []system.Sample{of(0, 0, 0)}, false},
		{"one has a velocity", []system.Sample{of(0, 0, 1), of(1, 0, 1)}, false},
		{"one at rest has a velocity", []system.Sample{of(0, 0, 1), of(1, 0, 0)}, true},
		{"started at rest", []system.Sample{of(0, 4, 4), of(0, 2, 2)}, false},
		{"moved before", []system.Sample{of(0, 2, 4), of(0, 1, 2)}, true},
		{"moved before, but for a little", []system.Sample{of(0, 2, 4+1.8)}, true},
		{"moved before, but for much", []system.Sample{of(0, 2, 4+1.9)}, false},
		{"one has a later velocity", []system.Sample{of(0, 0, 1), of(0, 9, 1)}, false},
		{"no velocities in frames", []system.Sample{framed(0)}, true},
		{"velocities in frames", []system.Sample{framed(1)}, false},
	} {
		require.Equal(t, c.want, movesWithoutVelocities(c.samples, 2), c.name)
	}
	s := at(nil)
	s.data = &datasets.Data{About: datasets.About{Interval: "2"}, Train: []system.Sample{of(0, 2, 4)}, Valid: []system.Sample{of(1, 0, 1)}, Test: []system.Sample{of(0, 0, 1)}}
	found := startsAtRest(s)
	require.Equal(t, 2., found.size)
	require.Equal(t, []any{"train, test"}, found.args)
	s.data.About.Interval, s.time = "", 4
	require.Equal(t, []any{"test"}, startsAtRest(s).args)
}

// TestPinnedThatMoves: the message names the pinned particle that moves farthest, relative to the typical length.
func TestPinnedThatMoves(t *testing.T) {
	near, far := alongX([]float32{0, 1, 2}, []float32{0.5, 9, 2}), alongX([]float32{0, 1, 2}, []float32{0, 9, 4})
	for _, s := range []*system.Sample{&near, &far} {
		system.Pinned.Set(s, []float32{1, 0, 1})
	}
	s := at([]system.Sample{near, far, near})
	s.step, s.length = 5, 4
	found := pinned(s)
	require.Equal(t, 0.5, found.size)
	require.Equal(t, []any{2, 5, 2.}, found.args)
}

// TestTimeOfInterval: an interval that motions contradict is reported, and so is one that has no number.
func TestTimeOfInterval(t *testing.T) {
	s := at(line1(make([][3]float32, 10)...))
	require.Zero(t, interval(s).size)
	s.data.About.Interval = "10"
	require.Contains(t, interval(s).args[0], `an interval of "10" beside velocities in "" is 10 in these units, and straight lines reach the targets best in 1`)
	s.data.About.Interval = "some frames"
	require.Equal(t, []any{`the interval "some frames" begins with no number, so that the best straight line's time is taken`}, interval(s).args)
	s.data.About.Interval = ""
	require.Zero(t, interval(s).size)
}

// TestStatesOfTrajectories: all particles are at one position at a time in a frame of a trajectory, too.
func TestStatesOfTrajectories(t *testing.T) {
	s := at([]system.Sample{alongX([]float32{0, 5}, []float32{1, 6}), alongX([]float32{0, 5}, []float32{1, 6})})
	require.Zero(t, notRecorded(s).size)
	s.train[1].Trajectory = &system.Trajectory{Particles: 2, Positions: []float64{0, 0, 0, 5, 0, 0, 3, 1, 2, 3, 1, 2, 1, 0, 0, 6, 0, 0}}
	require.Equal(t, []any{"all particles of training sample 1 are at one position at a time (1 such samples)"}, notRecorded(s).args)
	s.train[0].Position, s.train[0].TargetPosition = make([]float32, 6), make([]float32, 6)
	require.Equal(t, []any{"all particles of training sample 0 are at one position at a time (2 such samples)"}, notRecorded(s).args)
}
