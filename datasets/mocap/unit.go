package mocap

import (
	"gmnc/internal/fields"
	"gmnc/internal/numeral"
)

// metre is how many of the units that positions are converted to one has.
var metre = map[string]float64{"m": 1, "cm": 100}

// FileUnit keeps the unit of length of files.
const FileUnit = "file"

// inch is in metres.
const inch = 0.0254

// convert gives all positions and velocities another unit of length. An ASF file's length
// is inches over the number that it says; a BVH file says none, which is an error.
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
