package sim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/system"
)

// TestAhead: what begins behind a plane begins as far in front of it. Between two planes it is pushed a fiftieth of its depth
// less far each time, until it is between them.
func TestAhead(t *testing.T) {
	floor := Plane{Normal: [3]float64{0, 0, 2}, Offset: -1}
	for _, c := range []struct {
		planes     []Plane
		from, want float64
	}{
		{[]Plane{floor}, -0.5, -0.5},
		{[]Plane{floor}, -1, -1},
		{[]Plane{floor}, -3, 1},
		{[]Plane{{Normal: [3]float64{0, 0, 1}}, {Normal: [3]float64{0, 0, -1}, Offset: -0.25}}, -1, 0.0148}, // 1, -0.5, 0.49, 0.0148
	} {
		s := state{&system.State{Position: [][3]float64{{7, 8, c.from}}}}
		s.ahead(c.planes)
		allclose.Within(t, []float64{7, 8, c.want}, s.Position[0][:], 1e-12)
	}
	both := state{&system.State{Position: [][3]float64{{0, 0, -2}, {0, 0, -1.5}, {0, 0, 5}}, Objects: system.Objects{system.Body.Of(0, 1)}}}
	both.ahead([]Plane{floor})
	require.Equal(t, [][3]float64{{0, 0, 0}, {0, 0, 0.5}, {0, 0, 5}}, both.Position, "a body moves as a whole, by its deepest particle")
}

// TestCrowded: the first body at a box and the first particle behind a plane are named.
func TestCrowded(t *testing.T) {
	box := Box([3]float64{0.5, 0.4, 0.3})
	s := state{&system.State{Position: append(append([][3]float64{}, box.Pose...), [3]float64{0, 0, 3}), Objects: system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7)}}}
	s.mark([]int{0, 1, 2, 3, 4, 5, 6, 7})
	floor := []Plane{{Normal: [3]float64{0, 0, 2}, Offset: -1}}
	require.NoError(t, s.crowded(floor))
	s.Position[8] = [3]float64{0, 0, 0.7} // the sphere around the box has a radius of 0.7071
	require.ErrorContains(t, s.crowded(floor), "the body of particle 8 begins at a box")
	s.Position[8] = [3]float64{0, 0, 0.71}
	require.NoError(t, s.crowded(floor))
	s.Objects = system.Objects{system.Body.Of(1, 2, 3, 4, 5, 6, 7, 8)}
	s.Position[0], s.Position[8] = s.Position[8], s.Position[0]
	s.Box[0], s.Box[8] = s.Box[8], s.Box[0]
	s.Position[0] = [3]float64{0, 0, 0.7}
	require.ErrorContains(t, s.crowded(floor), "the body of particle 0 begins at a box")
	require.Equal(t, 0, s.inBox())
	s.Position[0] = [3]float64{0, 0, -1.1}
	require.ErrorContains(t, s.crowded(floor), "particle 0 begins behind plane 0: the planes leave no room for the system")
	two := state{&system.State{Position: s.Position, Box: make([][3]float64, 9), Objects: s.Objects}}
	require.Equal(t, -1, two.inBox(), "a body without weights is no box")
}

// TestKeepsEnergy: damping, friction and bounces that lose speed take energy, and planes and bounces alone do not.
func TestKeepsEnergy(t *testing.T) {
	plane := []Plane{{Normal: [3]float64{0, 0, 1}}}
	for _, c := range []struct {
		m    Mechanics
		want bool
	}{
		{Mechanics{}, true}, {Mechanics{Damping: 1}, false}, {Mechanics{Friction: 1, Planes: plane, Restitution: 1}, false},
		{Mechanics{Planes: plane, Restitution: 1}, true}, {Mechanics{Planes: plane, Restitution: 0.9}, false}, {Mechanics{Restitution: 0.5}, true},
	} {
		require.Equal(t, c.want, c.m.KeepsEnergy(), "%+v", c.m)
	}
}

