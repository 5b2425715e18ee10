package run

import (
	"fmt"

	"gmnc/system"
)

// CheckGeometry reports a sample whose fields contradict where its particles are, as
// system.Sample.CheckGeometry says: of such a state a model predicts no numbers.
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
