package residual

import (
	"fmt"

	"gmnc/internal/units"
	"gmnc/train/shooting"
)

// NoiseComparison is the error of a model next to the noise of the recordings. It is for models whose
// first states cannot be fitted, so that the noise of these is in the error. A large error then
// does not show that the model lacks something.
type NoiseComparison struct {
	// Train and Valid are root mean squared errors of coordinates, on the first Samples
	// training samples and on the validation samples.
	Train, Valid float64
	Samples      int
	Noise        float64 // of the recordings' coordinates; 0 if it is not known
	Unknown      string  // why the noise is not known
}

// Text returns the comparison in a line. length is the unit of the recordings, or "" if it is
// not known.
func (c NoiseComparison) Text(length string) string {
	unit := units.Behind(length)
	text := fmt.Sprintf("predictions are %.3g%s away from the first %d training %s, as a root mean square of coordinates, and %.3g%s from the validation samples",
		c.Train, unit, c.Samples, plural("sample", c.Samples), c.Valid, unit)
	switch times := c.Train / c.Noise; {
	case c.Noise == 0:
		return text + ". Whether that is noise is not known: " + c.Unknown
	case times <= shooting.Fitting:
		return text + fmt.Sprintf(". The estimated noise of the recordings, %.3g%s, explains that", c.Noise, unit)
	default:
		return text + fmt.Sprintf(". That is %.3g times the estimated noise of the recordings, %.3g%s. It includes the noise of the states from which the model starts, and what the model lacks", times, c.Noise, unit)
	}
}
