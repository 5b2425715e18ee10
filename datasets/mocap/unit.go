package mocap

import (
	"gmnc/internal/fields"
	"gmnc/internal/numeral"
)

// metre holds the units that positions are converted to, as the number of them in one metre.
var metre = map[string]float64{"m": 1, "cm": 100}

// FileUnit keeps the unit of length of the files.
const FileUnit = "file"

// inch is the length of an inch in metres.
const inch = 0.0254

// convert converts all positions and velocities to another unit of length. The unit of an ASF
// file is an inch divided by the number in the file. A BVH file does not give its unit, so
// converting it is an error.
func (r *recording) convert(unit string) error {
	if unit == FileUnit || unit == "" {
		return nil
	}
	scale, ok := numeral.ASF.Parse(r.skeleton.LengthUnit)
	if !ok || !(scale > 0) {
		return fields.Errorf("%s does not say how long its unit of length (%.40s) is: leave {unit} out, and lengths stay in it", r.skeleton.Path, r.skeleton.LengthUnit)
	}
	factor := inch / scale * metre[unit]
	for _, trial := range r.trials {
		for _, values := range [][]float64{trial.Positions, trial.Velocities} {
			for i := range values {
				values[i] *= factor
			}
		}
	}
	r.unit = unit
	return nil
}
