package jointlog

import (
	"fmt"
	"slices"

	"gmnc/datasets/rosbag"
	"gmnc/internal/fields"
)

// effort is the ROS quantity that may be the motors' currents.
const effort = "effort"

// readMCAP reads the sensor_msgs/msg/JointState messages of a ROS 2 bag, a file or a folder of
// files, as one recording. Efforts are torques, unless the options name them as currents.
func readMCAP(path string, o Options) (*Log, error) {
	for quantity, name := range o.Columns {
		if quantity != currentKey || name != effort {
			return nil, fields.Errorf("{columns}: %s is an MCAP file, where %s=%.40q means nothing: expected %s=%s, or none", path, quantity, name, currentKey, effort)
		}
	}
	s, err := rosbag.Read(path, o.Joints)
	if err != nil {
		return nil, err
	}
	if s.Position == nil {
		return nil, fmt.Errorf("%s: %s has no positions, expected angles of joints", path, s.Topic)
	}
	log := &Log{}
	r := Recording{Name: path, Angle: s.Position, Rate: s.Velocity, Torque: s.Effort}
	first := slices.Min(s.Stamp)
	for _, stamp := range s.Stamp {
		r.Time = append(r.Time, float64(stamp-first)/1e9)
	}
	switch currents := o.Columns[currentKey] == effort; {
	case o.Servo != nil:
		return nil, fields.Errorf("%s is an MCAP file, which has no goals of the servos: {servo} is for .csv and .npz files", path)
	case !currents:
		scale(r.Torque, o.Gear)
	case o.Gain == nil:
		return nil, fields.Errorf("%s: efforts are currents: give the joints' torques for one ampere in N m/A as {gain}", path)
	default:
		scale(r.Torque, o.Gain)
		log.Gain = o.Gain
	}
	if s.Recorded {
		log.Notes = append(log.Notes, fmt.Sprintf("%s: headers of %s have no time; rows are at the times when the messages were recorded, which are late by an unknown and uneven delay", path, s.Topic))
	}
	if s.Skipped > 0 {
		log.Notes = append(log.Notes, fmt.Sprintf("%s: %d messages of %s do not name all joints, and are left out", path, s.Skipped, s.Topic))
	}
	log.Splits = map[string][]Recording{"": log.divide(r)}
	return log, nil
}
