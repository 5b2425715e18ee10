package rotation

import "math"

// These are polynomials for the sine and the cosine within pi/4, and pi/4 in three parts, from
// the Cephes library, as in Go's package math.
var (
	sinTerms = [...]float64{1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6,
		-1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1}
	cosTerms = [...]float64{-1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7,
		2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2}
	quarters = [...]float64{7.85398125648498535156e-1, 3.77489470793079817668e-8, 2.69515142907905952645e-15}
)

// Sincos is math.Sincos with every product rounded before it is added. It gives the same bits
// on every processor, whereas those of package math depend on whether the compiler contracts
// operations. It leaves angles of a million turns and more to package math.
func Sincos(angle float64) (sin, cos float64) {
	x := math.Abs(angle)
	if !(x < 1<<22) {
		return math.Sincos(angle)
	}
	octant := uint64(x * (4 / math.Pi))
	octant += octant & 1
	for _, part := range quarters {
		x -= float64(float64(octant) * part)
	}
	square := float64(x * x)
	cos = 1 - float64(0.5*square) + float64(square*square*polynomial(cosTerms, square))
	sin = x + float64(x*square*polynomial(sinTerms, square))
	switch octant & 7 {
	case 2:
		sin, cos = cos, -sin
	case 4:
		sin, cos = -sin, -cos
	case 6:
		sin, cos = -cos, sin
	}
	return math.Copysign(1, angle) * sin, cos
}

func polynomial(terms [6]float64, x float64) float64 {
	value := terms[0]
	for _, term := range terms[1:] {
		value = float64(value*x) + term
	}
	return value
}
