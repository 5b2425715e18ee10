package mocap

import (
	"fmt"

	"gmnc/internal/fields"
	"gmnc/internal/numeral"
)

// meter holds the units that positions are converted to, as the number of them in one meter.
var meter = map[string]float64{"m": 1, "cm": 100}

// FileUnit keeps the unit of length of the files.
const FileUnit = "file"

// bvhUnit is the unit of lengths of BVH files, which do not name theirs.
const bvhUnit = "BVH unit"

// inch is the length of an inch in meters.
const inch = 0.0254

// convert converts all positions and velocities to another unit of length. The unit of an ASF
// file is an inch divided by the number in the file. A BVH file does not name its unit, so its
// lengths are taken as those of the given one, with a note.
func (r *recording) convert(unit string) error {
	if unit == FileUnit || unit == "" {
		return nil
	}
	if r.unit == bvhUnit {
		r.unit = unit
		r.notes = append(r.notes, fmt.Sprintf("BVH files do not name their unit of length: their lengths are taken as %s, in which the median bone is %.3g long", unit, r.bone(r.trials[0])))
		return nil
	}
	scale, ok := numeral.ASF.Parse(r.skeleton.LengthUnit)
	if !ok || !(scale > 0) {
		return fields.Errorf("%s does not say how long its unit of length (%.40s) is: leave {unit} out, and lengths stay in it", r.skeleton.Path, r.skeleton.LengthUnit)
	}
	factor := inch / scale * meter[unit]
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
