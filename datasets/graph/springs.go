package graph

import (
	"fmt"
	"slices"

	"gmnc/system"
)

// Springs holds springs that connect pairs of particles, which are then neighbors.
type Springs struct {
	Ends []int // two for each spring
	// Constants holds the constants that are given, a value for each spring, by the names of
	// the features of edges that hold them.
	Constants map[string][]float64
}

// SpringConstants holds the names of the constants that springs may have. These are the names
// of the features of edges from which laws of motion take them.
var SpringConstants = []string{system.RestLengthFeature, system.StiffnessFeature}

// Features returns the sorted names of the features of edges.
func (s *Springs) Features() (names []string) {
	for _, name := range SpringConstants {
		if s.Constants[name] != nil {
			names = append(names, name)
		}
	}
	return names
}

// Neighbors returns the lists of neighbors of n particles [n*slots], which springs connect,
// and the features of these edges. Two springs between the same particles are an error.
func (s *Springs) Neighbors(n int) (neighbors []int64, features []float32, err error) {
	lists, numbers := make([][]int64, n), make([][]int, n)
	for i := 0; i < len(s.Ends); i += 2 {
		for _, end := range [2][2]int{{s.Ends[i], s.Ends[i+1]}, {s.Ends[i+1], s.Ends[i]}} {
			if slices.Contains(lists[end[0]], int64(end[1])) {
				return nil, nil, fmt.Errorf("two springs tie particles %d and %d: expected one, of their sum", s.Ends[i], s.Ends[i+1])
			}
			lists[end[0]] = append(lists[end[0]], int64(end[1]))
			numbers[end[0]] = append(numbers[end[0]], i/2)
		}
	}
	slots := 0
	for _, list := range lists {
		slots = max(slots, len(list))
	}
	names := s.Features()
	for i, list := range lists {
		for slot := range slots {
			if slot >= len(list) {
				neighbors, features = append(neighbors, -1), append(features, make([]float32, len(names))...)
				continue
			}
			neighbors = append(neighbors, list[slot])
			for _, name := range names {
				features = append(features, float32(s.Constants[name][numbers[i][slot]]))
			}
		}
	}
	return neighbors, features, nil
}
