package tensions_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/tensions"
	"gmnc/internal/test/allclose"
)

// random are n bars with changes and parents in any order: chains, stars and
// between, by how many of the last particles a parent is chosen among.
func random(n, among int, seed uint64) (bars, change []float64, parents []int) {
	source := rand.New(rand.NewPCG(seed, 1))
	names := source.Perm(n)
	parents = make([]int, n)
	for i, name := range names {
		parents[name] = name
		if i > 0 && source.IntN(12) > 0 {
			parents[name] = names[i-1-source.IntN(min(among, i))]
		}
	}
	for range n {
		bars = append(bars, source.NormFloat64(), source.NormFloat64(), source.NormFloat64())
		change = append(change, source.NormFloat64())
	}
	return bars, change, parents
}

// changes are what tensions change bars by, as the definition says.
func changes(bars, tension, inverseMass []float64, parents []int) []float64 {
	accelerations := make([]float64, len(bars))
	for i, parent := range parents {
		for axis := range 3 {
			if parent != i {
				accelerations[3*i+axis] += tension[i] * bars[3*i+axis]
				accelerations[3*parent+axis] -= tension[i] * bars[3*i+axis]
			}
		}
	}
	all := make([]float64, len(parents))
	for i, parent := range parents {
		for axis := range 3 {
			all[i] += bars[3*i+axis] * (inverseMass[i]*accelerations[3*i+axis] - inverseMass[parent]*accelerations[3*parent+axis])
		}
		if parent == i {
			all[i] = tension[i]
		}
	}
	return all
}

func TestSolve(t *testing.T) {
	for seed, among := range []int{1, 2, 5, 40} {
		bars, change, parents := random(40, among, uint64(seed))
		tension, ones := make([]float64, len(parents)), slices.Repeat([]float64{1}, len(parents))
		tensions.Solve(tension, bars, change, nil, parents)
		allclose.Within(t, change, changes(bars, tension, ones, parents), 1e-10, "parents among the last %d", among)

		again := make([]float64, len(parents))
		tensions.Solve(again, bars, change, ones, parents)
		require.Equal(t, tension, again)
	}
}

// TestMasses: tensions are right for masses from 0.01 to 100, and for particles that
// nothing moves, wherever in a tree they are.
func TestMasses(t *testing.T) {
	for seed, among := range []int{1, 2, 5, 40} {
		bars, change, parents := random(40, among, uint64(seed))
		source := rand.New(rand.NewPCG(uint64(seed), 2))
		inverseMass := make([]float64, len(parents))
		for i := range inverseMass {
			if source.IntN(6) > 0 {
				inverseMass[i] = math.Pow(10, 4*source.Float64()-2)
			}
		}
		for i, parent := range parents {
			if parent != i && inverseMass[parent] == 0 {
				inverseMass[i] = 1 // a bar between two such particles has no solution
			}
		}
		tension := make([]float64, len(parents))
		tensions.Solve(tension, bars, change, inverseMass, parents)
		allclose.Within(t, change, changes(bars, tension, inverseMass, parents), 1e-8, "parents among the last %d", among)
	}
}

// TestShortBars have the tensions of bars a million times as long, by the square of
// that: a floor of what a tension changes its bar by is below both. A power of two
// keeps every bit.
func TestShortBars(t *testing.T) {
	const scale = 1. / (1 << 20)
	bars, change, parents := random(40, 5, 6)
	long, short := make([]float64, len(parents)), make([]float64, len(parents))
	tensions.Solve(long, bars, change, nil, parents)
	for i := range bars {
		bars[i] *= scale
	}
	tensions.Solve(short, bars, change, nil, parents)
	for i := range long {
		if parents[i] != i {
			long[i] /= scale * scale
		}
	}
	require.Equal(t, long, short)
}

// TestWithoutBars: circles and bars without length leave finite tensions, and
// do nothing to others.
func TestWithoutBars(t *testing.T) {
	bars := []float32{1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2}
	change := []float32{5, 6, 7, 0, 8}
	parents := []int64{0, 2, 1, 0, 0} // a root, a circle, no length, a bar
	got := make([]float32, len(change))
	tensions.Solve(got, bars, change, nil, parents)
	require.Equal(t, []float32{5, 6, 7, 0, 1}, got)
}

// TestMatrices: a particle that is heavier in some directions moves by B B^T under the tension of its bar.
func TestMatrices(t *testing.T) {
	b := []float64{1, 2, 0, 0, 1, 1, 1, 0, 3} // B B^T has xx 5, yy 2, zz 10, xy 2, xz 1, yz 3
	for _, c := range []struct {
		bar  [3]float64
		each float64 // how far a tension of 1 moves the bar
	}{{[3]float64{1, 0, 0}, 5}, {[3]float64{0, 1, 0}, 2}, {[3]float64{0, 0, 1}, 10}, {[3]float64{1, 2, 3}, 153}} {
		tension := make([]float64, 2)
		tensions.Solve(tension, append(make([]float64, 3), c.bar[:]...), []float64{7, 2 * c.each}, append(make([]float64, 9), b...), []int{0, 0})
		allclose.Within(t, []float64{7, 2}, tension, 1e-12)
	}
}
