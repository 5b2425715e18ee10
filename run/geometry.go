package run

import (
	"fmt"

	"gmnc/system"
)

// CheckGeometry returns an error if the fields of a sample contradict the positions of its
// particles, as system.Sample.CheckGeometry says. A model predicts NaN for such a state.
func CheckGeometry(samples []system.Sample) error {
	for i := range samples {
		err := samples[i].CheckGeometry(func(array, format string, arguments ...any) error {
			return system.SampleError(i, func(i int) error {
				return fmt.Errorf("%s: sample %d%s", array, i, fmt.Sprintf(format, arguments...))
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}
