package mechanism

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// equations holds the equations for the changes x of all rates at a configuration,
//
//	(H + resistance) x = J^T f + load        H = J^T M J
//
// as a dense matrix. The package shares no routine with models, so that it can judge them.
type equations struct {
	moving           [][]r3.Vec // J: for each rate, the velocities of all particles at a unit rate
	resistance, load []float64  // for each rate
	masses, factor   [][]float64
	unit             []float64
}

func newEquations(rates int) equations {
	square := func() (rows [][]float64) {
		for d := range rates {
			rows = append(rows, make([]float64, d+1))
		}
		return rows
	}
	return equations{
		moving: make([][]r3.Vec, rates), resistance: make([]float64, rates), load: make([]float64, rates),
		masses: square(), factor: square(), unit: make([]float64, rates),
	}
}

// weigh computes J and the lower triangle of H at the configuration.
func (w *work) weigh() {
	for d, moving := range w.moving {
		w.unit[d] = 1
		w.move(w.unit)
		w.unit[d] = 0
		copy(moving, w.velocity)
		for e := range d + 1 {
			var sum float64
			for i, mass := range w.Mass {
				sum += float64(mass * dot(moving[i], w.moving[e][i]))
			}
			w.masses[d][e] = sum
		}
	}
}

// massMatrix returns H.
func (e *equations) massMatrix() *mat.SymDense {
	h := mat.NewSymDense(len(e.masses), nil)
	for d, row := range e.masses {
		for c, value := range row {
			h.SetSym(d, c, value)
		}
	}
	return h
}

// solve sets x for these forces on particles, by its own Cholesky factorization. The sums of
// gonum's have a different order on each kind of processor.
func (e *equations) solve(x []float64, force []r3.Vec) {
	for d := range x {
		x[d] = e.load[d]
		for i, f := range force {
			x[d] += dot(e.moving[d][i], f)
		}
	}
	for d, row := range e.factor {
		copy(row, e.masses[d])
		row[d] += e.resistance[d]
		for c := range row {
			rest := row[c] - inner(row[:c], e.factor[c])
			if c < d {
				row[c] = rest / e.factor[c][c]
			} else {
				row[c] = math.Sqrt(rest)
			}
		}
		x[d] = (x[d] - inner(row[:d], x)) / row[d]
	}
	for d := len(x) - 1; d >= 0; d-- {
		x[d] /= e.factor[d][d]
		for c := range d {
			x[c] -= float64(e.factor[d][c] * x[d])
		}
	}
}

// inner returns the inner product of a vector and the beginning of another.
func inner(a, b []float64) (sum float64) {
	for k, value := range a {
		sum += float64(value * b[k])
	}
	return sum
}
