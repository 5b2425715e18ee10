package system

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// wrongIn returns an error with the array and what is wrong with it.
func wrongIn(array, format string, arguments ...any) error {
	return errors.New(array + fmt.Sprintf(format, arguments...))
}

// moving returns a particle that is at 1, 2, 3 and 4 along x, with rates 10 to 40 and a gravity of its own
// in each frame.
func moving() (s Sample) {
	t := &Trajectory{Particles: 1, Given: Given{{Gravity, []float32{0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4}}}}
	for frame := range 4 {
		t.Positions = append(t.Positions, float64(frame+1), 0, 0)
		t.Velocities = append(t.Velocities, 10*float64(frame+1), 0, 0)
	}
	return Sample{}.Along(t)
}

// TestAlong: a sample begins in the first frame and has the second as its target.
func TestAlong(t *testing.T) {
	s := moving()
	require.Equal(t, 4, s.Trajectory.Frames())
	require.Equal(t, [][]float32{{1, 0, 0}, {2, 0, 0}, {10, 0, 0}, {20, 0, 0}, {0, 0, 1}}, [][]float32{s.Position, s.TargetPosition, s.Velocity, s.TargetVelocity, Gravity.Of(&s)})
	later := s.InFrame(2)
	require.Equal(t, []float32{0, 0, 3}, Gravity.Of(&later))
	require.Equal(t, []float32{0, 0, 1}, Gravity.Of(&s), "a copy changes")
	beyond := s.InFrame(4)
	require.Equal(t, []float32{0, 0, 1}, Gravity.Of(&beyond), "there is no such frame")
	still := Sample{Position: []float32{0, 0, 0}}
	require.Equal(t, still, still.InFrame(1))
	require.Equal(t, 4, MostFrames([]Sample{still, s}))
	require.Zero(t, MostFrames([]Sample{still}))
}

// TestStretch: a part has its frames, with what acts in them, and parts begin a stride apart.
func TestStretch(t *testing.T) {
	s := moving()
	part := s.Trajectory.Stretch(1, 2)
	require.Equal(t, []float64{2, 0, 0, 3, 0, 0, 4, 0, 0}, part.Positions)
	require.Equal(t, []float64{20, 0, 0, 30, 0, 0, 40, 0, 0}, part.Velocities)
	require.Equal(t, []float32{0, 0, 2, 0, 0, 3, 0, 0, 4}, part.Given.Of(Gravity))
	for _, c := range []struct {
		first, stride, steps int
		begin                []float32
	}{{0, 1, 1, []float32{1, 2, 3}}, {0, 2, 1, []float32{1, 3}}, {1, 1, 1, []float32{2, 3}}, {0, 1, 3, []float32{1}}, {0, 1, 4, nil}} {
		var begin []float32
		for part := range s.Stretches(c.first, c.stride, c.steps) {
			begin = append(begin, part.Position[0])
			require.Equal(t, c.steps+1, part.Trajectory.Frames())
		}
		require.Equal(t, c.begin, begin)
	}
	for range s.Stretches(0, 1, 1) {
		break
	}
	pair := s.Trajectory.Pair(0, 3, Sample{Charge: []float32{5}})
	require.Equal(t, [][]float32{{1, 0, 0}, {1, 0, 0}, {4, 0, 0}, {5}}, [][]float32{pair.Position, pair.Velocity, pair.TargetPosition, pair.Charge})
}

// TestReversed: frames from last to first with opposite velocities; what acted between two frames acts between
// them.
func TestReversed(t *testing.T) {
	back := moving().Trajectory.Reversed()
	require.Equal(t, []float64{4, 0, 0, 3, 0, 0, 2, 0, 0, 1, 0, 0}, back.Positions)
	require.Equal(t, []float64{-40, -30, -20, -10}, []float64{back.Velocities[0], back.Velocities[3], back.Velocities[6], back.Velocities[9]})
	require.Equal(t, []float32{0, 0, 3, 0, 0, 2, 0, 0, 1, 0, 0, 4}, back.Given.Of(Gravity))
}