// TestActs: gravity, damping, springs and planes act by themselves, and masses and pins do not.
func TestActs(t *testing.T) {
	for _, m := range []Mechanics{{Gravity: [3]float64{0, 1e-3, 0}}, {Damping: 1}, {Springs: []Spring{{}}}, {Planes: []Plane{{}}}} {
		require.True(t, m.acts(), "%+v", m)
	}
	require.False(t, Mechanics{LeastMass: 1, MostMass: 2, Hang: true, Neutral: true}.acts())
}

// TestSystemsOnPlanes: up to six planes go with free particles and bodies, and the first kind of object that does not go with
// them is named.
func TestSystemsOnPlanes(t *testing.T) {
	c := landing(0.1, 0.5)
	c.System = system.Composition{1, 0, 0}
	for range system.MostPlanes - 2 {
		c.Planes = append(c.Planes, c.Planes[0])
	}
	require.Len(t, c.Planes, 6)
	require.NoError(t, c.validatePlanes())
	c.Planes = append(c.Planes, c.Planes[0])
	require.ErrorContains(t, c.validatePlanes(), "plane: there are 7, expected 6 or fewer")
	c.Planes, c.System = c.Planes[:1], system.Composition{1, 0, 1}
	require.ErrorContains(t, c.validatePlanes(), "and system has a hinge")
	c.Planes[0].Normal = [3]float64{}
	require.ErrorContains(t, c.validatePlanes(), "plane 0, [0 0 0] with the offset -1")
}

// TestPressedEnergy: planes store half of the stiffness times the mass of a body times the squares of the depths of its particles.
func TestPressedEnergy(t *testing.T) {
	m := Mechanics{Stiffness: 10, Planes: []Plane{{Normal: [3]float64{0, 0, 2}}, {Normal: [3]float64{1, 0, 0}}}}
	s := system.State{Position: [][3]float64{{1, 0, -2}, {1, 0, 3}, {-3, 0, -1}}, Mass: []float64{2, 5, 7}, Objects: system.Objects{system.Body.Of(0, 1)}}
	require.InDelta(t, 10./2*(7*4+7*(1+9)), m.pressed(s), 1e-12)
	s.Mass = nil
	require.InDelta(t, 10./2*(2*4+1*(1+9)), m.pressed(s), 1e-12)
}

// TestCornersOfBoxes: the corners of a box are at half of its edges on either side of its middle.
func TestCornersOfBoxes(t *testing.T) {
	box := Box([3]float64{3, 2, 1})
	require.Equal(t, [][3]float64{{-3, -2, -1}, {3, -2, -1}, {-3, 2, -1}, {3, 2, -1}, {-3, -2, 1}, {3, -2, 1}, {-3, 2, 1}, {3, 2, 1}}, box.Pose)
	require.Equal(t, "box(3 2 1)", box.Name)
	require.True(t, box.isBox())
	require.False(t, Body(8).isBox())
}

