package md17

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/datasets"
	"gmnc/system"
)

// moving returns a source of a molecule of these elements, whose frames have these positions along x and y, at z 0.
func moving(numbers []int64, frames ...[][2]float64) *source {
	t := &trajectory{first: 7, numbers: numbers, motion: system.Trajectory{Particles: len(numbers)}}
	for _, frame := range frames {
		for _, x := range frame {
			t.motion.Positions = append(t.motion.Positions, x[0], x[1], 0)
		}
	}
	return &source{path: "a.xyz", numbers: numbers, trajectory: t}
}

// TestNearestAtoms: the nearest neighbor is the one at the least distance relative to the radii, and an atom alone has none.
func TestNearestAtoms(t *testing.T) {
	all := nearest([]int64{6, 6, 1}, []float64{0, 0, 0, 1.5, 0, 0, 0, 1.3, 0})
	require.Equal(t, []int{1, 0, 0}, []int{all[0].other, all[1].other, all[2].other})
	require.Equal(t, []int{0, 1, 2}, []int{all[0].atom, all[1].atom, all[2].atom})
	require.InDelta(t, 1.5/1.52, all[0].share, 1e-12)
	require.InDelta(t, 1.3, all[2].distance, 1e-12)
	require.InDelta(t, 1.3/1.07, all[2].share, 1e-12)
	require.True(t, math.IsInf(nearest([]int64{6}, []float64{0, 0, 0})[0].share, 1))
}

