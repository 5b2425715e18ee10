package measure

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gmnc/artifact"
	"gmnc/internal/fields"
	"gmnc/internal/vector"
	"gmnc/system"
)

// flat is the ratio of the extents of a body's particles below which they count as lying in a
// plane. It is also the relative distance by which a point may be off what they span.
const flat = 1e-5

// weightsOf returns the weights of all particles for a point of a link. In the pose of rest,
// the point is the sum of the link's particles with these weights, which add up to 1. Of all
// such weights they have the smallest norm. It is an error if all particles lie in a plane that
// does not contain the point.
func weightsOf(robot system.Sample, members []int, point artifact.Point) ([]float64, error) {
	rest := system.Rest.Of(&robot)
	from := vector.At(rest, members[0])
	size := 0.0
	for _, i := range members {
		size = max(size, vector.Distance(vector.At(rest, i), from))
	}
	a, b := mat.NewDense(4, len(members), nil), mat.NewDense(4, 1, []float64{0, 0, 0, 1})
	for axis := range 3 {
		b.Set(axis, 0, (point.Rest[axis]-from[axis])/size)
		for k, i := range members {
			a.Set(axis, k, (float64(rest[3*i+axis])-from[axis])/size)
			a.Set(3, k, 1)
		}
	}
	var svd mat.SVD
	svd.Factorize(a, mat.SVDThin)
	var weights, left mat.Dense
	svd.SolveTo(&weights, b, svd.Rank(flat))
	left.Mul(a, &weights)
	left.Sub(&left, b)
	far := max(1, mat.Norm(b, 2))
	if off := mat.Norm(&left, 2); !(off <= flat*far) || math.IsInf(far, 0) {
		return nil, fields.Errorf("{point} %s is %.2g off the plane in which all particles of the link of %s lie: choose a point of that plane", point.Name, off*size, point.Link)
	}
	all := make([]float64, robot.Particles())
	for k, i := range members {
		all[i] = weights.At(k, 0)
	}
	return all, nil
}
