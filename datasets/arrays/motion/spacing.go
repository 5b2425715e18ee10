package motion

import (
	"math"

	"gmnc/datasets/checks"
	"gmnc/internal/median"
	"gmnc/system"
)

// mostSpaced is the greatest number of particles whose spacing is measured.
const mostSpaced = 200

// Spacing returns the median distance of particles to their nearest neighbors in the first
// frame of a recording. For a single particle it returns a quarter of the extent of its path.
func Spacing(positions []float64, particles int) float64 {
	if particles == 1 {
		return checks.Range(system.Trajectory{Particles: 1, Positions: positions}) / 4
	}
	distances := make([]float64, min(particles, mostSpaced))
	for i := range distances {
		distances[i] = math.Inf(1)
		for j := range particles {
			if i != j {
				distances[i] = min(distances[i], system.Distance(positions, i, j))
			}
		}
	}
	return median.Of(distances)
}
