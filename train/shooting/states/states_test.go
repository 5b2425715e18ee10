package states

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/internal/vector"
	"gmnc/system"
)

// TestJoints: the state of a joint is how far it has turned and its rate, which it observes at any
// offset; positions and velocities are those of its body.
func TestJoints(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	s := system.Sample{Position: []float32{0, 0, 0, 0, 1, 0, -1, 0, 0}, Velocity: []float32{0, 0, 0, -2, 0, 0, 0, -2, 0}}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
	of := Of(&s)
	require.Equal(t, 2, of.Size())
	position, velocity := of.At([]float64{0, 0})
	allclose.Within(t, vector.Widened(s.Position), position, 1e-6)
	allclose.Within(t, vector.Widened(s.Velocity), velocity, 1e-6)
	position, velocity = of.At([]float64{0.25, 0.5})
	allclose.Within(t, []float64{1.5707963 + 0.25, 2.5}, of.Observe(position, velocity), 1e-6)
	number, turns := of.Channel(0)
	require.True(t, number == 0 && turns)
	number, turns = of.Channel(1)
	require.True(t, number == 1 && !turns)
}

// TestFreeParticles: positions and velocities of particles that are not pinned move by the offset,
// each in its coordinate, and are observed in the same order.
func TestFreeParticles(t *testing.T) {
	s := system.Sample{Position: []float32{1, 2, 3, 4, 5, 6}, Velocity: []float32{7, 8, 9, 10, 11, 12}}
	require.Equal(t, 12, Of(&s).Size())
	system.Pinned.Set(&s, []float32{1, 0})
	of := Of(&s)
	require.Equal(t, 6, of.Size())
	require.Equal(t, 3, of.CoordinateCount())
	position, velocity := of.At([]float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6})
	allclose.Within(t, []float64{1, 2, 3, 4.1, 5.2, 6.3}, position, 1e-12)
	allclose.Within(t, []float64{7, 8, 9, 10.4, 11.5, 12.6}, velocity, 1e-12)
	allclose.Within(t, []float64{4.1, 5.2, 6.3, 10.4, 11.5, 12.6}, of.Observe(position, velocity), 1e-12)
	for k, want := range map[int]int{0: 0, 2: 0, 3: 1, 5: 1} {
		number, turns := of.Channel(k)
		require.Equal(t, want, number)
		require.False(t, turns)
	}
	require.Nil(t, JointsIn(of))
	require.Nil(t, JointsOf(&s))
}

// TestManyParticles: of more than 16 particles there is only the measured state, which is still
// observed.
func TestManyParticles(t *testing.T) {
	for count, size := range map[int]int{16: 96, 17: 0} {
		s := system.Sample{Position: make([]float32, 3*count), Velocity: make([]float32, 3*count)}
		s.Position[1], s.Velocity[2] = 5, 6
		of := Of(&s)
		require.Equal(t, size, of.Size())
		require.Equal(t, 3*count, of.CoordinateCount())
		position, velocity := of.At(make([]float64, size))
		allclose.Within(t, vector.Widened(s.Position), position, 0)
		allclose.Within(t, vector.Widened(s.Velocity), velocity, 0)
	}
}

