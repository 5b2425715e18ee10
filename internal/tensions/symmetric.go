package tensions

import "gmnc/internal/vector"

// symmetric is a symmetric 3 x 3 matrix: xx, yy, zz, xy, xz, yz.
type symmetric [6]float64

// plusSquare returns the matrix + factor r r^T.
func (m symmetric) plusSquare(r [3]float64, factor float64) symmetric {
	x, y, z := factor*r[0], factor*r[1], factor*r[2]
	return symmetric{m[0] + float64(x*r[0]), m[1] + float64(y*r[1]), m[2] + float64(z*r[2]), m[3] + float64(x*r[1]), m[4] + float64(x*r[2]), m[5] + float64(y*r[2])}
}

func (m symmetric) times(v [3]float64) [3]float64 {
	return [3]float64{
		float64(m[0]*v[0]) + float64(m[3]*v[1]) + float64(m[4]*v[2]),
		float64(m[3]*v[0]) + float64(m[1]*v[1]) + float64(m[5]*v[2]),
		float64(m[4]*v[0]) + float64(m[5]*v[1]) + float64(m[2]*v[2]),
	}
}

// squareOf returns B B^T for a matrix B in rows.
func squareOf[F Float](b []F) symmetric {
	x, y, z := vector.At(b, 0), vector.At(b, 1), vector.At(b, 2)
	return symmetric{vector.Dot(x, x), vector.Dot(y, y), vector.Dot(z, z), vector.Dot(x, y), vector.Dot(x, z), vector.Dot(y, z)}
}
