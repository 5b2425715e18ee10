package rotation

import "math"

// Quaternion returns a rotation as a unit quaternion w, x, y, z, whose largest part is 0 or more
// (Shepperd, 1978).
func (r Matrix) Quaternion() (q [4]float64) {
	trace := r[0][0] + r[1][1] + r[2][2]
	squares := [4]float64{1 + trace, 1 + float64(2*r[0][0]) - trace, 1 + float64(2*r[1][1]) - trace, 1 + float64(2*r[2][2]) - trace} // 4 q^2
	largest := 0
	for i, square := range squares {
		if square > squares[largest] {
			largest = i
		}
	}
	products := [4][4]float64{ // 4 q_i q_k
		{squares[0], r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]},
		{r[2][1] - r[1][2], squares[1], r[0][1] + r[1][0], r[0][2] + r[2][0]},
		{r[0][2] - r[2][0], r[0][1] + r[1][0], squares[2], r[1][2] + r[2][1]},
		{r[1][0] - r[0][1], r[0][2] + r[2][0], r[1][2] + r[2][1], squares[3]},
	}
	for k := range q {
		q[k] = products[largest][k] / (2 * math.Sqrt(squares[largest]))
	}
	return q
}
