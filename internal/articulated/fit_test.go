package articulated_test

import (
	"math"
	"testing"

	"gmnc/internal/articulated"
	"gmnc/internal/test/allclose"
)

// TestMeasure: a body has turned about z, one on it has slid along y, and a third is two
// particles, whose turn nothing tells.
func TestMeasure(t *testing.T) {
	corners := [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}
	var bodies articulated.Bodies[float64, int]
	var position []float64
	add := func(parent int, turn, slide [3]float64, rest, now [][3]float64) {
		first := len(bodies.Parents)
		for i := range rest {
			if i > 0 {
				parent, turn, slide = first, [3]float64{}, [3]float64{}
			}
			bodies.Parents = append(bodies.Parents, parent)
			bodies.Turn, bodies.Slide = append(bodies.Turn, turn[:]...), append(bodies.Slide, slide[:]...)
			bodies.Rest, position = append(bodies.Rest, rest[i][:]...), append(position, now[i][:]...)
		}
	}
	sine, cosine := math.Sincos(2.5)
	turned := func(way float64) (all [][3]float64) {
		for _, x := range corners {
			y := x[1] + way
			all = append(all, [3]float64{cosine*x[0] - sine*y, sine*x[0] + cosine*y, x[2]})
		}
		return all
	}
	add(0, [3]float64{0, 0, 1}, [3]float64{}, corners, turned(0))
	add(0, [3]float64{}, [3]float64{0, 1, 0}, corners, turned(0.7))
	add(8, [3]float64{1, 0, 0}, [3]float64{}, corners[:2], corners[:2])

	measured := make([]float64, 4*len(bodies.Parents))
	bodies.Measure(measured, position)
	for i := range bodies.Parents {
		want := []float64{1, 0, 0, 0}
		switch i {
		case 0:
			want = []float64{cosine, sine, 0, 0}
		case 4:
			want[2] = 0.7
		case 8:
			want[3] = 1
		}
		allclose.Within(t, want, measured[4*i:4*i+4], 1e-14, "row %d", i)
	}
}

// TestMeasureOfASlantedAxis: a body that turns about an axis along no coordinate is measured by
// all entries of its turn.
func TestMeasureOfASlantedAxis(t *testing.T) {
	axis := [3]float64{2. / 7, 3. / 7, 6. / 7}
	sine, cosine := math.Sincos(1.2)
	bodies := articulated.Bodies[float64, int]{Parents: []int{0, 0, 0, 0}, Slide: make([]float64, 12)}
	var position []float64
	for i, x := range [][3]float64{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 1, 0}} {
		along := axis[0]*x[0] + axis[1]*x[1] + axis[2]*x[2]
		for c := range x {
			next, last := (c+1)%3, (c+2)%3
			across := axis[next]*x[last] - axis[last]*x[next]
			position = append(position, cosine*x[c]+sine*across+(1-cosine)*along*axis[c])
		}
		turn := axis
		if i > 0 {
			turn = [3]float64{}
		}
		bodies.Rest, bodies.Turn = append(bodies.Rest, x[:]...), append(bodies.Turn, turn[:]...)
	}
	measured := make([]float64, 16)
	bodies.Measure(measured, position)
	allclose.Within(t, []float64{cosine, sine, 0, 0}, measured[:4], 1e-14)
}