// TestTwoJoints: of a body that turns on one that slides, the coordinates are the displacement and the
// angle, in the order of the bodies, from the measured pose.
func TestTwoJoints(t *testing.T) {
	triangle := func(x, y, z float32) []float32 { return []float32{x, y, z, x + 1, y, z, x, y + 1, z} }
	rest := append(triangle(0, 0, 0), triangle(2, 0, 0)...)
	velocity := make([]float32, len(rest))
	for i := range 6 {
		velocity[3*i+2] = 0.5 // both slide upwards
	}
	s := system.Sample{Position: append(triangle(0, 0, 0.25), triangle(2, 0, 0.25)...), Velocity: velocity}
	up := [3]float64{0, 0, 1}
	require.NoError(t, s.Join(rest, []system.Joint{
		{Parent: -1, Members: []int{0, 1, 2}, Axis: up, Slides: true},
		{Parent: 0, Members: []int{3, 4, 5}, Axis: up, Anchor: [3]float64{2, 0, 0}},
	}))
	require.Equal(t, []Joint{{Row: 0}, {Row: 3, Turns: true}}, JointsOf(&s))
	joints := JointsIn(Of(&s))
	require.Same(t, joints, JointsIn(Measured{joints}))
	allclose.Within(t, []float64{0.25, 0, 0.5, 0}, joints.Start(nil), 1e-6)
	allclose.Within(t, []float64{0.35, 0.2, 0.8, 0.4}, joints.Start([]float64{0.1, 0.2, 0.3, 0.4}), 1e-6)
	position, rate := joints.Particles([]float64{1, 0.5}, []float64{2, 3})
	allclose.Within(t, []float64{1, 0.5, 2, 3}, joints.Observe(position, rate), 1e-6)
	require.InDelta(t, 1, position[2], 1e-6)
	for k := range 4 {
		number, turns := joints.Channel(k)
		require.Equal(t, k, number)
		require.Equal(t, k == 1, turns, k)
	}
}

// TestBodiesOnLines: the rotation of a body whose particles are on a line is not known, nor are states
// of joints of other types, so only the measured state is used.
func TestBodiesOnLines(t *testing.T) {
	line := []float32{0, 0, 0, 1, 0, 0, 2, 0, 0}
	s := system.Sample{Position: line, Velocity: make([]float32, 9)}
	require.NoError(t, s.Join(line, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
	require.Zero(t, Of(&s).Size())
	require.Equal(t, 9, Of(&s).CoordinateCount())
	require.Nil(t, JointsOf(&s))
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	s = system.Sample{Position: rest, Velocity: make([]float32, 9)}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Type: system.OnBall}}))
	require.Zero(t, Of(&s).Size())
	require.Equal(t, 9, Of(&s).CoordinateCount(), "the coordinates are those of particles")
}

// TestTurnedParents: a joint moves the bodies on the joints that follow it, by the angle of its own. Systems of which only some
// joints slide, or none, have axes of zeros for the others.
func TestTurnedParents(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, 2, 1, 0}
	up := [3]float64{0, 0, 1}
	for _, c := range []struct {
		second system.Joint
		by     float64
		turned bool
		moved  []float64 // the first particle of the second body, after a quarter turn of the first body
	}{
		{system.Joint{Axis: up, Anchor: [3]float64{2, 0, 0}}, 0.5, true, []float64{0, 2, 0}},
		{system.Joint{Axis: [3]float64{1, 0, 0}, Slides: true}, 0.5, false, []float64{0, 2.5, 0}},
	} {
		s := system.Sample{Position: rest, Velocity: make([]float32, len(rest))}
		c.second.Parent, c.second.Members = 0, []int{3, 4, 5}
		require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: up}, c.second}))
		require.Equal(t, []Joint{{Row: 0, Turns: true}, {Row: 3, Turns: c.turned}}, JointsOf(&s))
		position, velocity := Of(&s).At([]float64{math.Pi / 2, c.by, 1, 0})
		allclose.Within(t, c.moved, position[9:12], 1e-6)
		allclose.Within(t, []float64{-c.moved[1], c.moved[0], 0}, velocity[9:12], 1e-6)
		allclose.Within(t, []float64{math.Pi / 2, c.by, 1, 0}, Of(&s).Observe(position, velocity), 1e-6)
	}
}

// TestObservedStatesStay: what is observed of another frame leaves the measured state as it is.
func TestObservedStatesStay(t *testing.T) {
	rest := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0}
	s := system.Sample{Position: rest, Velocity: []float32{0, 0, 0, 0, 2, 0, -2, 0, 0}}
	require.NoError(t, s.Join(rest, []system.Joint{{Parent: -1, Members: []int{0, 1, 2}, Axis: [3]float64{0, 0, 1}}}))
	of := JointsIn(Of(&s))
	position, velocity := of.At([]float64{0.5, 3})
	allclose.Within(t, []float64{0.5, 5}, of.Observe(position, velocity), 1e-6)
	allclose.Within(t, []float64{0, 2}, of.Start(nil), 1e-6)
}
