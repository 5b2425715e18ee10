package jointlog

import (
	"fmt"

	"gmnc/datasets/checks"
)

// Possible returns an error if the positions of a joint seem to be in another unit (checks.Impossible).
func (r *Recording) Possible(o Options) error {
	j, at := checks.Impossible(joined(r.Angle), o.Limits, o.Rotates)
	switch {
	case j < 0:
		return nil
	case o.Rotates[j]:
		return fmt.Errorf("%s: the angle of the joint %.40s reaches %.4g, and the robot's file allows %.4g to %.4g: are these degrees? Convert the column with numpy.deg2rad, or in a .csv file name it with deg, as in %[2]s_position_deg", r.Name, o.Joints[j], at, o.Limits[j][0], o.Limits[j][1])
	}
	return fmt.Errorf("%s: the position of the joint %.40s reaches %.4g, and the robot's file allows %.4g to %.4g m: give positions and rates in meters, in columns by the names of joints", r.Name, o.Joints[j], at, o.Limits[j][0], o.Limits[j][1])
}