// TestDistancesOfAtoms: two carbons are between 0.6 and 1.5 times the sum of their radii apart, noble gases may be farther.
func TestDistancesOfAtoms(t *testing.T) {
	for _, c := range []struct {
		number   int64
		distance float64
		want     string
	}{
		{6, 0.6 * 1.52 * 1.02, ""},
		{6, 0.6 * 1.52 * 0.98, "a.xyz: C 0 and C 1 have a distance of 0.894 in frame 7, nearer than atoms are, by their radii about 1.5 angstrom: if they are right nevertheless, say unit angstrom"},
		{6, 1.5 * 1.52 * 0.98, ""},
		{6, 1.5 * 1.52 * 1.02, "a.xyz: C 0 and C 1 have a distance of 2.33 in frame 7, farther apart than the nearest atoms are, by their radii about 1.5 angstrom: they are likely in bohr: say unit bohr, or unit angstrom if they are right"},
		{6, 0.152, "they are likely in nm: say unit nm, or unit angstrom if they are right"},
		{6, 152, "they are likely in pm: say unit pm"},
		{6, 20, "farther apart than the nearest atoms are, by their radii about 1.5 angstrom: if they are right nevertheless, say unit angstrom"},
		{18, 20, ""},
		{2, 0.1, "nearer than atoms are"},
	} {
		s := moving([]int64{c.number, c.number}, [][2]float64{{0, 0}, {c.distance, 0}})
		if err := s.checkDistances(); c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
	require.NoError(t, moving([]int64{6}, [][2]float64{{0, 0}}).checkDistances())
	pairs := &source{path: "a.npz", numbers: []int64{6, 6}, pairs: &datasets.Data{Valid: []system.Sample{{Position: []float32{0, 0, 0, 9, 0, 0}}}}}
	require.ErrorContains(t, pairs.checkDistances(), "C 0 and C 1 have a distance of 9 in frame 0, farther apart")
}

// TestFramesLookedAt: twenty frames that are spread over all are looked at, and a fault of a later one is no other unit.
func TestFramesLookedAt(t *testing.T) {
	for _, c := range []struct {
		frames, wrong int
		want          string
	}{
		{40, 38, "in frame 45, farther apart than the nearest atoms are, by their radii about 1.5 angstrom: distances of frame 7 are as in molecules: positions that are wrapped into a box have to be unwrapped"},
		{40, 39, ""}, {40, 1, ""}, {40, 2, "in frame 9, "}, {3, 2, "in frame 9, "}, {21, 20, ""}, {20, 19, "in frame 26, "},
	} {
		var frames [][][2]float64
		for frame := range c.frames {
			x := 1.5
			if frame == c.wrong {
				x = 20
			}
			frames = append(frames, [][2]float64{{0, 0}, {x, 0}})
		}
		if err := moving([]int64{6, 6}, frames...).checkDistances(); c.want == "" {
			require.NoError(t, err, "%+v", c)
		} else {
			require.ErrorContains(t, err, c.want)
		}
	}
}

// TestLikelyUnits: a unit is likely in which atoms are apart by their radii, up to a factor of 1.4.
func TestLikelyUnits(t *testing.T) {
	for ratio, want := range map[float64]string{0.1: "nm", 0.139: "nm", 0.141: "", 0.0721: "nm", 0.0709: "", 100: "pm", 1.89: "bohr", 1.4: "bohr", 1.3: "", 1: ""} {
		require.Equal(t, want, likelyUnit(ratio), ratio)
	}
}

// TestTrades: two atoms of an element trade positions if they are far enough apart and come close to each other's position.
func TestTrades(t *testing.T) {
	swap := func(numbers []int64, apart, off float64) *source {
		return moving(numbers, [][2]float64{{0, 0}, {apart, 0}}, [][2]float64{{apart, 0}, {0, 2 * off}})
	}
	for _, c := range []struct {
		s    *source
		want int
	}{
		{swap([]int64{6, 6}, 5, 0), 1}, {swap([]int64{6, 8}, 5, 0), -1},
		{swap([]int64{6, 6}, 0.82, 0), 1}, {swap([]int64{6, 6}, 0.79, 0), -1},
		{swap([]int64{6, 6}, 5, 1), 1}, {swap([]int64{6, 6}, 5, 1.05), -1},
		{moving([]int64{6, 6}, [][2]float64{{0, 0}, {5, 0}}, [][2]float64{{30, 0}, {25, 0}}), 1}, // all drift by 25
		{moving([]int64{6, 6}, [][2]float64{{0, 0}, {5, 0}}, [][2]float64{{5, 0}, {10, 0}}), -1},
	} {
		i, j := c.s.trade(0, false)
		require.Equal(t, c.want, j)
		require.Zero(t, i)
	}
	hydrogens := swap([]int64{1, 1}, 5, 0)
	_, j := hydrogens.trade(0, true)
	require.Equal(t, -1, j)
	require.NoError(t, hydrogens.checkOrder())
	require.Equal(t, []string{"atom 0 is where atom 1 was, both H, from frame 7 to the next: the rows are out of order, or the frames far apart"}, hydrogens.notes)
	require.ErrorContains(t, swap([]int64{6, 6}, 5, 0).checkOrder(), "a.xyz: atom 0 is where atom 1 was, both C, from frame 7 to the next: the rows are out of order; sort them")
	twice := moving([]int64{1, 1}, [][2]float64{{0, 0}, {5, 0}}, [][2]float64{{5, 0}, {0, 0}}, [][2]float64{{0, 0}, {5, 0}})
	require.NoError(t, twice.checkOrder())
	require.Len(t, twice.notes, 1)
	require.Equal(t, [3]float64{2, 0.5, 0}, drift([]float64{0, 0, 0, 1, 0, 0}, []float64{1, 1, 0, 4, 0, 0}))
}

// TestStretchedBonds: the distance of bonded atoms changes by less than a bond's length from frame to frame.
func TestStretchedBonds(t *testing.T) {
	at := func(distances ...float64) error {
		var frames [][][2]float64
		for _, x := range distances {
			frames = append(frames, [][2]float64{{9, 9}, {0, 0}, {x, 0}})
		}
		return moving([]int64{18, 6, 6}, frames...).checkBonds()
	}
	require.NoError(t, at(1.5, 3.05, 1.5))
	require.NoError(t, at(1.5, 3, 4.5, 6))
	require.ErrorContains(t, at(1.5, 1.5, 3.15), "a.xyz: C 1 and C 2, which are bonded, have a distance of 1.5 angstrom in frame 8 and of 3.15 in the next: positions that are wrapped")
	require.ErrorContains(t, at(3.15, 1.5), "have a distance of 3.15 angstrom in frame 7 and of 1.5 in the next")
	require.NoError(t, at(2, 9, 2), "they are never bonded")
}

// TestPairsAlongVelocities: velocities contain the targets if they point to them in all of several pairs.
func TestPairsAlongVelocities(t *testing.T) {
	of := func(factors ...float32) error {
		s := &source{path: "a.npz", numbers: []int64{6}, pairs: &datasets.Data{}}
		for k, factor := range factors {
			v := []float32{1, float32(k), 2}
			s.pairs.Test = append(s.pairs.Test, system.Sample{Position: []float32{1, 1, 1}, Velocity: v, TargetPosition: []float32{1 + factor*v[0], 1 + factor*v[1], 1 + factor*v[2]}})
		}
		return s.checkPairs()
	}
	require.ErrorContains(t, of(0.5, 0.5), "a.npz: test_v0 is 2 of the way from test_x0 to test_xT, in all pairs: the velocity contains the target; take it from the frames before")
	require.ErrorContains(t, of(-0.25, -0.25, -0.25), "test_v0 is -4 of the way")
	require.NoError(t, of(0.5), "of one pair")
	require.NoError(t, of(0.5, 0.6))
	require.NoError(t, of(0, 0), "nothing moves")
}

// TestDroppedHydrogens: rows of hydrogens are left out of all arrays, and what is of all atoms is left out whole.
func TestDroppedHydrogens(t *testing.T) {
	require.Equal(t, []int{1, 2, 5, 6, 7, 8, 11, 12}, withoutHydrogens([]int64{6, 1, 8}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 2))
	s := moving([]int64{6, 1, 8}, [][2]float64{{0, 0}, {1, 0}, {2, 0}}, [][2]float64{{0, 1}, {1, 1}, {2, 1}})
	s.trajectory.speeds, s.trajectory.charges = slices.Clone(s.motion.Positions), []float64{1, 2, 3, 4, 5, 6}
	s.dropHydrogens()
	require.Equal(t, []int64{6, 8}, s.numbers)
	require.Equal(t, 2, s.motion.Particles)
	require.Equal(t, []float64{0, 0, 0, 2, 0, 0, 0, 1, 0, 2, 1, 0}, s.motion.Positions)
	require.Equal(t, s.motion.Positions, s.trajectory.speeds)
	require.Equal(t, []float64{1, 3, 4, 6}, s.trajectory.charges)
	require.Empty(t, s.notes)
	s = moving([]int64{1, 6}, [][2]float64{{0, 0}, {1, 0}})
	s.trajectory.forces = make([]float64, 6)
	s.dropHydrogens()
	require.Nil(t, s.trajectory.forces)
	require.Equal(t, []string{"energies and forces are of all atoms and are left out with the hydrogens"}, s.notes)
	s = moving([]int64{6, 6}, [][2]float64{{0, 0}, {1, 0}})
	s.trajectory.forces = make([]float64, 6)
	s.dropHydrogens()
	require.NotNil(t, s.trajectory.forces, "there are none")
	pairs := &source{numbers: []int64{1, 6}, pairs: &datasets.Data{Valid: []system.Sample{{Position: []float32{1, 2, 3, 4, 5, 6}, Velocity: []float32{7, 8, 9, 10, 11, 12}, TargetPosition: []float32{1, 1, 1, 2, 2, 2}, TargetVelocity: []float32{3, 3, 3, 4, 4, 4}}}}}
	pairs.dropHydrogens()
	require.Equal(t, system.Sample{Position: []float32{4, 5, 6}, Velocity: []float32{10, 11, 12}, TargetPosition: []float32{2, 2, 2}, TargetVelocity: []float32{4, 4, 4}}, pairs.pairs.Valid[0])
}