// TestNearestFaces: the face is the one that a point is farthest in front of, or least behind, and its normal has the length 1.
func TestNearestFaces(t *testing.T) {
	f := faces{axes: [3]vector{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, sizes: [3]float64{0.5, 0.4, 0.3}}
	for _, c := range []struct {
		at, normal vector
		gap        float64
	}{
		{vector{0.6, 0, 0}, vector{1, 0, 0}, 0.1}, {vector{-0.6, 0, 0}, vector{-1, 0, 0}, 0.1}, {vector{0.45, 0, 0}, vector{1, 0, 0}, -0.05},
		{vector{0, 0, -0.7}, vector{0, 0, -1}, 0.3}, {vector{0, 0.35, 0}, vector{0, 1, 0}, 0.05}, {vector{0, -0.35, 0.42}, vector{0, -1, 0}, 0.05},
	} {
		normal, gap := f.nearest(c.at)
		require.InDelta(t, c.gap, gap, 1e-12, c)
		require.Less(t, normal.sub(c.normal).norm(), 1e-12, c)
	}
}

// TestSharedEnergy: a particle in a box stores half of the stiffness times the reduced mass times the square of the depth, and marks
// both as bodies that meet.
func TestSharedEnergy(t *testing.T) {
	box := Box([3]float64{0.5, 0.4, 0.3})
	s := state{&system.State{Position: append(append([][3]float64{}, box.Pose...), [3]float64{0.45, 0, 0}, [3]float64{9, 9, 9}), Velocity: make([][3]float64, 10),
		Charge: make([]float64, 10), Mass: []float64{1, 1, 1, 1, 1, 1, 1, 1, 2, 7}, Objects: system.Objects{system.Body.Of(0, 1, 2, 3, 4, 5, 6, 7)}}}
	s.mark([]int{0, 1, 2, 3, 4, 5, 6, 7})
	m := Mechanics{Stiffness: 1000, Planes: []Plane{{Normal: [3]float64{0, 0, 1}, Offset: -9}}}
	want := 1000 * (8. * 2 / 10) * 0.05 * 0.05 / 2
	require.InDelta(t, want, m.shared(*s.State), 1e-9)
	require.Zero(t, Mechanics{}.shared(*s.State))
	in := contactOf(s.State, Settings{Mechanics: m})
	require.InDelta(t, want, in.shared(), 1e-9)
	require.Equal(t, []bool{true, true, false}, []bool{in.bodies[0].meets, in.bodies[1].meets, in.bodies[2].meets})
}

// TestEvenMasses: all particles of a box have the mass of its first one, and those of other shapes keep theirs.
func TestEvenMasses(t *testing.T) {
	s := state{&system.State{Mass: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}
	s.even([]Shape{Body(3), Box([3]float64{1, 1, 1})}, []int{10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0})
	require.Equal(t, []float64{7, 7, 7, 7, 7, 7, 7, 7, 8, 9, 10}, s.Mass)
}

// TestDrawnPositions: positions are normal with the deviation of the cube root of a fifth of the particles, and 0.1 more.
func TestDrawnPositions(t *testing.T) {
	for n, deviation := range map[int]float64{5: 1.1, 40: 2.1} {
		random := stream(1, 2, 3, 4)
		random.IntN(2) // the first charge
		first := normal(random).scale(deviation).store()
		drawn := NewState(system.Composition{n}, stream(1, 2, 3, 4))
		allclose.Within(t, first[:], drawn.Position[0][:], 1e-12)
	}
}

// TestSharedParticles: a particle of a tree may be one of a body, and of no other object.
func TestSharedParticles(t *testing.T) {
	s := state{&system.State{Position: make([][3]float64, 4), Objects: system.Objects{system.TreeOf([]int{0, 1}, []int{-1, 0}), system.Body.Of(1, 2)}}}
	free, err := s.isolated()
	require.NoError(t, err)
	require.Equal(t, []int{3}, free)
	s.Objects[1] = system.Stick.Of(1, 2)
	_, err = s.isolated()
	require.ErrorContains(t, err, "state: particle 1 is in tree 0 and in stick 0, expected one object at most")
	s.Objects = system.Objects{system.Stick.Of(0, 1), system.Body.Of(1, 2)}
	_, err = s.isolated()
	require.ErrorContains(t, err, "particle 1 is in stick 0 and in body 0")
}

// TestPosedBoxes: a box keeps its first particle where it was drawn and has its shape around that. It has no masses of its own.
func TestPosedBoxes(t *testing.T) {
	box, members := Box([3]float64{3, 2, 1}), []int{8, 7, 6, 5, 4, 3, 2, 1}
	s := state{&system.State{Position: make([][3]float64, 9)}}
	s.Position[8], s.Position[0] = [3]float64{5, 6, 7}, [3]float64{1, 1, 1}
	s.pose([]Shape{box}, members, stream(1, 2, 3, 4))
	require.Nil(t, s.Mass)
	require.Equal(t, [][3]float64{{5, 6, 7}, {1, 1, 1}}, [][3]float64{s.Position[8], s.Position[0]})
	for k, i := range members {
		require.InDelta(t, load(box.Pose[k]).sub(load(box.Pose[0])).norm(), load(s.Position[i]).sub(load(s.Position[8])).norm(), 1e-12)
		require.Equal(t, [3]float64{signs(k)[0] / 8, signs(k)[1] / 8, signs(k)[2] / 8}, s.Box[i])
	}
	require.Zero(t, s.Box[0])
}
