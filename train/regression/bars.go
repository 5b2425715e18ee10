package regression

import (
	"math"

	"gmnc/system"
)

// setLengths sets the bars of predicted positions [n*3] to their lengths in the input, starting
// at each object's root. Bars keep their predicted directions and objects their predicted
// centers. Bodies are not changed.
func setLengths(s *system.Sample, position []float64) {
	for _, object := range s.Objects {
		if object.Kind == system.Body {
			continue
		}
		before := center(object.Members, position)
		directions := make([][3]float64, 0, len(object.Members))
		bars := object.Bars()
		for _, bar := range bars {
			directions = append(directions, unit(position, bar))
		}
		for i, bar := range bars {
			length := system.Distance(s.Position, bar[0], bar[1])
			for c := range 3 {
				position[3*bar[1]+c] = position[3*bar[0]+c] + float64(length*directions[i][c])
			}
		}
		after := center(object.Members, position)
		for _, member := range object.Members {
			for c := range 3 {
				position[3*member+c] += before[c] - after[c]
			}
		}
	}
}

func center(members []int, position []float64) (mean [3]float64) {
	for _, member := range members {
		for c := range 3 {
			mean[c] += position[3*member+c] / float64(len(members))
		}
	}
	return mean
}

// unit returns the direction of a bar from its first end, or zero if both ends coincide.
func unit(position []float64, bar [2]int) (direction [3]float64) {
	squares := 0.0
	for c := range 3 {
		direction[c] = position[3*bar[1]+c] - position[3*bar[0]+c]
		squares += float64(direction[c] * direction[c])
	}
	for c := range 3 {
		direction[c] /= math.Max(math.Sqrt(squares), math.SmallestNonzeroFloat32)
	}
	return direction
}
