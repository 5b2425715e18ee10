package corpus

import (
	"path/filepath"
)

// RobotLog is the kind of logs of a robot, whose URDF file lies beside them.
const RobotLog = "robot"

// robotFiles are the names of a log.
func robotFiles(log string) []string { return []string{filepath.Join("ur10e", log+".npz")} }
