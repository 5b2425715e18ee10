package predict

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gmnc/system"
)

// shownSamples is the largest number of samples that an error names.
const shownSamples = 5

// CheckFinite returns an error that names the samples whose predicted position or velocity has a
// number that is not finite. Predictions of all samples follow one another; their number must be
// that of the samples' coordinates.
func CheckFinite(samples []system.Sample, position, velocity []float32) error {
	expected := 0
	for _, sample := range samples {
		expected += len(sample.Position)
	}
	if len(position) != expected || len(velocity) != expected {
		return fmt.Errorf("the samples have %d coordinates, expected as many in the predictions, which have %d of positions and %d of velocities", expected, len(position), len(velocity))
	}
	var named []string
	count, at := 0, 0
	for i, sample := range samples {
		end := at + len(sample.Position)
		if slices.ContainsFunc(position[at:end], notFinite) || slices.ContainsFunc(velocity[at:end], notFinite) {
			if count++; count <= shownSamples {
				named = append(named, fmt.Sprint(i))
			}
		}
		at = end
	}
	if count == 0 {
		return nil
	}
	if count > shownSamples {
		named = append(named, "...")
	}
	return fmt.Errorf("the predictions of %d of %d samples are not finite (sample %s): inputs far from the training's, or weights of a training that went wrong",
		count, len(samples), strings.Join(named, ", "))
}

func notFinite(x float32) bool { return math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) }