// TestCheckTrajectory: what is wrong with a trajectory, beside one that is right.
func TestCheckTrajectory(t *testing.T) {
	for _, c := range []struct {
		change func(s *Sample)
		wrong  string
	}{
		{func(*Sample) {}, ""},
		{func(s *Sample) { s.Trajectory = nil }, ""},
		{func(s *Sample) { s.TargetVelocity = nil }, ""},
		{func(s *Sample) { s.Trajectory.Particles = 2 }, "positions has 12 numbers, expected 3 for each of 1 particles"},
		{func(s *Sample) { s.Trajectory.Positions = s.Trajectory.Positions[:3] }, "positions has 3 numbers"},
		{func(s *Sample) { s.Trajectory.Positions = s.Trajectory.Positions[:10] }, "positions has 10 numbers"},
		{func(s *Sample) { s.Trajectory.Velocities = s.Trajectory.Velocities[:9] }, "velocities has 9 numbers, expected as many as positions: 12"},
		{func(s *Sample) { s.Trajectory.Positions[7] = math.NaN() }, "positions, frame 2, particle 0, axis y: NaN is not a finite float32"},
		{func(s *Sample) { s.Trajectory.Velocities[11] = 1e39 }, "velocities, frame 3, particle 0, axis z: 1e+39 is not"},
		{func(s *Sample) { s.Trajectory.Velocities[11] = math.MaxFloat32 }, ""},
		{func(s *Sample) { s.Position[0] = 9 }, "positions, frame 0, particle 0, axis x: 1, but the sample has 9"},
		{func(s *Sample) { s.TargetPosition[0] = 9 }, "positions, frame 1, particle 0, axis x: 2, but the sample has 9"},
		{func(s *Sample) { s.TargetVelocity[2] = 9 }, "velocities, frame 1, particle 0, axis z: 0, but the sample has 9"},
		{func(s *Sample) { s.Trajectory.Positions[6] = 9 }, ""},
		{func(s *Sample) { Gravity.Set(s, []float32{0, 0, 9}) }, "has 12 numbers, expected 3 in each of 4 frames"},
		{func(s *Sample) { s.Trajectory.Given[0].Values = s.Trajectory.Given[0].Values[:9] }, "has 9 numbers, expected 3 in each of 4 frames"},
		{func(s *Sample) { s.Trajectory.Given[0].Values[7] = float32(math.Inf(1)) }, ", frame 2, number 1: +Inf, expected a finite float32"},
	} {
		s := moving()
		c.change(&s)
		err := s.checkTrajectory(wrongIn)
		if c.wrong == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, c.wrong)
	}
}

// TestPlanesOfSample: planes count up to the last with a number that is not 0, and each has a normal.
func TestPlanesOfSample(t *testing.T) {
	of := func(values ...float32) *Sample {
		s := &Sample{Position: []float32{0, 0, 1, 0, 0, -3, 0, 0, -1}}
		Planes.Set(s, append(values, make([]float32, Planes.Columns-len(values))...))
		return s
	}
	require.Zero(t, (&Sample{}).Planes())
	require.Zero(t, of().Planes())
	require.Equal(t, 1, of(0, 0, 2, 0).Planes())
	require.Equal(t, 2, of(0, 0, 2, 0, 0, 0, 0, 1).Planes())
	require.NoError(t, of(0, 0, 2, 0).checkPlanes(wrongIn))
	require.NoError(t, of(1, 0, 0, 0, 0, 2, 0, 5).checkPlanes(wrongIn))
	require.ErrorContains(t, of(0, 0, 2, 0, 0, 0, 0, 1).checkPlanes(wrongIn), "plane 1 has no normal")
	require.ErrorContains(t, of(0, 0, 0, 0, 0, 0, 1, 0).checkPlanes(wrongIn), "plane 0 has no normal")
	particle, plane, depth := of(0, 0, 2, 0).Inside()
	require.Equal(t, [2]int{1, 0}, [2]int{particle, plane})
	require.InDelta(t, 3, depth, 1e-12)
	particle, plane, depth = of(0, 0, 2, -5, 0, 0, -1, -0.5).Inside()
	require.Equal(t, [2]int{0, 1}, [2]int{particle, plane})
	require.InDelta(t, 0.5, depth, 1e-12)
	particle, plane, _ = of(0, 0, 2, -5).Inside()
	require.Equal(t, [2]int{-1, -1}, [2]int{particle, plane})
	require.InDelta(t, 1.5, Gap([]float32{0, 3, 4, 0.5}, []float32{7, 0, 2.5}), 1e-12)
	require.Equal(t, Unit{Length: 1}, Planes.UnitOf(3))
	require.Equal(t, Unit{}, Planes.UnitOf(2))
	require.Equal(t, Unit{Length: 1}, Planes.UnitOf(7))
	require.Equal(t, Unit{Length: 1}, Position.UnitOf(2))
	require.InDelta(t, math.Sqrt(8./3), of().Extent(), 1e-6)
	require.Equal(t, 1., (&Sample{Position: []float32{2, 2, 2, 2, 2, 2}}).Extent())
}

