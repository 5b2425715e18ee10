package corpus

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/datasets/npz"
	"gmnc/system"
)

// TestSimulatedSets: the recordings and the noise of each set of a kind, and what models lack of it.
func TestSimulatedSets(t *testing.T) {
	of := map[string][]string{}
	for _, s := range SimulatedSets() {
		kind := s.Kind
		if s.alone {
			kind += " alone"
		}
		if s.Missed != NothingMissed {
			kind += " missed"
		}
		of[kind] = append(of[kind], fmt.Sprintf("%d/%g", s.Recordings, s.noise))
	}
	require.Equal(t, map[string][]string{
		"pendulum":       {"2/0.0001", "10/0.0001", "40/0.0001", "2/0.001", "10/0.001", "40/0.001", "2/0.005", "10/0.005", "40/0.005"},
		"pendulum alone": {"2/0.0001", "10/0.0001", "40/0.0001", "2/0.001", "10/0.001", "40/0.001", "2/0.005", "10/0.005", "40/0.005"},
		"springs":        {"2/0.0001", "10/0.0001", "2/0.001", "10/0.001", "2/0.005", "10/0.005"}, "springs alone": {"10/0.001", "40/0.001"},
		"power law": {"10/0.0001", "10/0.001", "10/0.005"}, "power law alone": {"40/0.001"}, "Yukawa law": {"10/0.0001", "10/0.001", "10/0.005"},
		"arm": {"4/0.0001", "4/0.001", "4/0.005"}, "arm alone": {"4/0.0001", "4/0.001"}, "toss": {"10/0", "20/0"},
		"pendulum missed": {"10/0.001", "10/0.001"}, "springs missed": {"10/0.001", "10/0.001", "10/0.001"},
	}, of)
	require.Equal(t, "springs, noise 0.001, 10 recordings, positions alone, a spring that the file does not have",
		SimulatedSet{Springs, 1e-3, 10, true, hiddenSpring}.Name())
}

// TestWorldsOfSets: a pendulum hangs from bars of 0.8 and 0.6 m, a hidden spring joins the ends of the chain, and no two
// particles of a set begin nearer to each other than 0.5 m.
func TestWorldsOfSets(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	w, draw := SimulatedSet{Kind: Pendulum}.worldOf()
	s := draw(random)
	require.Equal(t, []float64{0, 1, 0.54}, w.mass)
	require.Equal(t, [][2]int{{1, 0}, {2, 1}}, w.bars)
	require.InDelta(t, 0.8, r3.Norm(s.x[1]), 1e-12)
	require.InDelta(t, 0.6, r3.Norm(r3.Sub(s.x[2], s.x[1])), 1e-12)
	require.InDelta(t, 0, r3.Dot(s.v[1], s.x[1]), 1e-12)
	require.InDelta(t, 0, r3.Dot(r3.Sub(s.v[2], s.v[1]), r3.Sub(s.x[2], s.x[1])), 1e-12)
	require.Equal(t, r3.Vec{}, s.v[0])

	w, _ = SimulatedSet{Kind: Springs}.worldOf()
	require.Equal(t, []float64{1, 0.54, 1.6}, w.mass)
	require.Equal(t, []tie{{[2]int{0, 1}, 12, 0.9}, {[2]int{1, 2}, 12, 0.9}}, w.springs)
	w, _ = SimulatedSet{Kind: Springs, Missed: hiddenSpring}.worldOf()
	require.Equal(t, tie{[2]int{0, 2}, 1, 0.9}, w.springs[2])
	for kind, count := range map[string]int{Springs: 3, PowerLaw: 4, YukawaLaw: 4} {
		_, draw = SimulatedSet{Kind: kind}.worldOf()
		var farthest, fastest float64
		for range 200 {
			s := draw(random)
			require.Len(t, s.x, count)
			for i := range s.x {
				for _, x := range []float64{s.x[i].X, s.x[i].Y, s.x[i].Z} {
					farthest = max(farthest, math.Abs(x))
				}
				fastest += r3.Norm2(s.v[i]) / float64(3*200*count)
				for j := range i {
					require.Greater(t, r3.Norm(r3.Sub(s.x[i], s.x[j])), 0.5)
				}
			}
		}
		require.InDelta(t, 0.99, farthest, 0.01, kind)
		require.InDelta(t, 0.25, fastest, 0.03, kind)
	}
}

// TestStructures: a pendulum has its parents and its pin, a chain of springs its ends, and particles with forces nothing.
func TestStructures(t *testing.T) {
	require.Equal(t, []npz.Array{{Key: "parents", Shape: []int{3}, Ints: []int64{-1, 0, 1}}, {Key: "pinned", Shape: []int{3}, Floats: []float32{1, 0, 0}}}, SimulatedSet{Kind: Pendulum}.structure())
	require.Equal(t, []npz.Array{{Key: "springs", Shape: []int{2, 2}, Ints: []int64{0, 1, 1, 2}}}, SimulatedSet{Kind: Springs}.structure())
	require.Nil(t, SimulatedSet{Kind: PowerLaw}.structure())
}

// TestNoiseOfRecordings: velocities have ten times the noise of positions, and a pinned particle stays at the origin.
func TestNoiseOfRecordings(t *testing.T) {
	off := func(kind string, alone bool) (noise [2]float64, pinned float64, arrays int) {
		clean := SimulatedSet{Kind: kind}.recorded(rand.New(rand.NewPCG(1, 1)), "train", 1)
		all := SimulatedSet{Kind: kind, noise: 1e-3, alone: alone}.recorded(rand.New(rand.NewPCG(1, 1)), "train", 1)
		for k, a := range all {
			require.Equal(t, []string{"train_positions", "train_velocities"}[k], a.Key)
			require.Equal(t, []int{1, 31, 3, 3}, a.Shape)
			for i, x := range a.Floats {
				d := float64(x - clean[k].Floats[i])
				if noise[k] += d * d / float64(len(a.Floats)); i%9 < 3 {
					pinned = max(pinned, math.Abs(float64(x)))
				}
			}
		}
		return noise, pinned, len(all)
	}
	noise, _, arrays := off(Springs, false)
	require.Equal(t, 2, arrays)
	require.InDelta(t, 1e-3, math.Sqrt(noise[0]), 2e-4)
	require.InDelta(t, 1e-2, math.Sqrt(noise[1]), 2e-3)
	_, _, arrays = off(Springs, true)
	require.Equal(t, 1, arrays)
	_, pinned, _ := off(Pendulum, false)
	require.Zero(t, pinned)
}

// TestBoxOfAtoms: the box has five atoms along each edge, 3.9 angstrom apart.
func TestBoxOfAtoms(t *testing.T) {
	a, err := newAtoms(1)
	require.NoError(t, err)
	for k, v := range a.cell.Vectors {
		for axis, x := range v {
			want := 0.
			if k == axis {
				want = 19.5
			}
			require.InDelta(t, want, x, 1e-12)
		}
	}
	s := a.sample()
	require.Equal(t, []float32{19.5, 0, 0}, system.CellA.Of(&s))
	require.Equal(t, []float32{0, 0, 19.5}, system.CellC.Of(&s))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = prepareArgon(ctx, DataSet{Train: 1})
	require.Equal(t, context.Canceled, err)
}
