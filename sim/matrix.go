package sim

import "math"

// generalized is a velocity, a force or an acceleration in generalized coordinates: the linear
// part, and then the angular part about a center.
type generalized [6]float64

func join(linear, angular vector) generalized {
	return generalized{linear.x, linear.y, linear.z, angular.x, angular.y, angular.z}
}

func (g *generalized) linear() vector  { return vector{g[0], g[1], g[2]} }
func (g *generalized) angular() vector { return vector{g[3], g[4], g[5]} }

func (g generalized) add(c float64, other generalized) generalized {
	for i := range g {
		g[i] += float64(c * other[i])
	}
	return g
}

func (g generalized) dot(other generalized) (sum float64) {
	for i := range g {
		sum += float64(g[i] * other[i])
	}
	return sum
}

// symmetric is a symmetric, positive definite matrix in the first 3 or in all 6 rows and
// columns. Only the lower triangle is used. After factor it holds the Cholesky factor.
type symmetric [6][6]float64

// addSquare adds c g g^T.
func (m *symmetric) addSquare(size int, c float64, g generalized) {
	for i := range size {
		row := c * g[i]
		for j := range i + 1 {
			m[i][j] += float64(row * g[j])
		}
	}
}

// factor replaces m by L with L L^T = m. The diagonal holds the inverses of L's diagonal
// entries.
func (m *symmetric) factor(size int) {
	for i := range size {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= float64(m[i][k] * m[j][k])
			}
			if i == j {
				m[i][i] = 1 / math.Sqrt(sum)
			} else {
				m[i][j] = sum * m[j][j]
			}
		}
	}
}

// solve returns the solution x of L L^T x = g for a matrix after factor.
func (m *symmetric) solve(size int, g generalized) generalized {
	for i := range size {
		for j := range i {
			g[i] -= float64(m[i][j] * g[j])
		}
		g[i] *= m[i][i]
	}
	for i := size - 1; i >= 0; i-- {
		for j := i + 1; j < size; j++ {
			g[i] -= float64(m[j][i] * g[j])
		}
		g[i] *= m[i][i]
	}
	return g
}
