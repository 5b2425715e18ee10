package articulated_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
)

// equations are those of rows with up to k axes each.
type equations struct {
	k                                      int
	axes, position, mass, resistance, load []float64
	parents                                []int
}

// random are equations of n rows whose parents come in any order; a third of
// the axes are 0.
func random(n, k int, seed uint64) equations {
	source := rand.New(rand.NewPCG(seed, 1))
	normal := func(count int) (all []float64) {
		for range count {
			all = append(all, source.NormFloat64())
		}
		return all
	}
	e := equations{k: k, axes: normal(6 * n * k), position: normal(3 * n), load: normal(n * k), parents: make([]int, n)}
	names := source.Perm(n)
	for i, name := range names {
		e.parents[name] = name
		if i > 0 && source.IntN(6) > 0 {
			e.parents[name] = names[i-1-source.IntN(min(3, i))]
		}
		e.mass = append(e.mass, source.Float64()+0.1)
	}
	for i := range n * k {
		e.resistance = append(e.resistance, source.Float64()+0.1)
		if source.IntN(3) == 0 {
			clear(e.axes[6*i : 6*i+6])
		}
	}
	return e
}

func (e equations) solve() []float64 {
	rates := make([]float64, len(e.load))
	articulated.Rates(rates, e.axes, e.position, e.mass, e.resistance, e.load, e.parents)
	return rates
}

// motion is the sum of rates times axes from the ground to row i.
func (e equations) motion(rates []float64, i int) (s [6]float64) {
	if e.parents[i] != i {
		s = e.motion(rates, e.parents[i])
	}
	for c := i * e.k; c < (i+1)*e.k; c++ {
		for part := range s {
			s[part] += rates[c] * e.axes[6*c+part]
		}
	}
	return s
}

// velocities are J times the rates.
func (e equations) velocities(rates []float64) (all [][3]float64) {
	for i := range e.parents {
		s, x := e.motion(rates, i), e.position[3*i:]
		all = append(all, [3]float64{
			s[3] + s[1]*x[2] - s[2]*x[1], s[4] + s[2]*x[0] - s[0]*x[2], s[5] + s[0]*x[1] - s[1]*x[0],
		})
	}
	return all
}

// loads are (J^T M J + diag(resistance)) times the rates, by the motion that a
// unit rate of each axis makes.
func (e equations) loads(rates []float64) (loads []float64) {
	moving := e.velocities(rates)
	for c := range rates {
		unit := make([]float64, len(rates))
		unit[c] = 1
		load := e.resistance[c] * rates[c]
		for i, v := range e.velocities(unit) {
			load += e.mass[i] * (v[0]*moving[i][0] + v[1]*moving[i][1] + v[2]*moving[i][2])
		}
		loads = append(loads, load)
	}
	return loads
}

func TestRates(t *testing.T) {
	for seed, size := range [][2]int{{1, 1}, {20, 1}, {20, 2}, {10, 6}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			e := random(size[0], size[1], uint64(seed))
			require.InDeltaSlice(t, e.load, e.loads(e.solve()), 1e-10)
		})
	}
}

// TestRatesWithoutMotion: rows in a circle, and axes that are 0, have rates of load
// over resistance, and a joint that moves no mass has a finite rate.
func TestRatesWithoutMotion(t *testing.T) {
	e := equations{
		k: 1, axes: make([]float64, 24), position: make([]float64, 12), mass: []float64{1, 1, 1, 0},
		resistance: []float64{2, 2, 4, 0}, load: []float64{2, 6, 4, 0}, parents: []int{1, 0, 2, 2},
	}
	e.axes[6*3] = 1
	require.Equal(t, []float64{1, 3, 1, 0}, e.solve())
}
