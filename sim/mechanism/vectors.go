package mechanism

import (
	"math"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gmnc/internal/rotation"
)

// The products here are rounded before they are added. No processor fuses the two operations,
// as it may in gonum's functions, and all processors give the same bits.

func scale(f float64, v r3.Vec) r3.Vec {
	return r3.Vec{X: float64(f * v.X), Y: float64(f * v.Y), Z: float64(f * v.Z)}
}

func dot(p, q r3.Vec) float64 { return float64(p.X*q.X) + float64(p.Y*q.Y) + float64(p.Z*q.Z) }

func norm(v r3.Vec) float64 { return math.Sqrt(dot(v, v)) }

func cross(p, q r3.Vec) r3.Vec {
	return r3.Vec{
		X: float64(p.Y*q.Z) - float64(p.Z*q.Y),
		Y: float64(p.Z*q.X) - float64(p.X*q.Z),
		Z: float64(p.X*q.Y) - float64(p.Y*q.X),
	}
}

// still is the identity rotation.
var still = quat.Number{Real: 1}

// turnBy returns the rotation by an angle in radians about an axis of any length but 0.
func turnBy(angle float64, axis r3.Vec) quat.Number {
	sin, cos := rotation.Sincos(angle / 2)
	axis = scale(sin/norm(axis), axis)
	return unitTurn(quat.Number{Real: cos, Imag: axis.X, Jmag: axis.Y, Kmag: axis.Z})
}

// unitTurn returns q scaled to length 1.
func unitTurn(q quat.Number) quat.Number {
	length := math.Sqrt(float64(q.Real*q.Real) + float64(q.Imag*q.Imag) + float64(q.Jmag*q.Jmag) + float64(q.Kmag*q.Kmag))
	return scaledTurn(1/length, q)
}

func scaledTurn(f float64, q quat.Number) quat.Number {
	return quat.Number{Real: float64(f * q.Real), Imag: float64(f * q.Imag), Jmag: float64(f * q.Jmag), Kmag: float64(f * q.Kmag)}
}

// compose returns the rotation by y, then by x.
func compose(x, y quat.Number) quat.Number {
	p, q := r3.Vec{X: x.Imag, Y: x.Jmag, Z: x.Kmag}, r3.Vec{X: y.Imag, Y: y.Jmag, Z: y.Kmag}
	v := r3.Add(r3.Add(scale(x.Real, q), scale(y.Real, p)), cross(p, q))
	return quat.Number{Real: float64(x.Real*y.Real) - dot(p, q), Imag: v.X, Jmag: v.Y, Kmag: v.Z}
}

// rotate returns v rotated by q, which has length 1.
func rotate(q quat.Number, v r3.Vec) r3.Vec {
	turned := compose(compose(q, quat.Number{Imag: v.X, Jmag: v.Y, Kmag: v.Z}), quat.Conj(q))
	return r3.Vec{X: turned.Imag, Y: turned.Jmag, Z: turned.Kmag}
}