// TestRerooted: the same bars, with another root.
func TestRerooted(t *testing.T) {
	tree := TreeOf([]int{3, 1, 4, 0}, []int{-1, 3, 1, 3})
	again := tree.Rerooted(4)
	require.Equal(t, 4, again.Members[0])
	require.Equal(t, []int64{3, 4, -1, 1, -1}, Objects{again}.Numbers(Tree, 5))
	require.Equal(t, 2, tree.Depth())
	require.Equal(t, 3, again.Depth())
	require.False(t, Objects{tree, Body.Of(5, 6)}.Joined())
	require.True(t, Objects{tree, Body.Of(4, 6)}.Joined())
	require.Equal(t, []int{-1, 4}, Objects{tree, Body.Of(6, 4)}.Joints())
	require.Equal(t, 3, Objects{tree, Body.Of(6, 4)}.Depth())
	require.Equal(t, 2, Objects{tree, Body.Of(0, 6)}.Depth())
}

// TestDefaults: a field that a sample lacks has its default in each row, and values within its bounds are
// allowed.
func TestDefaults(t *testing.T) {
	s := Sample{Position: make([]float32, 6)}
	require.Equal(t, []float32{1, 1}, Mass.OrDefault(&s))
	require.Equal(t, []float32{0, 0, 0}, Gravity.OrDefault(&s))
	Mass.Set(&s, []float32{2, 3})
	require.Equal(t, []float32{2, 3}, Mass.OrDefault(&s))
	for _, c := range []struct {
		f     *Field
		value float32
		want  bool
	}{{Pinned, 0, true}, {Pinned, 1, true}, {Pinned, 0.5, false}, {Pinned, 2, false}, {Pinned, -1, false}, {Restitution, 1, true}, {Restitution, 1.01, false}, {Mass, -1, false}, {Mass, 0, true}, {Gravity, -9, true}} {
		require.Equal(t, c.want, c.f.Allows([]float32{0, c.value}), "%s %g", c.f.Name, c.value)
	}
	require.Equal(t, "a whole number from 0 to 1", Pinned.expected())
	require.Equal(t, "a number from 0", Mass.expected())
	require.True(t, Mass.Optional())
	require.False(t, Charge.Optional())
	require.False(t, Position.Optional())
	require.False(t, TargetPosition.Optional())
	require.True(t, Mass.Flat())
	require.False(t, Gravity.Flat())
	require.Equal(t, 1, WithoutTargetVelocity([]Sample{{TargetVelocity: []float32{1}}, {}}))
	require.Equal(t, -1, WithoutTargetVelocity(nil))
}

// TestRenumber: an error about a sample is about its number in the larger set.
func TestRenumber(t *testing.T) {
	err := SampleError(2, func(i int) error { return fmt.Errorf("sample %d", i) })
	plus10 := func(i int) int { return i + 10 }
	require.EqualError(t, Renumber(err, plus10), "sample 12")
	require.EqualError(t, Renumber(Renumber(err, plus10), plus10), "sample 22")
	require.EqualError(t, Renumber(SamplesError(1, 3, func(a, b int) error { return fmt.Errorf("%d to %d", a, b) }), plus10), "11 to 13")
	other := errors.New("other")
	require.Equal(t, other, Renumber(other, plus10))
	require.NoError(t, Renumber(nil, plus10))
}

