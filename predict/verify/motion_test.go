package verify

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/test/allclose"
	"gmnc/internal/vector"
	"gmnc/system"
)

// TestShiftsOfTheirSize: translations grow with the extents of systems of another order, which is twice the root mean square, or the largest
// coordinate of a single particle.
func TestShiftsOfTheirSize(t *testing.T) {
	for _, c := range []struct {
		position []float32
		by       float64
	}{
		{[]float32{-1, 0, 0, 1, 0, 0}, 1},
		{[]float32{-10, 0, 0, 10, 0, 0}, 2 * 10 / typicalExtent},
		{[]float32{-0.1, 0, 0, 0.1, 0, 0}, 2 * 0.1 / typicalExtent},
		{[]float32{0, -50, 1}, 50 / typicalExtent},
		{[]float32{0, 0, 0}, 1},
	} {
		s := system.Sample{Position: c.position, Velocity: make([]float32, len(c.position))}
		want := Motions(s.Particles(), rand.New(rand.NewPCG(1, 2)))
		for i, motion := range motionsOf(Group{Samples: []system.Sample{s}}, rand.New(rand.NewPCG(1, 2))) {
			for axis, shift := range motion.shift {
				require.InDelta(t, c.by*want[i].shift[axis], shift, 1e-5*math.Abs(shift), "%v", c)
			}
		}
	}
}

// TestAxesOfMotions: rotations keep the sense of rotation and reflections reverse it, translations have a standard deviation of 3, and
// renumberings swap ends. Each does one thing alone.
func TestAxesOfMotions(t *testing.T) {
	source, square := rand.New(rand.NewPCG(1, 2)), 0.
	const count = 500
	for range count {
		all := Motions(3, source)
		require.Len(t, all, 4)
		for i, name := range []string{rotations, reflections, translations, Renumbering} {
			m := all[i]
			require.Equal(t, name, m.Name)
			require.Equal(t, name == translations, m.shift != [3]float64{})
			require.Equal(t, name == Renumbering, m.swap)
			if name != Renumbering {
				require.Equal(t, []int{0, 1, 2}, m.number)
			}
			sense := 1.
			if name == reflections {
				sense = -1
			}
			require.InDelta(t, sense, vector.Dot(m.axes[0], vector.Cross(m.axes[1], m.axes[2])), 1e-12)
			for k := range 3 {
				require.InDelta(t, 1, vector.Norm(m.axes[k]), 1e-12)
				require.InDelta(t, 0, vector.Dot(m.axes[k], m.axes[(k+1)%3]), 1e-12)
			}
		}
		square += vector.Dot(all[2].shift, all[2].shift) / 3
	}
	require.InDelta(t, 3, math.Sqrt(square/count), 0.2)
}

// TestMovedObjects: objects keep the order of their members, unless a motion swaps ends. Then sticks and hinges have the other end first, and
// trees the last particle as their root.
func TestMovedObjects(t *testing.T) {
	s := system.Sample{Position: make([]float32, 27), Velocity: make([]float32, 27), Objects: system.Objects{system.Stick.Of(0, 1), system.Stick.Of(2, 3), system.Hinge.Of(4, 5, 6)}}
	of := func(m Motion) (members [][]int) {
		for _, object := range m.Sample(s).Objects {
			members = append(members, object.Members)
		}
		return members
	}
	m := still(9)
	require.Equal(t, [][]int{{2, 3}, {0, 1}, {4, 5, 6}}, of(m))
	m.swap = true
	require.Equal(t, [][]int{{3, 2}, {1, 0}, {4, 6, 5}}, of(m))
	m.number = []int{1, 2, 3, 4, 5, 6, 7, 8, 0}
	require.Equal(t, [][]int{{4, 3}, {2, 1}, {5, 7, 6}}, of(m))
	require.True(t, Motion{Name: Renumbering}.Among(""))
	require.True(t, Motion{Name: rotations}.Among("rotations and translations"))
	require.False(t, Motion{Name: reflections}.Among("rotations and translations"))
}

// TestMovedValues: points turn and shift, vectors turn, axial vectors reverse in a reflection, too, planes keep their distances from points, and
// scalars stay.
func TestMovedValues(t *testing.T) {
	m := still(2)
	m.axes = [3][3]float64{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	m.shift = [3]float64{10, 20, 30}
	m.number = []int{1, 0}
	x := []float32{1, 2, 3, 4, 5, 6}
	require.Equal(t, []float32{6, 25, 36, 9, 22, 33}, m.Points(x))
	require.Equal(t, []float32{-4, 5, 6, -1, 2, 3}, m.Vectors(x))
	require.Equal(t, []float32{2, 1}, m.Scalars([]float32{1, 2}))
	require.Equal(t, x, m.turned(system.Scalar, x))
	allclose.Within(t, []float32{1, -2, -3, 4, -5, -6}, m.turned(system.Axial, x), 1e-6)
	require.Equal(t, []float32{-2, 0, 0, 0.5 - 10, 0, 3, 0, 1 + 20, 0, 0, 0, 0}, m.planes([]float32{2, 0, 0, 0.5, 0, 3, 0, 1, 0, 0, 0, 0}))
	require.Nil(t, rows[float32](m, nil))
}

// TestMovedTrees: a motion that swaps ends gives trees their last member as the root, but not those of bodies on joints.
func TestMovedTrees(t *testing.T) {
	tree := system.TreeOf([]int{0, 1, 2}, []int{-1, 0, 1})
	s := system.Sample{Position: make([]float32, 9), Velocity: make([]float32, 9), Objects: system.Objects{tree}}
	m := still(3)
	require.Equal(t, tree, m.Sample(s).Objects[0])
	m.swap = true
	moved := m.Sample(s).Objects[0]
	require.Equal(t, 2, moved.Members[0])
	require.Equal(t, -1, moved.Parents[0])
	require.ElementsMatch(t, []int{0, 1, 2}, moved.Members)
	system.TurnAxis.Set(&s, make([]float32, 9))
	require.Equal(t, tree, m.Sample(s).Objects[0])
}
