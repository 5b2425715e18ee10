package sim

import (
	"math"

	"gmnc/internal/rotation"
)

// vector is a 3-vector. A struct, unlike an array, stays in registers. Products are converted
// before they are added, here and wherever a sum decides what is written, so that no processor
// contracts the two and all give the same bits.
type vector struct{ x, y, z float64 }

func load(a [3]float64) vector { return vector{a[0], a[1], a[2]} }

func (a vector) store() [3]float64 { return [3]float64{a.x, a.y, a.z} }

func (a vector) add(b vector) vector { return vector{a.x + b.x, a.y + b.y, a.z + b.z} }

func (a vector) sub(b vector) vector { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }

func (a vector) scale(c float64) vector {
	return vector{float64(c * a.x), float64(c * a.y), float64(c * a.z)}
}

func (a vector) dot(b vector) float64 { return float64(a.x*b.x) + float64(a.y*b.y) + float64(a.z*b.z) }

func (a vector) norm() float64 { return math.Sqrt(a.dot(a)) }

func (a vector) cross(b vector) vector {
	return vector{float64(a.y*b.z) - float64(a.z*b.y), float64(a.z*b.x) - float64(a.x*b.z), float64(a.x*b.y) - float64(a.y*b.x)}
}

// rotate rotates a by |w| dt about w, which must be perpendicular to a.
func (a vector) rotate(w vector, dt float64) vector {
	speed := w.norm()
	if speed == 0 {
		return a
	}
	sin, cos := rotation.Sincos(speed * dt)
	return a.scale(cos).add(w.cross(a).scale(sin / speed))
}

// clamp limits each component to +-limit. NaN stays NaN.
func (a vector) clamp(limit float64) vector {
	return vector{
		max(-limit, min(limit, a.x)),
		max(-limit, min(limit, a.y)),
		max(-limit, min(limit, a.z)),
	}
}

// turn rotates a about the direction of angle by its norm (Rodrigues).
func (a vector) turn(angle vector) vector {
	norm := angle.norm()
	if norm == 0 {
		return a
	}
	axis := angle.scale(1 / norm)
	sin, cos := rotation.Sincos(norm)
	// 1 - cos loses all digits of a small angle.
	half, _ := rotation.Sincos(norm / 2)
	return a.scale(cos).add(axis.cross(a).scale(sin)).add(axis.scale(2 * half * half * axis.dot(a)))
}