// TestNeighborOfSlot: without lists a particle has all others.
func TestNeighborOfSlot(t *testing.T) {
	s := Sample{Position: make([]float32, 9)}
	require.Equal(t, []int{1, 2, 0, 2, 0, 1}, []int{s.Neighbor(0, 0), s.Neighbor(0, 1), s.Neighbor(1, 0), s.Neighbor(1, 1), s.Neighbor(2, 0), s.Neighbor(2, 1)})
	s.Neighbors = []int64{2, -1, 0}
	require.Equal(t, []int{2, -1, 0}, []int{s.Neighbor(0, 0), s.Neighbor(1, 0), s.Neighbor(2, 0)})
	state := State{Position: [][3]float64{{1}}, Velocity: [][3]float64{{2}}}
	clone := state.Clone()
	clone.Position[0][0], clone.Velocity[0][0] = 7, 8
	require.Equal(t, [2]float64{1, 2}, [2]float64{state.Position[0][0], state.Velocity[0][0]})
}

// TestDrawnStructure: objects of listed kinds are on particles that no tree or body has, as far as there are
// some.
func TestDrawnStructure(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := Structure{Particles: 7, Parents: []int64{-1, 0, -1, -1, -1, -1, -1}, Listed: []int{0, 2, 1}}
	for i, kind := range ListedKinds() {
		if kind == Stick {
			s.Listed = make([]int, i+1)
			s.Listed[i] = 2
		}
	}
	for range 20 {
		objects, err := s.Draw(random)
		require.NoError(t, err)
		require.Equal(t, 2, objects.Count(Stick))
		require.Equal(t, 1, objects.Count(Tree))
		require.Equal(t, 6, objects.Particles())
	}
	s.Particles, s.Parents = 4, s.Parents[:4]
	objects, err := s.Draw(random)
	require.NoError(t, err)
	require.Equal(t, 1, objects.Count(Stick), "there is no room for another")
	s.Parents = s.Parents[:3]
	_, err = s.Draw(random)
	require.ErrorContains(t, err, "has 3 numbers")
	_, err = Structure{}.Draw(random)
	require.ErrorContains(t, err, "particles: expected 1 to")
	_, err = Structure{Particles: mostStructureParticles + 1}.Draw(random)
	require.ErrorContains(t, err, "a structure of 65 particles: particles: expected 1 to 64")
}

// TestFramesOfTwo: each particle of each frame is compared, and the first number of a field, too.
func TestFramesOfTwo(t *testing.T) {
	report := func(array, format string, arguments ...any) error { return fmt.Errorf(array+format, arguments...) }
	moving := Sample{Position: make([]float32, 6), Velocity: make([]float32, 6)}
	t2 := &Trajectory{Particles: 2, Positions: make([]float64, 18), Velocities: make([]float64, 18)}
	s := moving.Along(t2)
	require.NoError(t, s.checkTrajectory(report))
	t2.Positions[17] = math.Inf(1)
	require.EqualError(t, s.checkTrajectory(report), "positions, frame 2, particle 1, axis z: +Inf is not a finite float32")
	t2.Positions[17], t2.Positions[10] = 0, 1
	require.EqualError(t, s.checkTrajectory(report), "positions, frame 1, particle 1, axis y: 1, but the sample has 0, expected frame 0 to be its input and frame 1 its target")
	t2.Positions[10] = 0
	nan := float32(math.Inf(1))
	Mass.Set(&s, []float32{nan, 1})
	t2.Given = t2.Given.with(Mass, []float32{nan, 1, 1, 1, 1, 1})
	require.EqualError(t, s.checkTrajectory(report), "mass, frame 0, number 0: +Inf, expected a finite float32 that it may be")
	Mass.Set(&s, []float32{1, 1})
	t2.Given = t2.Given.with(Mass, []float32{1, 1, 1, -1, 1, 1})
	require.EqualError(t, s.checkTrajectory(report), "mass, frame 1, number 1: -1, expected a finite float32 that it may be")
}
