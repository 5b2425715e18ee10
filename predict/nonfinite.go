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

// CheckFinite reports the samples whose predicted position or velocity has a number that is not
// finite. Predictions of all samples follow one another.
func CheckFinite(samples []system.Sample, position, velocity []float32) error {
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
