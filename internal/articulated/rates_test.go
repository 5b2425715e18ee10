package articulated_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gmnc/internal/articulated"
	"gmnc/internal/test/allclose"
)

// equations holds the equations of rows with up to k axes each.
type equations struct {
	k int
	articulated.Rows[float64, int]
	force, load []float64
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
	rows := articulated.Rows[float64, int]{Axes: normal(6 * n * k), Position: normal(3 * n), Parents: make([]int, n)}
	e := equations{k: k, Rows: rows, force: normal(3 * n), load: normal(n * k)}
	names := source.Perm(n)
	for i, name := range names {
		e.Parents[name] = name
		if i > 0 && source.IntN(6) > 0 {
			e.Parents[name] = names[i-1-source.IntN(min(3, i))]
		}
		e.Mass = append(e.Mass, source.Float64()+0.1)
	}
	for i := range n * k {
		e.Resistance = append(e.Resistance, source.Float64()+0.1)
		if source.IntN(3) == 0 {
			clear(e.Axes[6*i : 6*i+6])
		}
	}
	return e
}

func (e equations) solve() []float64 {
	rates := make([]float64, len(e.load))
	e.Rates(rates, e.force, e.load)
	return rates
}

// motion is the sum of rates times axes from the ground to row i.
func (e equations) motion(rates []float64, i int) (s [6]float64) {
	if e.Parents[i] != i {
		s = e.motion(rates, e.Parents[i])
	}
	for c := i * e.k; c < (i+1)*e.k; c++ {
		for part := range s {
			s[part] += rates[c] * e.Axes[6*c+part]
		}
	}
	return s
}

// velocities are J times the rates.
func (e equations) velocities(rates []float64) (all [][3]float64) {
	for i := range e.Parents {
		s, x := e.motion(rates, i), e.Position[3*i:]
		all = append(all, [3]float64{
			s[3] + s[1]*x[2] - s[2]*x[1], s[4] + s[2]*x[0] - s[0]*x[2], s[5] + s[0]*x[1] - s[1]*x[0],
		})
	}
	return all
}

// remainder is J^T force + load - (J^T M J + diag(resistance)) times the rates, by the
// motion that a unit rate of each axis makes.
func (e equations) remainder(rates []float64) (all []float64) {
	moving := e.velocities(rates)
	for c := range rates {
		unit := make([]float64, len(rates))
		unit[c] = 1
		rest := e.load[c] - e.Resistance[c]*rates[c]
		for i, v := range e.velocities(unit) {
			for axis := range 3 {
				rest += v[axis] * (e.force[3*i+axis] - e.Mass[i]*moving[i][axis])
			}
		}
		all = append(all, rest)
	}
	return all
}

func TestRates(t *testing.T) {
	for seed, size := range [][2]int{{1, 1}, {20, 1}, {20, 2}, {10, 6}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			e := random(size[0], size[1], uint64(seed))
			rates := e.solve()
			allclose.Within(t, make([]float64, len(rates)), e.remainder(rates), 1e-10)
		})
	}
}

// TestRatesWithoutMotion: rows in a circle, and axes that are 0, have rates of load
// over resistance, and a joint that moves no mass has a finite rate.
func TestRatesWithoutMotion(t *testing.T) {
	rows := articulated.Rows[float64, int]{
		Axes: make([]float64, 24), Position: make([]float64, 12), Mass: []float64{1, 1, 1, 0},
		Resistance: []float64{2, 2, 4, 0}, Parents: []int{1, 0, 2, 2},
	}
	e := equations{k: 1, Rows: rows, force: make([]float64, 12), load: []float64{2, 6, 4, 0}}
	e.Axes[6*3] = 1
	require.Equal(t, []float64{1, 3, 1, 0}, e.solve())
}
