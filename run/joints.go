package run

import (
	"fmt"

	"gmnc/datasets/looks"
	"gmnc/system"
)

// CheckOnJoints reports a sample whose bodies are off their joints by more than looks.MostGap:
// of such a state a model predicts no numbers.
func CheckOnJoints(samples []system.Sample) error {
	for i := range samples {
		if gap := looks.JointGap(&samples[i], samples[i].Position); gap.TooWide() {
			return system.SampleError(i, func(i int) error {
				return fmt.Errorf("sample %d: %s, and a model moves bodies that are on their joints: give positions, %s and %s of one robot in one unit, and its parents and bodies",
					i, gap, system.Rest.Name, system.JointAnchor.Name)
			})
		}
	}
	return nil
}
